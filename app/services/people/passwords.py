"""Hashing secrets: slowly where people choose or type them, plainly where they are 128 random bits."""

import hashlib
import hmac
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Slow hashes under way at a time: a rush of sign-ins shall not take all memory and both cores."""

# RFC 9106's second choice, for what a person chose.
_CHOSEN = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=2)
# A printed password has 43 random bits: at 8 MiB and a few milliseconds a guess, trying half of them takes a thousand
# years of one core. A sheet of a thousand tiles is hashed in seconds.
_PRINTED = PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1)

_slots = threading.BoundedSemaphore(AT_ONCE)


def hash_chosen(password: str) -> str:
    """The hash of a password that a person chose."""
    with _slots:
        return _CHOSEN.hash(_as_bytes(password))


def hash_printed(password: str) -> str:
    """The hash of a random password that we print."""
    return _PRINTED.hash(_as_bytes(password))


def fits(password: str, password_hash: str | None) -> bool:
    """Whether a password fits; takes as long for a person who does not exist."""
    with _slots:
        try:
            _CHOSEN.verify(password_hash or _NOBODY, _as_bytes(password))
        except (VerificationError, InvalidHashError):
            return False
    return password_hash is not None


def hash_secret(secret: str) -> bytes:
    """SHA-256 of a secret of 128 random bits or more."""
    return hashlib.sha256(_as_bytes(secret)).digest()


class Owner(Protocol):
    """Whose password it is."""

    @property
    def user(self) -> str:
        """The user name."""

    @property
    def password_hash(self) -> str | None:
        """The slow hash of the present password."""


class RecentProofs:
    """Remembers for a few minutes, in memory alone, who gave the right password. Thread-safe.

    Kept is a keyed hash over password and slow hash, so that a new password or a new tile is asked for at once.
    """

    LASTS_US = 5 * 60 * 1_000_000
    KEPT = 1000
    TURNS = 64

    def __init__(self) -> None:
        """Start with none, and a key of this process."""
        self._key = secrets.token_bytes(32)
        self._until: OrderedDict[bytes, int] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = tuple(threading.Lock() for _ in range(self.TURNS))

    def turn(self, user: str) -> threading.Lock:
        """What whoever looks at a password of this user holds meanwhile; a few users share one."""
        return self._turns[hash(user) % self.TURNS]

    def known(self, owner: Owner, password: str, now: int) -> bool:
        """Whether this was proved less than five minutes before `now` (steady clock, microseconds)."""
        with self._lock:
            return self._until.get(self._digest(owner, password), now) > now

    def add(self, owner: Owner, password: str, now: int) -> None:
        """Remember a proof."""
        with self._lock:
            digest = self._digest(owner, password)
            self._until[digest] = now + self.LASTS_US
            self._until.move_to_end(digest)
            if len(self._until) > self.KEPT:
                self._until.popitem(last=False)

    def _digest(self, owner: Owner, password: str) -> bytes:
        text = f"{owner.user}\n{owner.password_hash}\n{password}"
        return hmac.new(self._key, _as_bytes(text), hashlib.sha256).digest()


def _as_bytes(text: str) -> bytes:
    """Any text that somebody can send, half a character included."""
    return text.encode("utf-8", "backslashreplace")


_NOBODY = hash_printed("nobody has this password")


def hash_all(printed: Sequence[str], progress: Callable[[int, int], None] | None = None) -> list[str]:
    """The hashes of many printed passwords; the hash lets go of the interpreter, so threads use all cores.

    Args:
        printed: Passwords that were drawn by chance.
        progress: Told (hashed, all).
    """
    hashes: list[str] = []
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for password_hash in pool.map(hash_printed, printed):
            hashes.append(password_hash)
            if progress is not None:
                progress(len(hashes), len(printed))
    return hashes
