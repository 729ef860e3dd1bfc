"""What leaves a match of Cheater's Game for pages and programs: everything, for nothing in it is hidden."""

from app.errors import Json, PaymentRefused, Refusal
from app.rules.cheaters_game.legal import can_be_asked, phase_name, waiting_for
from app.rules.cheaters_game.settings import Settings
from app.rules.cheaters_game.state import (
    Alliance,
    Inviting,
    Offered,
    OnTurn,
    Over,
    Rolling,
    Seat,
    Splitting,
    State,
    Thrown,
    TurnedIn,
)
from app.rules.core import Funds, Move, Obligation, Payment, Player


def view(state: State, viewer: Player | None) -> dict[str, Json]:
    """Return the match as this viewer may see it, which is as everybody does.

    - `phase`: turn, invitation, roll (real dice are awaited), split, offer, over; `turn`: whose turn it is.
    - `round`: the round that is played, from 1; `rounds`: how many there are, None in a race, which ends after a
      round in which somebody has more than `race_over`.
    - `alliances`: `number` (its set of pawns), `leader`, `members` (the leader first), `points`, `dice` (how many are
      rolled for it); `sets`: how many alliances can stand at once.
    - `thrown`: the rolls of this turn, or of the last one: `player`, `alliance` (None: for themselves), `dice`.
    - `turned_in`: the alliance on which the whistle was blown last, until another turn of who blew it is over:
      `player`, `alliance`, `points`, `others` (who have lost as many); None without one.
    - `prompt`: what is being asked. turn: `can_invite`, `declined` (who have said no in this turn), `most` (companions
      in one alliance). invitation: `leader`, `asked`, `joined`, `declined`. roll: `alliance`, `dice` (how many).
      split: `pool`, `targets`. offer: `to`, `amount`, `kept`, `pool`.
    - `players`: `user`, `honest`, `cheater`, `total`, `passes` (turns to be passed), `out`.
    - `winners`, `decided_by` and `standings`: None until it is over; the alliances are then those of the end.
    """
    over = state.phase if isinstance(state.phase, Over) else None
    settings = state.settings
    return {
        "phase": phase_name(state.phase),
        "turn": None if isinstance(state.phase, Over) else state.phase.player,
        "waiting_for": waiting_for(state),
        "round": state.round + (over is None),
        "rounds": None if settings.race else settings.rounds,
        "race_over": settings.sheet.race_over if settings.race else None,
        "sets": settings.sheet.alliance_sets,
        "alliances": tuple(
            _alliance(state, alliance) for alliance in (over.alliances if over else state.alliances)
        ),
        "thrown": tuple(_thrown(thrown) for thrown in state.thrown),
        "turned_in": _turned_in(state.turned_in),
        "prompt": _prompt(state),
        "players": tuple(_seat(state, seat) for seat in state.seats),
        "winners": winners(state),
        "decided_by": over.verdict.decided_by if over else None,
        "standings": tuple(standing.as_json() for standing in over.standings) if over else None,
    }


def actions(settings: Settings) -> tuple[dict[str, Json], ...]:
    """Return the tariff: nothing in this game has a price."""
    return ()


def winners(state: State) -> tuple[Player, ...] | None:
    """Return who won, in seat order; None while the match goes on."""
    return state.phase.verdict.winners if isinstance(state.phase, Over) else None


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return the open debts: there never are any, for moves move the points themselves."""
    return ()


def check_payment(state: State | None, payment: Payment, funds: Funds) -> Move:
    """Refuse a payment: nobody pays anybody in this game.

    Raises:
        PaymentRefused: Always, with the first reason that applies.
    """
    if state is None:
        raise PaymentRefused(Refusal.NO_GAME)
    over = isinstance(state.phase, Over)
    raise PaymentRefused(Refusal.GAME_OVER if over else Refusal.NOTHING_DUE, expected={"due": []})


def question(state: State) -> object:
    """Return what is being asked right now, without the answers that have come in.

    The round tells two turns of one player apart when everybody else had to pass between them.
    """
    match state.phase:
        case Inviting(player, invited):
            return state.round, "invitation", player, invited
        case phase:
            return state.round, phase


def _alliance(state: State, alliance: Alliance) -> dict[str, Json]:
    return {
        "number": alliance.number,
        "leader": alliance.leader,
        "members": alliance.members,
        "points": alliance.points,
        "dice": state.dice_for(alliance),
    }


def _thrown(thrown: Thrown) -> dict[str, Json]:
    return {
        "player": thrown.player,
        "alliance": thrown.alliance,
        "dice": thrown.dice,
    }


def _turned_in(turned_in: TurnedIn | None) -> Json:
    if turned_in is None:
        return None
    return {
        "player": turned_in.player,
        "alliance": turned_in.alliance,
        "points": turned_in.points,
        "others": turned_in.others,
    }


def _seat(state: State, seat: Seat) -> dict[str, Json]:
    standing = state.standing(seat)
    if isinstance(state.phase, Over):
        standing = next((one for one in state.phase.standings if one.player == seat.player), standing)
    return {**standing.as_json(), "passes": seat.passes, "out": not seat.in_game}


def _prompt(state: State) -> dict[str, Json]:
    """Return what a page must know to ask."""
    match state.phase:
        case OnTurn(player, declined):
            asked = can_be_asked(state, player) if state.free_set else ()
            most = state.settings.sheet.members_in_set
            return {"can_invite": asked, "declined": declined, "most": most}
        case Inviting(player, _, joined, declined) as inviting:
            return {"leader": player, "asked": inviting.asked, "joined": joined, "declined": declined}
        case Rolling(_, number):
            return {"alliance": number, "dice": state.dice_for(state.alliance(number))}
        case Splitting(player, pool):
            return {"pool": pool, "targets": state.others(player)}
        case Offered(player, to, amount, pool) as offered:
            return {"to": to, "amount": amount, "kept": offered.kept, "pool": pool}
        case Over():
            return {}
