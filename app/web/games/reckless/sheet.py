"""The rules page of Reckless: what the deck in force says, and what the house rules where the print is silent."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.rules.decks import load
from app.rules.reckless.settings import OutOfCards
from app.web.games.options import said
from app.web.games.reckless import words
from app.web.games.reckless.house import OPTIONS
from app.web.games.reckless.reading import Action, Table
from app.web.screen import Chapter, Printed, Rule, Rules
from app.web.words import names

Options = Mapping[str, Any]


def rules(table: Table, deck: str, options: Options) -> Rules:
    """The page, with these options in force."""
    values = load(deck)
    dealt = (Chapter(_("The deal"), _deal()),) if table.dealt else ()
    return Rules(
        title=values.name,
        motto=_("Ruin everybody. Politely."),
        about=_(
            "Everyone starts with %(credits)d credits and %(cards)d hidden cards. Whoever runs out of money is out; "
            "the last one with money wins.",
            credits=values.starting_credits,
            cards=values.cards_dealt,
        ),
        cards=tuple(_printed(table, action) for action in table.tariff),
        chapters=(
            *dealt,
            Chapter(_("A turn"), _turn(options), steps=True),
            Chapter(_("Out, and the end"), _end(options)),
            Chapter(_("Silence and leaving"), _silence(options)),
        ),
    )


def _printed(table: Table, action: Action) -> Printed:
    says = [Rule(_says(table, action), house="effect" in action.house or "amount" in action.house)]
    if action.blocked_by:
        blockers = names([words.the_card(table, card) for card in action.blocked_by])
        says.append(Rule(_("Blocked by %(cards)s.", cards=blockers), house="blocked_by" in action.house))
    if action.cost:
        cost = _("Declaring it costs %(cost)d, to the bank.", cost=action.cost)
        says.append(Rule(cost, house="cost" in action.house))
    return Printed(action.card, words.card(table, action.card), tuple(says), action.amount or None)


def _says(table: Table, action: Action) -> str:
    title = words.action(table, action.key)
    if action.effect == "everyone_pays":
        return _("Every other solvent player pays you %(amount)d.", amount=action.amount)
    if action.effect == "target_loses_card":
        return _("One player of your choice loses a card.")
    return _("%(action)s: takes %(amount)d from one player.", action=title, amount=action.amount)


def _deal() -> tuple[Rule, ...]:
    return (
        Rule(_("The phones deal. Nobody but you sees your cards; those that were lost lie open to all.")),
        Rule(
            _(
                "A card that is not held can't be shown. A card that was shown is exchanged from the shuffled deck."
            )
        ),
        Rule(
            _(
                "Everything is drawn from one seed. Its hash is in the log before the first card, the seed itself when "
                "the game is over, so that anybody can check the deal."
            )
        ),
    )


def _turn(options: Options) -> tuple[Rule, ...]:
    starts = _("Seat %(seat)d starts; play goes on to the left.", seat=options["starting_seat"])
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


def _end(options: Options) -> tuple[Rule, ...]:
    without = (
        _("Whoever has no cards left is out.")
        if options["out_of_cards"] == OutOfCards.ELIMINATED
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


def _silence(options: Options) -> tuple[Rule, ...]:
    timer_s = options["timer_s"]
    clock = (
        ngettext("Each question waits %(num)d second.", "Each question waits %(num)d seconds.", timer_s)
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


def _ruled(options: Options, *switches: str) -> tuple[Rule, ...]:
    return tuple(Rule(sentence, house=True) for sentence in said(OPTIONS, options, *switches))
