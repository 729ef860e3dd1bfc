"""The rules page: what the deck in force says, and the rulings of the house where the printed rules are silent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.web import house, words
from app.web.phrases import names
from app.web.reading import Action, Table


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence, and whether it is a ruling of the house."""

    text: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What one card says, and which parts of that are rulings of the house."""

    card: str
    card_name: str
    says: str
    amount: int
    cost: int
    blocked: str
    house: bool
    house_blocks: bool
    house_cost: bool


def printed(table: Table) -> tuple[Printed, ...]:
    """The cards, in the deck's order."""
    return tuple(_printed(table, action) for action in table.tariff)


def _printed(table: Table, action: Action) -> Printed:
    return Printed(
        card=action.card,
        card_name=words.card(table, action.card),
        says=_says(table, action),
        amount=action.amount,
        cost=action.cost,
        blocked=names([words.the_card(table, card) for card in action.blocked_by]),
        house="effect" in action.house or "amount" in action.house,
        house_blocks="blocked_by" in action.house,
        house_cost="cost" in action.house,
    )


def _says(table: Table, action: Action) -> str:
    title = words.action(table, action.key)
    if action.effect == "everyone_pays":
        return _("Every other solvent player pays you %(amount)d.", amount=action.amount)
    if action.effect == "target_loses_card":
        return _("One player of your choice loses a card.")
    return _("%(action)s: takes %(amount)d from one player.", action=title, amount=action.amount)


def turn(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    """How a turn goes."""
    starts = _(
        "Seat %(seat)d starts; play goes on to the left.", seat=house.in_force(options)["starting_seat"]
    )
    return (
        Rule(starts, house=True),
        Rule(_("Declare an action and claim its card. You need not hold it.")),
        *_ruled(options, "pass_with_cards"),
        Rule(_("Anybody with a card may challenge. The first challenge counts."), house=True),
        Rule(_("A character's target may block it with the right card, match it with the same one, or sue.")),
        *_ruled(options, "challenger_may_counter", "sue_a_lawsuit"),
        Rule(_("A block names one card, and can be challenged in turn."), house=True),
        Rule(
            _(
                "Whoever is challenged shows the card or loses one. Shown: the challenger loses one, the shown card "
                "goes back, a new one is drawn."
            )
        ),
        *_ruled(options, "lost_cards_return"),
        Rule(
            _("In a match the stronger card takes the money. Whoever can't show loses to whoever can."),
            house=True,
        ),
        *_ruled(options, "undecided_match_pays", "match_costs_card", "match_cards_return"),
        Rule(_("Whoever sues gets the lawsuit's amount from the attacker.")),
        Rule(_("What is owed is paid before the turn ends: the amount, or all that is left.")),
    )


def end(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    """How one is out, and how it ends."""
    without = (
        _("Whoever has no cards left is out.")
        if house.eliminated(options)
        else _("Without cards you can't claim, block or challenge. You still owe what others take.")
    )
    return (
        Rule(_("At 0 credits you are bankrupt and out.")),
        *_ruled(options, "bankrupt_cards_return"),
        Rule(without, house=True),
        Rule(_("The last solvent player wins.")),
        Rule(_("If no solvent player holds a card, the highest balance wins."), house=True),
        *_ruled(options, "equal_balances_share"),
    )


def silence(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    """What happens when somebody does not answer."""
    timer_s = house.in_force(options)["timer_s"]
    clock = (
        _("Each question waits %(seconds)d seconds.", seconds=timer_s)
        if timer_s
        else _("No timer runs: every question waits as long as it takes.")
    )
    return (
        Rule(clock, house=True),
        Rule(_("Silence lets a claim pass, gives in to an action, and can't show a card."), house=True),
        Rule(
            _("A debt never times out. The host may settle it for somebody who is away; the log says so."),
            house=True,
        ),
        Rule(_("Resigning keeps the money in the account and gives up the seat."), house=True),
        *_ruled(options, "resign_at_once", "host_may_undo"),
        Rule(_("Once a debt is paid, only an organizer can undo it, by a reversal that stays in the log.")),
    )


def _ruled(options: Mapping[str, Any], *names: str) -> tuple[Rule, ...]:
    return tuple(Rule(sentence, house=True) for sentence in house.said(options, *names))


def checked(validation: str) -> str:
    """What a payment is checked against."""
    match validation:
        case "honor":
            return _(
                "Nothing is declared on the phones. A payment names an action and costs what that costs."
            )
        case "open":
            return _("Payments are not checked against the game. The log marks them so.")
        case _:
            return _(
                "A payment must settle a debt that is open: payer, payee and amount. Anything else is refused, "
                "nothing moves, and the page says what would be right."
            )
