"""The composition root: settings become a running program here and nowhere else."""

import logging
import threading
from dataclasses import dataclass

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app import api, console, web
from app.config import Settings
from app.live import Hub
from app.services import Services
from app.services.clock import Clock
from app.services.ground import Ground
from app.services.history import History
from app.services.payments import Payments
from app.services.people import People
from app.services.play import Play
from app.services.snapshots import Snapshots
from app.services.tables import Tables
from app.services.tiles import Tiles
from app.storage import Database
from app.storage.migrate import prepare
from app.storage.notify import Listener

LOOK_AT_DEADLINES_EVERY_S = 0.5
MAX_UPLOAD_BYTES = 12 * 1024 * 1024
"""A photo of a phone with twelve million pixels, and some."""

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


def open_program(settings: Settings, *, clock: Clock | None = None) -> Program:
    """Open the database, bring it to the present schema, and put the services on it.

    Raises:
        ConfigError: If the database can't be opened or is newer than this program.
    """
    database = Database(settings.database_url)
    prepare(database.engine)
    hub = Hub()
    ground = Ground(
        database=database,
        hub=hub,
        clock=clock or Clock(),
        secret_key=settings.secret_key,
        public_url=settings.public_url,
        snapshots=Snapshots(),
    )
    services = Services(
        people=People(ground),
        tables=Tables(ground),
        play=Play(ground),
        payments=Payments(ground),
        tiles=Tiles(ground),
        history=History(ground),
        hub=hub,
        public_url=settings.public_url,
    )
    return Program(services, database, ground)


class Background:
    """What a server does besides answering: letting silence speak, and hearing of other processes' writes."""

    def __init__(self, program: Program) -> None:
        """Start both threads."""
        self._program = program
        self._stopping = threading.Event()
        hub = program.services.hub
        self._listener = Listener(program.database, hub.publish, hub.watched)
        self._ticker = threading.Thread(target=self._tick, name="ticker", daemon=True)
        self._ticker.start()

    def close(self) -> None:
        """Stop both."""
        self._stopping.set()
        self._ticker.join()
        self._listener.close()

    def _tick(self) -> None:
        while not self._stopping.wait(LOOK_AT_DEADLINES_EVERY_S):
            try:
                self._program.services.play.expire()
            except Exception:
                logger.exception("Could not look at the tables' deadlines; trying again.")


def create_app(settings: Settings, program: Program | None = None) -> Flask:
    """The web application over a program.

    Args:
        settings: What the service runs with.
        program: The services it serves; opened from the settings if None.
    """
    program = program or open_program(settings)
    app = Flask("app", static_folder=None)
    app.config.update(
        SECRET_KEY=program.ground.key_for("pages"),
        MAX_CONTENT_LENGTH=MAX_UPLOAD_BYTES,
        PUBLIC_URL=settings.public_url,
    )
    app.extensions["reckless"] = program.services
    for entry_point in (web, console, api):
        entry_point.init_app(app)
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app
