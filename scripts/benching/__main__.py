"""Run the measurements, print each figure as it is there; exit code 1 if an aim is not met."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from .bots import bots
from .figures import Figure
from .paying import open_tables, strict_tables
from .printing import tiles
from .proving import proving
from .rendering import pages
from .serving import ROOT
from .starting import start
from .watching import streams

MEASUREMENTS: dict[str, Callable[..., Iterator[Figure]]] = {
    "payments": open_tables,
    "debts": strict_tables,
    "streams": streams,
    "pages": pages,
    "tiles": tiles,
    "proving": proving,
    "bots": bots,
    "start": start,
}


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="bench.py", description="Measure the service.")
    parser.add_argument("--quick", action="store_true", help="small numbers: does it all work?")
    parser.add_argument("--only", choices=MEASUREMENTS, action="append", help="may be given more than once")
    parser.add_argument("--json", action="store_true", help="for machines")
    chosen = parser.parse_args()
    # Beside the project and not in the system's folder for temporary files, which may be no disk at all.
    (ROOT / "build").mkdir(exist_ok=True)
    found: dict[str, list[Figure]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "build") as folder:
        for name in chosen.only or MEASUREMENTS:
            found[name] = []
            if not chosen.json:
                print(name, flush=True)
            for figure in MEASUREMENTS[name](Path(folder), quick=chosen.quick):
                found[name].append(figure)
                if not chosen.json:
                    print(figure.line(), flush=True)
    if chosen.json:
        print(json.dumps({name: [figure.as_json() for figure in group] for name, group in found.items()}))
    return int(any(figure.met is False for group in found.values() for figure in group))


if __name__ == "__main__":
    sys.exit(main())
