"""What money is: transfers between accounts, double entry, whole credits, sealed in a chain per table. Pure.

Source: design.md, "Ledger". The transfer/account model follows TigerBeetle's, entries that prove their own step
follow pgledger's.
"""

from app.ledger.books import BANK, FLOORS, Account, Entry, Transfer, TransferKind, floor_of, post, reverse
from app.ledger.chain import GENESIS, Seal, canonical, checkpoint, seal

__all__ = [
    "BANK",
    "FLOORS",
    "GENESIS",
    "Account",
    "Entry",
    "Seal",
    "Transfer",
    "TransferKind",
    "canonical",
    "checkpoint",
    "floor_of",
    "post",
    "reverse",
    "seal",
]
