"""Cheater's Game explained prompt by prompt, for whoever plays it for the first time."""

from flask_babel import gettext as _

from app.web.reading import Table


def hint(table: Table) -> str:
    """What is asked of the viewer just now, and what it can lead to; "" when nothing is."""
    if not table.asked:
        return _(
            "Others move. Most points win: your own honest ones, and all points of every alliance that you are in."
        )
    match table.phase:
        case "turn":
            return _(
                "One thing a turn. A die for yourself is safe. An alliance rolls a die for each member, and its points "
                "count for all of you, until one of you blows the whistle: that one keeps the points as honest ones, "
                "the others lose as many from theirs and pass a turn."
            )
        case "invitation":
            return _(
                "Join, and the alliance's points count for you too, and any member can turn all of you in."
            )
        case "split":
            return _(
                "Dice that show the same made a bonus. Offer somebody a part: if they take it, both of you get "
                "your parts; if not, it is gone."
            )
        case "offer":
            return _("Take your part and they get theirs. Refuse, and nobody gets anything.")
        case "roll":
            return _("Roll the real dice, and say what each of them shows.")
        case _:
            return ""
