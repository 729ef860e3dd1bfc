"""Calling a program that waits for a ticket's approval: a hint, told once, whose failure changes nothing."""

import ipaddress
import logging
import socket
import threading
from urllib.parse import urlsplit

import requests

TIMEOUT_S = 10
AT_ONCE = 4

logger = logging.getLogger(__name__)


class Webhooks:
    """Calls addresses that players gave, in threads of their own.

    Nothing of ours is in the call but what stands in the address, nothing of the answer is looked at, no redirect is
    followed. A service that stands in the public net calls no address of the net behind it.
    """

    def __init__(self, public_url: str) -> None:
        """Serve under this address."""
        self._stands_public = _is_public_host(urlsplit(public_url).hostname or "")
        self._slots = threading.BoundedSemaphore(AT_ONCE)

    def call(self, address: str) -> None:
        """Call an address soon, once; returns at once."""
        if not self._slots.acquire(blocking=False):
            logger.warning("A webhook was not called: too many others are under way.")
            return
        threading.Thread(target=self._call, args=(address,), name="webhook", daemon=True).start()

    def _call(self, address: str) -> None:
        host = urlsplit(address).hostname or ""
        try:
            if self._stands_public and not _leads_outside(host):
                logger.warning("The webhook at %s was not called: it leads into the net behind us.", host)
                return
            with requests.Session() as session:
                session.trust_env = False
                answer = session.post(
                    address, data=b"", timeout=TIMEOUT_S, allow_redirects=False, stream=True
                )
            if answer.status_code >= 400:
                logger.warning("The webhook at %s answered %d.", host, answer.status_code)
        except (requests.RequestException, OSError, ValueError) as error:
            logger.warning("The webhook at %s could not be called: %s", host, type(error).__name__)
        finally:
            self._slots.release()


def _is_public_host(host: str) -> bool:
    """Whether a host's name or number is one of the public net, by its look."""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".lan", ".internal", ".test", ".home.arpa"))


def _leads_outside(host: str) -> bool:
    """Whether every address of a host is one of the public net."""
    found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    return all(_is_public(ipaddress.ip_address(str(info[4][0]).partition("%")[0])) for info in found)


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of the public net, also where it is an older one in the dress of a newer."""
    inner = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (inner or address).is_global
