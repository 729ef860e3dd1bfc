"""What an answer that is no success means: a refusal, or an outcome nobody knows."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import cast
from urllib.parse import urlsplit

from cyclos_client.amounts import parse_amount
from cyclos_client.errors import (
    CyclosBusy,
    CyclosConflict,
    CyclosError,
    CyclosForbidden,
    CyclosInputRefused,
    CyclosInvalid,
    CyclosNotFound,
    CyclosPaymentRefused,
    CyclosRefused,
    CyclosServerFault,
    CyclosUnauthorized,
    Messages,
)
from cyclos_client.schemas import read_json
from cyclos_client.transport import Answer

Body = Mapping[str, object]

PAYMENT_CODES = frozenset(
    {
        "dailyAmountExceeded",
        "dailyPaymentsExceeded",
        "destinationUpperLimitReached",
        "insufficientBalance",
        "monthlyAmountExceeded",
        "monthlyPaymentsExceeded",
        "paymentAmountExceeded",
        "pos",
        "timeBetweenPaymentsNotMet",
        "weeklyAmountExceeded",
        "weeklyPaymentsExceeded",
        "yearlyAmountExceeded",
    }
)
"""Why a payment is refused, as far as version 4.16 knows; `unexpected`, which says nothing, is not among them."""

_NESTED = {
    "unauthorizedError": 401,
    "forbiddenError": 403,
    "notFoundError": 404,
    "conflictError": 409,
    "inputError": 422,
}
_SEE_ELSEWHERE = (301, 307, 308)


def failure(operation: str, answer: Answer) -> CyclosError | None:
    """The error an answer stands for; None if it claims success.

    A 4xx is a refusal, a 500 only if it says why; 408 is what a proxy says when it lost patience, so it is unknown.
    """
    if 200 <= answer.status < 300:
        return None
    try:
        said = read_json(answer.content)
    except ValueError:
        said = None
    body = said if isinstance(said, Mapping) else {}
    error = _meaning(operation, answer, body)
    error.operation, error.server_time = operation, answer.server_time
    if isinstance(error, CyclosBusy | CyclosServerFault):
        error.retry_after_s = _seconds(answer.headers.get("Retry-After"))
    return error


def _meaning(operation: str, answer: Answer, body: Body) -> CyclosError:
    status = answer.status
    if status in _SEE_ELSEWHERE:
        return CyclosRefused(f"the server says that its address is another{_place(answer)}", status=status)
    if status == 408 or not 400 <= status <= 500:
        return CyclosServerFault(f"the server answered {status}", status=status, code=_text(body, "code"))
    if status == 500:
        return _server_said(status, body)
    return _refusal(status, body)


def _place(answer: Answer) -> str:
    """Where a redirect leads: scheme and host only, as the rest may hold secrets."""
    try:
        where = urlsplit(answer.headers.get("Location", ""))
    except ValueError:
        return ""
    return f": {where.scheme}://{where.hostname}" if where.hostname else ""


def _refusal(status: int, body: Body) -> CyclosRefused:
    code = _text(body, "code")
    told = f"refused with {status}, {code}" if code else f"refused with {status}"
    match status:
        case 401:
            unauthorized = CyclosUnauthorized(told, status=status, code=code)
            unauthorized.user_status = _text(body, "userStatus")
            unauthorized.password_status = _text(body, "passwordStatus")
            return unauthorized
        case 403:
            forbidden = CyclosForbidden(told, status=status, code=code)
            kind = _part(body, "passwordType")
            forbidden.password_type = _text(kind, "internalName") or _text(kind, "id")
            return forbidden
        case 404:
            entity, key = _text(body, "entityType"), _text(body, "key")
            missing = CyclosNotFound(f"no such {entity}" if entity else "not there", status=status, code=code)
            missing.entity_type, missing.key = entity, key
            return missing
        case 409:
            return CyclosConflict(told, status=status, code=code)
        case 422:
            return _input_refused(told, status, code, body)
        case 429:
            return CyclosBusy("too many requests", status=status, code=code)
        case 405 if code in ("emailSending", "smsSending"):
            return CyclosBusy(told, status=status, code=code)
        case _:
            return CyclosRefused(told, status=status, code=code)


def _input_refused(told: str, status: int, code: str | None, body: Body) -> CyclosInputRefused:
    general = _texts(body.get("generalErrors"))
    by_property = _messages(_part(body, "propertyErrors"))
    by_field = _messages(_part(body, "customFieldErrors"))
    named = [f"{name}: {text}" for name, texts in (*by_property.items(), *by_field.items()) for text in texts]
    first = next(iter((*general, *named)), "")
    error = CyclosInputRefused(f"{told}: {first}" if first else told, status=status, code=code)
    error.properties = _texts(body.get("properties"))
    error.property_errors, error.custom_field_errors, error.general_errors = by_property, by_field, general
    error.value, error.name = _text(body, "value"), _text(body, "name")
    return error


def _server_said(status: int, body: Body) -> CyclosError:
    """What a 500 means: Cyclos answers payments that are refused with it, and says so in the body."""
    kind, code = _text(body, "kind"), _text(body, "code")
    if kind == "nested":
        for name, as_status in _NESTED.items():
            if isinstance(body.get(name), Mapping):
                inner = _refusal(as_status, _part(body, name))
                inner.status = status
                return inner
        for name in ("error", "paymentError", "posError"):
            if isinstance(body.get(name), Mapping):
                return _server_said(status, _part(body, name))
    at_till = _text(_part(body, "posError"), "code") if code == "pos" else None
    # Old versions give the code alone; a code this list does not have counts only where the kind is told.
    coded = code in PAYMENT_CODES or (kind in ("payment", "pos") and code not in (None, "unexpected"))
    if (
        not coded
        or kind not in (None, "payment", "pos")
        or (code == "pos" and at_till in (None, "unexpected"))
    ):
        return CyclosServerFault(
            f"the server failed without a reason ({kind or 'no kind'}, {code or 'no code'})",
            status=status,
            code=code,
        )
    error = CyclosPaymentRefused(f"refused: {at_till or code}", status=status, code=at_till or code)
    error.kind = "pos" if at_till else kind or "payment"
    error.max_amount = _amount(body.get("maxAmount"))
    most = body.get("maxPayments")
    error.max_payments = most if isinstance(most, int) else None
    error.voucher = body.get("voucher") is True
    return error


def _part(body: Body, name: str) -> Body:
    part = body.get(name)
    return part if isinstance(part, Mapping) else {}


def _text(body: Body, name: str) -> str | None:
    value = body.get(name)
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return tuple(text for text in listed if isinstance(text, str))


def _messages(part: Body) -> Messages:
    return {name: _texts(value) for name, value in part.items()}


def _amount(value: object) -> Decimal | None:
    try:
        return parse_amount(cast(str, value))
    except CyclosInvalid:
        return None


def _seconds(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else None
