"""Settings, read once from the environment (and the command line on top); every error in one line."""

import ipaddress
import os
import secrets
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from app.errors import ConfigError

DEFAULT_PORT = 8080


@dataclass(frozen=True, slots=True)
class CyclosSettings:
    """How a real Cyclos is reached.

    Attributes:
        url: Its root, with or without `/api`.
        token: That of an access client; "" if it is user and password.
        user: Login name of an administrator; "" if it is a token.
        password: Theirs.
        ca: A file with the authorities to trust, instead of the public ones.
        payment_type: Id or internal name of the kind of payment between players; "" if there is only one.
    """

    url: str
    token: str = field(default="", repr=False)
    user: str = ""
    password: str = field(default="", repr=False)
    ca: Path | None = None
    payment_type: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service runs with.

    Attributes:
        database_url: SQLAlchemy address; SQLite (a file) or PostgreSQL (`postgresql+psycopg://`).
        public_url: What phones type and tiles print, without a slash at the end.
        public_url_is_set: False if `public_url` is this machine's present address in the local network, which may
            be another one tomorrow.
        secret_key: At least 32 characters; seals checkpoints, unprinted tile secrets and form tokens.
        trusted_proxies: How many proxies stand in front; so many `X-Forwarded-For` entries are believed.
        decks: The folder whose deck files tables can choose by name, if there is one.
        cyclos: The bank outside that credits are moved by; None where our own books are the bank.
        cyclos_ui: The folder with a built copy of the official Cyclos web frontend, to be served under /ui/.
    """

    database_url: str
    public_url: str
    public_url_is_set: bool
    secret_key: str
    trusted_proxies: int = 0
    decks: Path | None = None
    cyclos: CyclosSettings | None = None
    cyclos_ui: Path | None = None

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is a SQLite file."""
        return self.database_url.startswith("sqlite")


def data_folder() -> Path:
    """The user's folder for this program's data; made if missing.

    Raises:
        ConfigError: If it can't be made.
    """
    folder = Path(platformdirs.user_data_dir("reckless", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            "The folder %(folder)s can't be made (%(reason)s): set RECKLESS_DATABASE_URL=sqlite:///PATH instead.",
            folder=str(folder),
            reason=error.strerror or str(error),
        ) from error
    return folder


def read_settings(environ: Mapping[str, str] = os.environ, *, port: int = DEFAULT_PORT) -> Settings:
    """Read and check every `RECKLESS_...` variable.

    Args:
        environ: The environment.
        port: Where the service will listen; part of the address when RECKLESS_PUBLIC_URL is not set.

    Raises:
        ConfigError: On the first bad value, in one line that says how to mend it.
    """
    database_url = check_database_url(environ.get("RECKLESS_DATABASE_URL", ""))
    public_url = environ.get("RECKLESS_PUBLIC_URL", "")
    settings = Settings(
        database_url=database_url,
        public_url=check_public_url(public_url) if public_url else f"http://{lan_address()}:{port}",
        public_url_is_set=bool(public_url),
        secret_key="",
        trusted_proxies=_trusted_proxies(environ.get("RECKLESS_TRUSTED_PROXIES") or "0"),
        decks=_decks(environ.get("RECKLESS_DECKS", ""), database_url),
        cyclos=_cyclos(environ),
        cyclos_ui=_cyclos_ui(environ.get("RECKLESS_CYCLOS_UI", "")),
    )
    return replace(settings, secret_key=_secret_key(environ.get("RECKLESS_SECRET_KEY", ""), settings))


def _cyclos(environ: Mapping[str, str]) -> CyclosSettings | None:
    """How Cyclos is reached, if it is the bank.

    Raises:
        ConfigError: If there is no such backend, or something is missing that is needed to reach it.
    """
    backend = environ.get("RECKLESS_BACKEND") or "ledger"
    if backend == "ledger":
        return None
    if backend != "cyclos":
        raise ConfigError(
            "RECKLESS_BACKEND=%(backend)s can't be used: it is ledger (our own books) or cyclos.",
            backend=_one_line(backend),
        )
    given = {
        name.rpartition("CYCLOS_")[2]: environ.get(name, "").strip()
        for name in (
            "RECKLESS_CYCLOS_URL",
            "RECKLESS_CYCLOS_TOKEN",
            "RECKLESS_CYCLOS_USER",
            "RECKLESS_CYCLOS_PASSWORD",
            "RECKLESS_CYCLOS_CA",
            "RECKLESS_CYCLOS_PAYMENT_TYPE",
        )
    }
    if not given["URL"]:
        raise ConfigError(
            "RECKLESS_CYCLOS_URL is not set: with RECKLESS_BACKEND=cyclos it is the root of the Cyclos server."
        )
    if given["TOKEN"] and (given["USER"] or given["PASSWORD"]):
        raise ConfigError(
            "RECKLESS_CYCLOS_TOKEN and RECKLESS_CYCLOS_USER are both set: use the token, or user and password."
        )
    if not given["TOKEN"] and not (given["USER"] and given["PASSWORD"]):
        raise ConfigError(
            "RECKLESS_CYCLOS_TOKEN is not set: it is the token of an access client. RECKLESS_CYCLOS_USER together with"
            " RECKLESS_CYCLOS_PASSWORD will do too."
        )
    ca = Path(given["CA"]) if given["CA"] else None
    if ca is not None and not ca.is_file():
        raise ConfigError("RECKLESS_CYCLOS_CA=%(file)s is no file.", file=_one_line(given["CA"]))
    return CyclosSettings(
        url=given["URL"],
        token=given["TOKEN"],
        user=given["USER"],
        password=given["PASSWORD"],
        ca=ca,
        payment_type=given["PAYMENT_TYPE"],
    )


def check_public_url(url: str) -> str:
    """The address without a slash at the end.

    Raises:
        ConfigError: If it is no http(s) address, or one with a path.
    """
    try:
        parts = urlsplit(url)
        fine = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and not parts.query
            and not parts.fragment
            and url.isprintable()
            and " " not in url
        )
        fine = fine and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        fine = False
    if not fine:
        raise ConfigError(
            "RECKLESS_PUBLIC_URL=%(url)s is no web address: it looks like https://tiles.example.org.",
            url=_one_line(url),
        )
    if parts.path not in ("", "/"):
        raise ConfigError(
            "RECKLESS_PUBLIC_URL=%(url)s has a path, but the pages stand at the root of a host of their own, like"
            " https://tiles.example.org.",
            url=_one_line(url),
        )
    return url.rstrip("/")


def lan_address() -> str:
    """This machine's address in the local network, or 127.0.0.1 if it is in none.

    Nothing is sent: connecting a datagram socket only asks the system which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
    return "127.0.0.1" if ipaddress.ip_address(address).is_unspecified else address


def check_database_url(url: str) -> str:
    """The address of the database; of a SQLite file in the user's data folder if it is empty.

    Raises:
        ConfigError: If it is that of no database we can use, or its folder is not there.
    """
    if not url:
        return f"sqlite:///{data_folder() / 'reckless.sqlite'}"
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        if not path.parent.is_dir():
            raise ConfigError(
                "RECKLESS_DATABASE_URL: the folder %(folder)s does not exist: make it first.",
                folder=str(path.parent),
            )
        if path.is_dir() or path.name == ":memory:":
            raise ConfigError(
                "RECKLESS_DATABASE_URL: %(path)s is no file, and the books are kept in one.", path=str(path)
            )
        return url
    if url.startswith("postgresql+psycopg://") and _names_a_database(url):
        return url
    raise ConfigError(
        "RECKLESS_DATABASE_URL can't be used: it is sqlite:///PATH or postgresql+psycopg://USER:PASSWORD@HOST/NAME."
    )


def _names_a_database(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return len(parts.path) > 1 and parts.port != 0
    except ValueError:
        return False


def _one_line(text: str) -> str:
    """A value as it can be shown in a message."""
    return " ".join(text.split())[:80]


def _trusted_proxies(text: str) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) > 10:
        raise ConfigError(
            "RECKLESS_TRUSTED_PROXIES=%(text)s: it is the number of proxies in front of the service, 0 to 10.",
            text=_one_line(text),
        )
    return int(text)


def _decks(given: str, database_url: str) -> Path | None:
    """The given folder of deck files, or the folder `decks` beside the SQLite database, if it is there."""
    if given:
        folder = Path(given)
        if not folder.is_dir():
            raise ConfigError(
                "RECKLESS_DECKS=%(folder)s is no folder: make it first.", folder=_one_line(given)
            )
        return folder
    if not database_url.startswith("sqlite"):
        return None
    beside = Path(database_url.removeprefix("sqlite:///")).with_name("decks")
    return beside if beside.is_dir() else None


def _cyclos_ui(given: str) -> Path | None:
    """The given folder with a built copy of the official frontend."""
    if not given:
        return None
    folder = Path(given)
    if not (folder / "index.html").is_file():
        raise ConfigError(
            "RECKLESS_CYCLOS_UI=%(folder)s has no index.html: name the folder of the built frontend.",
            folder=_one_line(given),
        )
    return folder.resolve()


def _secret_key(given: str, settings: Settings) -> str:
    """The given key, or one made once and kept beside the SQLite database."""
    if given:
        if len(given) < 32:
            raise ConfigError("RECKLESS_SECRET_KEY is too short: it needs 32 characters or more.")
        if not given.isprintable():
            raise ConfigError("RECKLESS_SECRET_KEY holds something else than characters that can be printed.")
        return given
    if not settings.on_sqlite:
        raise ConfigError("RECKLESS_SECRET_KEY is not set: on PostgreSQL every process needs the same one.")
    file = Path(settings.database_url.removeprefix("sqlite:///")).with_suffix(".key")
    try:
        # O_EXCL lets one of two processes that start together make the key; the other one reads it.
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            new.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    except OSError as error:
        raise ConfigError(
            "The key file %(file)s can't be written (%(reason)s): set RECKLESS_SECRET_KEY instead.",
            file=str(file),
            reason=error.strerror or str(error),
        ) from error
    key = _read_key(file)
    if len(key) < 32:
        raise ConfigError(
            "The key file %(file)s is damaged: delete it, or set RECKLESS_SECRET_KEY.", file=str(file)
        )
    return key


def _read_key(file: Path) -> str:
    """What stands in the key file; waits a moment for a process that has made the file but not written it yet."""
    try:
        for _ in range(20):
            if key := file.read_bytes().decode("ascii", errors="ignore").strip():
                return key
            time.sleep(0.05)
    except OSError as error:
        raise ConfigError(
            "The key file %(file)s can't be read (%(reason)s): set RECKLESS_SECRET_KEY instead.",
            file=str(file),
            reason=error.strerror or str(error),
        ) from error
    return ""
