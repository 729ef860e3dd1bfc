"""What becomes of a claim in Reckless: challenged or let pass, standing or fallen, and what follows.

Source: the rules of Reckless, "How to Play", "Challenges", "Blocking"; rules/reckless.md, "A turn" (2 to 6).
"""

from dataclasses import replace

from app.errors import Json
from app.rules.core import Event, Funds, Player, Step
from app.rules.decks import Effect
from app.rules.reckless.hands import Copy
from app.rules.reckless.legal import can_counter
from app.rules.reckless.phases import (
    Challenged,
    Counteraction,
    Losing,
    Matching,
    OpenToChallenge,
    OpenToCounter,
    Play,
    Shown,
    Then,
    Way,
)
from app.rules.reckless.state import State
from app.rules.reckless.turns import end_turn, happened, owe


def claim(state: State, play: Play, funds: Funds) -> Step[State]:
    """Ask everybody else who holds a card, whatever card: being asked must tell nothing about a hand."""
    asked = tuple([seat.player for seat in state.seats if seat.cards and seat.player != play.claimant])
    return still_asked(state, play, asked, funds)


def still_asked(state: State, play: Play, asked: tuple[Player, ...], funds: Funds) -> Step[State]:
    """Go on asking these players; when nobody is left to ask, the claim stands."""
    if not asked:
        return stands(state, play, funds)
    return Step(state.at(OpenToChallenge(play, asked)))


def counter(state: State, play: Play, answer: Counteraction, funds: Funds) -> Step[State]:
    """Answer an action with a claim of the target's own, which can be challenged in its turn."""
    event = happened("countered", player=answer.player, type=answer.way, character=answer.character)
    return claim(state, play.answered(answer), funds).after(event)


def challenge(state: State, play: Play, challenger: Player) -> Step[State]:
    """Put the claimant to the proof."""
    event = happened("challenged", player=challenger, claimant=play.claimant, card=play.claimed)
    return Step(state.at(Challenged(play.doubted(challenger))), (event,))


def stands(state: State, play: Play, funds: Funds) -> Step[State]:
    """Go on from a claim that nobody challenged, or that was proved."""
    if play.counter is None:
        if can_counter(state, play):
            return Step(state.at(OpenToCounter(play)))
        return succeed(state, play, funds)
    match play.counter.way:
        case Way.BLOCK:
            return end_turn(state, play, funds).after(happened("blocked", player=play.counter.player))
        case Way.MATCH:
            return Step(state.at(Matching(play)))
        case Way.SUE:
            suit = state.settings.deck.action_of(play.counter.character)
            return owe(state, play, [(play.actor, play.counter.player)], suit.key, funds)


def falls(state: State, play: Play, funds: Funds) -> Step[State]:
    """Go on from a claim that was not proved: an action is off, without its counteraction it succeeds."""
    if play.counter is None:
        return end_turn(state, play, funds).after(happened("action_off", player=play.actor))
    return succeed(state, replace(play, counter=None), funds)


def succeed(state: State, play: Play, funds: Funds) -> Step[State]:
    """Let an action do what it does."""
    action, target = play.action, play.target
    match action.effect:
        case Effect.TARGET_PAYS if target is not None:
            return owe(state, play, [(target, play.actor)], action.key, funds)
        case Effect.TARGET_LOSES_CARD if target is not None:
            return must_lose(state, play, target, Then.TURN_ENDS, funds)
        case _:
            debts = [(player, play.actor) for player in state.playing if player != play.actor]
            return owe(state, play, debts, action.key, funds)


def must_lose(state: State, play: Play, player: Player, then: Then, funds: Funds) -> Step[State]:
    """Have a player lay a card face up, if there is one to lay, and then go on."""
    if state.cards(player) == 0:
        return go_on(state, play, player, then, funds)
    return Step(state.at(Losing(play, player, then)))


def show(state: State, play: Play, shown: Copy, funds: Funds) -> Step[State]:
    """Prove a claim that was challenged: the card is exchanged, and the challenger loses one."""
    if play.challenger is None:
        raise ValueError("nobody has challenged this claim")
    step = must_lose(state.exchange(play.claimant, shown), play, play.challenger, Then.CLAIM_STANDS, funds)
    return step.after(_seen(state, "shown", play.claimant, shown, goes_back=True))


def lose(state: State, losing: Losing, lost: Copy | None, funds: Funds) -> Step[State]:
    """Lay a card face up; it leaves the game, or goes back into the deck."""
    goes_back = state.settings.lost_cards_return
    event = _seen(state, "card_lost", losing.player, lost, goes_back=goes_back)
    left = state.lay_open(losing.player, lost)
    return go_on(left, losing.play, losing.player, losing.then, funds).after(event)


def go_on(state: State, play: Play, player: Player, then: Then, funds: Funds) -> Step[State]:
    """Go on after this player has lost a card."""
    match then:
        case Then.CLAIM_STANDS:
            return stands(state, play, funds)
        case Then.CLAIM_FALLS:
            return falls(state, play, funds)
        case Then.TURN_ENDS:
            return end_turn(state, play, funds)
        case Then.MATCH_LOST:
            stronger = play.actor if player == play.claimant else play.claimant
            return owe(state, play, [(player, stronger)], play.action.key, funds)


def _seen(state: State, kind: str, player: Player, copy: Copy | None, *, goes_back: bool) -> Event:
    """Tell of a card that all have seen; where the service deals, it was hidden before, and its strength is known."""
    dealt = state.hands is not None
    facts: dict[str, Json] = {"player": player, "card": copy.card if copy else None}
    if dealt or (kind == "shown" and copy and copy.strength is not None):
        facts["strength"] = copy.strength if copy else None
    return Event(kind, {**facts, "goes_back": goes_back}, reveals=dealt)


def show_in_match(state: State, matching: Matching, player: Player, shown: Copy, funds: Funds) -> Step[State]:
    """Show a card in a match, and exchange it where the house says so."""
    goes_back = state.settings.match_cards_return
    after = state.exchange(player, shown) if goes_back else state
    step = compare(after, matching, Shown(player, shown.strength), funds)
    return step.after(_seen(state, "shown", player, shown, goes_back=goes_back))


def compare(state: State, matching: Matching, shown: Shown, funds: Funds) -> Step[State]:
    """Take what one player had to show in a match; once both have, the stronger takes the money.

    A card that was proved in a challenge is gone by then, exchanged for another: each shows what is held now.
    """
    both = (*matching.shown, shown)
    if len(both) < 2:
        return Step(state.at(Matching(matching.play, both)))
    weaker, stronger = sorted(both, key=lambda one: one.strength or 0)
    if (weaker.strength or 0) == (stronger.strength or 0):
        undecided = falls if state.settings.undecided_match_pays else end_turn
        return undecided(state, matching.play, funds).after(happened("match_undecided"))
    lost = must_lose if state.settings.match_costs_card else go_on
    event = happened("match_won", player=stronger.player)
    return lost(state, matching.play, weaker.player, Then.MATCH_LOST, funds).after(event)
