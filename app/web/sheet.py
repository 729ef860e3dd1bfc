"""The rules page: what the deck in force says, and the rulings of the house where the printed rules are silent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.web import words
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
    loser = _("The target may block, match or sue even after losing a challenge.")
    return (
        Rule(_("Declare an action and claim its card. You need not hold it.")),
        Rule(_("Anybody with a card may challenge. The first challenge counts."), house=True),
        Rule(_("A character's target may block it with the right card, match it with the same one, or sue.")),
        Rule(_("A block names one card, and can be challenged in turn."), house=True),
        Rule(
            _(
                "Whoever is challenged shows the card or loses one. Shown: the challenger loses one, the shown card "
                "goes back, a new one is drawn."
            )
        ),
        Rule(
            _(
                "In a match the stronger card takes the money. Equal to nothing: if neither can show, nobody pays."
            ),
            house=True,
        ),
        Rule(
            _(
                "Whoever sues gets the lawsuit's amount from the attacker. A lawsuit can be matched, not sued."
            ),
            house=True,
        ),
        *((Rule(loser, house=True),) if options.get("challenger_may_counter", True) else ()),
        Rule(_("What is owed is paid before the turn ends: the amount, or all that is left.")),
    )


def end(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    """How one is out, and how it ends."""
    if options.get("out_of_cards", "plays_on") == "eliminated":
        without = _("Whoever has no cards left is out.")
    else:
        without = _("Without cards you can't claim, block or challenge. You still owe what others take.")
    return (
        Rule(_("At 0 credits you are bankrupt and out; your cards go back into the deck.")),
        Rule(without, house=True),
        Rule(_("The last solvent player wins.")),
        Rule(
            _("If no solvent player holds a card, the highest balance wins; equal balances share."),
            house=True,
        ),
    )


def silence(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    """What happens when somebody does not answer."""
    timer_s = int(options.get("timer_s", 0))
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
        Rule(
            _("Resigning keeps the money in the account and gives up the seat; what is owed is paid first."),
            house=True,
        ),
        Rule(
            _(
                "The host may take back a move until a debt of the turn is paid. After that, only the organizer "
                "can, by a reversal."
            )
        ),
    )


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
