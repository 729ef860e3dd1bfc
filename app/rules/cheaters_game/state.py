"""A match of Cheater's Game at one moment: seats, alliances, and what is awaited from whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from app.money import Credits
from app.rules.cheaters_game.score import Standing, Verdict
from app.rules.cheaters_game.settings import Settings
from app.rules.core import BANK, Booking, Funds, Player, Step


@dataclass(frozen=True, slots=True)
class Seat:
    """One player. `honest` is the balance of the player's account; `passes` counts the turns still to be passed."""

    player: Player
    honest: int = 0
    passes: int = 0
    in_game: bool = True

    def with_honest(self, points: int) -> "Seat":
        """Return the seat with so many honest points."""
        return Seat(self.player, points, self.passes, self.in_game)

    def with_passes(self, passes: int) -> "Seat":
        """Return the seat with so many turns still to be passed."""
        return Seat(self.player, self.honest, passes, self.in_game)


@dataclass(frozen=True, slots=True)
class Alliance:
    """An alliance: `number` is its set of pawns, `members` has the leader first, `points` are its account's balance."""

    number: int
    members: tuple[Player, ...]
    points: int = 0

    def with_points(self, points: int) -> "Alliance":
        """Return the alliance with so many points."""
        return Alliance(self.number, self.members, points)

    @property
    def leader(self) -> Player:
        """Who alone rolls for it."""
        return self.members[0]

    @property
    def account(self) -> Player:
        """The account of its points."""
        return account_of(self.number)


@cache
def account_of(number: int) -> Player:
    """Return the account of this set of alliance pawns."""
    return Player(f"@alliance-{number}")


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that were rolled: for an alliance, or, with None, for the roller alone."""

    player: Player
    alliance: int | None
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnedIn:
    """An alliance on which somebody blew the whistle: its set of pawns, its points, and its other members."""

    player: Player
    alliance: int
    points: int
    others: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OnTurn:
    """This player is to do one of the four things; `declined` have said no to an invitation in this turn."""

    player: Player
    declined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Inviting:
    """Those who were invited are to say yes or no; `before` have said no to another invitation in this turn."""

    player: Player
    invited: tuple[Player, ...]
    joined: tuple[Player, ...] = ()
    declined: tuple[Player, ...] = ()
    before: tuple[Player, ...] = ()

    def answered(self, joined: tuple[Player, ...], declined: tuple[Player, ...]) -> "Inviting":
        """Return the invitation after these have said yes, and these no."""
        return Inviting(self.player, self.invited, joined, declined, self.before)

    @property
    def asked(self) -> tuple[Player, ...]:
        """Who has not answered."""
        return tuple([p for p in self.invited if p not in self.joined and p not in self.declined])


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice are to be thrown: for this alliance, or, with None, for the roller; then for the alliances `left`.

    `pooled` are the dice of this turn among which doubles are still to be looked for.
    """

    player: Player
    alliance: int | None
    left: tuple[int, ...] = ()
    pooled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Splitting:
    """The roller is to offer a part of the pool to somebody, before the alliances `left` are rolled for."""

    player: Player
    pool: int
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """A part of the pool is offered to this player."""

    player: Player
    to: Player
    amount: int
    pool: int
    left: tuple[int, ...] = ()

    @property
    def kept(self) -> int:
        """What the roller keeps."""
        return self.pool - self.amount


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended; the alliances are those that stood to the end."""

    verdict: Verdict
    standings: tuple[Standing, ...]
    alliances: tuple[Alliance, ...]


Phase = OnTurn | Inviting | Rolling | Splitting | Offered | Over


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment.

    `round` counts the rounds that are over. `thrown` are the rolls of this turn, or of the last one while nothing
    was rolled in this. `turned_in` is what was turned in last, until a turn of who did it is over.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    phase: Phase
    alliances: tuple[Alliance, ...] = ()
    round: int = 0
    thrown: tuple[Thrown, ...] = ()
    turned_in: TurnedIn | None = None

    def at(self, phase: Phase, thrown: tuple[Thrown, ...] | None = None) -> "State":
        """Return the match in this phase, and with these rolls if any are given.

        Written out, as `having` is, because every move comes here, and `replace` takes almost three times as long.
        """
        rolls = self.thrown if thrown is None else thrown
        return State(self.settings, self.seats, phase, self.alliances, self.round, rolls, self.turned_in)

    def having(self, seats: tuple[Seat, ...], alliances: tuple[Alliance, ...]) -> "State":
        """Return the match at the same moment with these seats and alliances."""
        return State(self.settings, seats, self.phase, alliances, self.round, self.thrown, self.turned_in)

    @property
    def playing(self) -> tuple[Player, ...]:
        """Who is still in the game, in seat order."""
        return tuple([seat.player for seat in self.seats if seat.in_game])

    def seat(self, player: Player | None) -> Seat | None:
        """Return a player's seat, or None for a stranger."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def plays(self, player: Player) -> bool:
        """Tell whether somebody is still in the game."""
        seat = self.seat(player)
        return seat is not None and seat.in_game

    def others(self, player: Player) -> tuple[Player, ...]:
        """Return everybody else who is still in the game."""
        return tuple([seat.player for seat in self.seats if seat.in_game and seat.player != player])

    def alliance(self, number: int | None) -> Alliance | None:
        """Return the alliance of this set of pawns, if one stands."""
        for alliance in self.alliances:
            if alliance.number == number:
                return alliance
        return None

    def alliances_of(self, player: Player) -> tuple[Alliance, ...]:
        """Return the alliances this player is in."""
        return tuple([alliance for alliance in self.alliances if player in alliance.members])

    def led_by(self, player: Player) -> tuple[int, ...]:
        """Return the numbers of the alliances that this player leads."""
        return tuple([alliance.number for alliance in self.alliances if alliance.members[0] == player])

    @property
    def free_set(self) -> int | None:
        """The lowest set of pawns that no alliance uses."""
        used = [alliance.number for alliance in self.alliances]
        return next((n for n in range(1, self.settings.sheet.alliance_sets + 1) if n not in used), None)

    def dice_for(self, alliance: Alliance | None) -> int:
        """Return how many dice are rolled for this alliance, or for a player alone."""
        if alliance is None:
            return 1
        return len(alliance.members) - (not self.settings.leader_rolls)

    def standing(self, seat: Seat) -> Standing:
        """Return a player's points as they are now."""
        cheater = sum(alliance.points for alliance in self.alliances if seat.player in alliance.members)
        return Standing(seat.player, seat.honest, cheater)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The points of everybody who is in the game, in seat order."""
        return tuple(self.standing(seat) for seat in self.seats if seat.in_game)


def with_seat(state: State, changed: Seat) -> State:
    """Return the state in which one seat has changed."""
    seats = tuple([changed if seat.player == changed.player else seat for seat in state.seats])
    return state.having(seats, state.alliances)


def with_alliance(state: State, changed: Alliance) -> State:
    """Return the state in which one alliance has changed, or was formed."""
    others = (alliance for alliance in state.alliances if alliance.number != changed.number)
    alliances = tuple(sorted((*others, changed), key=lambda alliance: alliance.number))
    return state.having(state.seats, alliances)


def without_alliance(state: State, ended: Alliance) -> State:
    """Return the state in which an alliance has ended, and its set of pawns is free."""
    return state.having(state.seats, tuple(a for a in state.alliances if a.number != ended.number))


def counted(state: State, funds: Funds) -> State:
    """Return the state with the points that stand in the books: they are where points live, the state copies them."""
    honest = [funds[seat.player] for seat in state.seats]
    points = [funds[one.account] for one in state.alliances]
    if honest == [seat.honest for seat in state.seats] and points == [one.points for one in state.alliances]:
        return state
    seats = tuple(map(Seat.with_honest, state.seats, honest))
    alliances = tuple(map(Alliance.with_points, state.alliances, points))
    return state.having(seats, alliances)


def booked(state: State, bookings: Iterable[Booking]) -> Step[State]:
    """Return the step in which points move; bookings of nothing are left out."""
    moved = tuple([booking for booking in bookings if booking.amount > 0])
    if not moved:
        return Step(state)
    change: dict[Player, int] = {}
    for booking in moved:
        change[booking.payer] = change.get(booking.payer, 0) - booking.amount
        change[booking.payee] = change.get(booking.payee, 0) + booking.amount
    seats = [
        seat.with_honest(seat.honest + change[seat.player]) if seat.player in change else seat
        for seat in state.seats
    ]
    alliances = [
        one.with_points(one.points + change[one.account]) if one.account in change else one
        for one in state.alliances
    ]
    return Step(state.having(tuple(seats), tuple(alliances)), (), moved)


def from_bank(payee: Player, amount: int, reason: str) -> Booking:
    """Return the booking of points that somebody scores."""
    return Booking(BANK, payee, Credits(amount), reason)


def to_bank(payer: Player, amount: int, reason: str) -> Booking:
    """Return the booking of points that somebody loses."""
    return Booking(payer, BANK, Credits(amount), reason)
