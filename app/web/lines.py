"""A table's log in words: every line once, refusals marked, with the number of the payment it made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.services.tables.loglines import LogLine
from app.services.zones import local
from app.web import bank
from app.web.games import presenter
from app.web.reading import Table, View
from app.web.words import names


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line; `private` is what the viewer alone may know now, and what is covered with the own hand."""

    text: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line: clock time, what it says, whether it was refused, and the number of its payment (or empty).

    A minor line tells only that somebody let something pass. `mine` says that the payment is the viewer's, so that
    its receipt is open to them. `card` is what was claimed, shown or lost for all to see, or empty; `hash` that of
    the seed by which a game began, or empty.
    """

    seq: int
    at: str
    iso: str
    parts: tuple[Part, ...]
    refused: bool
    minor: bool
    transfer: str
    mine: bool
    card: str
    people: frozenset[str]
    hash: str

    @property
    def text(self) -> str:
        """All that it says."""
        return " ".join(part.text for part in self.parts)

    @property
    def has_private(self) -> bool:
        """Whether it says something that the viewer alone may know now."""
        return any(part.private for part in self.parts)


_SLOT = "\0"
"""Stands in a sentence for the sentences that it is put around."""


def read_lines(table: Table, lines: tuple[LogLine, ...]) -> tuple[Line, ...]:
    """The lines in words, the last one first."""
    return tuple(_line(table, line) for line in reversed(lines))


def _line(table: Table, line: LogLine) -> Line:
    when = local(line.at, table.zone)
    number = line.data.get("transfer")
    return Line(
        seq=line.seq,
        at=when.strftime("%H:%M"),
        iso=when.isoformat(),
        parts=_parts(table, line),
        refused=line.kind == "refused",
        minor=_is_minor(table, line),
        transfer=f"{table.id}-{number}" if number else "",
        mine=table.you in (line.data.get("by"), line.data.get("payee")),
        card=_card(table, line),
        people=frozenset(_people(line)),
        hash=str(line.data["seed_hash"]) if line.kind == "start" else "",
    )


def _is_minor(table: Table, line: LogLine) -> bool:
    kinds = {event["kind"] for event in line.data.get("events", ())}
    return bool(kinds) and kinds <= presenter(table.game).minor


def _is_private(table: Table, line: LogLine, event: Mapping[str, Any]) -> bool:
    """Whether not everybody knows of this event: once a match is over, all of it is everybody's."""
    running = table.status == "playing" and line.match == table.match
    return running and event["audience"] is not None


def _card(table: Table, line: LogLine) -> str:
    shown = [event for event in line.data.get("events", ()) if not _is_private(table, line, event)]
    named = [event["facts"].get("card") or event["facts"].get("character") for event in shown]
    return next((str(card) for card in named if card), "")


def _people(line: LogLine) -> set[str]:
    named = {line.actor, *(str(line.data.get(key)) for key in ("by", "user", "payee"))}
    for event in line.data.get("events", ()):
        named.update(value for value in event["facts"].values() if isinstance(value, str))
    return named


def _parts(table: Table, line: LogLine) -> tuple[Part, ...]:
    match line.kind:
        case "chance":
            return _sentences(table, line) or (Part(_("Chance had its say.")),)
        case "correction":
            return (Part(_corrected(table, line)), *_sentences(table, line))
        case _:
            said = _said(table, line)
            return (Part(said),) if said else _played(table, line)


def _said(table: Table, line: LogLine) -> str:
    """What a line says that is no move of the game; "" for one that is."""
    data = line.data
    match line.kind:
        case "opened":
            return _("%(host)s opened the table.", host=_doer(table, line))
        case "seat" if data.get("left"):
            # Lines of older programs don't say the name.
            name = data.get("name") or table.name(data["user"])
            return _by(table, line, data["user"], _("%(name)s got up.", name=name))
        case "seat" if data.get("bot") and data.get("new"):
            return _("%(name)s, a bot, sat down.", name=data["name"])
        case "seat" if data.get("bot"):
            said = _("A bot plays for %(name)s from here on.", name=data["name"])
            return _by(table, line, data["user"], said)
        case "seat" if "bot" in data:
            return _by(table, line, data["user"], _("%(name)s plays again.", name=data["name"]))
        case "seat":
            return _by(table, line, data["user"], _("%(name)s sat down.", name=data["name"]))
        case "start":
            return _started(table, line)
        case "seed":
            return _("The seed from which everything was drawn: %(seed)s", seed=data["seed"])
        case "settings":
            return _("%(host)s changed the house rules.", host=_doer(table, line))
        case "undo":
            return _("%(host)s took the last move back.", host=_doer(table, line))
        case "refused":
            return _refused(table, line)
        case "closed" if "move" in data:
            return _("%(host)s ended the game for everybody.", host=_doer(table, line))
        case "closed":
            return _("%(host)s closed the table.", host=_doer(table, line))
        case "paused" if data["reason"]:
            return _("%(name)s paused the game: “%(reason)s”", name=data["name"], reason=data["reason"])
        case "paused":
            return _("%(name)s paused the game.", name=data["name"])
        case "resumed":
            return _("%(name)s let the game go on.", name=data["name"])
        case "moved":
            return _("The table belongs to “%(event)s” from here on.", event=data["name"])
        case kind:
            return bank.told(table, kind, data) or ""


def _by(table: Table, line: LogLine, user: str, said: str) -> str:
    """What a line says of this person, and who did it for them if somebody else did."""
    if line.actor == user or line.actor.startswith("@"):
        return said
    host = line.organizer or (table.name(line.actor) if table.player(line.actor) else _("the host"))
    return _("%(what)s (%(host)s for %(name)s)", what=said, host=host, name=_named(table, line, user))


def _named(table: Table, line: LogLine, user: str) -> str:
    """What somebody is called whom a line is about; who has got up since is known from the line."""
    return table.name(user) if table.player(user) else str(line.data.get("name") or table.name(user))


def _doer(table: Table, line: LogLine) -> str:
    """Who has done something to a table, at the beginning of a sentence."""
    if line.organizer or table.player(line.actor):
        return line.organizer or table.name(line.actor)
    return _("The host") if line.actor == table.host else _("An organizer")


def _started(table: Table, line: LogLine) -> str:
    players = names([table.name(user) for user in line.data["players"]])
    if not line.data["seed_hash"]:
        return _("The game began: %(players)s.", players=players)
    return _(
        "The game began: %(players)s. What is drawn is settled by a seed that is shown at the end.",
        players=players,
    )


def _corrected(table: Table, line: LogLine) -> str:
    return _(
        "%(host)s took back %(number)s: “%(reason)s”",
        host=line.organizer or _("The organizer"),
        number=f"{table.id}-{line.data['reverses']}",
        reason=line.data["reason"],
    )


def _refused(table: Table, line: LogLine) -> str:
    tried = line.data.get("tried", {})
    user = tried.get("for") or line.actor
    who = line.organizer if user == line.actor and line.organizer else table.name(user)
    return _by(table, line, user, _tried(table, tried, who))


def _tried(table: Table, tried: View, who: str) -> str:
    """What somebody tried that was refused."""
    if tried.get("do") == "pay":
        return _(
            "%(who)s tried to pay %(payee)s %(amount)s.",
            who=who,
            payee=table.name(tried.get("to")),
            amount=tried.get("amount"),
        )
    kind = (tried.get("move") or {}).get("type")
    if kind is None:
        return _("%(who)s tried something that was not open to them.", who=who)
    return _("%(who)s tried to %(what)s.", who=who, what=str(kind).replace("_", " "))


def _played(table: Table, line: LogLine) -> tuple[Part, ...]:
    parts = _sentences(table, line) or (Part(_("%(name)s moved.", name=table.name(line.data.get("by")))),)
    if line.kind == "silence":
        return _around(_("Time ran out. %(what)s", what=_SLOT), parts)
    return _around(_by(table, line, str(line.data.get("by") or line.actor), _SLOT), parts)


def _around(sentence: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with what the sentence says before and after its slot."""
    before, _slot, after = sentence.partition(_SLOT)
    outer = (Part(before.strip()), *parts, Part(after.strip()))
    return tuple(part for part in outer if part.text)


def _sentences(table: Table, line: LogLine) -> tuple[Part, ...]:
    shown = presenter(table.game)
    parts = [
        Part(shown.told(table, event["kind"], event["facts"]), _is_private(table, line, event))
        for event in line.data.get("events", ())
    ]
    parts += [Part(shown.booked(table, booking)) for booking in line.data.get("bookings", ())]
    return tuple(part for part in parts if part.text)
