"""A second process that lends a hand: what comes out is the same, whatever becomes of it."""

import os
import signal
from concurrent.futures import wait
from contextlib import closing
from dataclasses import replace

import pytest

from qr import Duplex, Helper, PayloadError, SheetOptions, helper_for, verify_pdf
from qr.paint import WHITE, Wanted, codes
from qr.plan import Box, CodePanel, SpotKind
from tests.unit.qr.kit import sheet, tiles

NOWHERE = Box(0, 0, 0, 0)
PANEL = CodePanel(SpotKind.PAY, Box(0, 0, 30, 30), NOWHERE, NOWHERE)
# One half of a tile to a page: more pages than are drawn before a helper is asked.
LARGE = SheetOptions(tile_width_mm=150, tile_height_mm=150, duplex=Duplex.LONG)
MANY = 15


class Waiting(Helper):
    """Is given the time for everything that it is asked."""

    asked = 0

    def submit(self, job, *arguments):
        future = super().submit(job, *arguments)
        wait([future])
        self.asked += 1
        return future


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
    assert all(future.cancelled() or future.exception() for future in asked)


@pytest.mark.parametrize(("pages", "cores", "lent"), [(60, 2, True), (59, 2, False), (60, 1, False)])
def test_a_helper_is_lent_where_it_is_worth_it(monkeypatch, pages, cores, lent):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    with helper_for(pages) as helper:
        assert (helper is not None) == lent
