"""Players that decide by themselves, from what their seat is shown and nothing else.

`choose` gets the very view that a person's phone or program gets (`GET /v1/tables/ID`), and answers with what such a
program would send. So no bot can know more than somebody in its place, whatever is written here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.rules.bots import cheaters_game, gorilla_warfare, plain, reckless
from app.rules.bots.seeing import Choice, Roll, Strength, View

__all__ = ["BOTS", "Choice", "Roll", "Strength", "View", "choose"]

Player = Callable[[View, Strength, Roll], Choice | None]
"""One game's bot: who is asked at this moment, and owes nothing, in a view in which something is open to them."""

BOTS: Mapping[str, Player] = MappingProxyType(
    {
        "reckless": reckless.decide,
        "cheaters_game": cheaters_game.decide,
        "gorilla_warfare": gorilla_warfare.decide,
    }
)
"""By the name of the game; whatever other game there is, it is played at random."""

LEAVING = ("resign", "undo", "silence")
"""What no bot does by itself."""


def choose(view: View, strength: Strength, roll: Roll) -> Choice | None:
    """Decide what a seat does now.

    Args:
        view: The table as this seat may see it, in the form of interface.md.
        strength: How well to play.
        roll: Gives a whole number from 0 to n - 1; the only chance there is in a bot.

    Returns:
        One of the view's `legal_moves`; or `{"type": "pay", "to", "amount", "action"}` for a debt, in whole credits;
        or None if nothing is asked of this seat.
    """
    you = view["you"]
    if view.get("status", "playing") != "playing" or you not in view["waiting_for"]:
        return None
    for debt in view["due"]:
        if debt["payer"] == you:
            return {
                "type": "pay",
                "to": debt["payee"],
                "amount": debt["amount"],
                "action": debt["action"],
            }
    open_moves = [move for move in view["legal_moves"] if move["type"] not in LEAVING]
    if not open_moves:
        return None
    chosen = BOTS.get(view["game"], plain.decide)({**view, "legal_moves": open_moves}, strength, roll)
    return chosen if chosen in open_moves else plain.pick(open_moves, roll)
