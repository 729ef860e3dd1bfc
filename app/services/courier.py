"""What goes on with a bank outside while nobody asks: orders are carried on, accounts followed, tickets attended."""

import logging
import threading
from collections.abc import Callable

from app.errors import AppError, RailError
from app.rails import Rail
from app.services.bank_tickets import BankTickets
from app.services.following import Following
from app.services.orders import Orders

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
        self._orders, self._following, self._tickets = orders, following, tickets
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
            _safely(self._orders.tick)

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
            answered = _safely(self._following.tick) and _safely(self._tickets.tick)
            rest = 0 if answered else REST_S


def _safely(tick: Callable[[], object]) -> bool:
    """Do one round; False if the bank did not answer."""
    try:
        tick()
    except RailError as fault:
        logger.warning("The bank could not be asked: %s", fault)
        return False
    except AppError as fault:
        logger.warning("One round was cut short: %s", fault)
    except Exception:  # a passing fault must not leave every order without its courier
        logger.exception("One round with the bank failed; trying again.")
    return True
