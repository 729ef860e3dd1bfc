"""A long run of random matches: in blocks, by one or several processes, remembered block by block."""

import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from app.rules import GAMES

from .playout import playout

BLOCK = 200
SHOW_EVERY_S = 20


@dataclass(frozen=True, slots=True)
class Block:
    """What one block of matches came to; `fault` names the match that broke a promise, or is ""."""

    matches: int
    steps: int
    cut_off: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game is; `seconds` is what this run has taken for it."""

    game: str
    matches: int
    steps: int
    cut_off: int
    here: int
    seconds: float

    def line(self) -> str:
        """For people."""
        speed = self.here / self.seconds if self.seconds else 0
        return (
            f"{self.game:<16} {self.matches:>9,} matches  {self.steps:>12,} steps  "
            f"{self.cut_off:,} cut off  {speed:,.0f} matches/s"
        )


@dataclass(slots=True)
class Record:
    """How far each game is, for one seed: [matches, steps, cut off]; kept in a file if there is one."""

    seed: str
    file: Path | None = None
    done: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path | None, seed: str) -> "Record":
        """Take up a run again, if the file is there and of the same seed."""
        known = json.loads(file.read_text("utf-8")) if file is not None and file.exists() else {}
        return cls(seed, file, known.get(seed, {}))

    def add(self, game: str, block: Block) -> None:
        """Remember a block that is played."""
        before = self.done.get(game, [0, 0, 0])
        self.done[game] = [
            had + more for had, more in zip(before, (block.matches, block.steps, block.cut_off), strict=True)
        ]
        if self.file is not None:
            part = self.file.with_suffix(".part")
            part.write_text(json.dumps({self.seed: self.done}), "utf-8")
            part.replace(self.file)


def run(
    record: Record,
    game: str,
    *,
    count: int,
    processes: int,
    until: float | None,
    show: Callable[[Progress], None],
) -> str:
    """Play a game's matches until there are so many, or the time is up.

    Args:
        record: Where it goes on from, and what it is added to.
        game: Which one.
        count: How many matches there are to be in all.
        processes: How many play at once.
        until: Of the monotonic clock; None for as long as it takes.
        show: Told now and then, and at the end.

    Returns:
        The first broken promise, with the seed of its match; "" if there is none.
    """
    first = record.done.get(game, [0, 0, 0])[0]
    starts = range(first, count, BLOCK)
    jobs = ((game, record.seed, start, min(BLOCK, count - start)) for start in starts)
    begun = shown = time.monotonic()
    fault = ""
    for block in _played(jobs, processes):
        if block.fault:
            fault = block.fault
            break
        record.add(game, block)
        now = time.monotonic()
        if now - shown > SHOW_EVERY_S:
            shown = now
            show(_progress(record, game, first, now - begun))
        if until is not None and now >= until:
            break
    show(_progress(record, game, first, time.monotonic() - begun))
    return fault


def _progress(record: Record, game: str, first: int, seconds: float) -> Progress:
    matches, steps, cut_off = record.done.get(game, [0, 0, 0])
    return Progress(game, matches, steps, cut_off, matches - first, seconds)


Job = tuple[str, str, int, int]


def _played(jobs: Iterable[Job], processes: int) -> Iterator[Block]:
    """The blocks in their order."""
    if processes == 1:
        yield from map(play_block, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        # imap would take all jobs at once, which are many: a few ahead are enough.
        waiting = []
        for job in jobs:
            waiting.append(pool.apply_async(play_block, (job,)))
            if len(waiting) > 2 * processes:
                yield waiting.pop(0).get()
        for one in waiting:
            yield one.get()


def play_block(job: Job) -> Block:
    """Play some matches: each is drawn from the run's seed, the game's name and its own number."""
    game, seed, first, count = job
    steps = cut_off = 0
    for number in range(first, first + count):
        played = playout(GAMES[game], settings_of(game), f"{seed}:{game}:{number}")
        if played.fault:
            return Block(number - first, steps, cut_off, f"{seed}:{game}:{number}: {played.fault}")
        steps += played.steps
        cut_off += not played.ended
    return Block(count, steps, cut_off)


@cache
def settings_of(game: str) -> Any:  # noqa: ANN401 - each game has settings of its own
    """The game as it comes in the box, dealt by the service."""
    rules = GAMES[game]
    deck = (
        (resources.files("app.rules.decks") / rules.deck_file).read_text("utf-8") if rules.deck_file else ""
    )
    return rules.configure(mode="dealer", validation=rules.levels[0], deck=deck, options={})
