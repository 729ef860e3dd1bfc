"""What is happening in Cheater's Game, and what the viewer can do about it: one function for each phase.

What takes more than one tap is kept in the address (`?pick=invite:bob,cyd`), so that it works without script and
outlives a page that is drawn anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from flask_babel import gettext as _
from flask_babel import ngettext

from app.web.games.cheaters_game.told import cost, rolled, turned_in
from app.web.reading import Table, View
from app.web.screen import Absent, Choice, Stage
from app.web.words import names

FACES = range(1, 7)


def stage(table: Table, pick: str) -> Stage:
    """The stage for this viewer; `pick` is what was chosen so far, such as `dice:3,5`, or empty."""
    kind, _sep, chosen = pick.partition(":")
    picked = tuple(part for part in chosen.split(",") if part)
    return STAGES[table.phase](table, kind, picked)


def absent(table: Table) -> tuple[Absent, ...]:
    """What silence would mean for others who are awaited; a turn waits."""
    kind = {"invitation": "decline", "offer": "refuse"}.get(table.phase)
    if kind is None:
        return ()
    says = {"decline": _("no, thanks"), "refuse": _("refuse the offer")}[kind]
    return tuple(
        Absent(
            user=user,
            label=_("For %(name)s: %(what)s", name=table.name(user), what=says),
            move={"type": kind},
        )
        for user in table.waiting_for
        if user != table.you
    )


def waits(table: Table) -> str:
    """Who else is awaited, and for what; empty when nobody is."""
    others = [table.name(user) for user in table.waiting_for if user != table.you]
    if not others:
        return ""
    who = names(others)
    match table.phase:
        case "turn":
            return _("Waiting for %(who)s to choose.", who=who)
        case "invitation":
            return _("Waiting for %(who)s to join or decline.", who=who)
        case "roll":
            return _("Waiting for %(who)s to roll.", who=who)
        case "split":
            return _("Waiting for %(who)s to make an offer.", who=who)
        case _:
            return _("Waiting for %(who)s to accept or refuse.", who=who)


def people(table: Table, users: tuple[str, ...]) -> str:
    """Names in a row, the viewer's as `you`, last."""
    others = [table.name(user) for user in users if user != table.you]
    return names([*others, *[_("you")] * (table.you in users)])


def _pick(kind: str, *chosen: object) -> str:
    return f"?pick={kind}:{quote(','.join(map(str, chosen)))}"


def _last_roll(table: Table) -> tuple[str, tuple[int, ...]]:
    """The last roll as a sentence and as dice; nothing if none is to be seen."""
    thrown = table.facts["thrown"]
    return (rolled(table, thrown[-1]), tuple(thrown[-1]["dice"])) if thrown else ("", ())


# One's turn.


def _turn(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
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
        said_no = _said_no(table, declined)
        return Stage(headline=_("Nobody joins. Choose again."), note=said_no, tone="asked", choices=choices)
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
        return Stage(headline=choosing, note=_said_no(table, declined))
    before = _before(table)
    return replace(before, headline=before.headline or choosing)


def _said_no(table: Table, declined: tuple[str, ...]) -> str:
    return _("Declined: %(who)s.", who=people(table, declined))


def _before(table: Table) -> Stage:
    """What happened last: a whistle from the viewer's side, or a roll, which needs no headline.

    Whoever was caught is told so a while longer, for the next dice may fall at once.
    """
    facts = table.facts["turned_in"]
    rolled_since, dice = _last_roll(table)
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
        return Choice(label=label, risk=risk, card=card, href=_pick("invite"))
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
    return (
        Choice(label=_("Blow the whistle"), risk=risk, card="whistle", tone="red", href=_pick("whistle")),
    )


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
            href=_pick("invite", *(one for one in free if (one in chosen) != (one == user))),
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


# Answers.


def _invitation(table: Table, _kind: str, _picked: tuple[str, ...]) -> Stage:
    prompt = table.facts["prompt"]
    leader, joined, asked = prompt["leader"], tuple(prompt["joined"]), tuple(prompt["asked"])
    parts = [
        _("In: %(who)s.", who=people(table, joined)) if joined else "",
        _said_no(table, tuple(prompt["declined"])) if prompt["declined"] else "",
    ]
    note = " ".join(part for part in parts if part)
    if table.you in asked:
        others = tuple(user for user in asked if user != table.you)
        also = _("Asked too: %(who)s.", who=people(table, others)) if others else ""
        return Stage(
            headline=_("%(leader)s wants you in an alliance.", leader=table.name(leader)),
            note=" ".join(part for part in (note, also) if part),
            card="alliance",
            tone="asked",
            choices=(
                Choice(
                    label=_("Join"),
                    risk=_(
                        "All its points count for you. If a companion blows the whistle, you lose as many."
                    ),
                    tone="go",
                    move={"type": "join"},
                ),
                Choice(label=_("Decline"), risk=_("Costs you nothing."), move={"type": "decline"}),
            ),
        )
    if leader == table.you:
        invited = tuple(player.user for player in table.players if player.user in (*joined, *asked))
        headline = _("You have asked %(who)s.", who=people(table, invited))
    else:
        headline = _("%(leader)s has asked %(who)s.", leader=table.name(leader), who=people(table, asked))
    return Stage(headline=headline, note=note, card="alliance")


def _roll(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
    """Real dice: tap what each shows; the last tap sends them."""
    prompt = table.facts["prompt"]
    count, number = prompt["dice"], prompt["alliance"]
    if table.you not in table.waiting_for:
        who = table.name(table.turn)
        alone = _("%(who)s rolls a die.", who=who)
        allied = ngettext(
            "%(who)s rolls %(num)d die for alliance %(number)d.",
            "%(who)s rolls %(num)d dice for alliance %(number)d.",
            count,
            who=who,
            number=number or 0,
        )
        return Stage(headline=alone if number is None else allied, card="dice")
    shown = tuple(int(die) for die in picked if kind == "dice" and die in map(str, FACES))[: count - 1]
    last = len(shown) == count - 1
    choices = tuple(
        Choice(
            label=str(die),
            card=f"die-{die}",
            tone="small",
            move={"type": "dice", "dice": [*shown, die]} if last else None,
            href="" if last else _pick("dice", *shown, die),
        )
        for die in FACES
    )
    again = (Choice(label=_("Start again"), tone="back", href=_pick("dice")),) if shown else ()
    headline = ngettext("Roll %(num)d die.", "Roll %(num)d dice.", count)
    if number is not None:
        headline = ngettext(
            "Roll %(num)d die for alliance %(number)d.",
            "Roll %(num)d dice for alliance %(number)d.",
            count,
            number=number,
        )
    return Stage(
        headline=headline,
        note=_("Tap what it shows.")
        if count == 1
        else _("Tap what each shows: %(now)d of %(all)d.", now=len(shown) + 1, all=count),
        dice=shown,
        tone="asked",
        layout="three",
        choices=(*choices, *again),
    )


def _split(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
    pool = table.facts["prompt"]["pool"]
    dice = _last_roll(table)[1]
    offers = table.allows("offer")
    if not offers:
        headline = _("Doubles. %(who)s has %(pool)d to split.", who=table.name(table.turn), pool=pool)
        return Stage(headline=headline, dice=dice, amount=pool)
    chosen = picked[0] if kind == "offer" and picked and picked[0] in table.facts["prompt"]["targets"] else ""
    if chosen:
        return Stage(
            headline=_("Offer %(who)s how much of %(pool)d?", who=table.name(chosen), pool=pool),
            note=_("One offer, no haggling. Refused, all of it is gone."),
            tone="asked",
            layout="numbers",
            choices=(
                *(
                    Choice(
                        label=str(move["amount"]),
                        risk=_("keep %(kept)d", kept=pool - move["amount"]),
                        tone="small",
                        move=move,
                    )
                    for move in offers
                    if move["to"] == chosen
                ),
                Choice(label=_("To somebody else"), tone="back", href=_pick("offer")),
            ),
        )
    return Stage(
        headline=_("Doubles. %(pool)d for you to split.", pool=pool),
        note=_("Offer a part to one player. Refused, all of it is gone."),
        dice=dice,
        amount=pool,
        tone="asked",
        choices=tuple(
            Choice(
                label=_("Offer something to %(who)s", who=table.name(user)),
                card="offer",
                href=_pick("offer", user),
            )
            for user in table.facts["prompt"]["targets"]
        ),
    )


def _offer(table: Table, _kind: str, _picked: tuple[str, ...]) -> Stage:
    prompt = table.facts["prompt"]
    said = {
        "by": table.name(table.turn),
        "to": table.name(prompt["to"]),
        "amount": prompt["amount"],
        "kept": prompt["kept"],
        "pool": prompt["pool"],
    }
    dice = _last_roll(table)[1]
    if table.turn == table.you:
        headline = _("You offer %(to)s %(amount)d and keep %(kept)d.", **said)
    elif prompt["to"] == table.you:
        headline = _("%(by)s offers you %(amount)d of %(pool)d.", **said)
    else:
        headline = _("%(by)s offers %(to)s %(amount)d of %(pool)d.", **said)
    labels: Mapping[str, tuple[str, str, str]] = {
        "accept": (_("Accept"), _("%(amount)d for you, %(kept)d for %(by)s.", **said), "go"),
        "refuse": (_("Refuse"), _("Nobody gets any of it."), "plain"),
        "misunderstand": (_("I misunderstood"), _("Accepted by mistake: nobody gets any of it."), "plain"),
    }
    choices = tuple(
        Choice(label=label, risk=risk, tone=tone, move=move)
        for kind, (label, risk, tone) in labels.items()
        for move in table.allows(kind)
    )
    return Stage(
        headline=headline,
        note=_("%(by)s keeps %(kept)d. No haggling.", **said) if choices else "",
        card="offer",
        dice=dice,
        amount=prompt["amount"],
        tone="asked" if choices else "calm",
        choices=choices,
    )


STAGES: Mapping[str, Callable[[Table, str, tuple[str, ...]], Stage]] = {
    "turn": _turn,
    "invitation": _invitation,
    "roll": _roll,
    "split": _split,
    "offer": _offer,
}
