"""When to ask once more, and how long to wait before it: decisions only, no clock and no lots."""

from dataclasses import dataclass
from enum import StrEnum

from cyclos_client.errors import (
    CyclosBusy,
    CyclosError,
    CyclosNeverReached,
    CyclosServerFault,
    CyclosUnreachable,
)


class Effect(StrEnum):
    """What an operation may change, which decides whether it may be sent twice."""

    READS = "reads"
    """Nothing: may be sent again whenever that may help."""

    WRITES = "writes"
    """Something, but no balance: sent again only if the server did nothing because the session was over."""

    PAYS = "pays"
    """A balance: never sent again by this package."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How patient reads are.

    Attributes:
        attempts: How often a read is sent at most, the first time included.
        first_pause_s: The pause before the second attempt; it doubles from then on.
        longest_pause_s: No pause is longer, whatever the server asks for.
    """

    attempts: int = 3
    first_pause_s: float = 0.3
    longest_pause_s: float = 5.0


def may_retry(policy: RetryPolicy, effect: Effect, error: CyclosError, attempts: int) -> bool:
    """Whether to send an operation again that failed with `error` after `attempts` attempts."""
    if effect is not Effect.READS or attempts >= policy.attempts:
        return False
    match error:
        case CyclosNeverReached() | CyclosUnreachable():
            return True
        case CyclosServerFault(status=502 | 503 | 504):
            return True
        case CyclosBusy(status=429):
            return True
        case _:
            return False


def pause_before(policy: RetryPolicy, error: CyclosError, attempts: int, *, jitter: float) -> float:
    """Seconds to wait before the next attempt.

    Args:
        policy: First and longest pause.
        error: What came back; a `Retry-After` in it counts.
        attempts: How many attempts there were, 1 or more.
        jitter: From 0 to 1, drawn by the caller: takes up to half of the pause away, so that many clients spread.
    """
    asked = getattr(error, "retry_after_s", None)
    pause = policy.first_pause_s * 2 ** (attempts - 1) * (1 - jitter / 2)
    return float(min(max(pause, asked or 0), policy.longest_pause_s))
