"""Reckless explained prompt by prompt, for whoever plays it for the first time."""

from flask_babel import gettext as _

from app.web.games.reckless.reading import Table


def hint(table: Table) -> str:
    """What is asked of the viewer just now, and what it can lead to; "" when nothing is."""
    if not table.asked:
        return _watching(table)
    match table.phase:
        case "turn":
            return _(
                "Choose an action. Each one claims a card; you may claim any, held or not. If somebody doubts it and "
                "you can't show the card, you lose one of yours. What your hand can prove is marked once you have "
                "looked at it."
            )
        case "challenge":
            return _(
                "A claim is on the table. Let it pass, or doubt it: if the card is shown, you lose a card; if not, "
                "the other does, and the action is off."
            )
        case "counter":
            return _(
                "The claim stands, and it goes against you. Give in and pay, or claim a card yourself: one that "
                "blocks it, the same one (the stronger takes the money), or a Lawyer, so that they pay you."
            )
        case "challenge_counter":
            return _(
                "The answer is a claim too. Doubt it and you stake a card, as before; if it falls, the action succeeds."
            )
        case "show":
            return _(
                "You were doubted. Show the card and the other loses one; it is exchanged for a fresh one."
            )
        case "lose_card":
            return _(
                "You lose a card: it lies face up from here on. Keep the one that you would rather claim."
            )
        case "match":
            return _("Both claim the same card. Whoever shows the stronger one takes the money.")
        case "payment":
            return _("You owe this. One tap pays it; the game waits until it is paid.")
        case _:
            return ""


def _watching(table: Table) -> str:
    if table.phase == "payment":
        return _(
            "Somebody pays. Nobody's money moves but by such a payment, and all of them stand in the log."
        )
    return _("Others decide. You are asked as soon as something concerns you. At 0 one is bankrupt and out.")
