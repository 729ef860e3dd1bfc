"""How long one view and one page take, beside an answer of Flask that has nothing in it."""

import http.client
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from .figures import Figure, median
from .hall import fill
from .serving import BARE, OURS, Server, serving

SEATS = 8


def pages(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Views and pages of a table of eight, one after the other on one connection."""
    database, rounds = folder / "pages.sqlite3", 3 if quick else 10
    table = fill(database, tables=1, seats=SEATS, validation="strict")[0]
    token = table.players[0].token
    paths = {
        "a view under /v1": f"/v1/tables/{table.id}",
        "the live part of a table's page": f"/tables/{table.id}/fragment",
        "a table's page": f"/tables/{table.id}",
        "the page to pay": f"/pay/?to={table.players[1].user}",
    }
    times: dict[str, list[float]] = {name: [] for name in ("", *paths)}
    with ExitStack() as stack:
        bare = stack.enter_context(serving(BARE, database))
        ours = stack.enter_context(serving(OURS, database))
        for _ in range(rounds):
            times[""] += _fetch(bare, "/healthz", token)
            for name, path in paths.items():
                times[name] += _fetch(ours, path, token)
    nothing = median(times.pop(""))
    for name, found in times.items():
        yield Figure(
            name, 1000 * median(found), "ms", note=f"{median(found) / nothing:.1f} x an empty answer of Flask"
        )


def _fetch(server: Server, path: str, token: str) -> list[float]:
    """Seconds of 20 answers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": f"reckless={token}"})
        answer = connection.getresponse()
        answer.read()
        times.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise RuntimeError(f"{path} answered {answer.status}")
    connection.close()
    return times
