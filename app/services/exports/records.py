"""JSON and JSON Lines: every transfer with all that its seal covers, so that a program can check it by itself."""

import json
from collections.abc import Iterator
from datetime import tzinfo

from app.errors import Json
from app.services.exports.source import Row, Source
from app.services.zones import moment, utc
from app.storage.audit import LineFacts

FORM = "reckless-transfers/1"


def as_json_lines(source: Source, head: dict[str, Json]) -> Iterator[bytes]:
    """One object a line: a head, the transfers, and for a whole export each log: its lines and its checkpoint.

    What the lines of a running match say is left out, for it may be hidden from somebody; their seals are there.
    """
    yield _line(_head(source, head))
    for portion in source.portions():
        yield b"".join(_line(_record(row, source.selection.zone)) for row in portion)
    for checkpoint in source.checkpoints:
        for lines in source.lines(checkpoint):
            yield b"".join(_line(_said(source, line)) for line in lines)
        yield _line({"checkpoint": checkpoint.note})


def as_json(source: Source, head: dict[str, Json]) -> Iterator[bytes]:
    """One object with the transfers as a list."""
    opening = json.dumps({**_head(source, head), "transfers": []}, ensure_ascii=False)
    yield f"{opening[:-2]}\n".encode()
    comma = b""
    for portion in source.portions():
        for row in portion:
            yield comma + _line(_record(row, source.selection.zone)).rstrip(b"\n")
            comma = b",\n"
    notes = json.dumps([one.note for one in source.checkpoints], ensure_ascii=False)
    yield f'\n], "checkpoints": {notes}}}\n'.encode()


def _head(source: Source, head: dict[str, Json]) -> dict[str, Json]:
    chosen = source.selection
    return {
        "export": FORM,
        "event": chosen.event_id,
        "table": chosen.table_id,
        "logs": [one.log for one in source.checkpoints],
        "from": None if chosen.start is None else utc(chosen.start),
        "to": None if chosen.end is None else utc(chosen.end),
        **head,
    }


def _record(row: Row, zone: tzinfo | None) -> dict[str, Json]:
    """A transfer; names are as people chose them, unchanged."""
    one = row.transfer
    return {
        "number": row.number,
        "code": row.part.code,
        "time": utc(one.at),
        "local_time": moment(one.at, zone).isoformat(timespec="seconds"),
        "payer_name": row.name(one.payer),
        "payee_name": row.name(one.payee),
        "payer_balance": row.payer_balance,
        "payee_balance": row.payee_balance,
        "seal": one.seal.hex(),
        "transfer": row.fields,
    }


def _said(source: Source, line: LineFacts) -> dict[str, Json]:
    """A line of a log by its seal, and what it says once its match is over."""
    record: dict[str, Json] = {"line": [line.table_id, line.seq, line.seal.hex()]}
    if source.may_be_read(line):
        record["said"] = {
            "actor": line.actor,
            "at": line.at,
            "data": line.data,
            "kind": line.kind,
            "match": line.match,
        }
    return record


def _line(value: dict[str, Json]) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False)}\n".encode()
