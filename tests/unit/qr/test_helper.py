"""A second process that lends a hand: what comes out is the same, whatever becomes of it."""

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from qr import Duplex, Helper, PayloadError, SheetOptions, helper_for, verify_pdf
from qr.helper import PAGES_FOR_TWO, receive
from qr.paint import WHITE, Wanted, codes
from qr.plan import Box, CodePanel, SpotKind
from tests.unit.qr.kit import sheet, tiles

NOWHERE = Box(0, 0, 0, 0)
PANEL = CodePanel(SpotKind.PAY, Box(0, 0, 30, 30), NOWHERE, NOWHERE)
# One half of a tile to a page: more pages than are drawn before a helper is asked.
LARGE = SheetOptions(tile_width_mm=150, tile_height_mm=150, duplex=Duplex.LONG)
MANY = 15
ELSEWHERE = Path(__file__).parents[3] / "qr" / "elsewhere.py"


class Waiting(Helper):
    """Is given the time for everything that it is asked."""

    asked = 0

    def submit(self, job, *arguments):
        task = super().submit(job, *arguments)
        wait([task._future])
        self.asked += 1
        return task


@pytest.fixture
def waiting():
    with closing(Waiting()) as helper:
        yield helper


def test_what_a_helper_draws_is_what_is_drawn_here(waiting):
    assert sheet(tiles(MANY), LARGE, waiting) == sheet(tiles(MANY), LARGE)
    assert waiting.asked


def test_what_a_helper_has_not_begun_is_drawn_here():
    with closing(Helper()) as helper:
        os.kill(helper._process.pid, signal.SIGSTOP)
        helper.submit(codes, [])
        assert sheet(tiles(MANY), LARGE, helper) == sheet(tiles(MANY), LARGE)


def test_what_a_helper_checks_comes_to_the_same(waiting):
    pdf, layout = sheet(tiles(15))
    told = []
    together = verify_pdf(
        pdf, layout, progress=lambda done, total: told.append((done, total)), helper=waiting
    )
    assert together == verify_pdf(pdf, layout)
    assert waiting.asked
    assert told[-1] == (30, 30)
    assert told == sorted(told)


def test_both_check_their_part_of_a_sheet():
    pdf, layout = sheet(tiles(150))
    told = []
    with closing(Helper()) as helper:
        together = verify_pdf(
            pdf, layout, progress=lambda done, total: told.append((done, total)), helper=helper
        )
    assert together == verify_pdf(pdf, layout)
    assert told[-1] == (300, 300)
    assert told == sorted(told)


def test_a_fault_that_a_helper_finds_is_named(waiting):
    pdf, layout = sheet(tiles(15))
    wrong = replace(layout.spots[-1], text="https://evil.example/pay/?to=k7m2qxd")
    wrongly = replace(layout, spots=(*layout.spots[:-1], wrong))
    (fault,) = verify_pdf(pdf, wrongly, helper=waiting).faults
    assert (fault.page, fault.tile) == (3, 14)


def test_without_the_other_process_all_is_done_here(monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with closing(Helper()) as helper:
        made = sheet(tiles(MANY), LARGE, helper)
        assert made == sheet(tiles(MANY), LARGE)
        assert verify_pdf(*made, helper=helper).ok


def test_what_a_killed_process_leaves_is_done_here(waiting):
    made = sheet(tiles(MANY), LARGE, waiting)
    waiting._process.kill()
    assert verify_pdf(*made, helper=waiting) == verify_pdf(*made)


def test_a_job_that_fails_says_why(waiting):
    with pytest.raises(PayloadError, match="empty"):
        waiting.submit(codes, [Wanted("", PANEL, WHITE)]).result()
    assert waiting.submit(codes, [Wanted("k7m2qxb", PANEL, WHITE)]).result()


def test_a_helper_that_is_not_needed_any_more_ends_at_once_with_all_it_has_to_do():
    with closing(Helper()) as helper:
        os.kill(helper._process.pid, signal.SIGSTOP)
        asked = [helper.submit(codes, [Wanted("k7m2qxb", PANEL, WHITE)]) for _ in range(3)]
    assert helper._process.returncode is not None
    assert all(task.take_back() for task in asked)


def test_a_helper_that_says_nothing_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr("qr.helper.PATIENCE_S", 0.2)
    with closing(Helper()) as helper:
        os.kill(helper._process.pid, signal.SIGSTOP)
        assert helper.submit(codes, [Wanted("k7m2qxb", PANEL, WHITE)]).result()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_is_whole_however_often_the_process_is_stopped_amid_it(unbuffered):
    # As by Ctrl-Z and fg: a write that was interrupted wrote less than it was given.
    wanted = [Wanted("k7m2qxb", PANEL, WHITE)] * 200
    process = subprocess.Popen(
        [sys.executable, "-P", ELSEWHERE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ELSEWHERE.parents[1]), "PYTHONUNBUFFERED": unbuffered},
    )
    with process:
        pickle.dump((codes, (wanted,)), process.stdin)
        process.stdin.close()  # so that it ends, and nobody waits for what is lost
        for _ in range(5):
            time.sleep(0.2)  # it writes into a pipe that is full
            process.send_signal(signal.SIGSTOP)
            process.send_signal(signal.SIGCONT)
            process.stdout.peek()
        assert receive(process.stdout) == codes(wanted)
    assert process.returncode == 0


@pytest.mark.parametrize("said", ["hello world", "I am here", "N.", "].", "coverage started", "\x93" * 40])
def test_what_others_write_where_a_helper_answers_is_no_answer(tmp_path, monkeypatch, said):
    (tmp_path / "sitecustomize.py").write_text(f"print({said!r}, flush=True)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with closing(Waiting()) as helper:
        assert sheet(tiles(MANY), LARGE, helper) == sheet(tiles(MANY), LARGE)


def test_without_any_python_to_start_there_is_no_helper(monkeypatch):
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with helper_for(PAGES_FOR_TWO) as helper:
        assert helper is None


def test_progress_is_complete_once(waiting):
    pdf, layout = sheet(tiles(15))
    told = []
    verify_pdf(pdf, layout, progress=lambda done, total: told.append((done, total)), helper=waiting)
    assert told.count((30, 30)) == 1
    assert told[-1] == (30, 30)


@pytest.mark.parametrize(("pages", "cores", "lent"), [(60, 2, True), (59, 2, False), (60, 1, False)])
def test_a_helper_is_lent_where_it_is_worth_it(monkeypatch, pages, cores, lent):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    with helper_for(pages) as helper:
        assert (helper is not None) == lent
