"""The texts inside the codes: how they are built, and how what was scanned or typed is understood.

The pay link has the form of a Cyclos easy-invoice link, `{base}/pay/?to=USER[&amount=N][&description=TEXT]`, so that a
phone's own camera, the Cyclos app and our scanner all understand it. Nothing read here is ever opened.
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, parse_qsl, quote, urlencode, urlsplit

from qr.codes import CODE_LENGTH, check, looks_like_code, normal
from qr.errors import PayloadError, PrivateCode

MAX_TEXT: Final = 1_000
"""Characters of a scanned or typed text that are looked at; more is refused unread."""

MAX_AMOUNT: Final = 10**9

MAX_DESCRIPTION: Final = 200

_WEB_SCHEMES = re.compile(r"^(?:(https?):/{1,2})+", re.IGNORECASE)
_HOST_FIRST = re.compile(r"^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?[/?#]", re.IGNORECASE)
_USER = re.compile(r"^[^\W_][\w.@+-]{0,63}$")
_SECRET = re.compile(r"^[A-Za-z0-9_-]{16,128}$")
_AMOUNT = re.compile(r"^(\d{1,10})(?:[.,]0{1,6})?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class PayTarget:
    """Who is to be paid, as a code or a person's typing said it.

    Attributes:
        user: The payee's user name; a tile's code is in its stored form, lower case without blanks.
        amount: Whole credits, or None where the text names none.
        description: What the payment is for, or None.
        host: Host and port of the link in lower case, or None for a bare user name. A host that is not ours is for the
            caller to report; it must never be followed.
    """

    user: str
    amount: int | None = None
    description: str | None = None
    host: str | None = None

    def is_at(self, base: str) -> bool:
        """Tell whether this names nobody else's host than that of the base address."""
        return self.host is None or self.host == host_of(base)


def pay_link(base: str, user: str, amount: int | None = None, description: str | None = None) -> str:
    """Build the public link that opens a payment to a user; it lets nobody spend.

    Args:
        base: The service's own address with its scheme, such as `https://reckless.example.org`.
        user: The payee; a tile's code in any spelling.
        amount: Whole credits above zero.
        description: What the payment is for.

    Raises:
        PayloadError: If the address has no scheme or the user or the amount is out of range.
    """
    plain = normal(user)
    query = {"to": plain if looks_like_code(plain) else user.strip()}
    if not query["to"]:
        raise PayloadError("A payment link needs a user")
    if amount is not None:
        if not 0 < amount <= MAX_AMOUNT:
            raise PayloadError("The amount must be from 1 to %(most)s", most=MAX_AMOUNT)
        query["amount"] = str(amount)
    if description:
        query["description"] = description
    return f"{normal_base(base)}/pay/?{urlencode(query, quote_via=quote)}"


def enter_link(base: str, secret: str) -> str:
    """Build the private link that signs a tile in; the secret stands in the fragment, which is never sent.

    Args:
        base: The service's own address with its scheme.
        secret: The tile's sign-in secret in base64url.

    Raises:
        PayloadError: If the address has no scheme, or the secret is no base64url text.
    """
    if not _SECRET.match(secret):
        raise PayloadError("The sign-in secret must be 16 to 128 characters of base64url")
    return f"{normal_base(base)}/enter#{secret}"


def normal_base(base: str) -> str:
    """Return the service's address as links need it: lower-case scheme and host, no slash at the end.

    Raises:
        PayloadError: If it is not a plain http or https address with a host.
    """
    parts = _split(base.strip())
    extras = parts.query or parts.fragment or parts.username is not None or "//" in parts.path
    if parts.scheme not in ("http", "https") or not parts.hostname or extras:
        raise PayloadError(
            "Not a web address to put on a tile: %(base)s (like https://play.example.org)", base=base
        )
    return f"{parts.scheme}://{_host(parts)}{parts.path.rstrip('/')}"


def host_of(base: str) -> str:
    """Return host and port of an address in lower case, without the port that goes without saying."""
    return _host(_split(normal_base(base)))


def parse_pay(text: str) -> PayTarget:
    """Understand a scanned or typed text as somebody to pay.

    Scheme, host, path and the names in the query may be in any letter case, the scheme may be missing, and a
    tile's code may be typed with blanks and hyphens.

    Args:
        text: What was scanned or typed, from anybody.

    Returns:
        The payee, with amount and description where a link names them. Whether such a user exists is not known here.

    Raises:
        PrivateCode: If it is a tile's private sign-in link; the message does not repeat it.
        PayloadError: If it is anything else; the message says what is wrong.
    """
    if len(text) > MAX_TEXT:
        raise PayloadError("This is too long for a payment code")
    plain = text.strip()
    if not plain or any(ord(character) < 32 or ord(character) == 127 for character in plain):
        raise PayloadError("This is not a payment code")
    web = _WEB_SCHEMES.match(plain)
    if web:
        # A scheme written twice, as a faulty generator does, counts once.
        return _parse_link(f"{web.group(1)}://{plain[web.end() :]}")
    if _HOST_FIRST.match(plain):
        return _parse_link(f"//{plain}")
    return PayTarget(_user(plain))


def _parse_link(address: str) -> PayTarget:
    parts = _split(address)
    if not parts.hostname:
        raise PayloadError("This is not a payment code")
    path = parts.path.rstrip("/").lower()
    if path.endswith("/enter"):
        raise PrivateCode("This is the private side of a tile. To pay, scan the side with the name")
    query = {name.lower(): value for name, value in parse_qsl(parts.query)}
    if not path.endswith("/pay") or "to" not in query:
        raise PayloadError("This code is not for paying: it leads to %(host)s", host=_host(parts))
    return PayTarget(
        user=_user(query["to"].strip()),
        amount=_amount(query["amount"]) if "amount" in query else None,
        description=_description(query.get("description", "")),
        host=_host(parts),
    )


def _user(text: str) -> str:
    plain = normal(text)
    if check(plain):
        return plain
    in_groups = len(plain) == CODE_LENGTH and plain.isalnum() and " " in text
    if looks_like_code(plain) or in_groups:
        raise PayloadError("There is no tile %(code)s: one character is wrong, look again", code=text)
    if not _USER.match(text):
        raise PayloadError("This is not a payment code")
    return text


def _description(text: str) -> str | None:
    words = "".join(character if character.isprintable() else " " for character in text).split()
    return " ".join(words)[:MAX_DESCRIPTION] or None


def _amount(text: str) -> int:
    match = _AMOUNT.match(text.strip())
    amount = int(match.group(1)) if match else 0
    if not 0 < amount <= MAX_AMOUNT:
        raise PayloadError(
            "The amount in this code is not a whole number from 1 to %(most)s", most=MAX_AMOUNT
        )
    return amount


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        if parts.port is not None and not 0 < parts.port < 65_536:
            raise ValueError
    except ValueError:
        raise PayloadError("This web address can't be read: %(address)s", address=address[:100]) from None
    return parts


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    usual = {"http": (None, 80), "https": (None, 443)}.get(parts.scheme, (None, 80, 443))
    return host if parts.port in usual else f"{host}:{parts.port}"
