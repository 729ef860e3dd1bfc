"""An evening whose credits are in the stand-in's books."""

from collections.abc import Callable

from app.rails.cyclos import CyclosRail
from app.services.program import Program, open_program
from app.storage.orders import OrderRow
from cyclos_client import AccessClientToken, CyclosClient, RetryPolicy
from cyclos_client.caller import Waiting
from tests.integration.bank.standin import Mishap, StandIn
from tests.integration.evening import Evening, HandClock, settings_for


class NoWaiting(Waiting):
    """Nobody sleeps in a test."""

    def sleep(self, seconds: float) -> None:
        """Go on at once."""


def rail_to(bank: StandIn) -> CyclosRail:
    client = CyclosClient(
        "http://cyclos.test",
        AccessClientToken("token"),
        adapter=bank,
        waiting=NoWaiting(),
        retries=RetryPolicy(attempts=2),
    )
    return CyclosRail(client)


def program_at(url: str, clock: HandClock, bank: StandIn) -> Program:
    return open_program(settings_for(url), clock=clock, rail=rail_to(bank))


class BankEvening(Evening):
    """Ada, Bob and Cyd, each with an account in the stand-in."""

    def __init__(self, program: Program, bank: StandIn, users: str = "ada bob cyd", **settings):
        self.bank = bank
        for user in users.split():
            if user not in bank.users:
                bank.add(user)
        super().__init__(program, users, **settings)

    def restart(self, clock=None):
        """Stop the program and start it again over the same database, with the same bank."""
        url, old = self.program.database.url, self.program
        old.close()
        self.program = program_at(url, clock or old.ground.clock, self.bank)
        return self

    def later(self, seconds: int) -> None:
        """Let time pass, and let the relay do what is due."""
        self.clock.pass_(seconds)
        self.bank.catch_up()
        self.services.orders.tick()

    @property
    def in_bank(self) -> dict[str, int]:
        return {user: int(self.bank.balance(user)) for user in self.users}

    @property
    def order(self) -> OrderRow:
        """The order that a player's payment or an organizer's correction has made last."""
        orders = self.services.orders.all(self.id)
        return next(one for one in reversed(orders) if one.purpose in ("debt", "reversal", "return"))


def once(mishap: Mishap, method: str = "POST", end: str = "/payments") -> Callable[[str, str], Mishap]:
    """A mishap that happens to the next such request, and to no other."""
    left = [mishap]

    def happen(verb: str, path: str) -> Mishap:
        return left.pop() if left and verb == method and path.endswith(end) else Mishap.NONE

    return happen
