"""Doing a thing once, however often it is asked for with the same key."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.errors import IllegalMove, Invalid, Json, KeyReused, PaymentRefused, Refusal, Refused
from app.ledger import canonical
from app.storage import Connection, Database, people

MAX_KEY = 100


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks for.

    Attributes:
        user: Who asks.
        key: The idempotency key that the asker made, or None.
        contents: All that matters of the request; the same key with other contents is refused.
        at: Microseconds since 1970-01-01 UTC.
    """

    user: str
    key: str | None
    contents: Mapping[str, Json]
    at: int


def once(
    database: Database,
    request: Request,
    act: Callable[[Connection], Mapping[str, Json]],
    on_refusal: Callable[[Connection, Refused], None] | None = None,
    begin: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Run `act` in one transaction together with the note of its answer.

    A refusal is an answer too: a late repeat of a request that was refused can't succeed later by surprise.

    Args:
        database: Where.
        request: Who asks for what.
        act: Does it; raises Refused before it has written anything.
        on_refusal: Writes a refusal into the log, in the same transaction.
        begin: Told that an attempt begins; what an attempt before it has done is undone then.

    Returns:
        What `act` returned, now or at the first time.

    Raises:
        Refused: As `act` did, now or at the first time.
        KeyReused: If the key came with other contents before.
        Invalid: If the contents are none that JSON can hold.
    """
    key = checked_key(request.key)
    digest = _digest(request.contents)

    def work(connection: Connection) -> dict[str, Any]:
        if begin is not None:
            begin()
        if key is not None:
            known = people.answer(connection, request.user, key)
            if known is not None:
                if known[0] != digest:
                    raise KeyReused(
                        "This idempotency key was used for another request. Make a new key for a new one."
                    )
                first: dict[str, Any] = json.loads(known[1])
                return first
        answer: dict[str, Any]
        try:
            answer = {"done": act(connection)}
        except Refused as refused:
            if on_refusal is not None:
                on_refusal(connection, refused)
            answer = {"refused": _refusal_as_json(refused)}
        if key is not None:
            people.add_answer(
                connection, request.user, key, digest=digest, answer=json.dumps(answer), at=request.at
            )
        return answer

    answer = database.write(work)
    if "refused" in answer:
        raise _refusal_from_json(answer["refused"])
    done: dict[str, Any] = answer["done"]
    return done


def checked_key(key: str | None) -> str | None:
    """The key, or None if there is none.

    Raises:
        Invalid: If it is too long or not printable ASCII.
    """
    if not key:
        return None
    if len(key) > MAX_KEY or not key.isascii() or not key.isprintable():
        raise Invalid(
            "An idempotency key has 1 to %(longest)d printable ASCII characters.",
            field="Idempotency-Key",
            longest=MAX_KEY,
        )
    return key


def _digest(contents: Mapping[str, Json]) -> bytes:
    try:
        return hashlib.sha256(canonical(contents)).digest()
    except ValueError as error:
        raise Invalid("This holds a number that is none.", field="body") from error


def _refusal_as_json(refused: Refused) -> dict[str, Any]:
    return {
        "code": refused.code,
        "message": refused.message,
        "facts": refused.facts,
        "expected": refused.expected,
        "class": type(refused).__name__,
    }


def _refusal_from_json(data: dict[str, Any]) -> Refused:
    if data["class"] == PaymentRefused.__name__:
        return PaymentRefused(Refusal(data["code"]), expected=data["expected"])
    kind = IllegalMove if data["class"] == IllegalMove.__name__ else Refused
    return kind(data["message"], expected=data["expected"], **data["facts"])
