"""The ledger as a file: for spreadsheets, programs and bookkeepers. Nothing is held in memory but a portion of rows."""

from app.services.exports.service import FORMATS, Export, Exports
from app.services.exports.source import Selection

__all__ = ["FORMATS", "Export", "Exports", "Selection"]
