"""What went wrong between us and Cyclos, in the terms of services: the one place where that is decided."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.errors import RailError, RailRefused, RailUnknown
from cyclos_client import CyclosError, CyclosNeverReached, CyclosPaymentRefused, CyclosRefused

UNREACHABLE = "unreachable"
"""The answer of a bank that nothing could be sent to."""


@contextmanager
def in_our_terms() -> Iterator[None]:
    """Turn what the client raises into what services know.

    Raises:
        RailRefused: Nothing moved, and nothing will.
        RailUnknown: There was no answer that says so.
    """
    try:
        yield
    except CyclosError as error:
        raise as_rail_error(error) from error


def as_rail_error(error: CyclosError) -> RailError:
    """The error in the terms of services."""
    match error:
        case CyclosNeverReached():
            return RailRefused("Cyclos can't be reached: %(reason)s", answer=UNREACHABLE, reason=str(error))
        case CyclosPaymentRefused():
            return RailRefused(
                "Cyclos refused: %(reason)s", answer=error.code or "refused", reason=str(error)
            )
        case CyclosRefused():
            answer = error.code or (f"http{error.status}" if error.status else "invalid")
            return RailRefused("Cyclos refused: %(reason)s", answer=answer, reason=str(error))
        case _:
            return RailUnknown("Cyclos gave no answer: %(reason)s", reason=str(error))
