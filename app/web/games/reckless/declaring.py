"""Your turn: every action of the deck with what it takes, then its target; the second tap declares."""

from flask_babel import gettext as _

from app.web.games.reckless import words
from app.web.games.reckless.reading import Action, Table
from app.web.reading import View
from app.web.screen import Choice, Stage
from app.web.words import cards_left


def choosing(table: Table, pick: str) -> Stage:
    """The stage of phase `turn`."""
    if table.turn is None:
        return _by_voice(table)
    if table.you != table.turn:
        return Stage(
            headline=_("%(name)s is choosing.", name=table.name(table.turn)),
            note=_("Somebody is about to lose money."),
        )
    passing = table.allows("pass")
    if passing and not table.allows("declare"):
        return Stage(
            headline=_("Your turn. You can only pass."),
            note=_("Without a card there is nothing to claim. Your money can still be taken."),
            tone="asked",
            choices=(Choice(label=_("Pass"), tone="go", move=passing[0]),),
        )
    chosen = tuple(move for move in table.allows("declare") if move["action"] == pick)
    priced = table.priced(pick)
    return _aiming(table, priced, chosen) if chosen and priced else _menu(table)


def _by_voice(table: Table) -> Stage:
    others = [player for player in table.players if player.user != table.you and not player.out]
    you = table.player(table.you)
    if you is None or you.out:
        return Stage(headline=_("They play by voice. Payments show up here."))
    return Stage(
        headline=_("Play by voice. Pay here."),
        note=_("A payment names its action and costs what that costs.")
        if table.validation == "honor"
        else _("Nothing is checked at this table but the balance."),
        choices=(
            *(
                Choice(
                    label=_("Pay %(payee)s", payee=player.name),
                    amount=player.balance,
                    risk=_("has"),
                    tone="target",
                    href=f"/pay/?to={player.user}",
                )
                for player in others
            ),
            Choice(label=_("Scan a tile"), card="scan", href="/scan"),
            Choice(label=_("Show my code"), card="receive", href="/receive"),
        ),
    )


def _menu(table: Table) -> Stage:
    passing = tuple(Choice(label=_("Pass"), move=move) for move in table.allows("pass"))
    return Stage(
        headline=_("Your turn."),
        note=_("Claim any card. Holding it is optional."),
        tone="asked",
        layout="grid",
        choices=tuple(_action(table, action) for action in table.tariff) + passing,
    )


def _action(table: Table, action: Action) -> Choice:
    open_now = any(move["action"] == action.key for move in table.allows("declare"))
    return Choice(
        label=words.action(table, action.key),
        card=action.card,
        amount=action.amount or None,
        risk=_takes(table, action),
        href=f"?pick={action.key}" if open_now else "",
        why_not="" if open_now else _why_not(table, action),
        held=table.holds(action.card),
    )


def _takes(table: Table, action: Action) -> str:
    if action.effect == "target_loses_card":
        says = _("one loses a card")
    elif action.effect == "everyone_pays":
        says = _("from each")
    elif action.general:
        says = _("from one")
    else:
        says = words.card(table, action.card)
    return _("%(says)s, costs %(cost)d", says=says, cost=action.cost) if action.cost else says


def _why_not(table: Table, action: Action) -> str:
    you = table.player(table.you)
    if you and action.cost and action.cost >= you.balance:
        return _("costs %(cost)d, you have %(balance)d", cost=action.cost, balance=you.balance)
    if action.effect == "target_loses_card":
        return _("nobody has a card to lose")
    return _("not open to you now")


def _aiming(table: Table, action: Action, moves: tuple[View, ...]) -> Stage:
    named = words.the_card(table, action.card)
    risk = _("If you are challenged and can't show %(card)s, you lose a card.", card=named)
    title = words.action(table, action.key)
    if action.effect == "everyone_pays":
        return Stage(
            headline=_("%(action)s: %(amount)d from each.", action=title, amount=action.amount),
            note=risk,
            card=action.card,
            amount=action.amount or None,
            tone="asked",
            choices=(Choice(label=_("Claim %(card)s", card=named), tone="go", move=moves[0]),),
            back=True,
        )
    return Stage(
        headline=_("%(action)s. Who loses a card?", action=title)
        if action.effect == "target_loses_card"
        else _("%(action)s. %(amount)d from whom?", action=title, amount=action.amount),
        note=risk,
        card=action.card,
        amount=action.amount or None,
        tone="asked",
        choices=tuple(_target(table, action, move) for move in moves),
        back=True,
    )


def _target(table: Table, action: Action, move: View) -> Choice:
    target = table.player(move["target"])
    if action.effect == "target_loses_card":
        left = target.cards if target else None
        return Choice(
            label=table.name(move["target"]),
            risk="" if left is None else _("has %(cards)s", cards=cards_left(left)),
            tone="target",
            move=move,
        )
    return Choice(
        label=table.name(move["target"]),
        amount=target.balance if target else None,
        risk=_("has"),
        tone="target",
        move=move,
    )
