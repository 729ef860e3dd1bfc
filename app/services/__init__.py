"""The use cases: what one can ask of this program, whoever asks and by whatever door."""

from dataclasses import dataclass

from app.live import Hub
from app.services.access_clients import AccessClients
from app.services.accounts import Accounts
from app.services.bank_tickets import BankTickets
from app.services.boards import Boards
from app.services.bots import Bots
from app.services.clock import Clock
from app.services.deciding import Deciding
from app.services.directory import Directory
from app.services.events import Events
from app.services.exports import Exports
from app.services.following import Following
from app.services.health import Health
from app.services.history import History
from app.services.looks import Looks
from app.services.news import News
from app.services.orders import Orders
from app.services.papers import Papers
from app.services.pausing import Pausing
from app.services.payments import Payments
from app.services.people import People
from app.services.pictures import Pictures
from app.services.play import Play
from app.services.proofs import Proofs
from app.services.reconciling import Reconciling
from app.services.recorded import Recorded
from app.services.references import References
from app.services.register import Register
from app.services.replays import Replays
from app.services.tables import Tables
from app.services.tickets import Tickets
from app.services.tiles import Tiles
from app.services.tokens import Tokens


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
