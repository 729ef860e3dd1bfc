"""Reading the forms of pages, and leading on from them."""

from flask import g, redirect, request
from werkzeug.wrappers import Response

from app.errors import Invalid

MAX_FIELD = 400
MAX_DIGITS = 12


def go(address: str) -> Response:
    """Lead the browser on after a form."""
    return redirect(local(address), 303)


def back_to(address: str) -> None:
    """Where a form leads when it is refused."""
    # What stands in the address may be anything, and no header can carry a line break.
    g.back = local(address)


def asked_from(address: str) -> None:
    """Where a form that only asks, and so comes by GET, leads when it is refused: as one that acts does."""
    back_to(address)
    g.asks = True


def text(name: str, most: int = MAX_FIELD) -> str:
    """A field of the form, without the blanks around it; empty when it is missing.

    Raises:
        Invalid: If it is longer than any honest entry.
    """
    value = request.form.get(name, "").strip()
    if len(value) > most:
        raise Invalid("This is too long.", field=name)
    return value


def key() -> str | None:
    """The form's idempotency key, made by the page or its script."""
    return text("key", 64) or None


def number(name: str) -> int | None:
    """A field that holds a whole number, or None when it is missing.

    Raises:
        Invalid: If it holds something else.
    """
    return _whole(text(name, MAX_DIGITS), name)


def asked_whole(name: str) -> int | None:
    """The same of a form that only asks: a whole number in the address, or None when it is missing."""
    return _whole(request.args.get(name, "").strip(), name)


def _whole(value: str, name: str) -> int | None:
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and len(value) <= MAX_DIGITS):
        raise Invalid("A whole number is wanted here.", field=name)
    return int(value)


def asked_number(name: str, otherwise: int) -> int:
    """A whole number in the address; `otherwise` if it is missing or none that is meant in earnest."""
    value = request.args.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= MAX_DIGITS else otherwise


def local(address: str) -> str:
    """The address if it is a page of ours, the start page otherwise: nobody is sent away from here."""
    inside = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if inside else "/"
