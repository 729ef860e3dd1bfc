"""Events: opening one, its tables, who may do what there, its board, and its end."""

from collections.abc import Sequence

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import about, now, organizer
from app.console.needs import FEW, in_order, is_stuck
from app.console.views.start import acts
from app.pages.forms import back_to, go, key, number, text
from app.pages.session import services
from app.services.actor import Actor
from app.services.events import MAX_DELAY_S, Event
from app.services.ids import grouped, typed
from app.services.standing import EventRole
from app.services.tables.views import TableCard


def events() -> str:
    """All events, and the form that opens one."""
    who = organizer()
    back_to("/organizer/events")
    return render_template("console/events.html", now=now(), events=services().events.all(who))


def open_event() -> str:
    """Open an event; its recovery code is shown in this answer only."""
    who = organizer()
    back_to("/organizer/events")
    opened = services().events.open(who, name=text("name"), zone=text("zone"), key=key())
    return _page(who, opened.id, recovery=opened.recovery_code)


def event(event_id: str) -> str:
    """An event: its tables, roles and board, and the buttons that this person may press.

    What can't be taken back is asked once more, as `sure` in the address says.
    """
    who = organizer()
    back_to("/organizer/events")
    return _page(who, event_id, sure=request.args.get("sure", ""))


def _ending() -> str:
    return _(
        "Open doors are closed, and from then on nobody can change anything at its tables: no game, no payment, no "
        "reversal. It can be read for ever. This can not be taken back."
    )


def _question(found: Event, sure: str, free: Sequence[TableCard]) -> dict[str, str] | None:
    """What is asked before it is done for good; None where this person has nothing to be sure of."""
    table = next((card for card in free if card.id == typed(request.args.get("table", ""))), None)
    if sure == "end" and found.mine is EventRole.OWNER and not found.is_over:
        return {
            "heading": _("End the event?"),
            "says": _ending(),
            "yes": _("Yes, end it"),
            "action": f"/organizer/events/{found.id}/end",
        }
    if sure == "take-in" and table is not None:
        return {
            "heading": _("Take table %(code)s in?", code=grouped(table.code)),
            "says": _(
                "It belongs to this event for good, and who may step in there is settled by the roles here. "
                "This can not be taken back."
            ),
            "yes": _("Yes, take it in"),
            "action": f"/organizer/events/{found.id}/tables",
            "table": table.id,
        }
    return None


def _page(who: Actor, event_id: str, *, recovery: str = "", sure: str = "") -> str:
    found = next((one for one in services().events.all(who) if one.id == event_id), None)
    if found is None or found.mine is None or (sure == "recover" and found.mine is not EventRole.OWNER):
        # Whoever has the recovery code needs the form for it, and no more.
        shown = found or services().events.get(who, event_id)
        return render_template("console/event_door.html", now=now(), event=shown)
    about(event_id)
    cards = services().tables.all(who)
    free = [card for card in cards if card.event_id is None and card.status != "over"] if acts(found) else []
    if asked := _question(found, sure, free):
        return render_template("console/event_sure.html", event=found, **asked)
    mine, over = in_order((card for card in cards if card.event_id == event_id), now())
    return render_template(
        "console/event.html",
        now=now(),
        event=found,
        owns=found.mine is EventRole.OWNER and not found.is_over,
        tables=mine,
        over=over,
        free=free,
        ending=_ending(),
        decisions=services().events.decisions(who, event_id),
        is_stuck=is_stuck,
        few=FEW,
        recovery=recovery,
        most_delay=MAX_DELAY_S,
        newest=next((one for one in services().proofs.newest() if one.log == event_id), None),
        board=f"{services().public_url}/board/{found.board}",
    )


def give_role(event_id: str) -> Response:
    """Make an organizer a referee or an auditor."""
    who = _on(event_id)
    services().events.give_role(who, event_id, user=text("user"), role=text("role"))
    return go(f"/organizer/events/{event_id}")


def take_role(event_id: str) -> Response:
    """Let an organizer be nothing there any more."""
    who = _on(event_id)
    services().events.take_role(who, event_id, user=text("user"))
    return go(f"/organizer/events/{event_id}")


def hand_over(event_id: str) -> Response:
    """Make somebody else the owner."""
    who = _on(event_id)
    services().events.hand_over(who, event_id, user=text("user"))
    flash(_("%(user)s owns this event now; you are a referee.", user=text("user")), "good")
    return go(f"/organizer/events/{event_id}")


def recover(event_id: str) -> str:
    """Become the owner by the recovery code; the next one is shown in this answer only."""
    who = _on(event_id)
    return _page(who, event_id, recovery=services().events.recover(who, event_id, code=text("code")))


def renew(event_id: str) -> str:
    """Make a new recovery code, shown in this answer only."""
    who = _on(event_id)
    return _page(who, event_id, recovery=services().events.renew_recovery(who, event_id))


def delay(event_id: str) -> Response:
    """Let the board stay behind."""
    who = _on(event_id)
    services().events.set_delay(who, event_id, delay_s=number("delay") or 0)
    return go(f"/organizer/events/{event_id}")


def take_in(event_id: str) -> Response:
    """Let a table that belongs to no event belong to this one."""
    who = _on(event_id)
    services().events.take_in(who, event_id, table_id=typed(text("table")))
    return go(f"/organizer/events/{event_id}")


def end(event_id: str) -> Response:
    """End the event for good."""
    who = _on(event_id)
    services().events.end(who, event_id)
    flash(_("The event has ended. It stays as it is."), "good")
    return go(f"/organizer/events/{event_id}")


def _on(event_id: str) -> Actor:
    who = organizer()
    back_to(f"/organizer/events/{event_id}")
    return who


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/events", "events", events)
    blueprint.add_url_rule("/events", "open_event", open_event, methods=["POST"])
    blueprint.add_url_rule("/events/<event_id>", "event", event)
    for rule, action in (
        ("roles", give_role),
        ("roles/take", take_role),
        ("hand-over", hand_over),
        ("recover", recover),
        ("recovery", renew),
        ("delay", delay),
        ("tables", take_in),
        ("end", end),
    ):
        blueprint.add_url_rule(
            f"/events/<event_id>/{rule}", f"event_{action.__name__}", action, methods=["POST"]
        )
