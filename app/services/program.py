"""The program without a door: services over an open database, and what runs beside them. Knows no Flask.

Commands and tests open it as it is; the web application is put on top of it by `app.factory`.
"""

import logging
import threading
from dataclasses import dataclass

from app.config import Settings
from app.errors import AppError
from app.live import Hub
from app.rails import Rail
from app.rails.cyclos import open_rail
from app.services import Services
from app.services.accounts import Accounts
from app.services.accounts.news import News
from app.services.actor import Actor, Role
from app.services.bots import Bots
from app.services.bots.runner import BotRunner, Pause, human_pause
from app.services.clock import Clock
from app.services.events import Events
from app.services.events.boards import Boards
from app.services.exports import Exports
from app.services.ground import Ground
from app.services.ground.chance import Chance
from app.services.ground.decks import Decks
from app.services.ground.snapshots import Snapshots
from app.services.health import Health
from app.services.history import History
from app.services.history.recorded import Recorded
from app.services.history.replays import Replays
from app.services.papers import Papers
from app.services.payments import Payments
from app.services.payments.bank.courier import Courier
from app.services.payments.bank.deciding import Deciding
from app.services.payments.bank.following import Following
from app.services.payments.bank.gathering import Gathering
from app.services.payments.bank.orders import Orders
from app.services.payments.bank.owners import Owners
from app.services.payments.bank.reconciling import Reconciling
from app.services.payments.bank.relay import Relay
from app.services.payments.bank.tickets import BankTickets
from app.services.payments.tickets import Tickets
from app.services.people import People
from app.services.people.access_clients import AccessClients
from app.services.people.directory import Directory
from app.services.people.references import References
from app.services.people.tokens import Tokens
from app.services.pictures import Pictures
from app.services.play import Play
from app.services.play.pausing import Pausing
from app.services.proofs import Proofs
from app.services.tables import Tables
from app.services.tiles import Tiles
from app.services.tiles.looks import Looks
from app.services.tiles.register import Register
from app.storage import Database
from app.storage.migrate import prepare
from app.storage.notify import Listener
from app.storage.orders import OrderRow

LOOK_EVERY_S = 0.5
PUBLISH_EVERY_S = 1.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Program:
    """The services over an open database. Closing it loses nothing that was answered."""

    services: Services
    database: Database
    ground: Ground

    def close(self) -> None:
        """Wake who waits, finish what is queued, close the database."""
        self.services.hub.close()
        self.database.close()


def open_program(
    settings: Settings,
    *,
    clock: Clock | None = None,
    chance: Chance | None = None,
    group_commit: bool | None = None,
    rail: Rail | None = None,
) -> Program:
    """Open the database, bring it to the present schema, and put the services on it.

    Args:
        settings: What the program runs with.
        clock: The system's if None.
        chance: What deals and throws; the system's own if None.
        group_commit: As `Database` has it; only the bench says what it wants.
        rail: The bank outside; by the settings if None. Tests bring one of their own.

    Raises:
        ConfigError: If the database can't be opened or is newer than this program, or a deck file is broken.
    """
    decks = Decks(settings.decks)
    decks.check()
    if rail is None and settings.cyclos is not None:
        rail = open_rail(settings.cyclos)
    database = Database(settings.database_url, group_commit=group_commit)
    prepare(database.engine)
    ground = Ground(
        database=database,
        hub=Hub(),
        clock=clock or Clock(),
        secret_key=settings.secret_key,
        public_url=settings.public_url,
        snapshots=Snapshots(with_outside=rail is not None),
        decks=decks,
        chance=chance or Chance(),
        rail=rail,
    )
    return Program(services_over(ground), database, ground)


def services_over(ground: Ground) -> Services:
    """All services, on the parts that they share."""
    proofs = Proofs(ground)
    history, pictures = History(ground), Pictures(ground)
    orders = Orders(ground, Owners(ground))
    following = Following(ground, orders)
    tables = Tables(ground, Gathering(ground, orders))
    orders.when_gathered = lambda order: begin_late(tables, order)
    payments = Payments(ground, Relay(ground, orders))
    play = Play(ground)
    return Services(
        people=People(ground),
        events=Events(ground, tables),
        pausing=Pausing(ground),
        boards=Boards(ground),
        tables=tables,
        play=play,
        payments=payments,
        orders=orders,
        deciding=Deciding(ground, orders),
        following=following,
        reconciling=Reconciling(ground, orders, following),
        bank_tickets=BankTickets(ground, orders),
        bots=Bots(ground, play, payments),
        tiles=Tiles(ground),
        looks=Looks(ground),
        register=Register(ground),
        history=history,
        recorded=Recorded(ground),
        accounts=Accounts(ground),
        directory=Directory(ground),
        references=References(ground),
        access_clients=AccessClients(ground),
        proofs=proofs,
        tickets=Tickets(ground, payments),
        tokens=Tokens(ground),
        papers=Papers(ground, proofs),
        news=News(ground),
        pictures=pictures,
        replays=Replays(ground),
        exports=Exports(ground, proofs, history, pictures),
        health=Health(ground.database),
        hub=ground.hub,
        clock=ground.clock,
        public_url=ground.public_url,
    )


def begin_late(tables: Tables, order: OrderRow) -> None:
    """Begin a match whose starting credits came after whoever started it was told to wait."""
    actor = Actor(order.asked_by, order.asked_by, Role.ORGANIZER, session="")
    try:
        tables.start(actor, order.table_id)
    except AppError as refused:
        logger.info("Table %s does not begin by itself: %s", order.table_id, refused)


def _courier(program: Program) -> Courier | None:
    """What goes on with the bank outside, if there is one."""
    rail, services = program.ground.rail, program.services
    if rail is None:
        return None
    return Courier(rail, services.orders, services.following, services.bank_tickets)


class Background:
    """What a server does besides answering.

    It lets silence speak, erases the secrets of tiles whose day is over, takes new lines into the Merkle logs, and
    hears of other processes' writes, and lets bots play. With a bank outside, its courier runs too.
    """

    def __init__(self, program: Program, *, bots_pause: Pause = human_pause) -> None:
        """Start its threads; `bots_pause` is how long bots think."""
        self._program = program
        self._stopping = threading.Event()
        hub = program.services.hub
        self._listener = Listener(program.database, hub.publish, hub.watched)
        self._ticker = threading.Thread(target=self._tick, name="ticker", daemon=True)
        self._publisher = threading.Thread(target=self._publish, name="publisher", daemon=True)
        self._ticker.start()
        self._publisher.start()
        self._courier = _courier(program)
        self._bots = BotRunner(program.services.bots, hub, bots_pause)

    def close(self) -> None:
        """Stop them; what was played until now is in the Merkle logs then."""
        self._stopping.set()
        self._bots.close()
        self._ticker.join()
        self._publisher.join()
        if self._courier is not None:
            self._courier.close()
        self._listener.close()

    def _tick(self) -> None:
        while not self._stopping.wait(LOOK_EVERY_S):
            try:
                self._program.services.play.expire()
                self._program.services.tiles.erase_old_secrets()
            except Exception:  # a passing fault must not leave every table without its clock
                logger.exception("Could not look what is due; trying again.")

    def _publish(self) -> None:
        stopped = False
        while not stopped:
            stopped = self._stopping.wait(PUBLISH_EVERY_S)
            try:
                self._program.services.proofs.publish()
            except Exception:  # lines that wait a moment longer are no harm
                logger.exception("Could not take new lines into the Merkle log; trying again.")
