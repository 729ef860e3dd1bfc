"""The table while one move is carried out: piles that change, and a record of what happened.

A `State` never changes; but a single move can lay down a card, refill a hand, put somebody out and shuffle, and the
rules are told best as cards that go from one pile to another. A `Board` is made from a state, lives for one move, and
is frozen into the next state. Cards go from pile to pile by `move` alone, which writes each of them down.
"""

from app.errors import Json
from app.rules.core import Event, Player, Step
from app.rules.gorilla_warfare.cards import Card
from app.rules.gorilla_warfare.state import (
    BeginTurn,
    Fetch,
    Over,
    Refill,
    Seat,
    Shuffle,
    Standing,
    State,
    Strike,
    Task,
    Window,
)

MOVED = "moved"
"""The event that says where every card went. Nobody is its audience: it is for the audit."""


class Pile:
    """Cards in one place, from the top or the left."""

    __slots__ = ("cards", "kind", "owner")

    def __init__(self, kind: str, cards: tuple[Card, ...], owner: Player | None = None) -> None:
        self.kind = kind
        self.cards = cards
        self.owner = owner

    @property
    def place(self) -> str:
        """The name of the place in the audit, as `State.places` has it."""
        return self.kind if self.owner is None else f"{self.kind} of {self.owner}"


class Holding:
    """What one player has."""

    __slots__ = ("_before", "deck", "fell", "front", "hand", "player", "standing")

    def __init__(self, seat: Seat) -> None:
        self.player = seat.player
        self.hand = Pile("hand", seat.hand, seat.player)
        self.deck = Pile("deck", seat.deck, seat.player)
        self.front = Pile("front", seat.front, seat.player)
        self.standing = seat.standing
        self.fell = seat.fell
        self._before = seat

    def seat(self) -> Seat:
        """Return the seat with what it has now."""
        old = self._before
        if (
            self.hand.cards is old.hand
            and self.deck.cards is old.deck
            and self.front.cards is old.front
            and self.standing is old.standing
        ):
            return old
        return Seat(self.player, self.hand.cards, self.deck.cards, self.front.cards, self.standing, self.fell)


class Holdings(dict[Player, Holding]):
    """What each player has; laid out when it is first looked at, because most moves concern one or two players."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        super().__init__()
        self._seats = seats

    def __missing__(self, player: Player) -> Holding:
        seat = next(seat for seat in self._seats if seat.player == player)
        holding = self[player] = Holding(seat)
        return holding

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in seat order."""
        return tuple([seat.player for seat in self._seats])

    def seats(self) -> tuple[Seat, ...]:
        """Return every seat with what it has now."""
        return tuple([self[seat.player].seat() if seat.player in self else seat for seat in self._seats])


class Board:
    """A state in motion. Its attributes are those of `State`, with piles that change."""

    __slots__ = (
        "_events",
        "_moved",
        "agenda",
        "aside",
        "discard",
        "draw",
        "holdings",
        "playing",
        "plays",
        "settings",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.settings = state.settings
        self.holdings = Holdings(state.seats)
        self.playing = state.playing
        self.draw = Pile("draw_pile", state.draw)
        self.discard = Pile("discard_pile", state.discard)
        self.aside = Pile("aside", state.aside)
        self.agenda: list[Task] = list(state.agenda)
        self.turn = state.turn
        self.plays = state.plays
        self._events: list[Event] = []
        self._moved: list[tuple[str, str, str]] = []

    @property
    def now(self) -> Task:
        """The present moment."""
        return self.agenda[0]

    def left_of(self, player: Player) -> Player:
        """Return the next player clockwise who is in the game."""
        players = self.holdings.players
        place = players.index(player) + 1
        return next(p for p in players[place:] + players[:place] if p in self.playing)

    def do_first(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda, the first of them uppermost."""
        self.agenda[:0] = tasks

    def tell(self, kind: str, **facts: Json) -> None:
        """Note what everybody sees."""
        self._events.append(Event(kind, facts))

    def whisper(self, kind: str, *audience: Player, **facts: Json) -> None:
        """Note what only these players see."""
        self._events.append(Event(kind, facts, audience))

    def move(self, card: Card, source: Pile, to: Pile, *, on_top: bool = False) -> None:
        """Move a card to the bottom or the right of a pile, or on top of it."""
        place = source.cards.index(card)
        source.cards = source.cards[:place] + source.cards[place + 1 :]
        to.cards = (card, *to.cards) if on_top else (*to.cards, card)
        self._moved.append((card, source.place, to.place))

    def move_all(self, source: Pile, to: Pile) -> None:
        """Move every card of a pile to the bottom of another."""
        for card in source.cards:
            self.move(card, source, to)

    def take_out(self, player: Player, standing: Standing) -> None:
        """Put a player out of the game: the cards go into the draw pile, and the game goes on or ends.

        Source: seed rules, "To win"; rules/gorilla-warfare.md, "Turn". A DEFENCE that lies in front goes with the rest.
        """
        holding = self.holdings[player]
        self.playing = tuple(other for other in self.playing if other != player)
        holding.standing = standing
        holding.fell = len(self.holdings.players) - len(self.playing)
        count = len(holding.hand.cards) + len(holding.deck.cards) + len(holding.front.cards)
        for pile in (holding.hand, holding.deck, holding.front):
            self.move_all(pile, self.draw)
        self.tell(standing, player=player, cards=count)
        if len(self.playing) == 1:
            self.end(self.playing)
        elif self.turn.player == player:
            # Whatever this player had begun is off.
            self.agenda = [Shuffle(), BeginTurn(self.left_of(player))]
        else:
            self.agenda = [Shuffle(), *(task for old in self.agenda for task in _without(player, old))]

    def end(self, winners: tuple[Player, ...]) -> None:
        """End the match."""
        self.agenda = [Over(winners)]
        self.tell("over", winners=winners)

    def step(self) -> Step[State]:
        """Return the state that was reached, and what happened on the way."""
        moved = (Event(MOVED, {"cards": tuple(self._moved)}, ()),) if self._moved else ()
        state = State(
            self.settings,
            self.holdings.seats(),
            self.draw.cards,
            self.discard.cards,
            self.aside.cards,
            tuple(self.agenda),
            self.turn,
            self.plays,
        )
        return Step(state, (*self._events, *moved))


def _without(player: Player, task: Task) -> tuple[Task, ...]:
    """Return a task without somebody who is out; nothing is left of what concerns them alone."""
    match task:
        case Window(attack, asked):
            return (Window(attack, tuple(other for other in asked if other != player)),)
        case Strike(player=concerned) | Refill(concerned) | Fetch(concerned) if concerned == player:
            return ()
        case _:
            return (task,)
