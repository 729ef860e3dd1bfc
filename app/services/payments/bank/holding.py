"""A ticket whose payment a bank outside is asked for: it ends in the commit in which the order does."""

from dataclasses import replace

from app.services.ground.lapsing import debts_of, is_playing
from app.services.ground.snapshots import Snapshot
from app.services.payments.ticket import TicketStatus, paid_row
from app.storage import Connection, cyclos
from app.storage.orders import OrderRow


def settle_held(connection: Connection, order: OrderRow, transfer: int, at: int) -> None:
    """Note that the ticket is paid for which this order was under way, if there is one, in the order's own commit."""
    row = cyclos.ticket_of_order(connection, order.reference)
    if row is not None:
        paid = paid_row(row, order.payer, table_id=order.table_id, transfer=transfer, at=at)
        cyclos.put_ticket(connection, paid)


def release_held(connection: Connection, snapshot: Snapshot, order: OrderRow, at: int) -> None:
    """Let go of the ticket for which this order has moved nothing; its approval lapses if the debt went meanwhile."""
    row = cyclos.ticket_of_order(connection, order.reference)
    if row is None:
        return
    row = replace(row, reference=None)
    here = is_playing(snapshot) and row.match == snapshot.row.match
    still_due = here and (row.debt is None or row.debt in debts_of(snapshot))
    if row.status == TicketStatus.APPROVED and not still_due:
        row = replace(row, status=TicketStatus.EXPIRED, ended_at=at)
    cyclos.put_ticket(connection, row)
