"""Why no move is taken back, as a code and as a sentence."""

from collections.abc import Mapping
from enum import StrEnum


class Firm(StrEnum):
    """Why nobody, or this person, takes a move back now."""

    NOTHING = "nothing"
    DRAWN = "drawn"
    SHOWN = "shown"
    PAID = "paid"
    CHANGED = "changed"
    CLOSED = "closed"
    OVER = "over"
    PAUSED = "paused"
    BANK = "bank"
    OTHERS = "others"


WHY: Mapping[Firm, str] = {
    Firm.NOTHING: "There is no move to take back.",
    Firm.DRAWN: "Nothing can be taken back now: something was drawn or thrown since.",
    Firm.SHOWN: "Nothing can be taken back now: what was shown since stays shown.",
    Firm.PAID: "Nothing can be taken back now: something was paid since. An organizer can reverse a transfer.",
    Firm.CHANGED: "Nothing can be taken back now: the seats or the house rules are others since.",
    Firm.CLOSED: "Nothing can be taken back now: the game was ended for everybody.",
    Firm.OVER: "Nothing can be taken back now: the game is over, and what was hidden in it is shown.",
    Firm.PAUSED: "Nothing is taken back while the game is paused.",
    Firm.BANK: "The bank is being asked for a payment. Take the move back once it has answered.",
    Firm.OTHERS: "Only an organizer takes moves back at this table.",
}
"""What people are told."""
