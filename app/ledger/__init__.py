"""What money is: transfers between accounts, double entry, whole credits, sealed in a chain per table. Pure.

Source: design.md, "Ledger". The transfer/account model follows TigerBeetle's, entries that prove their own step
follow pgledger's.
"""

from app.ledger.books import BANK, BANK_FLOOR, Account, Entry, Transfer, TransferKind, post, reverse
from app.ledger.chain import GENESIS, Seal, Spelling, canonical, checkpoint, quoted, seal, seal_over

__all__ = [
    "BANK",
    "BANK_FLOOR",
    "GENESIS",
    "Account",
    "Entry",
    "Seal",
    "Spelling",
    "Transfer",
    "TransferKind",
    "canonical",
    "checkpoint",
    "post",
    "quoted",
    "reverse",
    "seal",
    "seal_over",
]
