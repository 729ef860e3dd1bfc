"""Proof that needs no trust in whoever runs the program: Merkle logs over every line, and signed checkpoints."""

from app.services.proofs.service import Consistency, Proofs, Slip, SlipRow

__all__ = ["Consistency", "Proofs", "Slip", "SlipRow"]
