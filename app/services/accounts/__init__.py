"""What stands in somebody's account: the balance, what moved, the receipt of each payment, and news as they come."""

from app.services.accounts.service import (
    MACHINES,
    Accounts,
    Order,
    Purse,
    Search,
    Sum,
    must_be_own,
    table_of,
)

__all__ = [
    "MACHINES",
    "Accounts",
    "Order",
    "Purse",
    "Search",
    "Sum",
    "must_be_own",
    "table_of",
]
