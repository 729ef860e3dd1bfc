"""The bank outside: payments without an answer, payments that fit nothing, and both journals compared."""

from collections.abc import Mapping

from flask import Blueprint, flash, render_template
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.errors import Json
from app.pages.forms import back_to, go, text
from app.pages.session import services
from app.rails import SYSTEM
from app.services.payments.bank.following import STRANGER
from app.services.payments.bank.reconciling import Comparison, Difference

MAX_ID = 64


def bank(comparison: Comparison | None = None) -> str:
    """What needs a person, and the button that compares."""
    who = organizer()
    back_to("/organizer/")
    called = {one.user: one.name for one in services().people.whereabouts(who)}
    codes = {card.id: card.code for card in services().tables.all(who)}
    return render_template(
        "console/bank.html",
        now=now(),
        codes=codes,
        account=lambda owner: _account(owner, called),
        needing=services().deciding.needing(who),
        flagged=services().following.flagged(who),
        outside=services().orders.outside,
        comparison=comparison,
        differences=[_named(one, called) for one in comparison.differences] if comparison else (),
    )


def reconcile() -> str:
    """Settle what can be settled, compare, and say what differs above the rest."""
    who = organizer()
    back_to("/organizer/bank")
    return bank(services().reconciling.run(who))


def charge_back(movement_id: str) -> Response:
    """Give a payment back that fits nothing."""
    who = organizer()
    back_to("/organizer/bank")
    order = services().following.charge_back(who, movement_id)
    match order.state.value:
        case "settled":
            flash(_("Given back."), "good")
        case "failed":
            flash(_("The bank refused to give it back (%(answer)s).", answer=order.answer), "bad")
        case _:
            flash(_("The bank is being asked."), "good")
    return go("/organizer/bank")


def dismiss(movement_id: str) -> Response:
    """Leave a payment as it is."""
    who = organizer()
    back_to("/organizer/bank")
    services().following.dismiss(who, movement_id)
    flash(_("Left as it is."), "good")
    return go("/organizer/bank")


def send_again() -> Response:
    """Send an order again that the bank refused after it was booked here."""
    who = organizer()
    back_to("/organizer/bank")
    order = services().deciding.send_again(who, text("order", MAX_ID))
    said = order.answer if order.state.value == "failed" else ""
    flash(
        _("The bank refused again (%(answer)s).", answer=said) if said else _("Sent."),
        "bad" if said else "good",
    )
    return go("/organizer/bank")


def _named(one: Difference, called: Mapping[str, str]) -> tuple[Difference, dict[str, Json]]:
    """A difference and its facts, with people's names and whole amounts."""
    facts = dict(one.facts)
    for part in ("payer", "payee"):
        if part in facts:
            facts[part] = _account(str(facts[part]), called)
    for part in ("amount", "found"):
        if part in facts:
            facts[part] = str(facts[part]).removesuffix(".00")
    return one, facts


def _account(owner: str, called: Mapping[str, str]) -> str:
    """Whose account this is, as people say it."""
    if owner == STRANGER:
        return _("somebody outside")
    return _("the bank") if owner.startswith("@") or owner == SYSTEM else called.get(owner, owner)


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/bank", "bank", bank)
    blueprint.add_url_rule("/bank/reconcile", "reconcile", reconcile, methods=["POST"])
    blueprint.add_url_rule("/bank/again", "send_again", send_again, methods=["POST"])
    blueprint.add_url_rule("/bank/<movement_id>/back", "charge_back", charge_back, methods=["POST"])
    blueprint.add_url_rule("/bank/<movement_id>/leave", "dismiss", dismiss, methods=["POST"])
