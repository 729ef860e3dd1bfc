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

Everything that is indented is what the game answered, and is compared.
"""

from collections.abc import Iterator
from pathlib import Path

from app.rules import Booking, Event
from tests.unit.rules.kit import Table

TOLD = {
    "declared": "{player} claims the {card} for {action}",
    "passed": "{player} passes",
    "allowed": "{player} lets it pass",
    "challenged": "{player} challenges {claimant}'s {card}",
    "shown": "{player} shows the {card}",
    "declined": "{player} does not show the {card}",
    "card_lost": "{player} lays a card face up: {card}",
    "conceded": "{player} concedes",
    "countered": "{player} claims the {character} to {type}",
    "blocked": "blocked: nobody owes anything",
    "action_off": "the action is off",
    "match_won": "{player} is the stronger",
    "match_undecided": "nobody is the stronger",
    "owed": "{payer} owes {payee} {amount} for {action}",
    "paid": "{payer} paid {payee} {amount}",
    "bankrupt": "{player} is bankrupt",
    "leaving": "{player} leaves when this turn ends",
    "resigned": "{player} has left",
    "eliminated": "{player} is out of cards and out of the game",
    "returned": "{player} is back in the game",
    "corrected": "the balances were corrected",
    "closed": "the table is closed",
    "turn": "it is {player}'s turn",
    "over": "the game is over",
}

GOES_BACK = {
    ("shown", False): " and keeps it",
    ("card_lost", True): ", and it goes back into the deck",
    ("bankrupt", False): ", and the cards leave the game",
}
"""What else is told where a house rule says otherwise than usual what becomes of a card."""

CARDS = ("card", "character")
"""Facts that name a card."""


def told(table: Table, event: Event) -> str:
    """An event as a sentence."""
    names = {str(action["card"]): action["card_name"] for action in table.rules.actions(table.settings)}
    facts = {
        name: "not said" if value is None else names.get(str(value), value) if name in CARDS else value
        for name, value in event.facts.items()
    }
    sentence = TOLD[event.kind].format(**facts).replace("_", " ")
    if event.kind == "declared" and event.facts["target"]:
        sentence += f" against {event.facts['target']}"
    if event.kind == "shown" and event.facts.get("strength"):
        sentence += f", {event.facts['strength']}x"
    return sentence + GOES_BACK.get((event.kind, event.facts.get("goes_back")), "")


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
    return Table(" ".join(players), game=game, **settings, **options)


def answers(table: Table, line: str) -> Iterator[str]:
    """Play one line; what the game answers."""
    mark, *words = line.split()
    match mark:
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
    yield from (told(table, event) for event in table.events)
    yield from map(booked, table.bookings)
    yield f"[{moment(table)}]"


def moment(table: Table) -> str:
    """Where the match stands, in one line."""
    if table.winners is not None:
        balances = ", ".join(f"{player} {amount}" for player, amount in table.funds.items())
        return f"over: won by {' and '.join(table.winners) or 'nobody'}; {balances}"
    awaited = " ".join(table.waiting) or "nobody"
    if table.phase == "turn":
        balances = ", ".join(f"{player} {amount}" for player, amount in table.funds.items())
        return f"turn: {awaited}; {balances}"
    return f"{table.phase.replace('_', ' ')}: {awaited}"


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
        elif line and not line.startswith("#"):
            assert table is not None, "a file begins with a game"
            lines += [f"    {answer}" for answer in answers(table, line)]
    return "\n".join(lines) + "\n"


def files() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.txt"))
