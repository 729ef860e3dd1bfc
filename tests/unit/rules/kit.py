"""A table to play at in tests: moves in one line of text, and an accounts book that does what the service does."""

from collections.abc import Iterator, Mapping
from importlib import resources
from random import Random
from typing import Any, Self

from app.errors import IllegalMove, PaymentRefused
from app.money import Credits
from app.rules import BANK, CHANCE, GAMES, Booking, Drawn, Event, Funds, Game, Move, Payment, Player
from app.rules.gorilla_warfare.moves import Way

WORDS = {
    "declare": ("action", "target"),
    "block": ("character",),
    "show": ("card", "strength"),
    "lose_card": ("card", "strength"),
    "whistle": ("alliance",),
    "offer": ("to", "amount"),
}
"""What follows a move's type in a line of text, in this order; every game adds its own."""

LISTS = {"invite": "players", "dice": "dice"}
"""Where all that follows is one list."""


def opening_funds(game: Game[Any], settings: Any, players: tuple[Player, ...]) -> dict[Player, Credits]:
    """The balances with which a match begins: the players', and those of the game's own accounts."""
    start = game.starting_credits(settings)
    return dict.fromkeys(players, start) | dict.fromkeys(game.accounts(settings), Credits(0))


def booked(funds: Funds, bookings: tuple[Booking, ...]) -> dict[Player, Credits]:
    """The balances after what a move booked."""
    after = dict(funds)
    for booking in bookings:
        for owner, amount in ((booking.payer, -booking.amount), (booking.payee, booking.amount)):
            if owner != BANK:
                after[owner] = Credits(after[owner] + amount)
    return after


def draws(game: Game[Any], state: Any, chance: Random) -> Iterator[Drawn]:
    """What chance does now, if it is to do anything."""
    if (lot := game.lot(state)) is not None:
        yield Drawn(CHANCE, tuple(chance.randrange(n) for n in lot))


def shipped_deck(game: str = "reckless") -> str:
    file = GAMES[game].deck_file
    return (resources.files("app.rules.decks") / file).read_text(encoding="utf-8") if file else ""


def deck_with(written: str, instead: str, game: str = "reckless") -> str:
    """The shipped deck with some of its text replaced."""
    assert written in shipped_deck(game)
    return shipped_deck(game).replace(written, instead)


def as_data(words: list[str]) -> dict:
    """`["show", "banker", "3"]` as the data of a move."""
    kind, *said = words
    if kind == "play":
        return {"type": kind, **card_played(*said)}
    if kind in LISTS:
        return {"type": kind, LISTS[kind]: [read(word) for word in said]}
    given = zip(WORDS.get(kind, ()), said, strict=False)
    return {"type": kind, **{name: read(word) for name, word in given}}


def read(word: str) -> int | str:
    """A number, where the word is one."""
    return int(word) if word.removeprefix("-").isdigit() else word


def card_played(card: str, *said: str) -> dict:
    """`fog_of_war swap_hands bob` or `raid bob 2`: the card, in which way, against whom, from which position."""
    parts: dict[str, Any] = {"card": card}
    for word in said:
        part = "position" if word.isdigit() else "way" if word in list(Way) else "target"
        parts[part] = int(word) if word.isdigit() else word
    return parts


class Table:
    """A match, the balances beside it, and what the last move led to."""

    def __init__(
        self,
        players: str = "ada bob cyd",
        *,
        game: str = "reckless",
        mode: str | None = None,
        validation: str = "strict",
        deck: str | None = None,
        funds: Mapping[str, int] | None = None,
        seed: int = 1,
        **options,
    ):
        self.rules = GAMES[game]
        text = deck or shipped_deck(game)
        self.settings = self.rules.configure(
            mode=mode or self.rules.modes[0], validation=validation, deck=text, options=options
        )
        self.players = tuple(Player(player) for player in players.split())
        given = {Player(name): Credits(amount) for name, amount in (funds or {}).items()}
        self.funds: Funds = opening_funds(self.rules, self.settings, self.players) | given
        self.start = self.state = self.rules.new(self.players, self.settings)
        self.record: list[tuple[Move, Funds]] = []
        self.events: tuple[Event, ...] = ()
        self.bookings: tuple[Booking, ...] = ()
        self.lots: list[tuple[int, ...]] = []
        """What chance is to draw next, in order; a lot of which nothing is said here is drawn from the seed."""
        self._chance = Random(seed)
        self._draw()

    def make(self, move: Move) -> None:
        """Put a move in with the balances of the moment, book what it books, and draw what it leaves to chance."""
        self.events, self.bookings = (), ()
        self._make(move)
        self._draw()

    def _make(self, move: Move) -> None:
        step = self.rules.apply(self.state, move, self.funds)
        self.record.append((move, self.funds))
        self.state, self.funds = step.state, booked(self.funds, step.bookings)
        self.events += step.events
        self.bookings += step.bookings

    def _draw(self) -> None:
        while (lot := self.rules.lot(self.state)) is not None:
            numbers = self.lots.pop(0) if self.lots else tuple(self._chance.randrange(n) for n in lot)
            self._make(Drawn(CHANCE, numbers))

    def book(self, payer: str, payee: str, amount: int) -> None:
        moved = {payer: -amount, payee: amount}
        self.funds = {player: Credits(had + moved.get(player, 0)) for player, had in self.funds.items()}

    def play(self, *lines: str) -> Self:
        """Play lines like `ada declare fraud bob`."""
        for line in lines:
            player, *words = line.split()
            self.make(self.rules.decode(Player(player), as_data(words)))
        return self

    def allow(self) -> Self:
        """Have everybody who is asked, if anybody is, let the claim pass."""
        asked = self.waiting if self.phase in ("challenge", "challenge_counter") else ()
        return self.play(*(f"{player} allow" for player in asked))

    def pay(self, payer: str, payee: str, amount: int, action: str | None = None) -> Self:
        """Pay as the service does: check, book, and record with the funds after it."""
        payment = Payment(Player(payer), Player(payee), Credits(amount), action)
        move = self.rules.check_payment(self.state, payment, self.funds)
        self.book(payer, payee, amount)
        self.make(move)
        return self

    def pay_all(self) -> Self:
        for debt in self.rules.obligations(self.state):
            self.pay(debt.payer, debt.payee, debt.amount, debt.action)
        return self

    def correct(self, **funds: int) -> Self:
        """Set balances from outside the game, as an organizer's transfer does."""
        self.funds = {**self.funds, **{Player(name): Credits(amount) for name, amount in funds.items()}}
        self.make(self.rules.correction(self.state))
        return self

    def close(self) -> Self:
        self.make(self.rules.closing(self.state))
        return self

    def silence(self, player: str) -> Self:
        move = self.rules.default_move(self.state, Player(player))
        assert move is not None
        self.make(move)
        return self

    def lose(self, *losses: str) -> Self:
        """Have players lose a card each, by bluffs of theirs that are caught: `cyd` or `cyd banker`."""
        for loss in losses:
            player, *card = loss.split()
            self.until_turn_of(player)
            doubter = next(other for other in self.players if other != player and self.cards(other))
            self.play(f"{player} declare ponzi_scheme", f"{doubter} challenge", f"{player} decline")
            self.play(" ".join([player, "lose_card", *card]))
        return self

    def without_cards(self, player: str) -> Self:
        """Have a player lose all cards, by bluffs that are caught."""
        return self.lose(*[player] * self.cards(player))

    def until_turn_of(self, player: str) -> Self:
        """Play on until it is this player's turn."""
        while self.turn != player:
            idle = "declare ponzi_scheme" if self.cards(str(self.turn)) else "pass"
            self.play(f"{self.turn} {idle}").allow().pay_all()
        return self

    def refused(self, line: str) -> IllegalMove:
        """The refusal of a line that must not be playable."""
        before = self.state
        try:
            self.play(line)
        except IllegalMove as refusal:
            assert self.state == before
            return refusal
        raise AssertionError(f"{line!r} was accepted")

    def payment_refused(
        self, payer: str, payee: str, amount: int, action: str | None = None
    ) -> PaymentRefused:
        payment = Payment(Player(payer), Player(payee), Credits(amount), action)
        try:
            self.rules.check_payment(self.state, payment, self.funds)
        except PaymentRefused as refusal:
            return refusal
        raise AssertionError("the payment was accepted")

    def moves(self, player: str) -> list[dict]:
        """What this player can do now, as data, without resigning."""
        legal = self.rules.legal_moves(self.state, Player(player), self.funds)
        return [data for data in map(self.rules.encode, legal) if data != {"type": "resign"}]

    def kinds(self, player: str) -> set[str]:
        """The types of the moves this player can make now, without resigning."""
        return {str(data["type"]) for data in self.moves(player)}

    @property
    def view(self) -> dict:
        return self.rules.view(self.state, None)

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def turn(self) -> str | None:
        return self.view["turn"]

    @property
    def waiting(self) -> tuple[Player, ...]:
        return self.rules.waiting_for(self.state)

    @property
    def winners(self) -> tuple[Player, ...] | None:
        return self.rules.winners(self.state)

    @property
    def owed(self) -> list[tuple[str, str, int, str]]:
        """The open debts: payer, payee, amount, action."""
        return [(o.payer, o.payee, o.amount, o.action) for o in self.rules.obligations(self.state)]

    def seat(self, player: str) -> dict:
        return next(seat for seat in self.view["players"] if seat["user"] == player)

    def cards(self, player: str) -> int:
        return self.seat(player)["cards"]

    def kinds_of_events(self) -> list[str]:
        return [event.kind for event in self.events]


__all__ = ["BANK", "Table", "as_data", "booked", "draws", "opening_funds", "shipped_deck"]
