"""Codes on screens and in pictures: what entry points need of the print package."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

import qr
from app.errors import Invalid

MAX_DESCRIPTION = 200


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR code as an SVG path in units of one module; `size` counts the four light modules on each side."""

    size: int
    path: str


def symbol(text: str) -> Symbol:
    """The code of a text, with its own light margin all around."""
    code = qr.encode(text)
    margin = (code.size_with_quiet - code.size) // 2
    path = "".join(f"M{x + margin} {y + margin}h{w}v{h}h-{w}z" for x, y, w, h in code.blocks())
    return Symbol(size=code.size_with_quiet, path=path)


def png(text: str, *, dots: int) -> bytes:
    """The code of a text as a picture; `dots` is the width of a module."""
    code = qr.encode(text)
    margin = (code.size_with_quiet - code.size) // 2
    picture = Image.new("1", (code.size_with_quiet, code.size_with_quiet), 1)
    for x, y, width, height in code.blocks():
        picture.paste(0, (x + margin, y + margin, x + margin + width, y + margin + height))
    out = BytesIO()
    picture.resize((picture.width * dots, picture.height * dots)).save(out, "PNG")
    return out.getvalue()


def symbol_if_it_fits(text: str) -> Symbol | None:
    """The code of a text, or None if that is too long for one that a phone reads from a screen."""
    try:
        return symbol(text)
    except qr.QrError:
        return None


def terminal(text: str, *, coloured: bool) -> str:
    """The code of a text as lines of block characters; without colours, for a dark terminal."""
    return qr.qr_terminal(text, colour=coloured)


def read(picture: bytes) -> tuple[str, ...]:
    """The texts of all codes in a photo.

    Raises:
        Invalid: If it is no picture that can be searched.
    """
    with in_words("picture"):
        return qr.decode_image(picture)


def pay_target(text: str, *, base: str) -> qr.PayTarget:
    """Who is to be paid, as scanned or typed in any way.

    Raises:
        Invalid: If it is no payment code, or one of another service.
    """
    with in_words("code"):
        target = qr.parse_pay(text)
    if not target.is_at(base):
        raise Invalid(
            "This code belongs to another place (%(host)s), not to this game.", field="code", host=target.host
        )
    return target


def is_tile_code(text: str) -> bool:
    """Whether this is the code of a tile, in its one spelling."""
    return qr.looks_like_code(text) and qr.check(text)


def pay_link(base: str, user: str, *, amount: int | None = None, description: str | None = None) -> str:
    """The link that pays a person; without an amount, whatever is due.

    Raises:
        Invalid: If a part of it is out of range.
    """
    with in_words("amount"):
        return qr.pay_link(base, user, amount=amount, description=(description or "")[:MAX_DESCRIPTION])


def payee_of(text: str) -> str | None:
    """The user named by a payment code of any host, or None if it is none."""
    try:
        return qr.parse_pay(text).user
    except qr.QrError:
        return None


def secret_of(text: str) -> str | None:
    """The secret in a private sign-in link, or None if it is none."""
    address, mark, secret = text.strip().partition("#")
    return secret if mark and address.lower().rstrip("/").endswith("/enter") else None


def emblem(user: str) -> qr.Emblem:
    """The sign on that person's tile: the same on paper, phone and log."""
    return qr.emblem_for(user)


@contextmanager
def in_words(field: str) -> Iterator[None]:
    """Turn what the print package refuses into an error of this program, about this field."""
    try:
        yield
    except qr.QrError as error:
        facts = {name: fact for name, fact in error.facts.items() if isinstance(fact, (int, str))}
        if len(facts) == len(error.facts):
            raise Invalid(error.message, field=field, **facts) from error
        # Numbers with fractions are no facts of ours: they stand in the sentence already.
        raise Invalid(str(error).replace("%", "%%"), field=field) from error
