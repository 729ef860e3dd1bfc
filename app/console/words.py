"""What the desk says: times, states of tables and print runs, kinds of transfers."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

from app.console.access import now, zone
from app.ledger import BANK
from app.pages.titles import title_of
from app.services import zones
from app.services.accounts.receipts import Receipt
from app.services.events import Decision
from app.services.tables.views import TableCard

SECOND = 1_000_000
KEY = re.compile(r"[a-z0-9_]+")
"""What an action is called in decks and rules."""
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 24 * 3600

KIND: Mapping[str, LazyString] = {
    "payment": _l("Payment"),
    "grant": _l("Starting credits"),
    "return": _l("Back to the bank"),
    "charge": _l("Cost of a move"),
    "award": _l("Gain by a move"),
    "reversal": _l("Reversal"),
}
VALIDATION: Mapping[str, LazyString] = {
    "strict": _l("checked against the action (strict)"),
    "honor": _l("checked against the price list (honor)"),
    "open": _l("not checked (open)"),
}


ROLES: Mapping[str, LazyString] = {
    "owner": _l("owner"),
    "referee": _l("referee"),
    "auditor": _l("auditor"),
}
LANGUAGES: dict[str, str] = {
    "en": "English",
    "nl": "Nederlands",
    "de": "Deutsch",
    "it": "Italiano",
    "fr": "Français",
    "es": "Español",
}
"""The languages of tiles, each by its own name."""
TRIALS: Mapping[str, LazyString] = {
    "blur": _l("out of focus"),
    "smear": _l("smeared"),
    "toner": _l("printed with little toner"),
    "tilt": _l("held askew"),
    "cover": _l("covered by a quarter"),
}
KINDS: Mapping[str, LazyString] = {
    "pay": _l("pay code"),
    "user": _l("code for the Cyclos app"),
    "enter": _l("sign-in code"),
}
TILE_STATES: Mapping[str, LazyString] = {
    "issued": _l("not printed"),
    "printed": _l("printed"),
    "used": _l("in use"),
    "revoked": _l("worthless"),
}


def moment(at: int) -> datetime:
    """A time, in the zone of the desk."""
    return zones.moment(at, zone())


def zone_name() -> str:
    """What the desk's zone is called."""
    return zones.called(moment(now()))


def clock_time(at: int, now: int) -> str:
    """`21:14` today, `29 Nov 21:14` on another day."""
    then, today = moment(at), moment(now)
    return then.strftime("%H:%M" if then.date() == today.date() else "%d %b %H:%M")


def span(microseconds: int) -> str:
    """`40 s`, `7 min`, `2 h 5 min`, `3 days`."""
    seconds = max(0, microseconds // SECOND)
    if seconds < MINUTE_S:
        return _("%(n)d s", n=seconds)
    if seconds < HOUR_S:
        return _("%(n)d min", n=seconds // MINUTE_S)
    if seconds < DAY_S:
        return _("%(h)d h %(m)d min", h=seconds // HOUR_S, m=seconds % HOUR_S // MINUTE_S)
    return ngettext("%(num)d day", "%(num)d days", seconds // DAY_S)


def names(people: Sequence[str]) -> str:
    """`Ada`, `Ada and Bob`, `Ada, Bob and Cyd`."""
    if len(people) < 2:
        return "".join(people)
    return _("%(first)s and %(last)s", first=", ".join(people[:-1]), last=people[-1])


def awaited(card: TableCard) -> str:
    """What a table waits for: `Bob to pay`."""
    who = names(card.waiting_for)
    if card.status == "playing" and not who:
        return _("the next payment: they play by voice")
    match card.phase:
        case "lobby":
            return _("the host to start")
        case "turn":
            return _("%(who)s to choose an action", who=who)
        case "challenge" | "challenge_counter":
            return _("%(who)s to let it pass or challenge", who=who)
        case "counter":
            return _("%(who)s to answer", who=who)
        case "show" | "match":
            return _("%(who)s to show a card", who=who)
        case "lose_card":
            return _("%(who)s to lay a card face up", who=who)
        case "payment":
            return _("%(who)s to pay", who=who)
        case "invitation":
            return _("%(who)s to join or decline", who=who)
        case "roll":
            return _("%(who)s to roll", who=who)
        case "split":
            return _("%(who)s to make an offer", who=who)
        case "offer":
            return _("%(who)s to accept or refuse", who=who)
        case _:
            return who


def game(card: TableCard) -> str:
    """What is played at a table: `Reckless`."""
    return str(title_of(card.game))


def state(card: TableCard) -> str:
    """`Game 2`, `Before the game`, `Over`."""
    match card.status:
        case "playing":
            return _("Game %(n)d", n=card.match)
        case "lobby":
            return _("Before the game")
        case _:
            return _("Over")


def decided(line: Decision) -> str:
    """A line of an event's own log as a sentence."""
    who, facts = line.actor, line.facts
    match line.kind:
        case "opened":
            return _("%(who)s opened the event.", who=who)
        case "role_given":
            role = ROLES[str(facts["role"])]
            return _("%(who)s made %(user)s %(role)s.", who=who, user=facts["user"], role=role)
        case "role_taken":
            return _("%(who)s took the role of %(user)s away.", who=who, user=facts["user"])
        case "handed_over":
            return _("%(who)s handed the event over to %(user)s.", who=who, user=facts["user"])
        case "recovered":
            return _("%(who)s took the event over by its recovery code.", who=who)
        case "recovery_renewed":
            return _("%(who)s made a new recovery code.", who=who)
        case "board_delayed":
            return ngettext(
                "%(who)s let the board stay %(num)d second behind.",
                "%(who)s let the board stay %(num)d seconds behind.",
                int(str(facts["delay_s"])),
                who=who,
            )
        case _:
            return _("%(who)s ended the event.", who=who)


def owner(user: str, name: str) -> str:
    """Whose account: a name at the table, or the bank."""
    return _("The bank") if user == BANK else name


def action(name: str) -> str:
    """An action as it is shown: `Bank Fraud`. What payers say in their own words stays as it is."""
    return name.replace("_", " ").title() if KEY.fullmatch(name) else name


def purpose(transfer: Receipt) -> str:
    """What a transfer was for: the action, or what kind of booking it is."""
    if transfer.kind in ("payment", "charge", "award") and transfer.action:
        return action(transfer.action)
    return str(KIND.get(transfer.kind, transfer.kind))
