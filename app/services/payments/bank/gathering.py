"""The starting credits of a match, brought to every seat's account in the bank outside before it begins."""

from collections.abc import Callable
from dataclasses import replace

from app.errors import Conflict, InProgress, Json, RailError, Unavailable
from app.ledger import BANK, TransferKind
from app.money import Credits
from app.services.accounts.receipts import seat_name
from app.services.actor import Actor
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book, Draft
from app.services.ground.mirror import new_reference
from app.services.ground.snapshots import Snapshot
from app.services.payments.bank.orders import Orders
from app.services.payments.bank.outcomes import unchanged
from app.services.payments.bank.relay import refusal_of
from app.storage import Connection, orders
from app.storage.orders import OrderRow, Purpose, State

CARRIED = "as found in the bank"
"""The reason of a transfer that brings our books to what the bank outside holds; nothing is moved for it there."""


class Gathering:
    """What a match's start asks of the bank outside. Nothing here is called where our own books are the bank."""

    def __init__(self, ground: Ground, orders_: Orders) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_

    def gather(self, actor: Actor, table_id: str, may_start: Callable[[Snapshot], None]) -> None:
        """Bring every seat's account to the starting credits; returns once every one is settled.

        Asking again while the bank has not answered asks it nothing new.

        Args:
            actor: Who starts the match.
            table_id: Where.
            may_start: Raises what speaks against starting.

        Raises:
            InProgress: If the bank has not answered for every seat yet; the match begins by itself once it has.
            Conflict: If an account can't be brought there.
            Unavailable: If the bank can't be asked what is in the accounts.
        """
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
        may_start(snapshot)
        starting = starting_credits(snapshot)
        if not starting:
            return
        self._must_be_free(snapshot)
        held = {seat.user: self._held(snapshot, seat.user) for seat in snapshot.seats}
        server_at = self._orders.rail.server_time()

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            may_start(snapshot)
            self._must_be_free(snapshot)
            if orders.open_of(connection, list(held)):
                raise InProgress(
                    "The bank has not answered for a payment of one of these players at another table yet."
                )
            placed = [
                self._place(
                    connection, book, user=seat.user, held=held[seat.user], starting=starting, at=server_at
                )
                for seat in snapshot.seats
                if seat.user in held
            ]
            references: list[Json] = [order.reference for order in placed if order is not None]
            if book.transfers or references:
                carried: list[Json] = [
                    {"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in book.transfers
                ]
                book.line("gathering", {"carried": carried, "asked": len(references)})
            return replace(
                unchanged(snapshot),
                result={"orders": references},
                outside=orders.outside(connection, table_id),
            )

        done = change_table(
            self._ground, table_id, user=actor.user, key=None, contents={"do": "gather"}, act=act
        )
        self._see_through(done["orders"])

    def _see_through(self, references: list[str]) -> None:
        """Ask for every account in turn, and judge how it went."""
        self._orders.send_all(references)
        ended = [self._orders.get(reference) for reference in references]
        for order in ended:
            if order.state is State.FAILED:
                raise refusal_of(order)
        if any(order.state is not State.SETTLED for order in ended):
            raise InProgress(
                "The bank is being asked for the starting credits. The game begins once it has answered."
            )

    def _place(
        self, connection: Connection, book: Book, *, user: str, held: int, starting: int, at: int
    ) -> OrderRow | None:
        """Bring our books to what the bank holds, and write down what is missing there to the starting credits."""
        _carry(book, user, held)
        missing = starting - held
        if not missing:
            return None
        order = OrderRow(
            reference=new_reference(),
            table_id=book.row.id,
            match=book.row.match + 1,
            purpose=Purpose.CREDITS,
            state=State.WAITING,
            payer=BANK if missing > 0 else user,
            payee=user if missing > 0 else BANK,
            amount=abs(missing),
            action="",
            obligation=None,
            asked_by=book.author.user,
            reason="",
            created_at=book.author.at,
            server_at=at,
        )
        orders.add(connection, order)
        return order

    def _held(self, snapshot: Snapshot, user: str) -> int:
        try:
            held = self._orders.rail.balance(self._orders.owners.of(user))
        except RailError as fault:
            raise Unavailable(
                "The bank can't be asked what %(name)s has (%(reason)s). Nothing was changed; try again in a moment.",
                name=seat_name(snapshot, user),
                reason=str(fault),
            ) from fault
        if held < 0 or held != int(held):
            raise Conflict(
                "%(name)s has %(held)s in the bank: bring that account to a whole number from 0 on first.",
                name=seat_name(snapshot, user),
                held=f"{held:f}",
            )
        return int(held)

    def _must_be_free(self, snapshot: Snapshot) -> None:
        if snapshot.outside is not None and snapshot.outside.orders:
            raise InProgress("The bank is being asked already. The table shows how it ends.")


def starting_credits(snapshot: Snapshot) -> int:
    """What every account is brought to before a match; 0 in a game without money."""
    return snapshot.game.starting_credits(snapshot.settings)


def must_be_gathered(snapshot: Snapshot) -> None:
    """Refuse to begin a match before every seat's credits are settled in the bank outside.

    Raises:
        Conflict: If one is not, because somebody sat down meanwhile, say.
    """
    starting = starting_credits(snapshot)
    if not starting:
        return
    for seat in snapshot.seats:
        account = snapshot.accounts.get(seat.user)
        if account is None or account.balance != starting:
            raise Conflict(
                "The starting credits of %(name)s are not settled yet. Start once more.", name=seat.name
            )


def _carry(book: Book, user: str, held: int) -> None:
    """Bring our books to what the bank outside holds of a player, who may have played elsewhere since."""
    difference = held - book.accounts[user].balance
    if not difference:
        return
    kind, payer, payee = (
        (TransferKind.GRANT, BANK, user) if difference > 0 else (TransferKind.RETURN, user, BANK)
    )
    sealed = book.transfer(Draft(kind, payer, payee, Credits(abs(difference)), action=CARRIED))
    book.known_outside.add(sealed.transfer.number)
