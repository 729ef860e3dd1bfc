"""What all services stand on: a table as it is read from its log and books, and the one way of changing it."""

from app.services.ground.change import (
    MAX_REFUSALS,
    MAX_REFUSALS_OF_ONE,
    Change,
    Ground,
    change_table,
)

__all__ = [
    "MAX_REFUSALS",
    "MAX_REFUSALS_OF_ONE",
    "Change",
    "Ground",
    "change_table",
]
