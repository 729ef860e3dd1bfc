"""Four nouns and one verb for every game: a *move* turns a *state* into a state, *events* and *obligations*.

Pure: no clock, no chance, no disk. Who has how much comes in as `Funds` with every move, and is recorded
beside it; chance is a player whose moves (`Drawn`) are recorded like everybody's. So replaying a record leads to
the same state, and never draws anything again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, Generic, NewType, Protocol, TypeVar, get_args, get_origin

from app.errors import Invalid, Json
from app.money import Credits

Player = NewType("Player", str)

BANK = Player("@bank")
"""The mover of what no player does: corrections and closing. No login name starts with an at sign."""

CHANCE = Player("@chance")
"""The mover of what nobody decides: dice thrown and cards dealt by the service."""

Funds = Mapping[Player, Credits]
"""What lies in the account of each player at the table, and in each of the game's own, at this moment."""

MAX_TEXT = 64
"""Longest word a move may hold."""

MAX_ITEMS = 1000
"""Most numbers or words in one list of a move."""


class Level(StrEnum):
    """How closely payments are checked at a table."""

    STRICT = "strict"
    HONOR = "honor"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Move:
    """Anything put into a game; every game has its own kinds, one frozen class each."""

    player: Player


@dataclass(frozen=True, slots=True)
class Drawn(Move):
    """What chance decided, by the service: one number for each part of the `lot` that was open, in its order."""

    numbers: tuple[int, ...]


Lot = tuple[int, ...]
"""What chance is to decide: for each n in it one whole number from 0 to n - 1."""

Item = TypeVar("Item")


def shuffle_lot(count: int) -> Lot:
    """Return what must be drawn to put so many things into any order, each as likely as any other."""
    return tuple(range(count, 1, -1))


def shuffled(items: Sequence[Item], numbers: Sequence[int]) -> tuple[Item, ...]:
    """Return things in the order that the numbers of a `shuffle_lot` give (Fisher and Yates).

    Raises:
        Invalid: If they are not numbers of such a lot for so many things.
    """
    lot = shuffle_lot(len(items))
    check_drawn(lot, numbers)
    order = list(items)
    for count, number in zip(lot, numbers, strict=True):
        last = count - 1
        order[last], order[number] = order[number], order[last]
    return tuple(order)


def check_drawn(lot: Lot, numbers: Sequence[int]) -> None:
    """Check that these numbers can have been drawn for this lot.

    Raises:
        Invalid: Unless there is one in range for each part.
    """
    if len(numbers) != len(lot) or any(not 0 <= drawn < n for n, drawn in zip(lot, numbers, strict=True)):
        raise Invalid("These numbers are not what was to be drawn.", field="numbers")


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that followed from a move.

    `audience` None means that everybody may know it. `reveals` says that everybody learned by it what was hidden
    from somebody before, as when a card is shown; what only an audience learns always does.
    """

    kind: str
    facts: Mapping[str, Json]
    audience: tuple[Player, ...] | None = None
    reveals: bool = False

    @property
    def is_binding(self) -> bool:
        """Whether somebody has learned what can't be unlearned."""
        return self.reveals or self.audience is not None


@dataclass(frozen=True, slots=True)
class Booking:
    """Credits or points that a move itself moves, in the same commit: a cost, a throw of dice, a whistle.

    Payer and payee are players, the BANK, or accounts of the game's own (`Game.accounts`). `amount` is positive;
    `reason` is one word for it (a key, no sentence), which stands in the books as the transfer's action.
    """

    payer: Player
    payee: Player
    amount: Credits
    reason: str


@dataclass(frozen=True, slots=True)
class Obligation:
    """A debt made by a move and settled by a payment; its `id` is unique within the match."""

    id: int
    payer: Player
    payee: Player
    amount: Credits
    action: str

    def as_json(self) -> dict[str, Json]:
        """Return the debt as pages and programs see it."""
        return {
            "id": self.id,
            "payer": self.payer,
            "payee": self.payee,
            "amount": self.amount,
            "action": self.action,
        }


@dataclass(frozen=True, slots=True)
class Payment:
    """What somebody wants to pay, as scanned or typed; `action` None or blank means that none was named."""

    payer: Player
    payee: Player
    amount: Credits
    action: str | None = None

    @property
    def names_action(self) -> bool:
        """Whether an action was named."""
        return bool(self.action and self.action.strip())


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a move led to."""

    state: S
    events: tuple[Event, ...] = ()
    bookings: tuple[Booking, ...] = ()

    def after(self, *events: Event, bookings: tuple[Booking, ...] = ()) -> "Step[S]":
        """Return the same step, told from an earlier moment on: these come before its own."""
        return Step(self.state, events + self.events, bookings + self.bookings)

    def following(self, earlier: "Step[S]") -> "Step[S]":
        """Return the earlier step and this one, which went on from its state, as one."""
        return self.after(*earlier.events, bookings=earlier.bookings)

    @property
    def is_binding(self) -> bool:
        """Whether it can't be taken back, because somebody has learned something by it."""
        return any(event.is_binding for event in self.events)


class Game(Protocol[S]):
    """What every game offers. A module with these names is a game; states are values and never change.

    `name` stands in addresses and records. `deck_file` is the shipped deck, a resource of `app.rules.decks`, or None
    where everything is in the rules; reading it is the caller's part. `modes` are the ways to play, the usual one
    first: "table" (cards or dice are real, and people report them) and "dealer" (the service draws them). `levels`
    are the ways to check payments, the usual one first.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - see above

    @property
    def deck_file(self) -> str | None: ...  # noqa: D102

    @property
    def modes(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def levels(self) -> tuple[Level, ...]: ...  # noqa: D102

    def configure(self, *, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Any:  # noqa: ANN401 - each game has settings of its own
        """Read a table's settings; `deck` is the text of a deck file, "" without one.

        Raises:
            Invalid: If one of them can't be read; the field names it.
        """

    def deck_title(self, deck: str) -> str:
        """Return what a deck file of this game calls itself, having read all of it.

        Raises:
            Invalid: If it can't be played; the field is the key that is wrong.
        """

    def seats(self, settings: Any) -> tuple[int, int]:  # noqa: ANN401
        """Return how many can play: the fewest, and the most."""

    def accounts(self, settings: Any) -> tuple[Player, ...]:  # noqa: ANN401
        """Return the accounts of the game's own, besides the players' and the bank's.

        They are open, at zero, when a match begins. Their names begin with an at sign, as in "@alliance-1".
        """

    def floor(self, settings: Any, owner: Player) -> int:  # noqa: ANN401
        """Return below what balance the account of a player, or one of the game's own, can't go: 0, or less."""

    def new(self, players: tuple[Player, ...], settings: Any) -> S:  # noqa: ANN401
        """Begin a match with the players in seat order.

        Raises:
            Invalid: If so many can't play, or one sits twice.
        """

    def apply(self, state: S, move: Move, funds: Funds) -> Step[S]:
        """Make a move.

        Raises:
            IllegalMove: If it is not open to this player now; `expected` says what is awaited, and from whom.
        """

    def lot(self, state: S) -> Lot | None:
        """Return what chance must draw before the game goes on, or None: its move is `Drawn`.

        While a lot is open nobody is awaited and nobody has a legal move. In the mode "table" none is ever open.
        """

    def audit(self, before: S, step: Step[S]) -> str | None:
        """Return what is wrong with what the game keeps besides money, in English; None if nothing is.

        Args:
            before: The match before a move that was made.
            step: What it led to, as when a card is missing, or lies in two places.
        """

    def waiting_for(self, state: S) -> tuple[Player, ...]:
        """Return who must move or pay before the game goes on, in seat order; empty when it is over."""

    def legal_moves(self, state: S, player: Player, funds: Funds) -> tuple[Move, ...]:
        """Return all that this player can put in now; what is not in it is refused by `apply`."""

    def default_move(self, state: S, player: Player) -> Move | None:
        """Return what this player's silence means, or None where the game waits for as long as it takes."""

    def obligations(self, state: S) -> tuple[Obligation, ...]:
        """Return the open debts in the order in which they arose."""

    def check_payment(self, state: S | None, payment: Payment, funds: Funds) -> Move:
        """Return the move that records this payment, to be applied with the funds after it.

        Args:
            state: None if no match is running.
            payment: As sent.
            funds: Before the payment.

        Raises:
            PaymentRefused: With the first reason that applies; `expected` has the debts that are due.
        """

    def view(self, state: S, viewer: Player | None) -> dict[str, Json]:
        """Return the game as this viewer may see it; None sees what any stranger may."""

    def actions(self, settings: Any) -> tuple[dict[str, Json], ...]:  # noqa: ANN401
        """Return the tariff in force: what can be played, at what price, and how it can be met."""

    def starting_credits(self, settings: Any) -> Credits:  # noqa: ANN401
        """Return what every player's balance is set to before a match; 0 in a game without money."""

    def correction(self, state: S) -> Move:
        """Return the bank's move that lets the game judge anew after balances were corrected."""

    def closing(self, state: S) -> Move:
        """Return the bank's move that ends the match now."""

    def still_in(self, state: S) -> tuple[Player, ...]:
        """Return the players who are not out (bankrupt, resigned, eliminated), in seat order.

        Whoever is out may sit down at another table. When the match is over, those are left who were in it
        to the end.
        """

    def question(self, state: S) -> object:
        """Return what is being asked right now, to be compared only.

        It is equal while answers to one question come in, and different as soon as another one is asked:
        clocks start anew with every question.
        """

    def winners(self, state: S) -> tuple[Player, ...] | None:
        """Return who won; None while the game goes on, empty if nobody did."""

    def encode(self, move: Move) -> dict[str, Json]:
        """Return the move without its player, fit for JSON."""

    def decode(self, player: Player, data: Mapping[str, Json]) -> Move:
        """Read a move that a player sent. What only the service may put in is not among them.

        Raises:
            Invalid: If it can't be read; the field names the part.
        """

    def restore(self, player: Player, data: Mapping[str, Json]) -> Move:
        """Read any move back from a record: payments, the bank's moves and those of chance included.

        Raises:
            Invalid: If it can't be read.
        """


def replay(game: Game[S], state: S, record: Iterable[tuple[Move, Funds]]) -> S:
    """Fold a record of moves, each with the funds of its moment, into the state it leads to."""
    for move, funds in record:
        state = game.apply(state, move, funds).state
    return state


def kind_of(move: Move | type[Move]) -> str:
    """Return a move's name in records: `LoseCard` is `lose_card`."""
    return _in_records(move.__name__ if isinstance(move, type) else type(move).__name__)


@cache
def _in_records(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def by_kind(*kinds: type[Move]) -> Mapping[str, type[Move]]:
    """Return the moves under their names, as `decode` wants them."""
    return {kind_of(kind): kind for kind in kinds}


def encode(move: Move) -> dict[str, Json]:
    """Return a move as data: its type and what was said, without the player and what was left open."""
    said = {f.name: getattr(move, f.name) for f in fields(move) if f.name != "player"}
    return {"type": kind_of(move), **{name: value for name, value in said.items() if value is not None}}


def decode(kinds: Mapping[str, type[Move]], player: Player, data: Mapping[str, Json]) -> Move:
    """Read a move of one of these kinds.

    Raises:
        Invalid: If the type is unknown, or a field is missing, unknown or of the wrong type.
    """
    if not isinstance(data, Mapping):
        raise Invalid("A move is an object with a type.", field="type")
    name = data.get("type")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Invalid("There is no such move in this game.", field="type")
    known = {f.name: f for f in fields(kind) if f.name != "player"}
    for key in data:
        if key != "type" and key not in known:
            raise Invalid("This move has no %(part)s.", field=str(key)[:MAX_TEXT], part=str(key)[:MAX_TEXT])
    given = {name: _read(f, data[name]) for name, f in known.items() if data.get(name) is not None}
    for name, f in known.items():
        if name not in given and f.default is MISSING:
            raise Invalid("This move needs a %(part)s.", field=name, part=name)
    return kind(player, **given)


def _read(field: "Field[Any]", value: Json) -> Any:  # noqa: ANN401 - checked against the field's own type
    if get_origin(field.type) is tuple:
        (kind, _) = get_args(field.type)
        if (
            isinstance(value, (list, tuple))
            and len(value) <= MAX_ITEMS
            and all(_fits(kind, one) for one in value)
        ):
            return tuple(value)
    elif any(_fits(kind, value) for kind in get_args(field.type) or (field.type,)):
        return value
    raise Invalid("The %(part)s can't be read.", field=field.name, part=field.name)


def _fits(kind: Any, value: Json) -> bool:  # noqa: ANN401 - a type, or a new type of one
    too_long = isinstance(value, str) and len(value) > MAX_TEXT
    return type(value) is getattr(kind, "__supertype__", kind) and not too_long
