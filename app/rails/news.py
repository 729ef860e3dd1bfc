"""What Cyclos tells by itself: only ever a hint that looking may be worth while."""

import logging
import threading
from collections.abc import Callable

from cyclos_client import CyclosClient, CyclosError, PushStream

KINDS = ("accountStatus", "newNotification", "ticket")
AGAIN_AFTER_S = 60
"""A server that refuses the stream is asked again after so long; looking every few seconds goes on meanwhile."""

logger = logging.getLogger(__name__)


def listen(client: CyclosClient, heard: Callable[[], None]) -> Callable[[], None]:
    """Call `heard` whenever the server says that something may have moved, in a thread of its own.

    Returns:
        What ends it.
    """
    listener = _Listener(client, heard)
    return listener.stop


class _Listener:
    def __init__(self, client: CyclosClient, heard: Callable[[], None]) -> None:
        self._client = client
        self._heard = heard
        self._stopping = threading.Event()
        self._stream: PushStream | None = None
        threading.Thread(target=self._run, name="bank news", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()
        if self._stream is not None:
            self._stream.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._client.subscribe_for_push_notifications(KINDS) as stream:
                    self._stream = stream
                    for _ in stream:
                        self._heard()
            except CyclosError as error:
                logger.info("Cyclos sends no news: %s", error)
            self._stopping.wait(AGAIN_AFTER_S)
