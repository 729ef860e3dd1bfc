"""What leaves a match of Reckless for pages and programs: all of it is public but the hands that the service dealt."""

from dataclasses import replace

from app.errors import Json
from app.money import Credits
from app.rules.core import Funds, Level, Move, Obligation, Payment, Player
from app.rules.decks import Action
from app.rules.payment import Position, check
from app.rules.reckless import phases
from app.rules.reckless.legal import can_be_sued, phase_name, waiting_for
from app.rules.reckless.moves import Pay
from app.rules.reckless.phases import Play, Then
from app.rules.reckless.settings import Settings
from app.rules.reckless.state import Seat, Standing, State


def view(state: State, viewer: Player | None) -> dict[str, Json]:
    """Return the match as this viewer may see it: as everybody does, and with their own hand where one was dealt."""
    play = play_of(state)
    return {
        "phase": phase_name(state.phase),
        "turn": _turn(state),
        "action": _action(play) if play else None,
        "counter": _counter(play) if play else None,
        "challenger": play.challenger if play else None,
        "waiting_for": waiting_for(state),
        "prompt": _prompt(state),
        "players": tuple(_seat(state, seat) for seat in state.seats),
        "winners": winners(state),
        **_cards(state, viewer),
    }


def _cards(state: State, viewer: Player | None) -> dict[str, Json]:
    """Return what only the service can tell: the viewer's own hand, and how many cards are left in the deck."""
    if state.hands is None:
        return {}
    hand = tuple(one.as_json() for one in state.hands.of(viewer))
    return {"hand": hand, "in_deck": len(state.hands.pile)}


def actions(settings: Settings) -> tuple[dict[str, Json], ...]:
    """Return the tariff: every action of the deck in force, in its order.

    `house` names the values that the printed rules don't give.
    """
    return tuple(_printed(settings, action) for action in settings.deck.actions)


def winners(state: State) -> tuple[Player, ...] | None:
    """Return who won, in seat order; None while the match goes on."""
    return state.phase.winners if isinstance(state.phase, phases.Over) else None


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return the open debts in the order in which they arose."""
    return state.phase.due if isinstance(state.phase, phases.Paying) and state.lot is None else ()


def question(state: State) -> object:
    """Return what is being asked right now, without the answers that have come in."""
    match state.phase:
        case phases.OpenToChallenge(play) | phases.Matching(play) | phases.Paying(play):
            return phase_name(state.phase), play
        case phase:
            return phase


def check_payment(state: State | None, payment: Payment, funds: Funds) -> Move:
    """Return the move that records this payment.

    Raises:
        PaymentRefused: With the first reason that applies.

    Source: rules/reckless.md, "A transfer is valid when, and only when".
    """
    named = state.settings.deck.named(payment.action or "") if state else None
    meant = replace(payment, action=named.key) if named and payment.action != named.key else payment
    debt = check(_position(state) if state else None, meant, funds)
    if debt is None:
        return Pay(payment.payer, payment.payee, payment.amount, None, named.key if named else None)
    return Pay(payment.payer, payment.payee, payment.amount, debt.id, debt.action)


def play_of(state: State) -> Play | None:
    """Return what is being played, if something is."""
    match state.phase:
        case phases.OnTurn() | phases.Undeclared() | phases.Over():
            return None
        case phase:
            return phase.play


def _position(state: State) -> Position:
    return Position(
        level=state.settings.level,
        over=winners(state) is not None,
        due=obligations(state),
        settled=state.settled,
        solvent=state.playing,
        prices={a.key: a.amount for a in state.settings.deck.actions if a.amount > 0},
    )


def _turn(state: State) -> Player | None:
    match state.phase:
        case phases.OnTurn(player):
            return player
        case _:
            play = play_of(state)
            return play.actor if play else None


def _action(play: Play) -> dict[str, Json]:
    return {
        "player": play.actor,
        "action": play.action.key,
        "target": play.target,
        "card": play.action.card,
        "amount": play.action.amount,
        "general": play.action.general,
    }


def _counter(play: Play) -> dict[str, Json] | None:
    if play.counter is None:
        return None
    return {
        "player": play.counter.player,
        "type": play.counter.way,
        "character": play.counter.character,
    }


def _seat(state: State, seat: Seat) -> dict[str, Json]:
    return {
        "user": seat.player,
        "cards": seat.cards if state.settings.level is Level.STRICT else None,
        "lost": tuple(card or "unknown" for card in seat.lost),
        "bankrupt": seat.standing is Standing.BANKRUPT,
        "leaving": seat.standing is Standing.LEAVING,
        "out": not seat.in_game,
    }


def _prompt(state: State) -> dict[str, Json]:
    """Return what a page must know to say what each answer can cost."""
    match state.phase:
        case phases.OpenToChallenge(play):
            return {
                "claimant": play.claimant,
                "card": play.claimed,
                "shown_costs_card": "challenger",
                "declined_costs_card": play.claimant,
            }
        case phases.Challenged(play):
            return {
                "claimant": play.claimant,
                "card": play.claimed,
                "shown_costs_card": play.challenger,
                "declined_costs_card": play.claimant,
            }
        case phases.OpenToCounter(play):
            return {
                "concede_pays": play.action.amount,
                "block_with": play.action.blocked_by,
                "match_with": play.action.card,
                "sue_with": state.settings.deck.suing if can_be_sued(state.settings, play.action) else None,
                "sue_gets": _suit(state) if can_be_sued(state.settings, play.action) else None,
            }
        case phases.Losing(play, player, then):
            cards = tuple(c.key for c in state.settings.deck.cards if state.left_in_deck(c.key) > 0)
            because = {Then.TURN_ENDS: "scandal", Then.MATCH_LOST: "match"}.get(then, "challenge")
            return {"player": player, "cards": cards, "because_of": because}
        case phases.Matching(play, shown):
            return {
                "card": play.claimed,
                "amount": play.action.amount,
                "strengths": state.settings.deck.card(play.claimed).strengths,
                "shown": {one.player: one.strength for one in shown},
            }
        case _:
            return {}


def _suit(state: State) -> Credits | None:
    suing = state.settings.deck.suing
    return state.settings.deck.action_of(suing).amount if suing else None


def _printed(settings: Settings, action: Action) -> dict[str, Json]:
    deck = settings.deck
    path = f"{'specials' if action.general else 'characters'}.{action.card}"
    blockers = tuple(f"characters.{card}.blocks" for card in action.blocked_by)
    house = [part for part in ("amount", "cost", "effect") if deck.is_house_ruling(f"{path}.{part}")]
    if any(deck.is_house_ruling(key) for key in blockers):
        house.append("blocked_by")
    return {
        "action": action.key,
        "name": action.name,
        "card": action.card,
        "card_name": deck.card(action.card).name,
        "copies": deck.card(action.card).copies,
        "strengths": deck.card(action.card).strengths,
        "amount": action.amount,
        "cost": action.cost,
        "effect": action.effect,
        "targeted": action.targeted,
        "general": action.general,
        "blocked_by": action.blocked_by,
        "suable": can_be_sued(settings, action),
        "house": tuple(house),
    }
