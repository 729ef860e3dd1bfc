"""The rules page of Gorilla Warfare: what the deck in force holds, and the house rulings where the print is silent."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

from app.rules.gorilla_warfare.cards import Kind, load
from app.web.games.gorilla_warfare import words
from app.web.games.options import said
from app.web.reading import Table, View
from app.web.screen import Chapter, Printed, Rule, Rules

SAYS: Mapping[str, LazyString] = {
    words.DEADLY: _l(
        "In your hand, at any moment and by any way: you are out. Hand, deck and this card are shuffled into the draw "
        "pile."
    ),
    "command": _l("Another player draws the top of the draw pile, under their deck."),
    "defence": _l(
        "Stops, for you, a Command, a swap, the draw of a Kamikaze, a Raid, or a look at your hand. As an answer, or "
        "laid in front of you until used or your next turn. Never stops Collateral Damage."
    ),
    "deployment": _l("Play any card of your deck at once. None there that can be played: no effect."),
    "evasion": _l(
        "You draw no card at the end of this turn. A hand you can't refill costs two cards instead of three."
    ),
    "fog_of_war": _l("Shuffle the draw pile, swap hands, or swap decks with another player."),
    "kamikaze": _l(
        "From your left on, and you last: everybody without a Defence draws. Collateral Damage kills at once, any "
        "other card goes under the deck."
    ),
    "raid": _l("Steal a card, unseen, from another hand into yours."),
    "reconnaissance": _l("Look at the top three of the draw pile, or at another hand, in private."),
    "saving_grace": _l("Swap it for the top card of the discard pile, which goes under your deck."),
}

RULINGS: Mapping[str, LazyString] = {
    "defence": _l("A Defence in front need not be used, and goes before one of the hand."),
    "deployment": _l("Of several alike it is the topmost."),
    "evasion": _l("A second one does no more."),
    "kamikaze": _l(
        "All answer at once, before anybody draws. Who plays it is saved only by a Defence that lies in front already."
    ),
    "raid": _l("The thief picks the position when the card is played."),
    "saving_grace": _l("On an empty discard pile it has no effect."),
}


def rules(table: Table, deck: str, options: Mapping[str, Any]) -> Rules:
    """The page, with these options in force."""
    values = load(deck)
    return Rules(
        title=values.name,
        motto=_("Be the last ape standing."),
        about=_(
            "Everyone has a hand of two cards and a deck in a fixed order. %(count)d of the cards are Collateral "
            "Damage. Whoever has one in hand is out; the last one standing wins.",
            count=dict(values.counts)[Kind.COLLATERAL_DAMAGE],
        ),
        cards=tuple(_printed(line) for line in table.facts.get("actions") or ()),
        chapters=(
            Chapter(_("A turn"), _turn(options), steps=True),
            Chapter(_("Answers"), _answers()),
            Chapter(_("Out, and the end"), _end()),
            Chapter(_("Silence and leaving"), _silence(options)),
        ),
    )


def _printed(line: View) -> Printed:
    kind = line["card"]
    says = [Rule(str(SAYS[kind]))]
    if kind in RULINGS:
        says.append(Rule(str(RULINGS[kind]), house=True))
    count = ngettext("%(num)d card.", "%(num)d cards.", line["copies"])
    says.append(Rule(count, house="copies" in line["house"]))
    return Printed(kind, words.card(kind), tuple(says))


def _turn(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    return (
        Rule(_("Seat %(seat)d starts; play goes on to the left.", seat=options["starting_seat"]), house=True),
        Rule(_("Play as many cards of your hand as you like, at least one.")),
        Rule(_("A hand that is played empty ends this part by itself."), house=True),
        Rule(_("Refill your hand to two from the top of your deck.")),
        Rule(
            _(
                "If your deck runs short, draw three from the draw pile: first into your hand, the rest is your new "
                "deck. Then you draw no card at the end."
            )
        ),
        Rule(_("Otherwise draw the top of the draw pile, under your deck, unless you played Evasion.")),
        Rule(
            _("An empty draw pile is made of the discard pile but its top card. No card left: no draw."),
            house=True,
        ),
    )


def _answers() -> tuple[Rule, ...]:
    return (
        Rule(_("Whoever is attacked may answer with a Defence.")),
        Rule(_("Everybody attacked is asked, whatever they hold."), house=True),
        Rule(_("Whoever uses or loses a card in another's turn refills at once.")),
        Rule(_("A Defence in front is discarded when your next turn comes.")),
    )


def _end() -> tuple[Rule, ...]:
    return (
        Rule(_("Out in your own turn: play goes on to your left. In another's turn: they go on.")),
        Rule(_("A Defence in front goes into the draw pile with your other cards."), house=True),
        Rule(_("The last player standing wins, in the middle of a Kamikaze too."), house=True),
        Rule(_("A table that is closed before has no winner."), house=True),
    )


def _silence(options: Mapping[str, Any]) -> tuple[Rule, ...]:
    timer_s = options["timer_s"]
    clock = (
        ngettext("Each question waits %(num)d second.", "Each question waits %(num)d seconds.", timer_s)
        if timer_s
        else _("No timer runs: every question waits as long as it takes.")
    )
    return (
        Rule(clock, house=True),
        Rule(_("Attacked and silent: a Defence in front is used, none of the hand."), house=True),
        Rule(
            _("On turn and silent: the leftmost card is played, in its first way, and then no more."),
            house=True,
        ),
        Rule(_("Whoever resigns is out; their cards go into the draw pile."), house=True),
        *(Rule(sentence, house=True) for sentence in said((), options, "host_may_undo")),
    )
