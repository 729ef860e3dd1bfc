"""Limits on trying passwords: for each account and address, counted before a try is looked at, kept over a restart."""

import logging
from dataclasses import dataclass, replace

from app.errors import TooManyTries
from app.services.ground import Ground
from app.storage import Connection, people
from app.storage.people import PersonRow, TriesRow

SECOND = 1_000_000
FORGET_TRIES_S = 15 * 60
PAUSES_S = {3: 2, 4: 5}
"""Pause after so many failed sign-ins to one account."""
LONG_WAIT_S = 2 * 60
"""From here on a wait is told in minutes."""
MAX_TRIES = 5
"""After so many the account is closed to passwords for FORGET_TRIES_S; its private code still opens it."""
MAX_TRIES_PER_ADDRESS = 60
"""A whole hall may sit behind one address, so this only stops machines. As many are taken to an organizer's account
from all addresses together."""

logger = logging.getLogger(__name__)


def count_try(ground: Ground, *subjects: str) -> None:
    """Count a try to sign in before it is looked at, so that many at once gain nothing.

    Raises:
        TooManyTries: If one of these accounts or addresses must wait.
    """
    now = ground.clock.now()

    def work(connection: Connection) -> None:
        for subject in subjects:
            known = people.tries(connection, subject)
            row = known or TriesRow(subject, 0, now, 0)
            if row.blocked_until > now:
                raise _must_wait(-(-(row.blocked_until - now) // SECOND))
            failures = 1 if now - row.last_at > FORGET_TRIES_S * SECOND else row.failures + 1
            pause_s = _pause_s(subject, failures)
            if pause_s >= FORGET_TRIES_S:
                logger.warning("%s had %d failed sign-ins and must wait.", subject, failures)
            write = people.put_tries if known else people.add_tries
            write(connection, TriesRow(subject, failures, now, now + pause_s * SECOND))

    ground.database.write(work)


@dataclass(frozen=True, slots=True)
class Proved:
    """Somebody who gave the right password, and under which subjects the try was counted."""

    person: PersonRow
    account: str
    others: tuple[str, ...]


def forgive_try(connection: Connection, proved: Proved) -> None:
    """Forget the tries at the account, and let this one not count against the rest."""
    people.clear_tries(connection, proved.account)
    for subject in proved.others:
        if (counted := people.tries(connection, subject)) is not None:
            people.put_tries(connection, replace(counted, failures=max(0, counted.failures - 1)))


def _must_wait(seconds: int) -> TooManyTries:
    if seconds < LONG_WAIT_S:
        return TooManyTries(
            "Too many wrong tries. Wait %(retry_after_s)d s, or scan the inner code of the tile, which lets you in "
            "at once. The organizer can open the account too.",
            retry_after_s=seconds,
        )
    return TooManyTries(
        "Too many wrong tries. Wait %(minutes)d minutes, or scan the inner code of the tile, which lets you in "
        "at once. The organizer can open the account too.",
        retry_after_s=seconds,
        minutes=-(-seconds // 60),
    )


def _pause_s(subject: str, failures: int) -> int:
    if not subject.startswith("user:"):
        return FORGET_TRIES_S if failures >= MAX_TRIES_PER_ADDRESS else 0
    return FORGET_TRIES_S if failures >= MAX_TRIES else PAUSES_S.get(failures, 0)
