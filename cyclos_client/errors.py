"""Every error of this package: it says whether money may have moved, which is what a caller must know first.

CyclosError (operation, status, code, server_time)
├─ CyclosRefused               nothing moved, and nothing will
│  ├─ CyclosNotSent            nothing left this machine
│  │  ├─ CyclosInvalid         this package would not send it: the address, an amount, a reference is wrong
│  │  └─ CyclosNeverReached    no connection: refused, unknown host, wrong certificate
│  ├─ CyclosUnauthorized       401 (user_status, password_status)
│  ├─ CyclosForbidden          403 (password_type)
│  ├─ CyclosNotFound           404 (entity_type, key)
│  ├─ CyclosConflict           409
│  ├─ CyclosInputRefused       422 (general_errors, property_errors, ...)
│  ├─ CyclosBusy               405 of a mail or SMS gateway that is down, 429 (retry_after_s)
│  └─ CyclosPaymentRefused     500 that says why the payment was refused (max_amount, max_payments, ...)
└─ CyclosUnknown               it may have moved: look before you pay again
   ├─ CyclosUnreachable        sent, but no whole answer: time-out, cut connection
   ├─ CyclosServerFault        500 without a reason, 502, 503, 504, a page of a proxy
   └─ CyclosUnreadable         an answer that claims success, but can't be read

For operations that only read, *unknown* means no more than that there is no answer.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType

Messages = Mapping[str, tuple[str, ...]]
"""What is wrong with each property, by its name."""


class CyclosError(Exception):
    """Anything that went wrong between us and the server.

    Attributes:
        operation: The operationId, such as `performPayment`; empty if there was no operation yet.
        status: The HTTP status; None if there was no answer.
        code: The server's word for it, such as `insufficientBalance`; None if it gave none.
        server_time: The answer's `Date` header.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str = "",
        status: int | None = None,
        code: str | None = None,
        server_time: datetime | None = None,
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.status = status
        self.code = code
        self.server_time = server_time

    def __str__(self) -> str:
        return f"{self.operation}: {self.args[0]}" if self.operation else str(self.args[0])


class CyclosRefused(CyclosError):
    """Nothing moved, and nothing will."""


class CyclosNotSent(CyclosRefused):
    """Nothing left this machine."""


class CyclosInvalid(CyclosNotSent, ValueError):
    """What was asked for can't be sent: the message says what would be right."""


class CyclosNeverReached(CyclosNotSent):
    """There was no connection to send anything over."""


class CyclosUnauthorized(CyclosRefused):
    """401: not signed in, or not with these words.

    Attributes:
        user_status: Why the user may not, such as `blocked`.
        password_status: Why the password is not taken, such as `temporarilyBlocked`.
    """

    user_status: str | None = None
    password_status: str | None = None


class CyclosForbidden(CyclosRefused):
    """403: not allowed, or the confirmation password is wrong.

    Attributes:
        password_type: Internal name (or id) of the password that was asked for.
    """

    password_type: str | None = None


class CyclosNotFound(CyclosRefused):
    """404: no such thing, or no such operation.

    Attributes:
        entity_type: What was looked for, such as `User`; None if the operation itself is not there.
        key: By what it was looked for.
    """

    entity_type: str | None = None
    key: str | None = None


class CyclosConflict(CyclosRefused):
    """409: changed in the meantime, or in use."""


class CyclosInputRefused(CyclosRefused):
    """422: the server checked what was sent and names what is wrong.

    Attributes:
        properties: Names of the wrong properties, in the server's order.
        property_errors: What is wrong with each.
        custom_field_errors: The same for custom fields.
        general_errors: What is wrong with the whole.
        value: What could not be read (`dataConversion`, `queryParse`).
        name: Which parameter is missing (`missingParameter`).
    """

    properties: tuple[str, ...] = ()
    property_errors: Messages = MappingProxyType({})
    custom_field_errors: Messages = MappingProxyType({})
    general_errors: tuple[str, ...] = ()
    value: str | None = None
    name: str | None = None


class CyclosBusy(CyclosRefused):
    """The server can't now: too many requests, or its mail or SMS gateway is down.

    Attributes:
        retry_after_s: Seconds the server asks to wait; None if it says nothing.
    """

    retry_after_s: int | None = None


class CyclosPaymentRefused(CyclosRefused):
    """500 with a reason: how Cyclos says that a payment was refused.

    Attributes:
        kind: `payment` or `pos`.
        max_amount: The limit that was hit, for the codes that have one.
        max_payments: The count that was hit, for the codes that have one.
        voucher: Whether it is a voucher that lacks balance.
    """

    kind: str = "payment"
    max_amount: Decimal | None = None
    max_payments: int | None = None
    voucher: bool = False


class CyclosUnknown(CyclosError):
    """It may have moved: look before you pay again."""


class CyclosUnreachable(CyclosUnknown):
    """Something was sent, and no whole answer came back."""


class CyclosServerFault(CyclosUnknown):
    """The server, or a proxy before it, failed without saying what became of the request.

    Attributes:
        retry_after_s: Seconds the server asks to wait; None if it says nothing.
    """

    retry_after_s: int | None = None


class CyclosUnreadable(CyclosUnknown):
    """The answer claims success, but is empty, cut off, or not what the API describes."""
