"""A ticket's page, which its code opens: anybody may look at it, whoever owes it pays with one tap."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go
from app.pages.refusals import REFUSED
from app.pages.session import actor, services, signed_in
from app.services.actor import Actor
from app.services.codes import Symbol, symbol
from app.services.payments.ticket import Ticket, TicketStatus
from app.web.page import my_table


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page shows of a ticket.

    `can_pay` asks for the tap; `can_withdraw` offers to take it back; `receipt` is the number of the transfer that paid
    it, for those who may see it; `on` is where a shop wants its payer back, `on_host` its name; `instead` the same for
    who would rather not pay.
    """

    number: str
    payee: str
    amount: int
    headline: str
    note: str
    can_pay: bool = False
    own: bool = False
    can_withdraw: bool = False
    code: Symbol | None = None
    receipt: str = ""
    on: str = ""
    on_host: str = ""
    instead: str = ""


def ticket(number: str) -> str:
    """The page of a ticket."""
    found, who = services().tickets.get(number), actor()
    back_to("/")
    payee = services().accounts.names(who.user if who else "", [found.payee]).get(found.payee, found.payee)
    return render_template(
        "web/ticket.html",
        asked=_asked(found, payee, who),
        next=f"/pay/{found.number}",
        back=f"/tables/{my_table()}" if who and my_table() else "/",
    )


def approve(number: str) -> Response:
    """Pay it. Tapping twice pays once."""
    who = signed_in()
    # A refusal comes back here with its reason behind the question mark.
    back_to(f"/pay/{number}?")
    found = services().tickets.approve(who, number)
    return go(f"/receipts/{found.transfer}" if found.transfer else f"/pay/{number}")


def cancel(number: str) -> Response:
    """Withdraw it."""
    who = signed_in()
    back_to(f"/pay/{number}")
    services().tickets.cancel(who, number)
    return go(f"/pay/{number}")


def _asked(found: Ticket, payee: str, who: Actor | None) -> Asked:
    what = found.action.replace("_", " ")
    headline = _("%(name)s asks for %(amount)d.", name=payee, amount=found.amount)
    note = _("For %(action)s.", action=what) if what else ""
    shown = Asked(found.number, found.payee, found.amount, headline, note, instead=found.cancel_url)
    match found.status:
        case TicketStatus.OPEN:
            return _open(shown, who)
        case TicketStatus.PROCESSED:
            return _paid(found, shown, payee, who)
        case TicketStatus.APPROVED:
            ended = _ended(shown, _("Agreed. %(name)s takes the payment from here.", name=payee), found, who)
            return replace(
                ended, can_withdraw=who is not None and who.user in (found.payee, found.approved_by)
            )
        case TicketStatus.CANCELED:
            return _ended(shown, _("This request was withdrawn. Nothing moved."))
        case TicketStatus.EXPIRED if found.has_lapsed:
            return _ended(shown, _("What was agreed to is not due any more. Nothing moved by this request."))
        case TicketStatus.EXPIRED:
            return _ended(shown, _("This request is too old. Ask for a new one."))


def _open(shown: Asked, who: Actor | None) -> Asked:
    if who is not None and who.user == shown.payee:
        code = symbol(f"{services().public_url}/pay/{shown.number}")
        headline = _("You ask for %(amount)d.", amount=shown.amount)
        return replace(shown, headline=headline, own=True, can_withdraw=True, code=code, instead="")
    refused = request.args.get("refused", "")
    if refused in REFUSED:
        return replace(shown, headline=str(REFUSED[refused]), note=_unmoved(refused), can_pay=True)
    return replace(shown, can_pay=True)


def _paid(found: Ticket, shown: Asked, payee: str, who: Actor | None) -> Asked:
    if who is None or not (who.user in (found.payee, found.approved_by) or who.is_organizer):
        return _ended(shown, _("This is paid already."))
    if who.user == found.approved_by:
        headline = _("You paid %(payee)s %(amount)d.", payee=payee, amount=found.amount)
    else:
        headline = _("%(amount)d, paid.", amount=found.amount)
    return replace(_ended(shown, headline, found, who), receipt=found.transfer or "")


def _ended(shown: Asked, headline: str, found: Ticket | None = None, who: Actor | None = None) -> Asked:
    """A ticket that nobody can pay any more; whoever has approved it is told where the shop wants them."""
    on = found.success_url if found and who and who.user == found.approved_by else ""
    return replace(shown, headline=headline, on=on, on_host=urlsplit(on).hostname or "")


def _unmoved(refused: str) -> str:
    """What a refused payment did; "" where the refusal says so itself."""
    return "" if refused == "already_settled" else _("Nothing moved.")


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/pay/<number>", "ticket", ticket)
    blueprint.add_url_rule("/pay/<number>", "approve_ticket", approve, methods=["POST"])
    blueprint.add_url_rule("/pay/<number>/cancel", "cancel_ticket", cancel, methods=["POST"])
