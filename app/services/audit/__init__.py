"""Proving the books: everything that is written is read again and compared with everything else.

`books` compares log, transfers, entries and balances of a table with each other; `games` plays its matches again.
"""

from app.services.audit.verdict import Fault, Verdict, Wrong

__all__ = ["Fault", "Verdict", "Wrong"]
