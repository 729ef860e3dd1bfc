"""Moves and payments."""

from typing import Any

from flask import Response

from app.api import shapes
from app.api.access import caller, services
from app.api.calls import Calls, key
from app.api.tables import view_of
from app.services.accounts.receipts import Receipt
from app.services.ids import typed

CALLS = Calls("play", "Moves and payments.")


@CALLS.call("POST", "/tables/<table_id>/moves", takes=shapes.Move, gives=shapes.View)
def make_move(
    table_id: str,
    on_behalf_of: str | None = None,
    expected_seq: int | None = None,
    **move: Any,  # noqa: ANN401 - any game's
) -> Response:
    """Make a move: the player whose move it is; host or organizer with `for`.

    The view's `legal_moves` has all that are open; what is not listed is refused.
    """
    services().play.play(
        caller(),
        table_id,
        move,
        on_behalf_of=typed(on_behalf_of or "") or None,
        expected_seq=expected_seq,
        key=key(),
    )
    return view_of(table_id)


@CALLS.call("POST", "/tables/<table_id>/payments", takes=shapes.NewPayment, gives=shapes.Transfer, status=201)
def pay(
    table_id: str, to: str, amount: object, action: str | None = None, on_behalf_of: str | None = None
) -> Receipt:
    """Settle a debt: the payer; host or organizer with `for`."""
    return services().payments.pay(
        caller(),
        table_id,
        to=to,
        amount=amount,
        action=action,
        on_behalf_of=typed(on_behalf_of or "") or None,
        key=key(),
    )
