"""What the cards of Gorilla Warfare are called on the pages, and what each does in one line."""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

DEADLY = "collateral_damage"

CARD: Mapping[str, LazyString] = {
    DEADLY: _l("Collateral Damage"),
    "command": _l("Command"),
    "defence": _l("Defence"),
    "deployment": _l("Deployment"),
    "evasion": _l("Evasion"),
    "fog_of_war": _l("Fog of War"),
    "kamikaze": _l("Kamikaze"),
    "raid": _l("Raid"),
    "reconnaissance": _l("Reconnaissance"),
    "saving_grace": _l("Saving Grace"),
}

DOES: Mapping[str, LazyString] = {
    "command": _l("Another player draws onto their deck."),
    "defence": _l("Lies in front of you until you use it, or your next turn."),
    "deployment": _l("Play a card of your deck at once."),
    "evasion": _l("No draw at the end of your turn."),
    "fog_of_war": _l("Shuffle the draw pile, or swap hands or decks."),
    "kamikaze": _l("Everybody draws, you last. Collateral Damage kills."),
    "raid": _l("Steal a card, unseen."),
    "reconnaissance": _l("Look at the draw pile, or at a hand."),
    "saving_grace": _l("Swap it for the top of the discard pile."),
}


def card(kind: str) -> str:
    """`Fog of War`."""
    return str(CARD.get(kind, kind))


def in_hand(count: int) -> str:
    """`2 cards in the hand`."""
    return ngettext("%(num)d card in the hand", "%(num)d cards in the hand", count)


def in_deck(count: int) -> str:
    """`3 cards in the deck`."""
    return ngettext("%(num)d card in the deck", "%(num)d cards in the deck", count)


def position(number: int, count: int) -> str:
    """Which card of a hand: `left card`, `right card`, or by number where there are others."""
    if count == 1:
        return _("the only card")
    if count == 2:
        return _("left card") if number == 1 else _("right card")
    return _("card %(number)d from the left", number=number)
