"""What a test may need from the machine: a browser, a PostgreSQL server, the shared papers.

What is missing is skipped with the reason. RECKLESS_REQUIRE names what must be there (`browser,postgres`),
and CI=true asks for the shared papers too: then a missing one fails instead of being skipped.
"""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import hypothesis
import psycopg
import pytest
from playwright.sync_api import Playwright, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
POSTGRES = os.environ.get("RECKLESS_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
IN_CI = os.environ.get("CI") == "true"
REQUIRED = {need.strip() for need in os.environ.get("RECKLESS_REQUIRE", "").split(",") if need.strip()}

# Two cores under load say nothing about how long one example takes.
hypothesis.settings.register_profile("suite", hypothesis.settings.get_profile("default"), deadline=None)
if not IN_CI:
    hypothesis.settings.load_profile(
        "suite"
    )  # in CI hypothesis picks its own "ci": the same examples each time


@cache
def find_chromium() -> str | None:
    """Path of a Chromium-like browser, or None; RECKLESS_CHROMIUM wins.

    The headless shell is the same engine without the program round it: a third of the processor's time.
    """
    if chosen := os.environ.get("RECKLESS_CHROMIUM"):
        return shutil.which(chosen)
    shells = ("chromium-headless-shell", "chrome-headless-shell")
    whole = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
    for name in (*shells, *whole):
        if found := shutil.which(name):
            return found
    usual = [
        Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ]
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        base = Path(os.environ.get(folder, "/nowhere"))
        usual += [
            base / "Google/Chrome/Application/chrome.exe",
            base / "Microsoft/Edge/Application/msedge.exe",
        ]
    return next((str(path) for path in usual if path.is_file()), None)


@cache
def postgres_fault() -> str | None:
    """Why no PostgreSQL server answers, in one line; None if one does."""
    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.Error as error:
        where = urlsplit(POSTGRES)
        return f"no PostgreSQL server at {where.hostname}:{where.port or 5432}: {str(error).splitlines()[0]}"
    return None


def missing(need: str) -> str | None:
    """Why this machine lacks what the marker `need` stands for; None if it is there."""
    match need:
        case "browser":
            return None if find_chromium() else "no Chromium or Chrome found (RECKLESS_CHROMIUM names one)"
        case "postgres":
            return postgres_fault()
        case "shared":
            return None if SHARED.is_dir() else "the folder ../shared is not here"
        case _:
            raise ValueError(need)


def pytest_addoption(parser: pytest.Parser) -> None:
    # Not in the playthroughs' own conftest: pytest reads options before it gets there.
    parser.addoption(
        "--write-playthroughs",
        action="store_true",
        help="write the answers of the game into the playthrough files; review the difference like code",
    )


def pytest_configure(config: pytest.Config) -> None:
    if unknown := REQUIRED - {"browser", "postgres", "shared"}:
        raise pytest.UsageError(f"RECKLESS_REQUIRE: unknown {', '.join(sorted(unknown))}")


def require(need: str) -> None:
    """Skip the test that asks, with the reason, if the machine lacks `need`; fail where it is required."""
    reason = missing(need)
    if reason is None:
        return
    if need in REQUIRED or (need == "shared" and IN_CI):
        pytest.fail(f"required, but {reason}", pytrace=False)
    pytest.skip(reason)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for need in ("browser", "postgres", "shared"):
        if item.get_closest_marker(need):
            require(need)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run that promised tests and passed none: a green run in CI means that something was tested."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    on_worker = hasattr(session.config, "workerinput")
    if on_worker or reporter is None or not (IN_CI or REQUIRED) or session.config.option.collectonly:
        return
    if exitstatus == pytest.ExitCode.OK and not reporter.stats.get("passed"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser; mark the test with `browser` too, so that `-m 'not browser'` leaves it out."""
    require("browser")
    path = find_chromium()
    assert path is not None
    return path


@pytest.fixture(scope="session")
def playwright(chromium: str) -> Iterator[Playwright]:
    """What drives the browser. A process can have it once only, so all tests share it."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared papers."""
    require("shared")
    return SHARED


@pytest.fixture(scope="session")
def postgres_database() -> Iterator[str]:
    """URL of an empty database that lives as long as this worker; SQLAlchemy's form, with psycopg."""
    require("postgres")
    name = f"reckless_trial_{uuid4().hex[:12]}"
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        drop_what_killed_runs_left(server)
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", (name,))
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        # No test cuts the server's own power: it need not wait for its disk.
        server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off'.encode())
        try:
            yield urlunsplit(urlsplit(POSTGRES)._replace(scheme="postgresql+psycopg", path=f"/{name}"))
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


def drop_what_killed_runs_left(server: psycopg.Connection) -> None:
    """Drop databases of workers that are no more: one that lives holds a lock on its database's name."""
    found = server.execute("SELECT datname FROM pg_database WHERE starts_with(datname, 'reckless_trial_')")
    for (name,) in found.fetchall():
        if server.execute("SELECT pg_try_advisory_lock(hashtext(%s))", (name,)).fetchone() == (True,):
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            server.execute("SELECT pg_advisory_unlock(hashtext(%s))", (name,))


@pytest.fixture
def postgres_url(postgres_database: str) -> str:
    """URL of the worker's database, emptied for this test."""
    plain = postgres_database.replace("+psycopg", "", 1)
    with psycopg.connect(plain, autocommit=True) as database:
        # What an earlier test left open would hold its tables for ever.
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        database.execute("DROP SCHEMA public CASCADE")
        database.execute("CREATE SCHEMA public")
    return postgres_database
