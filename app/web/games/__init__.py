"""How each game is shown: one presenter for each; a game without one of its own is shown plainly."""

from collections.abc import Mapping
from typing import Any

from app.web.games.base import Presenter
from app.web.games.cheaters_game import CheatersGame
from app.web.games.gorilla_warfare import GorillaWarfare
from app.web.games.reckless import Reckless
from app.web.reading import Table, View

__all__ = ["PRESENTERS", "Presenter", "presenter", "read", "sign"]

PRESENTERS: Mapping[str, Presenter[Any]] = {
    one.game: one for one in (Reckless(), CheatersGame(), GorillaWarfare())
}
"""The presenters by the names of their games."""


def presenter(game: str) -> Presenter[Any]:
    """How this game is shown."""
    return PRESENTERS.get(game) or Presenter(game)


def read(view: View) -> Table:
    """Read a view as the presenter of its game does."""
    table: Table = presenter(view["game"]).read(view)
    return table


def sign(card: str) -> str:
    """The name of the card's sign; the plain one for cards that have none of their own."""
    return card if any(card in one.signs for one in PRESENTERS.values()) else "card"
