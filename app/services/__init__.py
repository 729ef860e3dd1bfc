"""The use cases: what one can ask of this program, whoever asks and by whatever door.

Each package is about one thing and stands only on those below it, in the order that pyproject.toml keeps.
Entry points are handed all services at once.
"""

from dataclasses import dataclass

from app.live import Hub
from app.services.accounts import Accounts
from app.services.accounts.news import News
from app.services.bots import Bots
from app.services.clock import Clock
from app.services.events import Events
from app.services.events.boards import Boards
from app.services.exports import Exports
from app.services.health import Health
from app.services.history import History
from app.services.history.recorded import Recorded
from app.services.history.replays import Replays
from app.services.papers import Papers
from app.services.payments import Payments
from app.services.payments.bank.deciding import Deciding
from app.services.payments.bank.following import Following
from app.services.payments.bank.orders import Orders
from app.services.payments.bank.reconciling import Reconciling
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


@dataclass(frozen=True, slots=True)
class Services:
    """All services, for the entry points."""

    people: People
    events: Events
    tables: Tables
    boards: Boards
    pausing: Pausing
    play: Play
    payments: Payments
    orders: Orders
    deciding: Deciding
    following: Following
    reconciling: Reconciling
    bank_tickets: BankTickets
    bots: Bots
    tiles: Tiles
    looks: Looks
    register: Register
    history: History
    recorded: Recorded
    accounts: Accounts
    directory: Directory
    references: References
    access_clients: AccessClients
    proofs: Proofs
    tickets: Tickets
    tokens: Tokens
    papers: Papers
    news: News
    pictures: Pictures
    replays: Replays
    exports: Exports
    health: Health
    hub: Hub
    clock: Clock
    public_url: str
