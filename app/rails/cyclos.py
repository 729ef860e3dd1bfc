"""A Cyclos server as the bank: payments on behalf of users, by an administrator or an access client of one."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from app.config import CyclosSettings
from app.errors import ConfigError, RailRefused, RailUnknown
from app.rails.checking import check
from app.rails.faults import UNREACHABLE, in_our_terms
from app.rails.kinds import Kind, Kinds, reference_of
from app.rails.news import listen
from app.rails.rail import SYSTEM, Instruction, Movement, NewUser, Report, Ticket
from app.rails.reading import describe, micro, moment, of_row, of_transfer, owner_of, ticket_of
from cyclos_client import (
    AccessClientToken,
    AmountRange,
    ChangePassword,
    CyclosClient,
    CyclosConflict,
    CyclosError,
    CyclosForbidden,
    CyclosInvalid,
    CyclosNotFound,
    CyclosUnauthorized,
    CyclosUnknown,
    Direction,
    Order,
    PasswordRegistration,
    PerformPayment,
    Period,
    SessionLogin,
    TicketNew,
    TimeInterval,
    TokenNew,
    TransactionView,
    TransferFilters,
    UserNew,
    by_number,
    every,
    user_by,
    user_id,
)

MICROSECONDS = 1_000_000
SESSION_OVER = ("loggedOut", "missingAuthorization")
"""Answers to a payment that was not looked at: the server took us for a guest."""
SECOND_TRY_WITHIN_S = 20
"""A payment whose session was over is sent once more only so soon: services count on when a request has ended."""
TICKET_DAYS = 1


def open_rail(settings: CyclosSettings) -> "CyclosRail":
    """The Cyclos of the settings; nothing is sent yet.

    Raises:
        ConfigError: If the address or the CA file is none.
    """
    credentials = (
        AccessClientToken(settings.token)
        if settings.token
        else SessionLogin(settings.user, settings.password, principal_type="*")
    )
    try:
        client = CyclosClient(settings.url, credentials, ca_file=settings.ca)
    except CyclosInvalid as error:
        raise ConfigError("RECKLESS_CYCLOS_URL can't be used: %(reason)s", reason=str(error)) from error
    return CyclosRail(client, settings.payment_type or None)


@contextmanager
def _before_it_is_sent() -> Iterator[None]:
    """Where Cyclos does not answer a question that comes before a payment, nothing was sent."""
    try:
        yield
    except CyclosUnknown as error:
        raise RailRefused(
            "Cyclos can't be reached: %(reason)s", answer=UNREACHABLE, reason=str(error)
        ) from error


@contextmanager
def _it_may_have_moved() -> Iterator[None]:
    """After a payment was made, no refusal to show it means that nothing moved."""
    try:
        yield
    except (CyclosError, RailRefused) as error:
        raise RailUnknown(
            "Cyclos took the payment, but does not show it: %(reason)s", reason=str(error)
        ) from error


class CyclosRail:
    """One Cyclos. Thread-safe."""

    def __init__(self, client: CyclosClient, payment_type: str | None = None) -> None:
        """Use this client, signed in as an administrator.

        Args:
            client: How it is reached.
            payment_type: Id or internal name of the kind of payment between users; None if there is only one.
        """
        self.client = client
        self.payment_type = payment_type
        self.kinds = Kinds(client, payment_type)

    @property
    def name(self) -> str:
        """Its address."""
        return self.client.root[:200]

    def server_time(self) -> int:
        """Now by its clock, as the `Date` of the latest answer tells."""
        if self.client.server_clock is None:
            with in_our_terms():
                self.client.get_current_auth(fields=["user.id"])
        clock = self.client.server_clock
        return micro(datetime.now(UTC) + (clock.skew if clock else timedelta()))

    # Moving credits

    def pay(self, instruction: Instruction) -> Movement:
        """As `Rail.pay`: a payment, or a chargeback."""
        if instruction.undoes is not None:
            return self._charge_back(instruction, instruction.undoes)
        with in_our_terms():
            with _before_it_is_sent():
                kind = self.kinds.between(instruction.payer, instruction.payee)
            if not kind.carries_reference:
                raise RailRefused("The payment type takes no reference.", answer="noReference")
            payment = self._payment(instruction, kind)
            began = time.monotonic()
            try:
                made = self.client.perform_payment(reference_of(instruction.payer), payment)
            except CyclosUnauthorized as error:
                if error.code not in SESSION_OVER:
                    raise
                # The server did not look at it. It is still looked for before it is sent once more.
                found = self.find(instruction, since=self.server_time() - 3600 * MICROSECONDS)
                if found:
                    return found[0]
                if time.monotonic() - began > SECOND_TRY_WITHIN_S:
                    raise
                made = self.client.perform_payment(reference_of(instruction.payer), payment)
            with _it_may_have_moved():
                return self._of_transaction(
                    self.client.view_transaction(made.id or by_number(made.transaction_number or ""))
                )

    def _payment(self, instruction: Instruction, kind: Kind) -> PerformPayment:
        return PerformPayment(
            subject=reference_of(instruction.payee),
            amount=kind.currency.amount(Decimal(instruction.amount)),
            type=kind.id,
            description=describe(instruction, kind),
            custom_values={kind.field: instruction.reference} if kind.field else {},
        )

    def _charge_back(self, instruction: Instruction, undoes: str) -> Movement:
        with in_our_terms():
            with _before_it_is_sent():
                before = self.client.view_transfer(undoes)
            if before.charged_back_by is not None and before.charged_back_by.id:
                with _it_may_have_moved():
                    return self._viewed(before.charged_back_by.id)
            made = self.client.chargeback_transfer(undoes)
            with _it_may_have_moved():
                return self._viewed(made, instruction.reference)

    # Looking

    def find(self, instruction: Instruction, *, since: int) -> tuple[Movement, ...]:
        """As `Rail.find`: every row is looked at here too, for a server may not know the filter."""
        if instruction.undoes is not None:
            with in_our_terms():
                by = self.client.view_transfer(instruction.undoes).charged_back_by
                return (self._viewed(by.id, instruction.reference),) if by is not None and by.id else ()
        with in_our_terms():
            kind = self.kinds.between(instruction.payer, instruction.payee)
            wanted = TransferFilters(
                custom_fields={kind.field: instruction.reference} if kind.field else {},
                description=None if kind.field else instruction.reference,
            )
            found = [self._complete(row) for row in self._history(instruction, kind, since, wanted)]
            return tuple(one for one in found if one.reference == instruction.reference)

    def alike(self, instruction: Instruction, *, since: int) -> tuple[Movement, ...]:
        """As `Rail.alike`."""
        if instruction.undoes is not None:
            return ()
        with in_our_terms():
            kind = self.kinds.between(instruction.payer, instruction.payee)
            return tuple(
                self._complete(row) for row in self._history(instruction, kind, since, TransferFilters())
            )

    def _history(
        self, instruction: Instruction, kind: Kind, since: int, wanted: TransferFilters
    ) -> list[Movement]:
        """Rows of the user's history that move this amount between these two, oldest first."""
        payer, payee = instruction.payer, instruction.payee
        ours, other = (payee, payer) if payer == SYSTEM else (payer, payee)
        amount = kind.currency.amount(Decimal(instruction.amount))
        filters = TransferFilters(
            date_period=Period(begin=moment(since)),
            amount_range=AmountRange(amount, amount),
            direction=Direction.CREDIT if payer == SYSTEM else Direction.DEBIT,
            user=None if other == SYSTEM else user_id(other),
            description=wanted.description,
            custom_fields=wanted.custom_fields,
            order_by=Order.OLDEST,
        )
        rows = every(
            lambda page: self.client.search_account_history(user_id(ours), kind.account, filters, page=page),
            key=lambda row: row.id,
        )
        found = [of_row(row, ours, kind) for row in rows]
        return [one for one in found if (one.payer, one.payee, one.amount) == (payer, payee, amount)]

    def movements(self, *, since: int) -> Iterator[Movement]:
        """As `Rail.movements`, from the list that administrators have of all transfers."""
        filters = TransferFilters(date_period=Period(begin=moment(since)), order_by=Order.OLDEST)
        with in_our_terms():
            for row in every(
                lambda page: self.client.search_transfers(filters, page=page), key=lambda row: row.id
            ):
                yield Movement(
                    id=row.id or "",
                    number=row.transaction_number or row.id or "",
                    at=micro(row.date),
                    payer=owner_of(row.from_),
                    payee=owner_of(row.to),
                    amount=abs(row.amount or Decimal()),
                    description="",
                    details=False,
                )

    def detailed(self, movement: Movement) -> Movement:
        """As `Rail.detailed`."""
        return movement if movement.details else self._viewed(movement.id)

    def _complete(self, movement: Movement) -> Movement:
        """A row whose reference can't be seen, with it."""
        return movement if movement.reference or movement.details else self._viewed(movement.id)

    def _viewed(self, transfer_id: str, reference: str | None = None) -> Movement:
        with in_our_terms():
            view = self.client.view_transfer(transfer_id)
        found = of_transfer(view, view.transaction)
        if reference is None:
            return found
        return Movement(
            **{**{name: getattr(found, name) for name in found.__slots__}, "reference": reference}
        )

    def _of_transaction(self, view: TransactionView) -> Movement:
        if view.transfer is None or not view.transfer.id:
            raise RailUnknown("Cyclos took the payment, but has not moved it (yet).")
        return of_transfer(view.transfer, view)

    # Accounts

    def balance(self, owner: str) -> Decimal:
        """As `Rail.balance`: of the account that payments go from, where a user has several."""
        with in_our_terms():
            accounts = self.client.list_accounts_by_owner(user_id(owner))
            if len(accounts) > 1:
                paid_from = self.kinds.between(SYSTEM, owner).account
                accounts = tuple(one for one in accounts if one.type is not None and one.type.id == paid_from)
        status = accounts[0].status if accounts else None
        if status is None or status.balance is None:
            raise RailRefused("Cyclos does not show the balance.", answer="balanceNotVisible")
        return status.balance

    def find_user(self, name: str) -> str | None:
        """As `Rail.find_user`."""
        try:
            with in_our_terms():
                return self.client.locate_user(user_by("username", name)).id
        except RailRefused as refused:
            if isinstance(refused.__cause__, CyclosNotFound):
                return None
            raise

    def add_user(self, new: NewUser) -> str:
        """As `Rail.add_user`: in the first group that users can be registered in."""
        with in_our_terms():
            groups = self.client.get_groups_for_user_registration()
            if not groups or not groups[0].id:
                raise RailRefused("Cyclos has no group that users can be registered in.", answer="noGroup")
            passwords = self.client.get_user_data_for_new(groups[0].id).password_types
            made = self.client.create_user(
                UserNew(
                    group=groups[0].id,
                    name=new.name,
                    username=new.user,
                    passwords=tuple(
                        PasswordRegistration(
                            type=kind.id or "", value=new.password, confirmation_value=new.password
                        )
                        for kind in passwords[:1]
                    ),
                    skip_activation_email=True,
                )
            )
            if made.user is None or not made.user.id:
                raise RailUnknown("Cyclos does not say which user it has made.")
            self._add_token(made.user.id, new.code)
            return made.user.id

    def _add_token(self, owner: str, code: str) -> None:
        """Give a user the code of its tile as a token, where the installation has tokens for codes."""
        try:
            kinds = self.client.list_user_token_types(user_id(owner))
        except (CyclosNotFound, CyclosForbidden):
            return
        for kind in kinds:
            if kind.type is not None and kind.type.physical_type == "qrCode" and kind.type.id:
                self.client.create_token(kind.type.id, TokenNew(code, user=user_id(owner), activate_now=True))
                return

    def set_password(self, owner: str, password: str) -> None:
        """As `Rail.set_password`: of the first type that the user has."""
        with in_our_terms():
            held = self.client.list_user_passwords(user_id(owner))
            kind = next((one.type.id for one in held if one.type is not None and one.type.id), None)
            if kind is None:
                raise RailRefused("Cyclos shows no password of this user.", answer="noPasswordType")
            change = ChangePassword(new_password=password, force_change=False)
            self.client.change_password(user_id(owner), kind, change)

    # Tickets

    def open_ticket(self, instruction: Instruction, *, webhook: str) -> Ticket:
        """As `Rail.open_ticket`."""
        with in_our_terms():
            kind = self.kinds.between(instruction.payer, instruction.payee)
            made = self.client.new_ticket(
                TicketNew(
                    amount=kind.currency.amount(Decimal(instruction.amount)),
                    description=describe(instruction, kind),
                    type=kind.id,
                    payer=user_id(instruction.payer),
                    order_id=instruction.reference,
                    success_webhook=webhook,
                    expires_after=TimeInterval(amount=TICKET_DAYS, field="days"),
                    custom_values={kind.field: instruction.reference} if kind.field else {},
                ),
                user_id(instruction.payee),
            )
            return ticket_of(made)

    def ticket(self, number: str) -> Ticket:
        """As `Rail.ticket`."""
        with in_our_terms():
            return ticket_of(self.client.view_ticket(number))

    def process_ticket(self, number: str, reference: str) -> Movement:
        """As `Rail.process_ticket`."""
        with in_our_terms():
            done = self.client.process_ticket(number, order_id=reference)
            made = done.transaction
            if made is None or not (made.id or made.transaction_number):
                raise RailUnknown("Cyclos does not say which payment the ticket made.")
            with _it_may_have_moved():
                return self._of_transaction(
                    self.client.view_transaction(made.id or by_number(made.transaction_number or ""))
                )

    def cancel_ticket(self, number: str) -> None:
        """As `Rail.cancel_ticket`."""
        try:
            self.client.cancel_ticket(number)
        except (CyclosConflict, CyclosForbidden, CyclosNotFound):
            return
        except CyclosError as error:
            with in_our_terms():
                raise error

    def listen(self, heard: Callable[[], None]) -> Callable[[], None]:
        """As `Rail.listen`."""
        return listen(self.client, heard)

    def check(self, *, webhook: str) -> Report:
        """As `Rail.check`."""
        return check(self.client, self.kinds, self.payment_type, webhook)
