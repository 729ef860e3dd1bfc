"""Gorilla Warfare explained prompt by prompt, for whoever plays it for the first time."""

from flask_babel import gettext as _

from app.web.games.gorilla_warfare.reading import Table


def hint(table: Table) -> str:
    """What is asked of the viewer just now, and what it can lead to; "" when nothing is."""
    if not table.asked:
        return _(
            "Others move. The last one standing wins: whoever gets a Collateral Damage into the hand is out. Your deck "
            "may hold one for a while; it comes up card by card."
        )
    match table.phase:
        case "turn" if table.facts.get("played"):
            return _(
                "You may play more, or stop. Then your hand is refilled from the top of your deck, and the deck gets "
                "a card from the draw pile."
            )
        case "turn":
            return _(
                "Play at least one card of your hand. Look at your deck first: its top card refills your hand. A Fog "
                "of War can send a bad deck to somebody else."
            )
        case "deploy":
            return _("The Deployment lets you play one card straight from your deck.")
        case "answer":
            return _(
                "You are attacked. A Defence stops it for you. Everybody is asked, with one or without, so that the "
                "question tells nothing."
            )
        case _:
            return ""
