"""Which transfers a query means."""

from collections.abc import Sequence

from app.cyclos_api import reading
from app.cyclos_api.callers import actor
from app.cyclos_api.owners import SELF, SYSTEM, located
from app.cyclos_api.shapes import Shape
from app.ledger import TransferKind
from app.services.accounts import MACHINES, Order, Search

_ORDERS = {
    "dateDesc": Order.NEWEST,
    "dateAsc": Order.OLDEST,
    "amountAsc": Order.LEAST,
    "amountDesc": Order.MOST,
}

_KINDS = {
    "initialCredit": (TransferKind.GRANT,),
    "chargeback": (TransferKind.REVERSAL,),
    "payment": (TransferKind.PAYMENT, TransferKind.CHARGE, TransferKind.RETURN),
}

TRANSFER_KINDS = (
    *_KINDS,
    "accountFee",
    "balanceDisposal",
    "import",
    "installment",
    "transferFee",
)
"""All kinds of transfers that the official description knows; of the last five there are none here."""

NOT_FOUND_BY = (
    "accessClients",
    "accountTypes",
    "authorizationPerformedBy",
    "authorizationRoles",
    "authorizationStatuses",
    "authorized",
    "brokers",
    "by",
    "channels",
    "creationTypes",
    "currencies",
    "customFields",
    "fromAccountTypes",
    "fromCurrentAccessClient",
    "groups",
    "pendingMyAuthorization",
    "statuses",
    "ticketExpiration",
    "toAccountTypes",
    "transferFilters",
)
"""What the official description lets transfers and transactions be searched by, and we don't. What is about kinds that
are not here, such as `scheduledPaymentStatuses`, narrows nothing."""


SEARCH_LISTS: Shape = {
    "customFields": [],
    "fieldsInBasicSearch": [],
    "fieldsInList": [],
    "preselectedPeriods": [],
    "transferFilters": [],
    "exportFormats": [],
    "channels": [],
    "groups": [],
}
"""What an installation could configure for searching, and ours has none of."""


def order() -> Order:
    """The order that is asked for; the newest first if none is."""
    return _ORDERS[reading.choice("orderBy", _ORDERS) or "dateDesc"]


def number_of(said: str) -> tuple[str, int] | None:
    """(table, number) of a transfer by its id or number, with a quote in front or not; None if it can't be one."""
    table, _, number = said.strip().removeprefix("'").lower().rpartition("-")
    fits = table and number.isascii() and number.isdecimal() and len(number) < 10
    return (table, int(number)) if fits else None


def search_sent(*, owner: str | None, of_transfers: bool = True) -> Search:
    """The transfers that the query means, of this owner's account.

    Args:
        owner: Whose account; None: any.
        of_transfers: Whether its `kinds` are kinds of transfers; those of transactions are another matter.

    Raises:
        Invalid: If a date, an amount or a word can't be read, or the query asks for what can't be searched by.
        Missing: If it names a person who is not there.
    """
    reading.must_not_narrow_by(*NOT_FOUND_BY)
    since, until = reading.moments("datePeriod")
    least, most = reading.whole_numbers("amountRange")
    number = reading.arg("transactionNumber")
    place = number_of(number) if number else None
    kinds = _kinds_sent(reading.choices("kinds", TRANSFER_KINDS) if of_transfers else ())
    if number and place is None:
        kinds = ()
    without = (number_of(one) for one in reading.args("excludedIds"))
    return Search(
        owner=owner,
        table_id=place[0] if place else None,
        number=place[1] if place else None,
        incoming={"credit": True, "debit": False}.get(reading.choice("direction", ("credit", "debit")) or ""),
        other=_other(),
        since=since,
        until=until,
        least=least,
        most=most,
        text=(reading.arg("description") or "").replace(" ", "_"),
        kinds=kinds,
        reversed=reading.flag("chargedBack"),
        without=tuple(one for one in without if one),
    )


def _other() -> str | None:
    said = reading.arg("user")
    if said is None:
        return None
    if said in (SELF, SYSTEM):
        return MACHINES if said == SYSTEM else actor().user
    return located(said).user


def _kinds_sent(given: Sequence[str]) -> tuple[TransferKind, ...] | None:
    """Of which kinds, by those that are named and by `transferTypes`; None: of any."""
    kinds = {kind for name in given for kind in _KINDS.get(name, ())} if given else set(TransferKind)
    types = {name.rpartition(".")[2] for name in reading.args("transferTypes")}
    if types:
        of_types = {
            "trade": {TransferKind.PAYMENT, TransferKind.REVERSAL},
            "grant": {TransferKind.GRANT, TransferKind.REVERSAL},
            "fee": {TransferKind.CHARGE, TransferKind.RETURN, TransferKind.REVERSAL},
        }
        kinds &= {kind for name in types for kind in of_types.get(name, set())}
    return tuple(sorted(kinds)) if given or types else None
