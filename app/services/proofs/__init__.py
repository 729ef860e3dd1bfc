"""Proof that needs no trust in whoever runs the program: Merkle logs over every line, and signed checkpoints."""

from app.services.proofs.service import Consistency, Proofs, Slip, SlipRow
from app.storage.proofs import ALL

__all__ = ["ALL", "Consistency", "Proofs", "Slip", "SlipRow"]
