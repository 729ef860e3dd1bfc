"""Which kinds of payment a Cyclos has between whom, and where our reference goes in each."""

from dataclasses import dataclass

from app.errors import RailRefused
from app.rails.rail import SYSTEM
from cyclos_client import SYSTEM as CYCLOS_SYSTEM
from cyclos_client import Currency, CustomField, CyclosClient, PaymentType, UserRef, user_id

REFERENCE_FIELDS = ("reckless", "reference", "ref")
"""Internal names of custom fields that are taken for our reference, the first that is there."""

TEXT_FIELDS = ("string", "text", None)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of payment.

    Attributes:
        id: Of the payment type.
        name: Its qualified name as people configure it.
        account: Id of the type of the users' accounts.
        currency: How amounts are written.
        field: Internal name of the custom field for our reference, or None: then it goes into the description.
        described: Whether it takes a description.
    """

    id: str
    name: str
    account: str
    currency: Currency
    field: str | None
    described: bool

    @property
    def carries_reference(self) -> bool:
        """Whether our reference has a place at all."""
        return self.field is not None or self.described


def reference_of(owner: str) -> UserRef:
    """An owner in the grammar of Cyclos."""
    return CYCLOS_SYSTEM if owner == SYSTEM else user_id(owner)


class Kinds:
    """The kinds of payment, asked for once for each pair of user and system."""

    def __init__(self, client: CyclosClient, wanted: str | None) -> None:
        """Ask this client.

        Args:
            client: Signed in.
            wanted: Id or (qualified) internal name of the type between users; None if there is only one.
        """
        self._client = client
        self._wanted = wanted
        self._known: dict[tuple[bool, bool], Kind] = {}

    def between(self, payer: str, payee: str) -> Kind:
        """The kind of payment from one owner to another.

        Raises:
            RailRefused: If there is none, or several and nothing says which.
            CyclosError: If the server can't be asked.
        """
        pair = (payer == SYSTEM, payee == SYSTEM)
        if pair not in self._known:
            self._known[pair] = self._ask(payer, payee, pair)
        return self._known[pair]

    def offered(self, payer: str, payee: str) -> tuple[PaymentType, ...]:
        """All kinds of payment that there are from one owner to another."""
        return self._client.data_for_perform_payment(
            reference_of(payer), to=reference_of(payee)
        ).payment_types

    def _ask(self, payer: str, payee: str, pair: tuple[bool, bool]) -> Kind:
        offered = self.offered(payer, payee)
        chosen = self._choose(offered, between_users=pair == (False, False))
        data = self._client.data_for_perform_payment(
            reference_of(payer), to=reference_of(payee), payment_type=chosen.id
        ).payment_type_data
        side = chosen.to if payer == SYSTEM else chosen.from_
        currency = (data.currency if data else None) or chosen.currency or Currency()
        return Kind(
            id=chosen.id or "",
            name=qualified(chosen),
            account=(side.id if side else None) or "",
            currency=currency,
            field=_field(data.custom_fields) if data else None,
            described=data is None or data.description_availability != "disabled",
        )

    def _choose(self, offered: tuple[PaymentType, ...], *, between_users: bool) -> PaymentType:
        if between_users and self._wanted:
            offered = tuple(one for one in offered if self._wanted in names_of(one))
        if not offered:
            raise RailRefused("Cyclos has no such kind of payment.", answer="noPaymentType")
        if between_users and len(offered) > 1:
            raise RailRefused(
                "Cyclos has several kinds of payment (%(types)s): name one in RECKLESS_CYCLOS_PAYMENT_TYPE.",
                answer="severalPaymentTypes",
                types=", ".join(map(qualified, offered)),
            )
        return offered[0]


def names_of(kind: PaymentType) -> tuple[str, ...]:
    """All by which a payment type can be named in a setting."""
    return tuple(name for name in (kind.id, kind.internal_name, qualified(kind)) if name)


def qualified(kind: PaymentType) -> str:
    """A payment type's name as Cyclos writes it with its account type: `player.trade`."""
    account = kind.from_.internal_name if kind.from_ else None
    name = kind.internal_name or kind.id or "?"
    return f"{account}.{name}" if account else name


def _field(fields: tuple[CustomField, ...]) -> str | None:
    names = {field.internal_name for field in fields if field.type in TEXT_FIELDS}
    return next((name for name in REFERENCE_FIELDS if name in names), None)
