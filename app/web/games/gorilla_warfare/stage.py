"""What is happening in Gorilla Warfare, from the viewer's side: one's turn, an attack and the answers to it."""

from collections.abc import Iterator

from flask_babel import gettext as _

from app.web.games.gorilla_warfare import words
from app.web.games.gorilla_warfare.reading import Attack, Table
from app.web.reading import Sitting, View
from app.web.screen import Choice, Stage
from app.web.words import names

HAND = 2
AIMED = ("command", "fog_of_war", "kamikaze", "raid", "reconnaissance")
"""Cards that are played with a second tap: against whom or in which way, and one that may kill everybody."""


def stage(table: Table, pick: str) -> Stage:
    """The stage of the present moment; `pick` is the card that is being aimed, or ""."""
    match table.phase:
        case "answer" if table.attack:
            return _answering(table, table.attack)
        case "turn" | "deploy" if table.turn == table.you:
            moves = tuple(move for move in table.allows("play") if move["card"] == pick)
            return _aiming(table, pick, moves) if moves else _choosing(table)
        case "deploy":
            return Stage(
                headline=_("%(name)s picks a card to deploy.", name=table.name(table.turn)), card="deployment"
            )
        case _:
            return Stage(
                headline=_("%(name)s is choosing.", name=table.name(table.turn)),
                note=_("Keep your Defence close, if you have one.") if table.plays else "",
            )


def waits(table: Table) -> str:
    """Who else is awaited, and for what."""
    others = [table.name(user) for user in table.waiting_for if user != table.you]
    if not others:
        return ""
    if table.phase == "answer":
        return _("Waiting for %(who)s to answer.", who=names(others))
    return _("Waiting for %(who)s to play.", who=names(others))


def silence(table: Table, user: str) -> str:
    """What the silence of somebody who is awaited would do."""
    name = table.name(user)
    if table.phase == "answer":
        if table.in_front(user):
            return _("For %(name)s: use the Defence in front", name=name)
        return _("For %(name)s: let it happen", name=name)
    if table.phase == "turn" and table.played:
        return _("For %(name)s: finish the turn", name=name)
    return _("For %(name)s: play the first card", name=name)


def _choosing(table: Table) -> Stage:
    deploying = table.phase == "deploy"
    kinds = dict.fromkeys(move["card"] for move in table.allows("play"))
    finish = tuple(_finishing(table, move) for move in table.allows("done"))
    if deploying:
        headline, note = _("Deploy a card of your deck."), _("One of these, now.")
    elif table.played:
        headline, note = _("Play another, or finish."), ""
    else:
        headline, note = _("Your turn."), _("Play at least one card.")
    return Stage(
        headline=headline,
        note=note,
        card="deployment" if deploying else "",
        tone="asked",
        secret=True,
        choices=(*(_card(table, kind) for kind in kinds), *finish),
    )


def _card(table: Table, kind: str) -> Choice:
    moves = tuple(move for move in table.allows("play") if move["card"] == kind)
    return Choice(
        label=words.card(kind),
        card=kind,
        risk=_does(table, kind),
        href=f"?pick={kind}" if kind in AIMED else "",
        move=None if kind in AIMED else moves[0],
    )


def _does(table: Table, kind: str) -> str:
    if kind == "saving_grace":
        if not table.discard_top:
            return _("The discard pile is empty: no effect.")
        return _("Get %(card)s back, under your deck.", card=words.card(table.discard_top))
    if kind == "evasion" and table.evaded:
        return _("You need not draw already: no more effect.")
    return str(words.DOES[kind])


def _finishing(table: Table, move: View) -> Choice:
    """The button that ends the turn, with what the refill does, where one's own deck tells, and the draw."""
    missing = HAND - len(table.hand)
    coming = table.deck[:missing]
    short = missing - len(coming)
    if words.DEADLY in coming:
        risk = _("Your deck gives you Collateral Damage: you are out.")
    elif short > 0:
        count = 2 if table.evaded else 3
        risk = _("Your deck runs short: you draw %(count)d from the pile, into your hand first.", count=count)
    elif table.evaded:
        risk = _("No draw, thanks to Evasion.")
    else:
        risk = _("You draw one card, under your deck.")
    return Choice(
        label=_("Finish your turn"), tone="go", risk=risk, covered=_unseen() if coming else "", move=move
    )


def _unseen() -> str:
    """What a button says of a refill while one's own deck is covered, whatever lies on top of it."""
    return _("The top of your deck comes into your hand: look there first.")


def _aiming(table: Table, kind: str, moves: tuple[View, ...]) -> Stage:
    name = words.card(kind)
    headline = {
        "command": _("%(card)s. Who draws?", card=name),
        "raid": _("%(card)s. Which card do you take?", card=name),
        "fog_of_war": _("%(card)s. What do you do?", card=name),
        "reconnaissance": _("%(card)s. Where do you look?", card=name),
    }.get(kind, _("%(card)s. Are you sure?", card=name))
    return Stage(
        headline=headline,
        note=_warning(table, kind),
        card=kind,
        tone="asked",
        secret=True,
        layout="list" if kind == "kamikaze" else "cards",
        choices=tuple(_aimed(table, kind, _by_target(moves))),
        back=True,
    )


def _by_target(moves: tuple[View, ...]) -> tuple[View, ...]:
    """The moves with what goes against the same player side by side, the nearest to the left first."""
    targets = list(dict.fromkeys(move.get("target") for move in moves))
    return tuple(sorted(moves, key=lambda move: targets.index(move.get("target"))))


def _warning(table: Table, kind: str) -> str:
    if kind == "kamikaze":
        if table.in_front(table.you):
            return _("Whoever is not defended draws. Your Defence in front can save you.")
        return _("Whoever is not defended draws, and you draw last.")
    return (
        _("A Defence can stop it.")
        if kind in ("command", "raid")
        else _("A Defence can stop what goes against a player.")
    )


def _aimed(table: Table, kind: str, moves: tuple[View, ...]) -> Iterator[Choice]:
    for move in moves:
        target = table.player(move.get("target"))
        match kind, move.get("way"):
            case "kamikaze", _:
                yield Choice(label=_("Everybody draws"), tone="red", move=move)
            case _, "shuffle":
                yield Choice(label=_("Shuffle the draw pile"), risk=_("Nobody can stop that."), move=move)
            case _, "draw_pile":
                yield Choice(
                    label=_("The top three of the draw pile"), risk=_("Nobody can stop that."), move=move
                )
            case _, way:
                yield _at(table, move, target, way)


def _at(table: Table, move: View, target: Sitting | None, way: str | None) -> Choice:
    if target is None:  # a move that needs no aiming
        return Choice(label=words.card(move["card"]), move=move)
    hand = _before(table, target, words.in_hand(target.cards or 0))
    deck = _before(table, target, words.in_deck(target.facts.get("deck_cards") or 0))
    match move["card"], way:
        case "raid", _:
            place = words.position(move["position"], target.cards or 0)
            return Choice(label=target.name, risk=place, tone="small", move=move)
        case _, "swap_hands":
            return Choice(
                label=_("Hands with %(name)s", name=target.name), risk=hand, tone="small", move=move
            )
        case _, "swap_decks":
            return Choice(
                label=_("Decks with %(name)s", name=target.name), risk=deck, tone="small", move=move
            )
        case _, "hand":
            return Choice(label=_("%(name)s's hand", name=target.name), risk=hand, tone="small", move=move)
        case _:
            return Choice(label=target.name, risk=deck, tone="small", move=move)


def _before(table: Table, target: Sitting, cards: str) -> str:
    """The cards that an attack is about, and the DEFENCE that lies before them."""
    return _("%(cards)s · a Defence in front", cards=cards) if table.in_front(target.user) else cards


def happening(table: Table, attack: Attack) -> str:
    """An attack in one sentence: who plays what against whom, and what of theirs it is about."""
    mine, on_you = attack.player == table.you, attack.target == table.you
    said = {
        "who": table.name(attack.player),
        "card": words.card(attack.card),
        "whom": _("you") if on_you else table.name(attack.target),
    }
    match attack.way:
        case "swap_hands" if mine:
            return _("You play %(card)s to swap hands with %(whom)s.", **said)
        case "swap_hands":
            return _("%(who)s plays %(card)s to swap hands with %(whom)s.", **said)
        case "swap_decks" if mine:
            return _("You play %(card)s to swap decks with %(whom)s.", **said)
        case "swap_decks":
            return _("%(who)s plays %(card)s to swap decks with %(whom)s.", **said)
        case "hand" if mine:
            return _("You play %(card)s to see the hand of %(whom)s.", **said)
        case "hand" if on_you:
            return _("%(who)s plays %(card)s to see your hand.", **said)
        case "hand":
            return _("%(who)s plays %(card)s to see the hand of %(whom)s.", **said)
        case _ if attack.target is None and mine:
            return _("You play %(card)s.", **said)
        case _ if attack.target is None:
            return _("%(who)s plays %(card)s.", **said)
        case _ if mine:
            return _("You play %(card)s against %(whom)s.", **said)
        case _:
            return _("%(who)s plays %(card)s against %(whom)s.", **said)


def _answering(table: Table, attack: Attack) -> Stage:
    if not table.asked:
        return Stage(
            headline=happening(table, attack), note=_effect(table, attack, mine=False), card=attack.card
        )
    letting = tuple(
        Choice(label=_("Let it happen"), risk=_effect(table, attack, mine=True), move=move)
        for move in table.allows("allow")
    )
    return Stage(
        headline=happening(table, attack),
        note=_("Do you stop it?"),
        card=attack.card,
        tone="asked",
        secret=True,
        choices=(_defending(table), *letting),
    )


def _defending(table: Table) -> Choice:
    """The button of the DEFENCE, shut for those who have none: everybody who is asked sees the same question."""
    moves = table.allows("defend")
    if not moves:
        return Choice(
            label=_("Stop it with a Defence"), card="defence", why_not=_("You have none to answer with.")
        )
    if table.in_front(table.you):
        label, risk, covered = _("Stop it with the Defence in front"), _("That Defence is used up."), ""
    else:
        label, risk, covered = (
            _("Stop it with your Defence"),
            _refilling(table),
            _unseen() if table.deck else "",
        )
    return Choice(label=label, card="defence", risk=risk, covered=covered, tone="go", move=moves[0])


def _refilling(table: Table) -> str:
    if not table.deck:
        return _("Your deck is empty: you draw three from the pile for it.")
    if table.deck[0] == words.DEADLY:
        return _("Your deck gives you Collateral Damage for it: you are out.")
    return _("Your deck gives you %(card)s for it.", card=words.card(table.deck[0]))


def _effect(table: Table, attack: Attack, *, mine: bool) -> str:
    """What an attack does if nobody stops it."""
    match attack.card, attack.way:
        case "command", _:
            return (
                _("You draw a card, under your deck.")
                if mine
                else _("The top of the draw pile goes under the deck.")
            )
        case "kamikaze", _:
            return _("Everybody without a Defence draws. Collateral Damage kills at once.")
        case "raid", _:
            return _taken(table, attack) if mine else _("A card is stolen, unseen.")
        case _, "swap_hands":
            return _("Your hands are swapped.") if mine else _("The two swap hands.")
        case _, "swap_decks":
            return _("Your decks are swapped.") if mine else _("The two swap decks.")
        case _:
            return (
                _("%(who)s sees your hand.", who=table.name(attack.player))
                if mine
                else _("A hand is looked at.")
            )


def _taken(table: Table, attack: Attack) -> str:
    place = (attack.position or 1) - 1
    if place >= len(table.hand):
        return _("You lose a card.")
    return _("You lose %(card)s.", card=words.card(table.hand[place]))
