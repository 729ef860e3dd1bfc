"""The server's address, in every spelling people type."""

import re
from urllib.parse import urlsplit

from cyclos_client.errors import CyclosInvalid

_HOST = re.compile(r"[\w.-]+|\[[0-9A-Fa-f:.]+\]")


def normal_root(address: str) -> str:
    """The root of a Cyclos server: scheme, host, port and sub-path, without `/api` and slashes at the end.

    Without a scheme it is https, so that forgetting it never sends a password in the clear. "HTTPS://Bank.example/api/"
    is `https://bank.example`, "www.example.org/mycyclos" is `https://www.example.org/mycyclos`.

    Raises:
        CyclosInvalid: If it is no address, or holds more than an address: a user, a query, a fragment.
    """
    text = address.strip()
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        text = f"https://{text.lstrip('/')}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _wrong("it can't be read") from None
    if parts.scheme not in ("http", "https"):
        raise _wrong(f"it begins with {parts.scheme}://")
    if "@" in parts.netloc:
        raise _wrong("it holds a user name; that belongs into the settings for signing in")
    if parts.query or parts.fragment:
        raise _wrong("something follows the path")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    if not _HOST.fullmatch(host) or re.search(r"[\s\\%]", text):
        raise _wrong("its host or path can't be read")
    usual = {"http": 80, "https": 443}[parts.scheme]
    where = host if port in (None, usual) else f"{host}:{port}"
    path = re.sub(r"/{2,}", "/", parts.path).rstrip("/")
    return f"{parts.scheme}://{where}{path.removesuffix('/api')}".rstrip("/")


def _wrong(why: str) -> CyclosInvalid:
    return CyclosInvalid(
        f"Not the address of a Cyclos server: {why}. Right is, say, https://bank.example/cyclos."
    )
