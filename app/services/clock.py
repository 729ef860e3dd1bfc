"""The two clocks."""

import time


class Clock:
    """What time it is. Tests pass one of their own."""

    def now(self) -> int:
        """Microseconds since 1970-01-01 UTC: what is written into records."""
        return time.time_ns() // 1000

    def steady(self) -> int:
        """Microseconds that only ever go forward, near to `now` when the program started: for deadlines.

        A clock that is set back in the middle of a game stretches nobody's time to answer.
        """
        return _START_US + time.monotonic_ns() // 1000


_START_US = time.time_ns() // 1000 - time.monotonic_ns() // 1000
