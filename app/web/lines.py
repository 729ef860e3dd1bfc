"""A table's log in words: every line once, refusals marked, with the number of the payment it made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask_babel import gettext as _

from app.services.loglines import LogLine
from app.web import words
from app.web.phrases import names
from app.web.reading import Table

MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line: clock time, sentence, whether it was refused, and the number of its payment (or empty).

    A minor line tells only that somebody let something pass. `mine` says that the payment is the viewer's, so that
    its receipt is open to them. `card` is what was claimed, shown or lost, or empty.
    """

    seq: int
    at: str
    iso: str
    text: str
    refused: bool
    minor: bool
    transfer: str
    mine: bool
    card: str
    people: frozenset[str]


def read_lines(table: Table, lines: tuple[LogLine, ...]) -> tuple[Line, ...]:
    """The lines in words, the last one first."""
    return tuple(_line(table, line) for line in reversed(lines))


def moment(at: int) -> datetime:
    """A time of the log, in the zone of the machine that serves the evening."""
    return datetime.fromtimestamp(at / MICROSECONDS, UTC).astimezone()


def _line(table: Table, line: LogLine) -> Line:
    when = moment(line.at)
    number = line.data.get("transfer")
    return Line(
        seq=line.seq,
        at=when.strftime("%H:%M"),
        iso=when.isoformat(),
        text=_text(table, line),
        refused=line.kind == "refused",
        minor={event["kind"] for event in line.data.get("events", ())} == {"allowed"},
        transfer=f"{table.id}-{number}" if number else "",
        mine=table.you in (line.data.get("by"), line.data.get("payee")),
        card=_card(line),
        people=frozenset(_people(line)),
    )


def _card(line: LogLine) -> str:
    named = [
        facts.get("card") or facts.get("character")
        for facts in (e["facts"] for e in line.data.get("events", ()))
    ]
    return next((str(card) for card in named if card), "")


def _people(line: LogLine) -> set[str]:
    named = {line.actor, *(str(line.data.get(key)) for key in ("by", "user", "payee"))}
    for event in line.data.get("events", ()):
        named.update(value for value in event["facts"].values() if isinstance(value, str))
    return named


def _text(table: Table, line: LogLine) -> str:
    data = line.data
    match line.kind:
        case "opened":
            return _("%(host)s opened the table.", host=table.name(line.actor))
        case "seat" if data.get("left"):
            return _("%(name)s got up.", name=table.name(data["user"]))
        case "seat":
            return _("%(name)s sat down.", name=data["name"])
        case "start":
            return _(
                "The game began: %(players)s.", players=names([table.name(user) for user in data["players"]])
            )
        case "settings":
            return _("%(host)s changed the house rules.", host=table.name(line.actor))
        case "undo":
            return _("%(host)s took the last move back.", host=table.name(line.actor))
        case "refused":
            return _refused(table, line)
        case "correction":
            return _corrected(table, line)
        case "closed":
            return _("The table was closed.")
        case _:
            return _played(table, line)


def _corrected(table: Table, line: LogLine) -> str:
    taken_back = _(
        "The organizer took back %(number)s: “%(reason)s”",
        number=f"{table.id}-{line.data['reverses']}",
        reason=line.data["reason"],
    )
    return " ".join((taken_back, *_sentences(table, line)))


def _refused(table: Table, line: LogLine) -> str:
    tried = line.data.get("tried", {})
    who = table.name(tried.get("for") or line.actor)
    if tried.get("do") == "pay":
        return _(
            "%(who)s tried to pay %(payee)s %(amount)s.",
            who=who,
            payee=table.name(tried.get("to")),
            amount=tried.get("amount"),
        )
    kind = (tried.get("move") or {}).get("type", "")
    return _("%(who)s tried to %(what)s.", who=who, what=str(kind).replace("_", " "))


def _played(table: Table, line: LogLine) -> str:
    text = " ".join(_sentences(table, line)) or _("%(name)s moved.", name=table.name(line.data.get("by")))
    if line.kind == "silence":
        return _("Time ran out. %(what)s", what=text)
    if line.actor != line.data.get("by") and line.actor in {player.user for player in table.players}:
        return _(
            "%(what)s (%(host)s for %(name)s)",
            what=text,
            host=table.name(line.actor),
            name=table.name(line.data.get("by")),
        )
    return text


def _sentences(table: Table, line: LogLine) -> list[str]:
    told = [_event(table, event["kind"], event["facts"]) for event in line.data.get("events", ())]
    told += [_("It cost %(amount)d.", amount=booking["amount"]) for booking in line.data.get("bookings", ())]
    return [sentence for sentence in told if sentence]


def _event(table: Table, kind: str, facts: Mapping[str, Any]) -> str:
    sentence = EVENTS.get(kind)
    return sentence(table, facts) if sentence else ""


def _declared(table: Table, facts: Mapping[str, Any]) -> str:
    said = {
        "who": table.name(facts["player"]),
        "card": words.the_card(table, facts["card"]),
        "action": words.an_action(table, facts["action"]),
        "target": table.name(facts.get("target")),
    }
    if facts.get("target") is None:
        return _("%(who)s claims %(card)s.", **said)
    return _("%(who)s claims %(card)s against %(target)s.", **said)


def _countered(table: Table, facts: Mapping[str, Any]) -> str:
    said = {"who": table.name(facts["player"]), "card": words.the_card(table, facts["character"])}
    match facts["type"]:
        case "block":
            return _("%(who)s blocks with %(card)s.", **said)
        case "match":
            return _("%(who)s claims %(card)s too.", **said)
        case _:
            return _("%(who)s sues with %(card)s.", **said)


def _lost(table: Table, facts: Mapping[str, Any]) -> str:
    if not facts.get("card"):
        return _("%(who)s lost a card.", who=table.name(facts["player"]))
    return _(
        "%(who)s lost %(card)s.", who=table.name(facts["player"]), card=words.the_card(table, facts["card"])
    )


def _shown(table: Table, facts: Mapping[str, Any]) -> str:
    said = {"who": table.name(facts["player"]), "card": words.the_card(table, facts["card"])}
    if facts.get("strength"):
        return _("%(who)s showed %(card)s, %(strength)d×.", strength=facts["strength"], **said)
    return _("%(who)s showed %(card)s.", **said)


def _paid(table: Table, facts: Mapping[str, Any]) -> str:
    said = {
        "payer": table.name(facts["payer"]),
        "payee": table.name(facts["payee"]),
        "amount": facts["amount"],
    }
    if not facts.get("action"):
        return _("%(payer)s paid %(payee)s %(amount)d.", **said)
    return _(
        "%(payer)s paid %(payee)s %(amount)d for %(action)s.",
        action=words.an_action(table, facts["action"]),
        **said,
    )


def _over(table: Table, facts: Mapping[str, Any]) -> str:
    winners = [table.name(user) for user in facts.get("winners") or ()]
    if not winners:
        return _("The game is over.")
    return _("%(names)s won.", names=names(winners))


EVENTS: Mapping[str, Callable[[Table, Mapping[str, Any]], str]] = {
    "declared": _declared,
    "allowed": lambda t, f: _("%(who)s lets it pass.", who=t.name(f["player"])),
    "challenged": lambda t, f: _(
        "%(who)s challenges %(claimant)s.", who=t.name(f["player"]), claimant=t.name(f["claimant"])
    ),
    "conceded": lambda t, f: _("%(who)s gives in.", who=t.name(f["player"])),
    "countered": _countered,
    "blocked": lambda t, f: _("The block holds."),
    "shown": _shown,
    "declined": lambda t, f: _(
        "%(who)s can't show %(card)s.", who=t.name(f["player"]), card=words.the_card(t, f["card"])
    ),
    "card_lost": _lost,
    "action_off": lambda t, f: _("The action is off."),
    "match_won": lambda t, f: _("%(who)s is stronger.", who=t.name(f["player"])),
    "match_undecided": lambda t, f: _("Neither could show one."),
    "owed": lambda t, f: _(
        "%(payer)s owes %(payee)s %(amount)d.",
        payer=t.name(f["payer"]),
        payee=t.name(f["payee"]),
        amount=f["amount"],
    ),
    "paid": _paid,
    "passed": lambda t, f: _("%(who)s passes.", who=t.name(f["player"])),
    "bankrupt": lambda t, f: _("%(who)s is bankrupt.", who=t.name(f["player"])),
    "eliminated": lambda t, f: _("%(who)s has no cards left and is out.", who=t.name(f["player"])),
    "leaving": lambda t, f: _("%(who)s leaves when this turn ends.", who=t.name(f["player"])),
    "resigned": lambda t, f: _("%(who)s resigned.", who=t.name(f["player"])),
    "returned": lambda t, f: _("%(who)s is back in the game.", who=t.name(f["player"])),
    "over": _over,
}
