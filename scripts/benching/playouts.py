"""What was asked for, game after game; exit code 1 if a promise of a game is broken."""

import argparse
import sys
import time
from pathlib import Path

from app.rules import GAMES

from .marathon import Progress, Record, run

MILLION = 1_000_000


def main() -> int:
    """Play on from where the record is."""
    parser = argparse.ArgumentParser(prog="playouts.py", description="Random matches, every promise held to.")
    parser.add_argument(
        "--count", type=int, default=MILLION, help="matches of each game (default: %(default)s)"
    )
    parser.add_argument("--game", choices=list(GAMES), action="append", help="may be given more than once")
    parser.add_argument("--seed", default="reckless", help="the same seed, the same matches")
    parser.add_argument("--processes", type=int, default=1, help="how many play at once (default: 1)")
    parser.add_argument("--minutes", type=float, help="stop after so long; the same --record goes on later")
    parser.add_argument("--record", type=Path, help="a file that remembers how far each game is")
    chosen = parser.parse_args()
    if chosen.count < 1 or chosen.processes < 1:
        parser.error("--count and --processes are 1 or more")
    record = Record.read(chosen.record, chosen.seed)
    until = time.monotonic() + 60 * chosen.minutes if chosen.minutes else None
    games = chosen.game or list(GAMES)
    for number, game in enumerate(games):
        # What time is left is shared by the games that are still to be played.
        share = (
            None if until is None else time.monotonic() + (until - time.monotonic()) / (len(games) - number)
        )
        fault = run(record, game, count=chosen.count, processes=chosen.processes, until=share, show=_show)
        if fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


def _show(progress: Progress) -> None:
    print(progress.line(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
