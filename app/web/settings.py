"""A table's settings, from and to the form that shows them: what is played, how, and by which house rules."""

from dataclasses import dataclass
from typing import Any

from flask import request

from app.errors import Invalid, Json
from app.pages.forms import number, text
from app.pages.session import services
from app.rules import GAMES
from app.services.tables import TableSettings
from app.web.games import Presenter, presenter
from app.web.games.options import HOST_MAY_UNDO, SERVICE_DEFAULTS, Option, Switch, Words

MAX_DECK_BYTES = 80_000


@dataclass(frozen=True, slots=True)
class Way:
    """One game in one way to play it; `value` is what the form sends, `number` the game's place in the form."""

    value: str
    number: int
    has_levels: bool
    title: Words
    says: Words
    chosen: bool


@dataclass(frozen=True, slots=True)
class Ruled:
    """A game's part of the form: its options with their values."""

    game: str
    title: Words
    options: tuple[tuple[Option, Any], ...]


def house_rules(chosen: TableSettings | None = None) -> dict[str, Any]:
    """What the form's template draws from: a table's settings, or those of a new table."""
    chosen = chosen or TableSettings()
    return {
        "ways": tuple(_ways(chosen)),
        "games": tuple(_ruled(game, chosen) for game in GAMES),
        "validation": chosen.validation,
        "options": {**SERVICE_DEFAULTS, **chosen.options},
        "host_may_undo": HOST_MAY_UNDO,
        "decks": [deck for deck in services().tables.decks() if not deck.error],
    }


def _ways(chosen: TableSettings) -> list[Way]:
    return [
        Way(
            value=f"{name}:{mode}",
            number=place,
            has_levels=_has_levels(name, mode),
            title=presenter(name).title,
            says=presenter(name).modes.get(mode, mode),
            chosen=(name, mode) == (chosen.game, chosen.mode),
        )
        for place, (name, game) in enumerate(GAMES.items(), start=1)
        for mode in game.modes
    ]


def _has_levels(game: str, mode: str) -> bool:
    """Whether there is a choice how payments are checked: what the service deals is all declared on the phones."""
    return len(GAMES[game].levels) > 1 and mode != "dealer"


def _ruled(game: str, chosen: TableSettings) -> Ruled:
    shown = presenter(game)
    options = chosen.options if game == chosen.game else {}
    values = {**shown.defaults, **options}
    return Ruled(
        game=game,
        title=shown.title,
        options=tuple(
            (one, one.is_on(values) if isinstance(one, Switch) else values[one.name]) for one in shown.options
        ),
    )


def from_form() -> TableSettings:
    """The settings that the form asks for; with neither file nor name, the table keeps its deck.

    Raises:
        Invalid: If there is no such game, or the deck file is no text.
    """
    usual = TableSettings()
    name, _, mode = (text("way") or f"{usual.game}:{usual.mode}").partition(":")
    levels = GAMES[name].levels if name in GAMES else ()
    # Where the game knows one way to check payments only, or the service deals, it is not asked for another.
    level = text("validation") or usual.validation
    return TableSettings(
        game=name,
        mode=mode,
        validation=str(levels[0]) if levels and not _has_levels(name, mode) else level,
        deck=_uploaded() or text("deck_name") or None,
        options={
            **_chosen(presenter(name)),
            HOST_MAY_UNDO.name: bool(text(HOST_MAY_UNDO.name)),
            "timer_s": number("timer_s") or 0,
        },
    )


def _chosen(shown: Presenter[Any]) -> dict[str, Json]:
    """The game's own options; the form has those of every game, each under its game's name."""
    options: dict[str, Json] = {}
    for one in shown.options:
        field = f"{shown.game}.{one.name}"
        if isinstance(one, Switch):
            options[one.name] = one.values[bool(text(field))]
        else:
            options[one.name] = number(field) or shown.defaults[one.name]
    return options


def _uploaded() -> str | None:
    file = request.files.get("deck")
    if file is None or not file.filename:
        return None
    raw = file.stream.read(MAX_DECK_BYTES)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Invalid("A deck file is a text in TOML.", field="deck") from error
