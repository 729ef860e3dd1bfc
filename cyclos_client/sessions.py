"""One session shared by all threads: opened once, and opened anew once when it ended."""

import threading
from collections.abc import Callable

from cyclos_client.errors import CyclosError, CyclosNotSent, CyclosRefused

_REFUSAL_STANDS_S = 60.0
"""Servers lock a user, or our address, after a few wrong passwords: a refused sign-in is not tried again sooner."""


class SharedSession:
    """Keeps the token of one session.

    Args:
        sign_in: Opens a session and gives its token.
        clock: Seconds that only go on.
    """

    def __init__(self, sign_in: Callable[[], str], clock: Callable[[], float]) -> None:
        self._sign_in = sign_in
        self._clock = clock
        self._lock = threading.Lock()
        self._token: str | None = None
        self._tries = 0
        self._failed: CyclosError | None = None
        self._failed_at = 0.0

    def token(self) -> str:
        """The token of the session; opens one if there is none.

        Raises:
            CyclosError: If the sign-in failed, now or, for all who waited for it, in another thread.
        """
        tries = self._tries
        if (token := self._token) is not None:
            return token
        with self._lock:
            if self._token is None:
                self._open(tries)
            assert self._token is not None
            return self._token

    def ended(self, token: str) -> None:
        """Forget a session that has ended; one that another thread opened in the meantime stays."""
        with self._lock:
            if self._token == token:
                self._token = None

    def forget(self) -> str | None:
        """Forget the session, whatever it is, and give its token."""
        with self._lock:
            token, self._token = self._token, None
            return token

    def _open(self, tries: int) -> None:
        if self._failed is not None and (self._tries != tries or self._still_refused()):
            raise self._failed.with_traceback(None)
        self._tries += 1
        try:
            self._token = self._sign_in()
        except CyclosError as error:
            self._failed, self._failed_at = error, self._clock()
            raise
        self._failed = None

    def _still_refused(self) -> bool:
        final = isinstance(self._failed, CyclosRefused) and not isinstance(self._failed, CyclosNotSent)
        return final and self._clock() - self._failed_at < _REFUSAL_STANDS_S
