"""News across processes: what another one writes wakes those who wait here."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.services.program import open_program
from app.storage.notify import Listener
from tests.conftest import ROOT
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, settings_for

pytestmark = ON_BOTH

START_ELSEWHERE = """
import sys
from tests.integration.evening import ORGANIZER, settings_for
from app.services.program import open_program
program = open_program(settings_for(sys.argv[1]))
program.services.tables.start(ORGANIZER, sys.argv[2])
program.close()
"""


@pytest.fixture
def listener(program):
    hub = program.services.hub
    listener = Listener(program.database, hub.publish, hub.watched)
    yield listener
    listener.close()


def test_what_another_process_writes_wakes_who_waits_here(evening, listener):
    hub, seq = evening.services.hub, evening.view()["seq"]
    with hub.watching(evening.id), ThreadPoolExecutor(1) as phone:
        woken = phone.submit(hub.wait, evening.id, seq, 120)
        command = [sys.executable, "-c", START_ELSEWHERE, evening.program.database.url, evening.id]
        subprocess.run(command, cwd=ROOT, check=True, timeout=120)
        assert woken.result(120) == seq + 1


def test_a_table_that_nobody_waits_for_wakes_nobody(evening, listener):
    quiet = Evening(evening.program, "dan eve", new_tiles=True)
    hub, seq = evening.services.hub, quiet.view()["seq"]
    elsewhere = open_program(settings_for(evening.program.database.url))
    with hub.watching(quiet.id):
        elsewhere.services.tables.start(evening.actor("olga"), evening.id)
        assert hub.wait(quiet.id, seq, 1) == seq
    elsewhere.close()


def test_the_listener_stops_though_no_news_come(program):
    hub = program.services.hub
    stopping = threading.Thread(
        target=Listener(program.database, hub.publish, hub.watched).close, daemon=True
    )
    stopping.start()
    stopping.join(150)
    assert not stopping.is_alive()


def test_a_listener_that_lost_the_database_looks_again(evening, caplog):
    """One failure is logged, and the news still come."""
    hub, seq = evening.services.hub, evening.view()["seq"]
    failures = []

    def watched():
        if not failures:
            failures.append(1)
            raise OSError("the network is gone")
        return hub.watched()

    with hub.watching(evening.id):
        listener = Listener(evening.program.database, hub.publish, watched)
        elsewhere = open_program(settings_for(evening.program.database.url))
        elsewhere.services.tables.start(evening.actor("olga"), evening.id)
        assert hub.wait(evening.id, seq, 120) == seq + 1
        listener.close()
        elsewhere.close()
    assert "Lost the news" in caplog.text
