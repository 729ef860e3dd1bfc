"""What needs a person first: pure judgement over what the services know."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.services.people import Whereabouts
from app.services.tables.views import TableCard
from app.services.tiles import SECRETS_KEPT_S
from app.services.tiles.batches import BatchCard

SECOND = 1_000_000
STUCK_AFTER_S = 180
"""A table at which nothing has happened for so long is worth a look."""

FEW = 6
"""More than so many cards or print runs are folded up, so that what comes after them is seen."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Tables that have stood still or are paused, the longest first; locked accounts; print runs not yet printed."""

    stuck: tuple[TableCard, ...]
    paused: tuple[TableCard, ...]
    locked: tuple[Whereabouts, ...]
    unprinted: tuple[BatchCard, ...]

    def __bool__(self) -> bool:
        return bool(self.stuck or self.paused or self.locked or self.unprinted)


def needs(
    tables: Iterable[TableCard], people: Iterable[Whereabouts], batches: Iterable[BatchCard], now: int
) -> Needs:
    """Sift what needs a person from what runs by itself.

    Args:
        tables: All of them.
        people: All tiles.
        batches: All print runs.
        now: Microseconds since 1970-01-01 UTC.
    """
    cards = tuple(tables)
    return Needs(
        stuck=tuple(sorted((card for card in cards if is_stuck(card, now)), key=lambda card: card.since)),
        paused=tuple(sorted((card for card in cards if card.paused_at is not None), key=_paused_at)),
        locked=tuple(one for one in people if one.locked),
        unprinted=tuple(batch for batch in batches if batch.printable and batch.may_print),
    )


def is_stuck(card: TableCard, now: int) -> bool:
    """Whether a running game has waited for somebody for a long time; one that is played by voice awaits nobody."""
    waits = card.status == "playing" and bool(card.waiting_for) and card.paused_at is None
    return waits and now - card.since >= STUCK_AFTER_S * SECOND


def _paused_at(card: TableCard) -> int:
    return card.paused_at or 0


def in_order(tables: Iterable[TableCard], now: int) -> tuple[tuple[TableCard, ...], tuple[TableCard, ...]]:
    """The tables that are used, and those that are over: stuck ones first, then games, then open doors."""

    def rank(card: TableCard) -> tuple[int, int]:
        if is_stuck(card, now):
            return 0, card.since
        return (1 if card.status == "playing" else 2), -card.since

    cards = tuple(tables)
    used = sorted((card for card in cards if card.status != "over"), key=rank)
    return tuple(used), tuple(card for card in cards if card.status == "over")


def erased_at(batch: BatchCard) -> int:
    """When the secrets of a print run are erased if nobody prints it, microseconds since 1970-01-01 UTC."""
    return batch.created_at + SECRETS_KEPT_S * SECOND
