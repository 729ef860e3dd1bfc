"""What goes wrong, in the shapes that clients of a Cyclos know.

A refused payment is `500 kind=payment` where a code of Cyclos says why (too little in the account), and otherwise
`422 validation` with general errors: clients show those to people as they are, and know that nothing was paid.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from flask import Response, current_app, json, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from app import errors
from app.cyclos_api.names import display, own_user
from app.errors import Json, PaymentRefused, Refusal
from app.pages.problems import told

OUR_FIELDS: Mapping[str, str] = {"Idempotency-Key": "", "body": "", "code": "subject"}
"""Names of fields in services, and what a client calls them ("" if it has no such field)."""

NO_MARKUP = str.maketrans("<>", "‹›")
"""Some clients put a text into a page as it is, and people choose what they are called at the table."""

REFUSED_FIELD: Mapping[Refusal, str] = {
    Refusal.WRONG_PAYEE: "subject",
    Refusal.SELF_PAYMENT: "subject",
    Refusal.WRONG_AMOUNT: "amount",
    Refusal.BAD_AMOUNT: "amount",
    Refusal.WRONG_ACTION: "description",
}
"""The part of a payment that a refusal is about."""


class Unauthorized(errors.NotSignedIn):
    """401, with one of Cyclos's codes; `more` stands beside the code."""

    def __init__(self, code: str, **more: str) -> None:
        super().__init__(code)
        self.body: dict[str, Any] = {"code": code, **more}


class Forbidden(errors.NotAllowed):
    """403, with one of Cyclos's codes; `more` stands beside the code."""

    def __init__(self, code: str = "permissionDenied", **more: Json) -> None:
        super().__init__(code)
        self.body: dict[str, Any] = {"code": code, **more}


class Missing(errors.NotFound):
    """404: there is no such thing, or not for the caller."""

    def __init__(self, kind: str, key: str) -> None:
        super().__init__(kind)
        self.body: dict[str, Any] = {"entityType": kind, "key": key[:100]}


class MissingParameter(errors.Invalid):
    """422: something that must be sent was not."""

    def __init__(self, name: str) -> None:
        super().__init__("%(name)s is missing.", field=name, name=name)
        self.body: dict[str, Any] = {"code": "missingParameter", "name": name}


class NoCustomField(errors.Invalid):
    """422: values were sent for custom fields, of which there are none here."""

    def __init__(self, owners: str, names: Sequence[str]) -> None:
        super().__init__("%(owners)s have no custom fields here.", field="customValues", owners=owners)
        self.names = [name[:64] for name in names]


def check_custom_values(owners: str, sent: Mapping[str, Any]) -> None:
    """Raise NoCustomField if something has custom values: what somebody means to find again is never lost silently.

    Args:
        owners: What they would be of: "Payments", "Users".
        sent: The body as it was read.
    """
    wished = [name for name, value in sent.get("customValues", {}).items() if value not in (None, "")]
    if wished:
        raise NoCustomField(owners, wished)


@contextmanager
def missing(kind: str, key: str) -> Iterator[None]:
    """Name what a service has not found inside the block, as clients want it named."""
    try:
        yield
    except errors.NotFound as error:
        raise Missing(kind, key) from error


@contextmanager
def given_once(field: str) -> Iterator[None]:
    """Tell what a service has in use already inside the block as a fault of this field: clients show it beside it."""
    try:
        yield
    except errors.Conflict as error:
        raise errors.Invalid(error.message, field=field, **error.facts) from error


@contextmanager
def signing_in() -> Iterator[None]:
    """Tell who gives a wrong name or password inside the block, and who must wait, apart from dead sessions."""
    try:
        yield
    except errors.NotSignedIn as error:
        raise Unauthorized("login") from error
    except errors.TooManyTries as error:
        raise Unauthorized("login", passwordStatus="temporarilyBlocked") from error


@contextmanager
def confirming(password_type: Mapping[str, Json]) -> Iterator[None]:
    """Tell a wrong password inside the block as one that confirms: whose client it is stays signed in."""
    try:
        yield
    except errors.NotSignedIn as error:
        raise Forbidden("invalidPassword", passwordType=password_type) from error
    except errors.TooManyTries as error:
        raise Forbidden("temporarilyBlocked", passwordType=password_type) from error


def on_error(error: errors.AppError) -> Response:
    """Answer for an error that a service raised on purpose."""
    match error:
        case Unauthorized():
            return _answer(401, error.body)
        case Forbidden():
            return _answer(403, error.body)
        case Missing():
            return _answer(404, error.body)
        case MissingParameter():
            return _answer(422, error.body)
        case NoCustomField():
            text = told(error)
            errors_by_name = {name: [text] for name in error.names}
            wrong = {"generalErrors": [], "customFields": error.names, "customFieldErrors": errors_by_name}
            return _answer(422, validation(text) | wrong)
        case PaymentRefused():
            return _on_refused(error)
        case errors.InsufficientFunds():
            return _insufficient(told(error))
        case errors.Invalid():
            return _answer(422, validation(told(error), OUR_FIELDS.get(error.field, error.field)))
        case errors.NotSignedIn():
            return _answer(401, {"code": "loggedOut"})
        case errors.TooManyTries():
            return _answer(401, {"code": "login", "passwordStatus": "temporarilyBlocked"})
        case errors.NotAllowed():
            return _answer(403, {"code": "permissionDenied"})
        case errors.NotFound():
            return _answer(404, {"entityType": "Entity", "key": ""})
        case errors.StaleState():
            return _answer(409, {"code": "staleEntity"})
        case errors.RailRefused(answer="insufficientBalance"):
            return _insufficient(told(error))
        case errors.Conflict() | errors.KeyReused() | errors.Refused() | errors.RailRefused():
            return _answer(422, validation(told(error)))
        case errors.Unavailable():
            return _failed(503, error)
        case errors.RailUnknown() | errors.InProgress():
            # No 4xx and no payment's code: clients take those for "nothing was paid".
            return _failed(504, error)
        case errors.RailError():
            return _failed(502, error)
        case errors.AppError():
            current_app.logger.error("%s: %s", type(error).__name__, error, exc_info=error)
            return _failed(500, error)


def on_http(error: HTTPException) -> Response:
    """Answer for what the framework refuses, and for faults: those are logged by the framework already."""
    status = error.code or 500
    if status >= 500:
        return _answer(status, {"kind": "general", "exceptionType": "Fault"})
    if status in (404, 405):
        return _answer(404, {})
    return _answer(422, validation("The request can't be read."))


def validation(text: str, *fields: str) -> dict[str, Any]:
    """The body for something that was sent wrong, about these fields of the request; about all of it without any."""
    named = [name for name in fields if name]
    body: dict[str, Any] = {
        "code": "validation",
        "generalErrors": [] if named else [text],
        "properties": named,
        "propertyErrors": {name: [text] for name in named},
        "customFields": [],
        "customFieldErrors": {},
    }
    return body


def _on_refused(error: PaymentRefused) -> Response:
    match error.reason:
        case Refusal.INSUFFICIENT_BALANCE:
            return _insufficient(explained(error))
        case Refusal.BAD_AMOUNT:
            return _answer(422, validation(told(error), "amount"))
        case _:
            # The form of a payment is previewed: clients show what is wrong beside its field. When it is made, and on a
            # ticket's page, there is no field to see.
            path = request.path.rstrip("/")
            has_form = path.endswith("/preview") and "/tickets/" not in path
            field = REFUSED_FIELD.get(error.reason, "") if has_form else ""
            return _answer(422, validation(explained(error), field))


def explained(error: PaymentRefused) -> str:
    """Why a payment is refused, and what is due instead."""
    due = error.expected.get("due")
    debts = due if isinstance(due, Sequence) and not isinstance(due, str) else ()
    return " ".join([told(error), *(_owed(debt) for debt in debts if isinstance(debt, Mapping))])


def _owed(debt: Mapping[str, Json]) -> str:
    """One debt in words, as the people at the table know each other."""
    payer, payee = str(debt["payer"]), str(debt["payee"])
    facts = {
        "payer": display(payer).translate(NO_MARKUP),
        "payee": display(payee).translate(NO_MARKUP),
        "amount": debt["amount"],
        "action": str(debt["action"]).replace("_", " "),
    }
    if payer == own_user():
        return _("You owe %(payee)s %(amount)d for %(action)s.", **facts)
    return _("%(payer)s owes %(payee)s %(amount)d for %(action)s.", **facts)


def _failed(status: int, error: errors.AppError) -> Response:
    """Answer for what went wrong on our side."""
    name = type(error).__name__
    return _answer(status, {"kind": "general", "exceptionType": name, "exceptionMessage": told(error)})


def _insufficient(text: str) -> Response:
    return _answer(
        500,
        {
            "kind": "payment",
            "code": "insufficientBalance",
            "exceptionType": "InsufficientFunds",
            "exceptionMessage": text,
        },
    )


def _answer(status: int, body: Mapping[str, Any]) -> Response:
    # Never with WWW-Authenticate: a browser would show its own sign-in window over the client's.
    return Response(json.dumps(body), status, mimetype="application/json")
