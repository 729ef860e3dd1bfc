"""A match without a service: bots at a table, its balances in a book of its own, chance from a seed. Pure.

It is how bots are measured against each other, and how millions of matches are played in search of a broken promise.
"""

from functools import cached_property
from typing import Any

from app.money import Credits
from app.rules.bots.seeing import Choice, Roll
from app.rules.core import BANK, CHANCE, Drawn, Funds, Game, Move, Payment, Player, Step


class Arena:
    """A match under way: the state, the balances, and the last step.

    Attributes:
        balances: Of every player and every account of the game's own; what the bank gave is counted in `bank`.
        floors: Below what each of these balances can't go.
    """

    def __init__(self, game: Game[Any], settings: Any, players: tuple[Player, ...], roll: Roll) -> None:  # noqa: ANN401 - each game has settings of its own
        """Begin a match and draw what chance draws first."""
        self.game, self.settings, self.players = game, settings, players
        self._roll = roll
        start = game.starting_credits(settings)
        self.balances: dict[Player, Credits] = dict.fromkeys(players, start)
        self.balances |= dict.fromkeys(game.accounts(settings), Credits(0))
        self.bank = -sum(self.balances.values())
        self.floors = {owner: game.floor(settings, owner) for owner in self.balances}
        self.state: Any = game.new(players, settings)
        self._steps: list[tuple[Any, Step[Any]]] = []
        self.draw()

    @property
    def funds(self) -> Funds:
        """The balances of this moment."""
        return self.balances

    @property
    def winners(self) -> tuple[Player, ...] | None:
        """Who has won; None while the match goes on."""
        return self.game.winners(self.state)

    @cached_property
    def _public(self) -> dict[str, Any]:
        """What every view says of the table; matches of moves drawn at random never look."""
        return {
            "game": self.game.name,
            "status": "playing",
            "actions": self.game.actions(self.settings),
            "seats": self.game.seats(self.settings),
            "options": {},
        }

    def view(self, player: Player) -> dict[str, Any]:
        """Return the table as the service shows it to this player, as far as bots look at it."""
        game = dict(self.game.view(self.state, player))
        seats: Any = game.pop("players")
        legal = self.game.legal_moves(self.state, player, self.balances)
        return {
            **self._public,
            "turn": None,
            "action": None,
            "counter": None,
            **game,
            "you": player,
            "legal_moves": [self.game.encode(move) for move in legal],
            "due": [debt.as_json() for debt in self.game.obligations(self.state)],
            "players": [
                {"name": seat["user"], "balance": self.balances[seat["user"]], "lost": [], **seat}
                for seat in seats
            ],
        }

    def take(self, player: Player, chosen: Choice) -> None:
        """Make a move or a payment as it would be sent, and draw what it leaves to chance.

        Raises:
            IllegalMove: If the game refuses it.
            PaymentRefused: The same.
        """
        if chosen["type"] == "pay":
            payee, amount = Player(str(chosen["to"])), Credits(int(chosen["amount"]))
            self.pay(Payment(player, payee, amount, str(chosen["action"])))
        else:
            self.make(self.game.decode(player, chosen))
        self.draw()

    def draw(self) -> None:
        """Draw until nothing is left to chance."""
        while (lot := self.game.lot(self.state)) is not None:
            self.make(Drawn(CHANCE, tuple(self._roll(n) for n in lot)))

    def make(self, move: Move) -> None:
        """Put in one move, and book what it books."""
        step = self.game.apply(self.state, move, dict(self.balances))
        self._steps.append((self.state, step))
        self.state = step.state
        for booking in step.bookings:
            self._book(booking.payer, booking.payee, booking.amount)

    def steps(self) -> list[tuple[Any, Step[Any]]]:
        """Return the steps since this was asked last, each with the state before it."""
        steps, self._steps = self._steps, []
        return steps

    def pay(self, payment: Payment) -> None:
        """Make a payment, whose move the game says, and book it.

        Raises:
            PaymentRefused: If nothing of the kind is due.
        """
        move = self.game.check_payment(self.state, payment, dict(self.balances))
        self._book(payment.payer, payment.payee, payment.amount)
        self.make(move)

    def _book(self, payer: Player, payee: Player, amount: Credits) -> None:
        for owner, change in ((payer, -amount), (payee, amount)):
            if owner == BANK:
                self.bank += change
            else:
                self.balances[owner] = Credits(self.balances[owner] + change)
