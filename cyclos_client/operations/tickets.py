"""Tickets: payments that the payee asks for with a code and the payer approves, at most once."""

from collections.abc import Iterable

from cyclos_client.caller import Caller, confirmed, fields_parameter
from cyclos_client.models.banking import (
    DataForTransaction,
    TicketApproval,
    TicketNew,
    TicketPreview,
    TicketProcessing,
    TransactionView,
)
from cyclos_client.references import SELF, UserRef, fill_path
from cyclos_client.retry import Effect


class TicketOperations(Caller):
    """Operations of Tickets. A ticket number is a secret: who knows it can approve the ticket."""

    def data_for_new_ticket(
        self,
        user: UserRef = SELF,
        *,
        payment_type: str | None = None,
        payer: UserRef | None = None,
        fields: Iterable[str] | None = None,
    ) -> DataForTransaction:
        """What a user can ask for with a ticket."""
        return self._fetch(
            DataForTransaction,
            "dataForNewTicket",
            fill_path("/{user}/tickets/data-for-new", user=user),
            {"type": payment_type, "payer": payer, "fields": fields_parameter(fields)},
        )

    def new_ticket(self, ticket: TicketNew, user: UserRef = SELF) -> TransactionView:
        """Create a ticket; `ticket_number` and `approve_url` in the answer are what the payer needs."""
        answer = self._send(Effect.WRITES, "newTicket", fill_path("/{user}/tickets", user=user), body=ticket)
        return self._read("newTicket", answer, TransactionView)

    def view_ticket(self, ticket_number: str, *, fields: Iterable[str] | None = None) -> TransactionView:
        """Where a ticket stands: `ticket_status`, and the `transaction` once it was processed."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(
            TransactionView, "viewTicket", fill_path("/tickets/{ticket}", ticket=ticket_number), query
        )

    def get_ticket_qr_code(self, ticket_number: str, *, size: str | None = None) -> bytes:
        """The code of an open ticket, as a PNG; `size` is "tiny", "small", "medium" or "large"."""
        return self._picture(
            "getTicketQrCode", fill_path("/tickets/{ticket}/qr-code", ticket=ticket_number), {"size": size}
        )

    def preview_ticket(self, ticket_number: str) -> TicketPreview:
        """What approving a ticket would do."""
        answer = self._send(
            Effect.READS, "previewTicket", fill_path("/tickets/{ticket}/preview", ticket=ticket_number)
        )
        return self._read("previewTicket", answer, TicketPreview)

    def approve_ticket(
        self, ticket_number: str, *, confirmation_password: str | None = None
    ) -> TicketApproval:
        """Approve a ticket as its payer: it pays at once, or, if it has a webhook, when it is processed.

        Raises:
            CyclosRefused: Nothing moved.
            CyclosUnknown: It may have moved: `view_ticket` tells.
        """
        answer = self._send(
            Effect.PAYS,
            "approveTicket",
            fill_path("/tickets/{ticket}/approve", ticket=ticket_number),
            headers=confirmed(confirmation_password),
        )
        return self._read_receipt("approveTicket", answer, TicketApproval)

    def process_ticket(self, ticket_number: str, *, order_id: str | None = None) -> TicketProcessing:
        """Process an approved ticket as its payee: now it pays. Doing it again is safe and changes nothing.

        Args:
            ticket_number: The ticket.
            order_id: The reference it was created with, if any.

        Raises:
            CyclosRefused: Nothing moved.
            CyclosUnknown: It may have moved: ask once more, or `view_ticket`.
        """
        answer = self._send(
            Effect.PAYS,
            "processTicket",
            fill_path("/tickets/{ticket}/process", ticket=ticket_number),
            query={"orderId": order_id},
        )
        return self._read_receipt("processTicket", answer, TicketProcessing)

    def cancel_ticket(self, ticket_number: str) -> None:
        """Cancel an open ticket as its payee."""
        self._send(Effect.WRITES, "cancelTicket", fill_path("/tickets/{ticket}/cancel", ticket=ticket_number))
