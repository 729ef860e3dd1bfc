"""What payments are measured against: a bare Flask view that writes the same rows in plain sqlite3, unchecked.

No session is looked up, no rule asked, nothing sealed, no input checked: the same file, the same constraints and
triggers, the same durability, and the shortest way there.
"""

import json
import os
import sqlite3
import threading
import time
from pathlib import Path

from flask import Flask, Response, request


def create_app(database: Path) -> Flask:
    """The application over a database that the service has made."""
    app = Flask(__name__, static_folder=None)
    connections = threading.local()
    # Without it the threads meet in SQLite's busy handler, which sleeps: half as many payments, twenty times the p99.
    turn = threading.Lock()

    def connection() -> sqlite3.Connection:
        if not hasattr(connections, "own"):
            connections.own = sqlite3.connect(database, timeout=15, isolation_level=None)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                connections.own.execute(f"PRAGMA {pragma}").close()
        own: sqlite3.Connection = connections.own
        return own

    @app.get("/healthz")
    def healthz() -> Response:
        return Response("{}", mimetype="application/json")

    @app.post("/v1/tables/<table>/payments")
    def pay(table: str) -> tuple[Response, int]:
        body = request.get_json()
        with turn:
            receipt = _book(connection(), table, body, request.headers["Idempotency-Key"])
        return Response(json.dumps(receipt), mimetype="application/json"), 201

    return app


def _book(own: sqlite3.Connection, table: str, body: dict[str, object], key: str) -> dict[str, object]:
    payer, payee, amount, at = body["payer"], body["to"], body["amount"], time.time_ns() // 1000
    seal = os.urandom(32)
    own.execute("BEGIN IMMEDIATE")
    try:
        seq, number = own.execute(
            "SELECT seq + 1, transfers + 1 FROM tables WHERE id = ?", (table,)
        ).fetchone()
        receipt = {"number": f"{table}-{number}", "payer": payer, "payee": payee, "amount": amount, "at": at}
        accounts = own.execute(
            "SELECT owner, balance, entries FROM accounts WHERE table_id = ? AND owner IN (?, ?)",
            (table, payer, payee),
        ).fetchall()
        own.execute(
            "INSERT INTO log VALUES (?, ?, 1, ?, 'payment', ?, ?, ?)",
            (table, seq, at, payer, json.dumps(body), seal),
        )
        own.execute(
            "INSERT INTO transfers VALUES (?, ?, ?, 1, 'payment', ?, ?, ?, '', NULL, 'open', ?, ?, ?, NULL, '', ?)",
            (table, number, seq, payer, payee, amount, payer, key, at, seal),
        )
        for owner, balance, entries in accounts:
            change = -amount if owner == payer else amount  # type: ignore[operator]  # whole numbers, unchecked
            own.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
                (table, owner, entries + 1, number, change, balance + change),
            )
            own.execute(
                "UPDATE accounts SET balance = ?, entries = ? WHERE table_id = ? AND owner = ?",
                (balance + change, entries + 1, table, owner),
            )
        own.execute(
            "UPDATE tables SET seq = ?, log_seal = ?, transfers = ?, transfer_seal = ?, checkpoint = ?,"
            " changed_at = ? WHERE id = ?",
            (seq, seal, number, seal, seal, at, table),
        )
        own.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (payer, key, seal, json.dumps(receipt), at))
        own.execute("COMMIT")
    except BaseException:
        own.execute("ROLLBACK")
        raise
    return receipt
