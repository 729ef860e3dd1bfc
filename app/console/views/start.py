"""The desk's first page: what needs a person, then every table."""

from flask import Blueprint, render_template, request

from app.console.access import about, now, organizer
from app.console.needs import FEW, erased_at, in_order, is_stuck, needs
from app.pages.session import services
from app.services.actor import Actor
from app.services.events import Event
from app.services.standing import EventRole


def start() -> str:
    """The page; its script asks for it again and again."""
    who, at = organizer(), now()
    tables = services().tables.all(who)
    events = [event for event in services().events.all(who) if event.mine is not None]
    chosen = next((event.id for event in events if event.id == request.args.get("event")), "")
    if chosen:
        about(chosen)
        tables = tuple(card for card in tables if card.event_id == chosen)
    used, over = in_order(tables, at)
    return render_template(
        "console/start.html",
        now=at,
        may_issue=services().tiles.may_issue(who),
        needs=needs(tables, services().people.whereabouts(who), services().tiles.batches(who), at),
        tables=used,
        events=events,
        running=[event for event in events if acts(event)],
        chosen=chosen,
        over=over,
        is_stuck=is_stuck,
        bank=bank_needs(who),
        erased_at=erased_at,
        few=FEW,
    )


def acts(event: Event) -> bool:
    """Whether the viewer may open tables in an event."""
    return not event.is_over and event.mine in (EventRole.OWNER, EventRole.REFEREE)


def bank_needs(who: Actor) -> int:
    """How many payments in a bank outside need a person."""
    if not services().orders.outside:
        return 0
    return len(services().deciding.needing(who)) + len(services().following.flagged(who))


def add_to(blueprint: Blueprint) -> None:
    """Add this view."""
    blueprint.add_url_rule("/", "start", start)
