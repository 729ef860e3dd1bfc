"""What people call the games."""

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

TITLES: Mapping[str, LazyString] = {
    "reckless": _l("Reckless"),
    "cheaters_game": _l("Cheater's Game"),
    "gorilla_warfare": _l("Gorilla Warfare"),
}


def title_of(game: str) -> LazyString | str:
    """What people call a game, by the name it has in `GAMES`."""
    return TITLES.get(game) or game.replace("_", " ").replace("-", " ").title()
