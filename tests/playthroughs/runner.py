"""Plays a playthrough file line by line and writes down, in the words of the rules, what each line led to.

The lines of a file:

    # a remark
    game reckless  players ada bob cyd  [mode dealer]  [validation honor]  [funds bob=30]  [option=value ...]
    > ada  declare fraud bob        a move
    x cyd  challenge                a move that must be refused: the reason is written down
    ~ bob                           bob says nothing until the time is up
    $ bob -> ada 50 fraud           a payment that settles a debt
    ! bob -> ada 40                 a payment that must be refused: the reason is written down
    @ bob=0 ada=400                 an organizer corrects balances
    @ close                         the table is closed
    & 0 5 2                         what chance draws next, each number counted from 0
    < ada  raid evasion / command   Gorilla Warfare: what ada is dealt (hand from the left / deck from the top)
    < pile  raid command            the same: what lies on top of the draw pile, or will when it is shuffled next
    ? ada                           the same: what ada sees of her own cards; `? table` is what everybody sees
    < ada  banker2 scandal          Reckless, dealt: what ada is dealt; `< deck` is what is drawn after the next shuffle
    ? ada                           the same: what ada holds; `? table` is what everybody sees of the cards

Everything that is indented is what the game answered, and is compared.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from app.rules import Booking, Event
from tests.playthroughs import told_cheaters_game, told_gorilla_warfare, told_reckless
from tests.unit.rules.dealt import DealtReckless
from tests.unit.rules.gorilla import SMALL_DECK, Dealt
from tests.unit.rules.kit import Table


class Sentences(Protocol):
    """The words of one game: a template for each kind of event, and an event as a sentence."""

    @property
    def TOLD(self) -> Mapping[str, str]: ...  # noqa: N802 - a constant of the module

    def told(self, table: Table, event: Event) -> str: ...


SENTENCES: Mapping[str, Sentences] = {
    "reckless": told_reckless,
    "cheaters_game": told_cheaters_game,
    "gorilla_warfare": told_gorilla_warfare,
}
"""How each game's events are told; a new game adds its module."""


def booked(booking: Booking) -> str:
    """What a move itself put into the books, as a sentence."""
    payer, payee = (owner.removeprefix("@") for owner in (booking.payer, booking.payee))
    return f"{payer} -> {payee} {booking.amount}, for {booking.reason.replace('_', ' ')}"


def begin(line: str) -> Table:
    """Open the table that the first line of a file describes."""
    _, game, *words = line.split()
    players, settings, options = [], {}, {}
    key = ""
    for word in words:
        if word in ("players", "mode", "validation", "funds"):
            key = word
        elif key == "players" and "=" not in word:
            players.append(word)
        elif key == "funds":
            name, _, amount = word.partition("=")
            settings.setdefault("funds", {})[name] = int(amount)
        elif "=" in word:
            name, _, value = word.partition("=")
            options[name] = (
                int(value) if value.isdigit() else {"true": True, "false": False}.get(value, value)
            )
        else:
            settings[key] = word
    if game == "gorilla_warfare":
        deck = {None: None, "small": SMALL_DECK}[options.pop("deck", None)]
        return Dealt(deck=deck, options=options, **dict.fromkeys(players, ""))
    if game == "reckless" and settings.get("mode") == "dealer":
        return DealtReckless(
            " ".join(players), **{k: v for k, v in settings.items() if k != "mode"}, **options
        )
    return Table(" ".join(players), game=game, **settings, **options)


def answers(table: Table, line: str) -> Iterator[str]:
    """Play one line; what the game answers."""
    mark, *words = line.split()
    match mark:
        case "&":
            table.lots.append(tuple(map(int, words)))
            return
        case "x":
            refusal = table.refused(" ".join(words))
            yield f"refused: {refusal.expected['reason']}"
            return
        case "!":
            payer, _, payee, amount, *action = words
            refused = table.payment_refused(payer, payee, int(amount), " ".join(action) or None)
            yield f"refused: {refused.reason}"
            return
        case ">":
            table.play(" ".join(words))
        case "?" if isinstance(table, Dealt):
            yield told_gorilla_warfare.seen(table, words[0])
            return
        case "?" if isinstance(table, DealtReckless):
            yield told_reckless.seen(table, words[0])
            return
        case "~":
            table.silence(words[0])
        case "$":
            payer, _, payee, amount, *action = words
            table.pay(payer, payee, int(amount), " ".join(action) or None)
        case "@" if words == ["close"]:
            table.close()
        case "@":
            table.correct(
                **{name: int(amount) for name, _, amount in (word.partition("=") for word in words)}
            )
        case _:
            raise ValueError(f"no such line: {line}")
    told = SENTENCES[table.rules.name].told
    yield from (told(table, event) for event in table.events if event.audience != ())
    yield from map(booked, table.bookings)
    yield f"[{moment(table)}]"


def moment(table: Table) -> str:
    """Where the match stands, in one line."""
    if isinstance(table, Dealt):
        return told_gorilla_warfare.moment(table)
    if table.winners is not None:
        return f"over: won by {' and '.join(table.winners) or 'nobody'}; {balances(table)}"
    awaited = " ".join(table.waiting) or "nobody"
    if table.phase == "turn":
        return f"turn: {awaited}; {balances(table)}"
    return f"{table.phase.replace('_', ' ')}: {awaited}"


def balances(table: Table) -> str:
    """What lies in every player's account, and in those of the game's own that are not empty."""
    shown = {owner: amount for owner, amount in table.funds.items() if owner in table.players or amount}
    return ", ".join(f"{owner.removeprefix('@')} {amount}" for owner, amount in shown.items())


def rewrite(text: str) -> str:
    """The file with every answer written anew."""
    table: Table | None = None
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        lines.append(line.rstrip())
        if line.startswith("game "):
            table = begin(line)
        elif line.startswith("< "):
            assert isinstance(table, (Dealt, DealtReckless))
            _, place, *cards = line.split()
            table = table.laid(place, " ".join(cards))
        elif line and not line.startswith("#"):
            assert table is not None, "a file begins with a game"
            lines += [f"    {answer}" for answer in answers(table, line)]
    return "\n".join(lines) + "\n"


def files() -> list[Path]:
    return sorted(Path(__file__).parent.rglob("*.txt"))


def stories_of(game: str) -> str:
    """All that is written about a game."""
    texts = (file.read_text(encoding="utf-8") for file in files())
    return "\n".join(text for text in texts if f"game {game} " in text)
