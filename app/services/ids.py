"""Names for new things: drawn by chance from an alphabet that people can read, say and type."""

import secrets

from qr.codes import ALPHABET, normal

PASSWORD_LENGTH = 9
"""28 letters to the power of 9: 43 bits."""


def new_id(length: int = 8) -> str:
    """A new identifier; begins with a letter, so that no program takes it for a number."""
    return secrets.choice(_LETTERS) + "".join(secrets.choice(ALPHABET) for _ in range(length - 1))


def new_join_code() -> str:
    """Six characters that open a table's door."""
    return new_id(6)


def new_password() -> str:
    """What is printed on a tile."""
    return "".join(secrets.choice(ALPHABET) for _ in range(PASSWORD_LENGTH))


def new_secret() -> str:
    """128 random bits in 22 characters that need no escaping in an address."""
    return secrets.token_urlsafe(16)


def possible(text: str) -> bool:
    """Whether a text can be an identifier at all; what else comes in an address is not asked of the database."""
    return text.isascii() and text.isprintable()


def typed(text: str) -> str:
    """A code as somebody typed it, in its one spelling: small letters; no blanks, hyphens or what can't be seen."""
    return "".join(filter(str.isprintable, normal(text)))


def grouped(code: str) -> str:
    """A code as it is printed and shown: `K7M 2QXD`."""
    return f"{code[:3]} {code[3:]}".strip().upper()


_LETTERS = "".join(letter for letter in ALPHABET if letter.isalpha())
