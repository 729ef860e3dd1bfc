"""Pages of long lists, and how to walk through all of them so that the walk ends."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from cyclos_client.errors import CyclosUnreadable

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PAGE_SIZE = 100
"""How many rows to ask for at once; a server may give fewer."""

_MOST_STALE_PAGES = 20


@dataclass(frozen=True, slots=True)
class Page(Generic[T_co]):
    """Some rows of a list.

    Attributes:
        items: The rows, in the server's order.
        number: Which page it is, from 0.
        total: How many rows there are in all; None if the server does not count.
        has_next: Whether there are more; None if the server does not tell.
        partial: Whether the server's search was degraded, so that rows may be missing: what is not in such a page may
            still be there.
    """

    items: tuple[T_co, ...]
    number: int
    total: int | None = None
    has_next: bool | None = None
    partial: bool = False


def make_page(items: tuple[T, ...], number: int, headers: Mapping[str, str]) -> Page[T]:
    """A page from its rows and the headers of the answer, any of which may be missing."""
    total = _count(headers.get("X-Total-Count"))
    has_next = _flag(headers.get("X-Has-Next-Page"))
    if has_next is None and (pages := _count(headers.get("X-Page-Count"))) is not None:
        has_next = number + 1 < pages
    if has_next is None and total is not None and (size := _count(headers.get("X-Page-Size"))):
        has_next = (number + 1) * size < total
    return Page(items, number, total, has_next, partial=_flag(headers.get("X-Partial-Data")) is True)


def _by_id(item: object) -> object:
    return getattr(item, "id", None) or repr(item)


def every(fetch: Callable[[int], Page[T]], *, key: Callable[[T], object] = _by_id) -> Iterator[T]:
    """Every row of a list, each once, page after page.

    A row that moves to the next page because a new one came in meanwhile is not given twice. The walk ends when the
    server says so, at an empty page, and, where the server does not tell, at a page without anything new: that is
    what one gives that does not know pages. A short page alone does not end it: a server may cap pages.

    Args:
        fetch: Gets the page of a number, from 0.
        key: What makes a row the same row; its id, if left out.

    Raises:
        CyclosUnreadable: If a page is partial, for what is not found then may still be there; or if page after page
            says that there is more, and brings nothing new.
    """
    seen: set[object] = set()
    number, stale = 0, 0
    while True:
        page = fetch(number)
        if page.partial:
            raise CyclosUnreadable("the server's search is degraded: rows may be missing")
        new = [item for item in page.items if key(item) not in seen]
        seen.update(key(item) for item in new)
        yield from new
        if not page.items or page.has_next is False or (not new and page.has_next is None):
            return
        stale = 0 if new else stale + 1
        if stale > _MOST_STALE_PAGES:
            raise CyclosUnreadable("the list has no end: its pages bring nothing new")
        number += 1


def _flag(text: str | None) -> bool | None:
    return {"true": True, "false": False}.get((text or "").strip().lower())


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() else None
