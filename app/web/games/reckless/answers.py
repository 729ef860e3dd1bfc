"""Answers to a claim: challenge, counter, show, lose a card, match; each says what it can cost."""

from flask_babel import gettext as _

from app.web.games.reckless import words
from app.web.games.reckless.phrases import claimed, countered
from app.web.games.reckless.reading import Countered, Declared, Table
from app.web.reading import View
from app.web.screen import Choice, Stage

COUNTERS = ("concede", "block", "match", "sue")


def challenging(table: Table, _pick: str) -> Stage:
    """The stage of phases `challenge` and `challenge_counter`."""
    declared, counter = table.action, table.counter
    if declared is None:
        return Stage(headline=_("A claim is open to challenge."))
    claimant, card = (counter.player, counter.card) if counter else (declared.actor, declared.card)
    passing = tuple(
        Choice(label=_("Let it pass"), risk=_passing(table, declared, counter), move=move)
        for move in table.allows("allow")
    )
    doubting = tuple(
        Choice(
            label=_("Challenge"),
            tone="red",
            risk=_(
                "If %(who)s shows %(card)s, you lose a card. If not, %(who)s does.",
                who=table.name(claimant),
                card=words.the_card(table, card),
            ),
            move=move,
        )
        for move in table.allows("challenge")
    )
    return Stage(
        headline=countered(table, counter, declared) if counter else claimed(table, declared),
        note=_("Now keep a straight face.") if claimant == table.you else "",
        card=card,
        against=declared.card if counter and counter.kind != "match" else "",
        amount=declared.amount or None,
        tone="asked" if passing else "calm",
        choices=passing + doubting,
        ahead=_ahead(table, declared, passing[0].move) if passing and not counter else (),
    )


def _passing(table: Table, declared: Declared, counter: Countered | None) -> str:
    if counter is None and declared.target == table.you:
        return _("Then it happens.") if declared.general else _("Then you answer: pay, block, match or sue.")
    if counter and declared.actor == table.you:
        return _("Then you get nothing.") if counter.kind == "block" else _("Then it stands.")
    if counter is None and declared.target is None:
        return _("Then you pay %(amount)d.", amount=declared.amount)
    return _("Costs you nothing.")


def _ahead(table: Table, declared: Declared, allow: View | None) -> tuple[Choice, ...]:
    priced = table.priced(declared.key)
    if declared.target != table.you or declared.general or priced is None:
        return ()
    pay = Choice(label=_("then pay %(amount)d", amount=declared.amount), move=allow, then={"type": "concede"})
    blocks = tuple(
        Choice(
            label=_("then block with %(card)s", card=words.the_card(table, name)),
            card=name,
            held=table.holds(name),
            move=allow,
            then={"type": "block", "character": name},
        )
        for name in priced.blocked_by
    )
    return (pay, *blocks)


def countering(table: Table, _pick: str) -> Stage:
    """The stage of phase `counter`: only the target answers."""
    declared = table.action
    if declared is None:
        return Stage(headline=_("The target answers."))
    choices = tuple(_counter(table, declared, move) for move in table.legal if move["type"] in COUNTERS)
    return Stage(
        headline=claimed(table, declared),
        note=_("The claim stands. You may bluff.") if choices else _("The claim stands."),
        card=declared.card,
        amount=declared.amount or None,
        tone="asked" if choices else "calm",
        choices=choices,
    )


def _counter(table: Table, declared: Declared, move: View) -> Choice:
    match move["type"]:
        case "concede":
            amount = _owed(table, declared)
            return Choice(
                label=_("Give in, pay %(amount)d", amount=amount),
                card="pay",
                risk=_("Then you pay %(who)s %(amount)d.", who=table.name(declared.actor), amount=amount),
                move=move,
            )
        case "block":
            card = move["character"]
            return Choice(
                label=_("Block with %(card)s", card=words.the_card(table, card)),
                card=card,
                held=table.holds(card),
                risk=_("You pay nothing. Challenged without it: you lose a card and pay."),
                move=move,
            )
        case "match":
            return Choice(
                label=_("Match: I have %(card)s too", card=words.some_card(table, declared.card)),
                card=declared.card,
                held=table.holds(declared.card),
                risk=_("The stronger takes %(amount)d from the other.", amount=declared.amount),
                move=move,
            )
        case _:
            suing = table.prompt.get("sue_with") or ""
            return Choice(
                label=_(
                    "Sue with %(card)s: %(who)s pays you %(amount)d",
                    card=words.some_card(table, suing),
                    who=table.name(declared.actor),
                    amount=table.prompt.get("sue_gets") or 0,
                ),
                card=suing,
                held=table.holds(suing),
                risk=_("Challenged without one: you lose a card and pay."),
                move=move,
            )


def _owed(table: Table, declared: Declared) -> int:
    """What giving in costs: the amount, or all that is left."""
    you = table.player(table.you)
    return min(declared.amount, you.balance) if you else declared.amount


def showing(table: Table, _pick: str) -> Stage:
    """The stage of phase `show`."""
    card, claimant = table.prompt.get("card", ""), table.prompt.get("claimant", "")
    facts = {
        "by": table.name(table.challenger),
        "who": table.name(claimant),
        "card": words.the_card(table, card),
    }
    if claimant == table.you:
        headline = _("%(by)s doesn't believe you. Show %(card)s.", **facts)
    elif table.challenger == table.you:
        headline = _("You challenge %(who)s to show %(card)s.", **facts)
    else:
        headline = _("%(by)s challenges %(who)s to show %(card)s.", **facts)
    shows = tuple(
        Choice(
            label=_("Show %(card)s", card=words.the_copy(table, card, table.strength(move))),
            card=card,
            tone="go",
            risk=_("%(by)s loses a card. Yours goes back, you draw another.", **facts),
            move=move,
        )
        for move in table.allows("show")
    )
    loss = _("You lose a card and pay.") if table.counter else _("You lose a card.")
    declines = tuple(
        Choice(label=_("I can't"), tone="red", risk=loss, move=move) for move in table.allows("decline")
    )
    return Stage(
        headline=headline,
        note=_("Everybody has to see it.") if shows and not table.dealt else "",
        card=card,
        tone="asked" if declines else "calm",
        choices=shows + declines,
        secret=table.dealt and bool(declines),
    )


def losing(table: Table, _pick: str) -> Stage:
    """The stage of phase `lose_card`."""
    moves = table.allows("lose_card")
    if not moves:
        return Stage(headline=_("%(name)s loses a card.", name=table.name(table.prompt.get("player"))))
    named = tuple(
        Choice(
            label=words.copy(table, move["card"], table.strength(move)),
            card=move["card"],
            move=move,
            tone="small",
        )
        for move in moves
        if move.get("card")
    )
    unnamed = tuple(
        Choice(label=_("Done, without saying which"), move=move)
        for move in moves
        if not move.get("card") and not table.dealt
    )
    return Stage(
        headline=_("You lose a card."),
        note=_("Lay one face up, then tap which it was.")
        if not table.dealt
        else _("Which one goes? It stays face up."),
        tone="asked",
        layout="cards",
        secret=table.dealt,
        choices=named + unnamed,
    )


def matching(table: Table, _pick: str) -> Stage:
    """The stage of phase `match`: both show the same character, the stronger takes the money."""
    declared = table.action
    if declared is None:
        return Stage(headline=_("Two of a kind. The stronger wins."))
    shows = tuple(
        Choice(
            label=_("Show %(strength)d×", strength=move.get("strength") or 1),
            card=declared.card,
            tone="small",
            move=move,
        )
        for move in table.allows("show")
    )
    declines = tuple(
        Choice(
            label=_("I can't"),
            tone="red",
            risk=_("Who shows wins. If neither can, nobody owes anything."),
            move=move,
        )
        for move in table.allows("decline")
    )
    return Stage(
        headline=_(
            "%(card)s against %(card)s. The stronger takes %(amount)d.",
            card=words.card(table, declared.card),
            amount=declared.amount,
        ),
        note=_matching_note(table) if declines else "",
        card=declared.card,
        against=declared.card,
        amount=declared.amount or None,
        tone="asked" if declines else "calm",
        layout="three" if declines else "list",
        choices=shows + declines,
        secret=table.dealt and bool(declines),
    )


def _matching_note(table: Table) -> str:
    return _("Whoever shows wins. No card is lost.") if table.dealt else _("Both show. No card is lost.")
