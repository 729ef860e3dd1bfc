"""What goes on with a bank outside while nobody asks: orders are carried on, accounts followed, tickets attended."""

import logging
import threading
from collections.abc import Callable

from app.errors import AppError, RailError
from app.rails import Rail
from app.services.payments.bank.following import Following
from app.services.payments.bank.orders import Orders
from app.services.payments.bank.tickets import BankTickets

ORDERS_EVERY_S = 0.5
LOOK_EVERY_S = 2
"""How often the accounts are read anew, whether or not the bank tells that something moved."""
REST_S = 10
"""How long a bank that did not answer is left alone."""

logger = logging.getLogger(__name__)


class Courier:
    """Two threads: one carries orders on, one follows the accounts. A bank that is slow holds up nobody else."""

    def __init__(self, rail: Rail, orders: Orders, following: Following, tickets: BankTickets) -> None:
        """Start them."""
        self._stopping = threading.Event()
        self._heard = threading.Event()
        self._orders, self._following = Rounds(orders.tick), Rounds(following.tick)
        self._tickets = Rounds(tickets.tick)
        self._stop_listening = rail.listen(self._heard.set)
        self._threads = [
            threading.Thread(target=self._carry, name="courier", daemon=True),
            threading.Thread(target=self._follow, name="follower", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop them. A request that is under way is not waited for: its order is looked for after the next start."""
        self._stopping.set()
        self._heard.set()
        self._stop_listening()
        for thread in self._threads:
            thread.join(timeout=1)

    def _carry(self) -> None:
        while not self._stopping.wait(ORDERS_EVERY_S):
            self._orders.next()

    def _follow(self) -> None:
        rest = 0
        while not self._stopping.is_set():
            if rest:
                self._stopping.wait(rest)
            else:
                self._heard.wait(LOOK_EVERY_S)
            self._heard.clear()
            if self._stopping.is_set():
                return
            answered = self._following.next() and self._tickets.next()
            rest = 0 if answered else REST_S


class Rounds:
    """One kind of round with the bank, again and again. The same trouble is logged once, until it changes or ends."""

    def __init__(self, tick: Callable[[], object]) -> None:
        """Do nothing yet."""
        self._tick = tick
        self._told = ""

    def next(self) -> bool:
        """Do one round; False if the bank did not answer."""
        try:
            self._tick()
        except RailError as fault:
            self._tell("The bank could not be asked: %s", fault)
            return False
        except AppError as fault:
            self._tell("One round was cut short: %s", fault)
            return True
        except Exception:  # a passing fault must not leave every order without its courier
            logger.exception("One round with the bank failed; trying again.")
            return True
        if self._told:
            logger.info("The bank answers again.")
            self._told = ""
        return True

    def _tell(self, words: str, fault: AppError) -> None:
        said = words % fault
        logger.log(logging.DEBUG if said == self._told else logging.WARNING, said)
        self._told = said
