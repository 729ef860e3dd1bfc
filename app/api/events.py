"""Events: opening one, roles, hand-over, tables, pauses, and the end."""

from app.api import event_shapes as shapes
from app.api.access import caller, services
from app.api.calls import Calls, key
from app.services.events import Event, Opened
from app.services.ids import typed

CALLS = Calls("events", "Evenings of many tables, and who may do what there.")


@CALLS.call("POST", "/events", takes=shapes.NewEvent, gives=shapes.OpenedEvent, status=201)
def open_event(name: str, zone: str = "UTC") -> Opened:
    """Open an event and own it: organizer. The recovery code is in this answer only."""
    return services().events.open(caller(), name=name, zone=zone, key=key())


@CALLS.call("GET", "/events", gives=shapes.Events)
def list_events() -> dict[str, object]:
    """All events, the newest first: organizer. The board's address is told to those with a role."""
    return {"items": [_shown(event) for event in services().events.all(caller())]}


@CALLS.call("GET", "/events/<event_id>", gives=shapes.Event)
def view_event(event_id: str) -> dict[str, object]:
    """One event: organizer with a role in it."""
    return _shown(services().events.get(caller(), event_id))


@CALLS.call("POST", "/events/<event_id>/roles", takes=shapes.NewRole, gives=shapes.Event)
def give_role(event_id: str, user: str, role: str) -> dict[str, object]:
    """Make an organizer referee or auditor, or nothing: its owner."""
    if role == "none":
        services().events.take_role(caller(), event_id, user=user, key=key())
    else:
        services().events.give_role(caller(), event_id, user=user, role=role, key=key())
    return view_event(event_id)


@CALLS.call("POST", "/events/<event_id>/hand-over", takes=shapes.Heir, gives=shapes.Event)
def hand_over_event(event_id: str, user: str) -> dict[str, object]:
    """Make another organizer the owner; who was it stays a referee: its owner."""
    services().events.hand_over(caller(), event_id, user=user, key=key())
    return view_event(event_id)


@CALLS.call("POST", "/events/<event_id>/tables", takes=shapes.TableOfEvent, gives=shapes.Event)
def take_table_in(event_id: str, table: str) -> dict[str, object]:
    """Let a table without an event belong to this one: its owner and referees."""
    services().events.take_in(caller(), event_id, table_id=typed(table), key=key())
    return view_event(event_id)


@CALLS.call("POST", "/events/<event_id>/end", gives=shapes.Event)
def end_event(event_id: str) -> dict[str, object]:
    """End it for good: its owner. Nothing of it changes any more."""
    services().events.end(caller(), event_id, key=key())
    return view_event(event_id)


def _shown(event: Event) -> dict[str, object]:
    return {
        "id": event.id,
        "name": event.name,
        "zone": event.zone,
        "created_at": event.created_at,
        "ended_at": event.ended_at,
        "board_url": f"{services().public_url}/board/{event.board}" if event.mine is not None else None,
        "board_delay_s": event.board_delay_s,
        "roles": dict(event.roles),
        "mine": event.mine,
    }
