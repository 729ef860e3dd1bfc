"""What is written beside a payment in the bank outside, and how it is read back."""

from app.storage.orders import OrderRow, Purpose


def description_of(order: OrderRow) -> str:
    """What people read in their account beside this payment; the rail adds the reference where it must."""
    match order.purpose:
        case Purpose.CREDITS:
            return "Starting credits"
        case Purpose.REVERSAL | Purpose.RETURN:
            return "Taken back"
        case _:
            return order.action


def plain(text: str) -> str:
    """A text as names of actions are compared: small letters, single blanks, underscores as blanks."""
    return " ".join(text.replace("_", " ").lower().split())
