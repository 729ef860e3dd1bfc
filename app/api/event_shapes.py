"""What calls about events take and give."""

from marshmallow import fields

from app.api.fields import Shape, Time, text


class NewEvent(Shape):
    """A new event."""

    name = text(required=True)
    zone = text(metadata={"description": "Name of a time zone, such as Europe/Berlin"})


class OpenedEvent(Shape):
    """A new event; the code makes an organizer its owner, and is in this answer only."""

    id = fields.String(required=True)
    recovery_code = fields.String(required=True)


class Event(Shape):
    """An event; `roles` has user name and role: owner, referee, auditor."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    zone = fields.String(required=True)
    created_at = Time(required=True)
    ended_at = Time(required=True, allow_none=True)
    board_url = fields.String(required=True, allow_none=True)
    board_delay_s = fields.Integer(required=True)
    roles = fields.Dict(required=True)
    mine = fields.String(required=True, allow_none=True, metadata={"description": "The caller's own role"})


class Events(Shape):
    """Events, the newest first."""

    items = fields.List(fields.Nested(Event), required=True)


class NewRole(Shape):
    """What an organizer is to be at an event."""

    user = text(required=True)
    role = text(required=True, metadata={"description": "referee, auditor or none"})


class Heir(Shape):
    """Who is to own an event."""

    user = text(required=True)


class TableOfEvent(Shape):
    """A table that is to belong to an event."""

    table = text(required=True)
