"""Times as people write them: in UTC with its offset for programs, in the evening's own zone for people.

The rule for people, everywhere: what belongs to an event is told in the event's zone, whatever zone the server is in;
what belongs to none in this machine's. The desk, where much stands side by side, keeps to the zone of the events that
run, and says so on every page.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.errors import Invalid

MICROSECONDS = 1_000_000
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def zone_named(name: str | None) -> tzinfo | None:
    """The zone of that name, such as Europe/Berlin; None is the zone of this machine.

    Raises:
        Invalid: If there is none.
    """
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Invalid(
            "There is no time zone %(name)s: names look like Europe/Berlin or UTC.",
            field="zone",
            name=name[:40],
        ) from error


def moment(at: int, zone: tzinfo | None = None) -> datetime:
    """A time (microseconds since 1970-01-01 UTC) in a zone."""
    seconds, rest = divmod(at, MICROSECONDS)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest).astimezone(zone)


def local(at: int, event_zone: str | None) -> datetime:
    """A time in the zone of the event with this zone, or of this machine where there is no event."""
    return moment(at, zone_named(event_zone))


def called(when: datetime) -> str:
    """The name of the zone of a time: `Europe/Berlin`, or what this machine calls its own."""
    return getattr(when.tzinfo, "key", None) or when.tzname() or ""


def utc(at: int) -> str:
    """`2026-11-30T05:32:49.000000+00:00`: exact, and the same everywhere."""
    return moment(at, UTC).isoformat(timespec="microseconds")


def as_written(at: int, zone: tzinfo | None = None) -> str:
    """`2026-11-30 06:32:49 +01:00`."""
    when = moment(at, zone)
    offset = when.isoformat()[-len("+00:00") :]
    return f"{when:%Y-%m-%d %H:%M:%S} {offset}"


def read_moment(text: str, zone: tzinfo | None, *, field: str, end: bool = False) -> int:
    """A time as it is typed: a day (whole, in the zone), or a day and time with or without an offset.

    Args:
        text: ISO 8601.
        zone: What is meant where no offset stands; None is this machine's.
        field: What the text is, for errors.
        end: Whether it ends a period, so that a day means the last microsecond of it.

    Returns:
        Microseconds since 1970-01-01 UTC.

    Raises:
        Invalid: If it can't be read.
    """
    typed = text.strip()
    try:
        if _DAY.fullmatch(typed):
            day = date.fromisoformat(typed) + timedelta(days=end)
            found = datetime.combine(day, time.min)
        else:
            found = datetime.fromisoformat(typed)
        if found.tzinfo is None:
            found = found.replace(tzinfo=zone) if zone else found.astimezone()
        whole = found - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise Invalid(
            "%(text)s is no time: write 2026-11-30, or 2026-11-30T18:00 with an offset like +01:00 if you wish.",
            field=field,
            text=typed[:40],
        ) from error
    at = (whole.days * 86_400 + whole.seconds) * MICROSECONDS + whole.microseconds
    return at - 1 if end and _DAY.fullmatch(typed) else at
