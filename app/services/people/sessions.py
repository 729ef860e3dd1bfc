"""How pages hold a session: the cookie's name, and the token that a form must carry."""

import hashlib
import hmac

COOKIE = "reckless"
"""Holds the session's token; never readable by scripts, never sent along from another site's forms."""


def csrf_token(secret: bytes, session_token: str) -> str:
    """What every form and script of a page sends back, so that no other site can make somebody's browser act.

    Args:
        secret: The application's SECRET_KEY.
        session_token: The content of the cookie; "" before signing in.
    """
    return hmac.new(secret, b"form\n" + session_token.encode(), hashlib.sha256).hexdigest()[:32]


def csrf_fits(secret: bytes, session_token: str, given: str | None) -> bool:
    """Whether a form carries the right token; takes as long for a wrong one."""
    # Bytes, because text with other than ASCII can't be compared, and anybody can send it.
    return hmac.compare_digest(csrf_token(secret, session_token).encode(), (given or "").encode())
