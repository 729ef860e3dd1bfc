"""What is asked in Cheater's Game besides a turn: invitations, real dice, doubles and offers."""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import ngettext

from app.web.games.cheaters_game.parts import FACES, last_roll, people, pick, said_no
from app.web.reading import Table
from app.web.screen import Choice, Stage


def invitation(table: Table, _kind: str, _picked: tuple[str, ...]) -> Stage:
    """An alliance is being formed: whoever is asked joins or declines."""
    prompt = table.facts["prompt"]
    leader, joined, asked = prompt["leader"], tuple(prompt["joined"]), tuple(prompt["asked"])
    parts = [
        _("In: %(who)s.", who=people(table, joined)) if joined else "",
        said_no(table, tuple(prompt["declined"])) if prompt["declined"] else "",
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


def roll(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
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
            href="" if last else pick("dice", *shown, die),
        )
        for die in FACES
    )
    again = (Choice(label=_("Start again"), tone="back", href=pick("dice")),) if shown else ()
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


def split(table: Table, kind: str, picked: tuple[str, ...]) -> Stage:
    """Doubles: to whom, then how much."""
    pool = table.facts["prompt"]["pool"]
    dice = last_roll(table)[1]
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
                Choice(label=_("To somebody else"), tone="back", href=pick("offer")),
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
                href=pick("offer", user),
            )
            for user in table.facts["prompt"]["targets"]
        ),
    )


def offer(table: Table, _kind: str, _picked: tuple[str, ...]) -> Stage:
    """What was offered of a pool: taken, refused or misunderstood."""
    prompt = table.facts["prompt"]
    said = {
        "by": table.name(table.turn),
        "to": table.name(prompt["to"]),
        "amount": prompt["amount"],
        "kept": prompt["kept"],
        "pool": prompt["pool"],
    }
    dice = last_roll(table)[1]
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
