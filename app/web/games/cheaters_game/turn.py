"""One's turn in Cheater's Game: one of four things, and what others see meanwhile."""

from dataclasses import replace

from flask_babel import gettext as _
from flask_babel import ngettext

from app.web.games.cheaters_game.parts import last_roll, people, pick, said_no
from app.web.games.cheaters_game.told import cost, turned_in
from app.web.reading import Table, View
from app.web.screen import Choice, Stage
from app.web.words import names


def turn(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
    """What to do: roll, form an alliance, roll for alliances, or blow the whistle."""
    if table.you != table.turn:
        return _watching(table)
    if kind == "invite" and table.allows("invite"):
        return _inviting(table, picked)
    if kind == "whistle" and table.allows("whistle"):
        return _whistling(table)
    choices = (
        *(
            Choice(
                label=_("Roll for yourself"),
                risk=_("One die, honest points."),
                card="roll",
                move=move,
                tone="go",
            )
            for move in table.allows("roll")
        ),
        _form(table),
        *(
            Choice(label=_("Roll for your alliances"), risk=_your_dice(table), card="dice", move=move)
            for move in table.allows("roll_alliances")
        ),
        *_whistle(table),
    )
    declined = tuple(table.facts["prompt"]["declined"])
    if declined:
        headline, note = _("Nobody joins. Choose again."), said_no(table, declined)
        return Stage(headline=headline, note=note, tone="asked", choices=choices)
    before = _before(table)
    return Stage(
        headline=_("Your turn."),
        note=before.note,
        card=before.card,
        dice=before.dice,
        tone="asked",
        choices=choices,
    )


def _watching(table: Table) -> Stage:
    """Somebody else's turn: what has happened before it, or in it."""
    choosing = _("%(name)s is choosing.", name=table.name(table.turn))
    declined = tuple(table.facts["prompt"]["declined"])
    if declined:
        return Stage(headline=choosing, note=said_no(table, declined))
    before = _before(table)
    return replace(before, headline=before.headline or choosing)


def _before(table: Table) -> Stage:
    """What happened last: a whistle from the viewer's side, or a roll, which needs no headline.

    Whoever was caught is told so a while longer, for the next dice may fall at once.
    """
    facts = table.facts["turned_in"]
    rolled_since, dice = last_roll(table)
    if not facts:
        return Stage(headline="", note=rolled_since, dice=dice)
    others, points = tuple(facts["others"]), facts["points"]
    who, whom = table.name(facts["player"]), people(table, others)
    caught = _("%(who)s blew the whistle on you.", who=who)
    if dice:
        told = f"{caught} {cost(facts, whom)}" if table.you in others else ""
        return Stage(headline="", note=" ".join(part for part in (rolled_since, told) if part), dice=dice)
    if table.turn == table.you:
        return Stage(headline="", note=turned_in(table, facts, whom), card="whistle")
    if table.you in others:
        return Stage(headline=caught, note=cost(facts, whom), card="whistle", amount=-points, tone="debt")
    if table.you == facts["player"]:
        headline, note = _("You blew the whistle."), cost(facts, whom)
        return Stage(headline=headline, note=note, card="whistle", amount=points, tone="income")
    headline = _("%(who)s blew the whistle on %(whom)s.", who=who, whom=whom)
    return Stage(headline=headline, note=turned_in(table, facts, whom), card="whistle")


def _form(table: Table) -> Choice:
    label, card = _("Form an alliance"), "alliance"
    if table.allows("invite"):
        risk = _("You lead it, and roll a die for each of you.")
        return Choice(label=label, risk=risk, card=card, href=pick("invite"))
    free = len(table.facts["alliances"]) < table.facts["sets"]
    why_not = _("Everybody has said no.") if free else _("All sets of pawns are in use.")
    return Choice(label=label, card=card, why_not=why_not)


def _your_dice(table: Table) -> str:
    mine = [one for one in table.facts["alliances"] if one["leader"] == table.you]
    each = [
        ngettext(
            "alliance %(number)d: %(num)d die",
            "alliance %(number)d: %(num)d dice",
            one["dice"],
            number=one["number"],
        )
        for one in mine
    ]
    return names(each)[:1].upper() + names(each)[1:] + "."


def _whistle(table: Table) -> tuple[Choice, ...]:
    if not table.allows("whistle"):
        return ()
    risk = _("Its points for you, and as many less for the others.")
    return (Choice(label=_("Blow the whistle"), risk=risk, card="whistle", tone="red", href=pick("whistle")),)


def _inviting(table: Table, picked: tuple[str, ...]) -> Stage:
    """Tap everybody who is to be asked, then send."""
    free = tuple(table.facts["prompt"]["can_invite"])
    chosen = tuple(user for user in free if user in picked)
    others = tuple(
        Choice(
            label=_("✓ %(name)s", name=table.name(user)) if user in chosen else table.name(user),
            risk=_("will be asked") if user in chosen else "",
            card="alliance",
            tone="picked" if user in chosen else "plain",
            href=pick("invite", *(one for one in free if (one in chosen) != (one == user))),
        )
        for user in free
    )
    refused = tuple(
        Choice(label=table.name(user), card="alliance", why_not=_("Has said no in this turn."))
        for user in table.facts["prompt"]["declined"]
        if user not in free
    )
    wanted = [move for move in table.allows("invite") if tuple(move["players"]) == chosen]
    send = tuple(
        Choice(
            label=_("Invite %(who)s", who=people(table, chosen)),
            risk=_("Whoever accepts is in. If nobody does, choose again."),
            tone="go",
            move=move,
        )
        for move in wanted
    )
    return Stage(
        headline=_("With whom?"),
        note=_("Every member has all the points, and can blow the whistle."),
        tone="asked",
        choices=(*others, *refused, *send),
        back=True,
    )


def _whistling(table: Table) -> Stage:
    """Which alliance; the second tap does it."""
    by_number = {one["number"]: one for one in table.facts["alliances"]}
    choices = tuple(
        Choice(
            label=_("Turn in alliance %(number)d", number=move["alliance"]),
            risk=_whistle_risk(table, by_number[move["alliance"]]),
            card="whistle",
            amount=by_number[move["alliance"]]["points"],
            tone="red",
            move=move,
        )
        for move in table.allows("whistle")
    )
    return Stage(headline=_("On whom?"), tone="asked", choices=choices, back=True)


def _whistle_risk(table: Table, alliance: View) -> str:
    others = tuple(user for user in alliance["members"] if user != table.you)
    return _(
        "%(points)d for you. %(others)s: %(points)d less, and a turn to pass.",
        points=alliance["points"],
        others=people(table, others),
    )
