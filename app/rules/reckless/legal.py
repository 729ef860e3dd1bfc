"""What is open to whom: the one table from which pages draw their buttons and by which moves are judged."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from app.errors import IllegalMove, Json
from app.rules.core import Funds, Move, Player, kind_of
from app.rules.decks import Action, Effect
from app.rules.reckless import moves, phases
from app.rules.reckless.hands import Copy
from app.rules.reckless.settings import Settings
from app.rules.reckless.state import LEAVING, State


def phase_name(phase: phases.Phase) -> str:
    """Return the phase as pages and programs know it."""
    match phase:
        case phases.OnTurn() | phases.Undeclared():
            return "turn"
        case phases.OpenToChallenge(play):
            return "challenge_counter" if play.counter else "challenge"
        case phases.OpenToCounter():
            return "counter"
        case phases.Challenged():
            return "show"
        case phases.Losing():
            return "lose_card"
        case phases.Matching():
            return "match"
        case phases.Paying():
            return "payment"
        case phases.Over():
            return "over"


def waiting_for(state: State) -> tuple[Player, ...]:
    """Return who must move or pay before the game goes on, in seat order."""
    awaited = () if state.lot is not None else _awaited(state.phase)
    return tuple([seat.player for seat in state.seats if seat.player in awaited])


def _awaited(phase: phases.Phase) -> Collection[Player | None]:
    """Return who is to answer once nothing is left to chance."""
    match phase:
        case phases.OnTurn(player) | phases.Losing(player=player):
            return (player,)
        case phases.OpenToChallenge(asked=asked):
            return asked
        case phases.OpenToCounter(play):
            return (play.target,)
        case phases.Challenged(play):
            return (play.claimant,)
        case phases.Matching(play, shown):
            return {play.claimant, play.actor} - {one.player for one in shown}
        case phases.Paying(due=due):
            return {debt.payer for debt in due}
        case phases.Undeclared() | phases.Over():
            return ()


def default_move(state: State, player: Player) -> Move | None:
    """Return what silence means; a turn and a debt wait for as long as it takes.

    Source: rules/reckless.md, "Silence and leaving".
    """
    if player not in waiting_for(state):
        return None
    match state.phase:
        case phases.OpenToChallenge():
            return moves.Allow(player)
        case phases.OpenToCounter():
            return moves.Concede(player)
        case phases.Challenged() | phases.Matching():
            return moves.Decline(player)
        case phases.Losing():
            return moves.LoseCard(player)
        case _:
            return None


def legal_moves(state: State, player: Player, funds: Funds) -> tuple[Move, ...]:
    """Return every move this player can make now, with every value it can have."""
    seat = state.seat(player)
    if seat is None or not seat.in_game or isinstance(state.phase, phases.Over) or state.lot is not None:
        return ()
    answers = _answers(state, player, funds) if player in _awaited(state.phase) else ()
    leaving = () if seat.standing is LEAVING else (_bare(moves.Resign, player),)
    return (*answers, *leaving)


def is_legal(state: State, move: Move, funds: Funds) -> bool:
    """Tell whether a move is one of the legal ones; of the many declarations it looks at this one alone."""
    match state.phase, move:
        case phases.OnTurn(player), moves.Declare() if move.player == player:
            listed = _declarations(state, player, funds, only=move.action)
            return state.lot is None and move in listed
        case _:
            return move in legal_moves(state, move.player, funds)


def _answers(state: State, player: Player, funds: Funds) -> tuple[Move, ...]:
    match state.phase:
        case phases.OnTurn():
            declared = _declarations(state, player, funds)
            passing = () if declared and not state.settings.pass_with_cards else (_bare(moves.Pass, player),)
            return (*declared, *passing)
        case phases.OpenToChallenge():
            return (_bare(moves.Allow, player), _bare(moves.Challenge, player))
        case phases.OpenToCounter(play):
            return (_bare(moves.Concede, player), *_counteractions(state, play, player))
        case phases.Challenged(play):
            claimed = [strength for card, strength in _named(state, player) if card == play.claimed]
            shown = [moves.Show(player, play.claimed, strength) for strength in claimed]
            return (*shown, _bare(moves.Decline, player))
        case phases.Losing():
            lost = [moves.LoseCard(player, card, strength) for card, strength in _named(state, player)]
            return (_bare(moves.LoseCard, player), *lost)
        case phases.Matching(play):
            shown = [moves.Show(player, play.claimed, strength) for strength in strengths(state, player)]
            return (*shown, _bare(moves.Decline, player))
        case _:
            return ()


@lru_cache(maxsize=2000)
def _bare(kind: type[Move], player: Player) -> Move:
    """Return a move that says no more than whose it is: the same few are looked for again and again."""
    return kind(player)


def _named(state: State, player: Player) -> tuple[tuple[str, int | None], ...]:
    """Return the cards that a player may have, as they are named: where the service deals, those of the hand.

    The strength is named only where the hand has several of a card.
    """
    if state.hands is None:
        cards = (card.key for card in state.settings.deck.cards)
        return tuple((card, None) for card in cards if state.left_in_deck(card) > 0)
    hand = state.hands.of(player)
    kinds = [one.card for one in hand]
    named = (Copy(one.card, one.strength if kinds.count(one.card) > 1 else None) for one in hand)
    return tuple((one.card, one.strength) for one in dict.fromkeys(named))


def _declarations(
    state: State, player: Player, funds: Funds, only: str | None = None
) -> tuple[moves.Declare, ...]:
    """Return what a player can declare, of all actions or of one."""
    if state.cards(player) == 0:
        return ()
    declared: list[moves.Declare] = []
    for action in state.settings.deck.actions:
        if only in (None, action.key) and can_afford(action, player, funds):
            declared += _against(player, action.key, targets(state, action, player))
    return tuple(declared)


@lru_cache(maxsize=2000)  # a turn has dozens of them, most of which were there on other turns too
def _against(player: Player, action: str, targets: tuple[Player | None, ...]) -> tuple[moves.Declare, ...]:
    return tuple(moves.Declare(player, action, target) for target in targets)


def can_afford(action: Action, player: Player, funds: Funds) -> bool:
    """Tell whether a player can bear an action's cost; the last credit would be the player's end."""
    return action.cost == 0 or funds[player] > action.cost


def targets(state: State, action: Action, player: Player) -> tuple[Player | None, ...]:
    """Return against whom a player can turn an action; None alone stands for everybody at once."""
    match action.effect:
        case Effect.TARGET_PAYS:
            return tuple([seat.player for seat in state.seats if seat.in_game and seat.player != player])
        case Effect.TARGET_LOSES_CARD:
            return tuple([seat.player for seat in state.seats if seat.cards and seat.player != player])
        case Effect.EVERYONE_PAYS:
            return (None,)


def _counteractions(state: State, play: phases.Play, player: Player) -> Iterator[Move]:
    yield from (moves.Block(player, character) for character in play.action.blocked_by)
    yield _bare(moves.Match, player)
    if can_be_sued(state.settings, play.action):
        yield _bare(moves.Sue, player)


def can_be_sued(settings: Settings, action: Action) -> bool:
    """Tell whether a suit is an answer to this action: against a lawsuit the same claim is a match."""
    suing = settings.deck.suing
    itself = action.card == suing and not settings.sue_a_lawsuit
    return suing is not None and not action.general and not itself


def can_counter(state: State, play: phases.Play) -> bool:
    """Tell whether the target gets to answer an action that stands."""
    excluded = play.challenger == play.target and not state.settings.challenger_may_counter
    return not play.action.general and state.cards(play.target) > 0 and not excluded


def strengths(state: State, player: Player) -> tuple[int, ...]:
    """Return the strengths that a player's card in a match can have; one copy can't be shown by both."""
    if not isinstance(state.phase, phases.Matching) or state.cards(player) == 0:
        return ()
    card = state.settings.deck.card(state.phase.play.action.card)
    if state.hands is not None:
        held = {one.strength for one in state.hands.of(player) if one.card == card.key}
        return tuple(sorted(strength for strength in held if strength is not None))
    seen = [one.strength for one in state.phase.shown if one.strength is not None]
    if state.left_in_deck(card.key) <= len(seen):
        return ()
    left = list(card.strengths)
    for strength in seen:
        left.remove(strength)
    return tuple(sorted(set(left)))


def refusal(state: State, move: Move, funds: Funds) -> IllegalMove:
    """Say why a move is refused, what is awaited instead, and from whom."""
    reason, message, facts = _why(state, move, funds)
    awaited = {
        "phase": phase_name(state.phase),
        "waiting_for": waiting_for(state),
        "awaited": tuple(kind_of(kind) for kind in _AWAITED[type(state.phase)]),
    }
    return IllegalMove(message, expected={**awaited, "reason": reason, **facts})


_AWAITED: Mapping[type[phases.Phase], tuple[type[Move], ...]] = {
    phases.OnTurn: (moves.Declare, moves.Pass),
    phases.Undeclared: (),
    phases.OpenToChallenge: (moves.Allow, moves.Challenge),
    phases.OpenToCounter: (moves.Concede, moves.Block, moves.Match, moves.Sue),
    phases.Challenged: (moves.Show, moves.Decline),
    phases.Losing: (moves.LoseCard,),
    phases.Matching: (moves.Show, moves.Decline),
    phases.Paying: (),
    phases.Over: (),
}


def _why(state: State, move: Move, funds: Funds) -> tuple[str, str, dict[str, Json]]:
    match state.phase, move:
        case phases.Over(), _:
            return "game_over", "This game is over.", {}
        case _ if not state.plays(move.player) and state.seat(move.player):
            return "out_of_the_game", "You are out of this game.", {}
        case _ if not state.plays(move.player):
            return "not_seated", "You do not sit at this table.", {}
        case _, moves.Resign():
            return "wrong_moment", "You are leaving already, when this turn ends.", {}
        case phases.Undeclared(), _:
            message = "Nothing is declared in the app at this table; only payments are recorded."
            return "wrong_moment", message, {}
        case ((phases.Challenged(play) | phases.Losing(play)), moves.Challenge()) if play.challenger:
            return "already_challenged", "Somebody challenged first.", {"challenger": play.challenger}
        case _ if type(move) not in _AWAITED[type(state.phase)]:
            return "wrong_moment", "This is not the moment for that.", {}
        case _ if move.player not in waiting_for(state):
            return "not_your_turn", "Somebody else is to answer now.", {}
        case _, moves.Declare():
            return _why_not_declare(state, move, funds)
        case _, moves.Pass():
            return "must_act", "Passing is for players who can't act.", {}
        case ((phases.Challenged(play) | phases.Matching(play)), moves.Show(card=card)) if (
            state.hands is not None and card == play.claimed
        ):
            return "not_held", "You don't hold that card. Say that you can't show it.", {"card": card}
        case phases.Losing(), _ if state.hands is not None:
            return "not_held", "You don't hold that card.", {}
        case ((phases.Challenged(play) | phases.Matching(play)), moves.Show()):
            # Refused rather than counted as declining: a slip of the finger would cost a card.
            message = "Only the claimed card proves the claim. Show it, or say that you can't."
            return "not_on_card", message, {"card": play.claimed}
        case phases.Losing(), _:
            return "not_on_card", "All the cards of that name lie face up already.", {}
        case _:
            return "not_on_card", "That is no answer to this action.", {}


def _why_not_declare(state: State, move: moves.Declare, funds: Funds) -> tuple[str, str, dict[str, Json]]:
    action = next((a for a in state.settings.deck.actions if a.key == move.action), None)
    if action is None:
        return "not_on_card", "No card of this deck has that action.", {}
    if state.cards(move.player) == 0:
        return "no_cards", "An action claims a card, and you have none left.", {}
    if not can_afford(action, move.player, funds):
        message = "This action costs more than you can spend without going bankrupt."
        return "cannot_afford", message, {"cost": action.cost}
    possible = [target for target in targets(state, action, move.player) if target]
    return "wrong_target", "This action can't be played against that player.", {"targets": possible}
