"""Payments over HTTP by 16 phones at once, against a bare view on the same server, round by round in turn."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from . import load
from .figures import Figure, median, percentile
from .hall import Payment, Table, fill, make_debts, to_and_fro
from .serving import BARE, LOCKS, OURS, Server, serving

CLIENTS = 16
SEATS_OF_A_FULL_TABLE = 8
RATIO = 0.6
P99_MS = 50


def open_tables(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Payments without a game's check, one after the other for some seconds; and how writes get their transaction."""
    database = folder / "open.sqlite3"
    payments = [to_and_fro(table) for table in fill(database, tables=CLIENTS, seats=2, validation="open")]
    kinds, rounds, seconds = (BARE, OURS, LOCKS), 2 if quick else 5, 1 if quick else 3
    done: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    with ExitStack() as stack:
        servers = {
            kind: stack.enter_context(serving(kind, _copy(database, f"open-{kind}"))) for kind in kinds
        }
        for kind, server in servers.items():
            pay(server, kind, payments, seconds=1, again=True, run="warm")
        for number in range(rounds):
            for kind, server in servers.items():
                done[kind].append(
                    pay(server, kind, payments, seconds=seconds, again=True, run=f"round {number}")
                )
    yield from _figures("open tables", done[BARE], done[OURS])
    ratio = median([_rate(ours) / _rate(locks) for ours, locks in zip(done[OURS], done[LOCKS], strict=True)])
    yield Figure(
        "group commit against a transaction for each write", ratio, "x", at_least=1, note=_both(done[LOCKS])
    )
    yield Figure("p99 with a transaction for each write", _p99_ms(done[LOCKS]), "ms")


def strict_tables(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Payments that settle what a game says is owed: seven debts a table, all of them paid."""
    database = folder / "strict.sqlite3"
    tables = fill(
        database, tables=CLIENTS * (2 if quick else 7), seats=SEATS_OF_A_FULL_TABLE, validation="strict"
    )
    debts = make_debts(database, tables)
    warming = [list(of_table) for of_table in debts[:CLIENTS]]
    payments = [
        [debt for of_table in debts[client + CLIENTS :: CLIENTS] for debt in of_table]
        for client in range(CLIENTS)
    ]
    done: dict[str, list[dict[str, Any]]] = {BARE: [], OURS: []}
    for number in range(1 if quick else 4):
        for kind, runs in done.items():
            with serving(kind, _copy(database, f"strict-{kind}-{number}")) as server:
                if kind == OURS:
                    _look_at(server, tables)
                pay(server, kind, warming, seconds=60, again=False, run="warm")
                runs.append(pay(server, kind, payments, seconds=60, again=False, run="debts"))
    yield from _figures("strict tables", done[BARE], done[OURS])


def pay(
    server: Server,
    kind: str,
    payments: Sequence[Sequence[Payment]],
    *,
    seconds: float,
    again: bool,
    run: str,
) -> dict[str, Any]:
    """Have each client make its payments; what `load` tells.

    Raises:
        RuntimeError: If one was refused.
    """
    plan = {
        "port": server.port,
        "seconds": seconds,
        "again": again,
        "run": run,
        "clients": [
            [
                {
                    "method": "POST",
                    "path": f"/v1/tables/{payment.table}/payments",
                    "token": payment.payer.token,
                    "body": payment.bare_body if kind == BARE else payment.body,
                }
                for payment in of_client
            ]
            for of_client in payments
        ],
    }
    before = server.processor_s()
    done = subprocess.run(
        [sys.executable, load.__file__], input=json.dumps(plan), capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    after = server.processor_s()
    found: dict[str, Any] = json.loads(done.stdout)
    if before is not None and after is not None:
        found["each_ms"] = 1000 * (after - before) / len(found["times"])
    if list(found["statuses"]) != ["201"]:
        raise RuntimeError(f"Payments were refused ({kind}): {found['statuses']}")
    return found


def _look_at(server: Server, tables: Sequence[Table]) -> None:
    """Let the service read the tables once: at a real one, the moves before a payment have done so."""
    for table in tables:
        server.get(f"/v1/tables/{table.id}", table.players[0].token)


def _figures(where: str, bare: Sequence[dict[str, Any]], ours: Sequence[dict[str, Any]]) -> Iterator[Figure]:
    ratio = median([_rate(one) / _rate(other) for one, other in zip(ours, bare, strict=True)])
    yield Figure(
        f"payments at {where} against a bare view",
        ratio,
        "x",
        at_least=RATIO,
        note=f"ours {_both(ours)}; bare {_both(bare)}",
    )
    if all("each_ms" in run for run in (*ours, *bare)):
        each, others = (median([run["each_ms"] for run in runs]) for runs in (ours, bare))
        yield Figure(
            f"processor time of a payment at {where}",
            each,
            "ms",
            note=f"bare {others:.2f} ms, {others / each:.2f} of it: this ratio minds other work on the machine least",
        )
    busy = max(run["cpu"] / run["seconds"] for run in (*bare, *ours))
    yield Figure(
        f"p99 of payments at {where}, {CLIENTS} clients",
        _p99_ms(ours),
        "ms",
        at_most=P99_MS,
        note=f"bare {_p99_ms(bare):.0f} ms; the clients took {busy:.0%} of a processor",
    )


def _rate(run: dict[str, Any]) -> float:
    return len(run["times"]) / float(run["seconds"])


def _both(runs: Sequence[dict[str, Any]]) -> str:
    middle = median([1000 * time for run in runs for time in run["times"]])
    return f"{median([_rate(run) for run in runs]):.0f}/s, p50 {middle:.0f} ms"


def _p99_ms(runs: Sequence[dict[str, Any]]) -> float:
    """The median of the rounds' p99: one moment in which the machine was busy elsewhere does not decide it."""
    return median([1000 * percentile(run["times"], 0.99) for run in runs])


def _copy(database: Path, name: str) -> Path:
    target = database.with_name(f"{name}.sqlite3")
    shutil.copy(database, target)
    return target
