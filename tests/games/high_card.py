"""High Card: the smallest game that uses all there is. docs/new-game.md points here.

Everybody stakes points into the pot and is dealt one card of twelve. In turn each stays, for a second stake, or folds.
The highest card that stayed takes the pot. Points start at zero, and may go below.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import IllegalMove, Invalid, Json, PaymentRefused, Refusal
from app.money import Credits
from app.rules import core
from app.rules.core import (
    BANK,
    Booking,
    Drawn,
    Event,
    Funds,
    Level,
    Lot,
    Move,
    Obligation,
    Payment,
    Player,
    Step,
    by_kind,
    check_drawn,
    shuffle_lot,
    shuffled,
)

name = "high_card"
deck_file = None
modes = ("dealer",)
levels = (Level.STRICT,)

POT = Player("@pot")
DECK = tuple(range(1, 13))


@dataclass(frozen=True, slots=True)
class Settings:
    """How much one stakes."""

    stake: int = 5


@dataclass(frozen=True, slots=True)
class Stay(Move):
    """Stake once more."""


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """Give up the stake."""


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The bank: it ends here, without a winner."""


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """The bank: points were corrected from outside."""


@dataclass(frozen=True, slots=True)
class State:
    """Who has which card (none before the deal), and what each has said so far, in seat order."""

    settings: Settings
    players: tuple[Player, ...]
    cards: tuple[int, ...] = ()
    said: tuple[bool, ...] = ()
    won: tuple[Player, ...] | None = None


PLAYERS_MOVES = by_kind(Stay, Fold)
ALL_MOVES = {**PLAYERS_MOVES, **by_kind(Drawn, Close, Correct)}

encode = core.encode


def decode(player: Player, data: Mapping[str, Json]) -> Move:
    return core.decode(PLAYERS_MOVES, player, data)


def restore(player: Player, data: Mapping[str, Json]) -> Move:
    return core.decode(ALL_MOVES, player, data)


def configure(*, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Settings:
    if mode not in modes or validation not in levels:
        raise Invalid("High Card is dealt by the service.", field="mode")
    stake = options.get("stake", 5)
    if set(options) - {"stake"} or type(stake) is not int or not 1 <= stake <= 50:
        raise Invalid("The stake is from 1 to 50.", field="options.stake")
    return Settings(stake)


def deck_title(deck: str) -> str:
    return "High Card"


def seats(settings: Settings) -> tuple[int, int]:
    return 2, 6


def accounts(settings: Settings) -> tuple[Player, ...]:
    return (POT,)


def floor(settings: Settings, owner: Player) -> int:
    return 0 if owner == POT else -1000


def starting_credits(settings: Settings) -> Credits:
    return Credits(0)


def new(players: tuple[Player, ...], settings: Settings) -> State:
    if not 2 <= len(players) <= 6 or len(set(players)) < len(players):
        raise Invalid("High Card is for two to six.", field="players")
    return State(settings, players)


def lot(state: State) -> Lot | None:
    return shuffle_lot(len(DECK)) if not state.cards and state.won is None else None


def audit(before: State, step: Step[State]) -> str | None:
    dealt = step.state.cards
    return "a card that was dealt twice" if len(set(dealt)) < len(dealt) else None


def on_turn(state: State) -> Player | None:
    return state.players[len(state.said)] if state.cards and state.won is None else None


def waiting_for(state: State) -> tuple[Player, ...]:
    player = on_turn(state)
    return (player,) if player else ()


def legal_moves(state: State, player: Player, funds: Funds) -> tuple[Move, ...]:
    return (Stay(player), Fold(player)) if player == on_turn(state) else ()


def default_move(state: State, player: Player) -> Move | None:
    return Fold(player) if player == on_turn(state) else None


def apply(state: State, move: Move, funds: Funds) -> Step[State]:
    match move:
        case Drawn(numbers=numbers) if open_lot := lot(state):
            check_drawn(open_lot, numbers)
            return deal(state, shuffled(DECK, numbers))
        case Stay(player) | Fold(player) if player == on_turn(state):
            return answer(state, player, stays=isinstance(move, Stay), pot=int(funds[POT]))
        case Close() if state.won is None:
            return Step(replace(state, won=()), (Event("closed", {}),))
        case Correct():
            return Step(state, (Event("corrected", {}),))
        case _:
            raise IllegalMove(
                "That is not open to you now.",
                expected={"reason": "wrong_moment", "waiting_for": waiting_for(state)},
            )


def deal(state: State, order: tuple[int, ...]) -> Step[State]:
    cards = order[: len(state.players)]
    dealt = zip(state.players, cards, strict=True)
    events = tuple(Event("dealt", {"player": p, "card": card}, audience=(p,)) for p, card in dealt)
    stake = Credits(state.settings.stake)
    stakes = tuple(Booking(player, POT, stake, "stake") for player in state.players)
    return Step(replace(state, cards=cards), events, stakes)


def answer(state: State, player: Player, *, stays: bool, pot: int) -> Step[State]:
    after = replace(state, said=(*state.said, stays))
    stake = Credits(state.settings.stake)
    staked = (Booking(player, POT, stake, "stake"),) if stays else ()
    event = Event("stayed" if stays else "folded", {"player": player})
    if len(after.said) < len(after.players):
        return Step(after, (event,), staked)
    return showdown(after, pot + sum(b.amount for b in staked)).after(event, bookings=staked)


def showdown(state: State, pot: int) -> Step[State]:
    shown = Event("cards", dict(zip(state.players, state.cards, strict=True)), reveals=True)
    hands = zip(state.cards, state.players, state.said, strict=True)
    _, winner = max(((card, player) for card, player, stayed in hands if stayed), default=(0, BANK))
    won = () if winner == BANK else (winner,)
    taken = Booking(POT, winner, Credits(pot), "pot")
    return Step(replace(state, won=won), (shown, Event("over", {"winners": won})), (taken,))


def obligations(state: State) -> tuple[Obligation, ...]:
    return ()


def check_payment(state: State | None, payment: Payment, funds: Funds) -> Move:
    raise PaymentRefused(Refusal.NO_GAME if state is None else Refusal.NOTHING_DUE, expected={"due": []})


def view(state: State, viewer: Player | None) -> dict[str, Json]:
    own = dict(zip(state.players, state.cards, strict=False)).get(viewer) if viewer else None
    return {
        "phase": "over" if state.won is not None else "turn",
        "turn": on_turn(state),
        "waiting_for": waiting_for(state),
        "hand": () if own is None else (own,),
        "players": tuple(
            {"user": player, "said": dict(enumerate(state.said)).get(seat)}
            for seat, player in enumerate(state.players)
        ),
        "winners": state.won,
    }


def actions(settings: Settings) -> tuple[dict[str, Json], ...]:
    return ()


def correction(state: State) -> Move:
    return Correct(BANK)


def closing(state: State) -> Move:
    return Close(BANK)


def still_in(state: State) -> tuple[Player, ...]:
    return state.players


def question(state: State) -> object:
    return on_turn(state)


def winners(state: State) -> tuple[Player, ...] | None:
    return state.won
