"""What frames the moves of Cheater's Game: whose turn it is, rounds, the end, and the end of alliances.

Source: rules/cheaters-game.md, "On a turn" and "End and score".
"""

from dataclasses import replace

from app.errors import Json
from app.money import Credits
from app.rules.cheaters_game.score import judge
from app.rules.cheaters_game.state import (
    Alliance,
    OnTurn,
    Over,
    Rolling,
    Splitting,
    State,
    TurnedIn,
    booked,
    to_bank,
    with_seat,
    without_alliance,
)
from app.rules.core import Booking, Event, Player, Step


def happened(kind: str, **facts: Json) -> Event:
    """Return an event for everybody: nothing in this game is hidden."""
    return Event(kind, facts)


def roll_next(
    state: State, player: Player, left: tuple[int, ...], pooled: tuple[int, ...] = ()
) -> Step[State]:
    """Roll for the next of these alliances that still stands; after the last, see to the doubles and end the turn.

    `pooled` are the dice of this turn among which doubles are still to be looked for.
    """
    standing = tuple([number for number in left if state.alliance(number)])
    if standing:
        return Step(state.at(Rolling(player, standing[0], standing[1:], pooled)))
    return split(state, player, pooled, ())


def split(state: State, player: Player, dice: tuple[int, ...], left: tuple[int, ...]) -> Step[State]:
    """Let the roller split what the doubles among these dice are worth; without any, go on."""
    pool = pool_of(dice)
    if pool:
        event = happened("doubles", player=player, pool=pool)
        return Step(state.at(Splitting(player, pool, left)), (event,))
    return roll_next(state, player, left) if left else end_turn(state, player)


def pool_of(dice: tuple[int, ...]) -> int:
    """Return the sum of all dice whose value appears more than once."""
    return sum([value for value in dice if dice.count(value) > 1])


def end_turn(state: State, player: Player) -> Step[State]:
    """Pass play to the left, over players who must pass or have left, and end rounds and the game on the way."""
    events: list[Event] = []
    told = state.turned_in
    if told and (told.player == player or not state.plays(told.player)):
        state = replace(state, turned_in=None)
    count = len(state.seats)
    place = [seat.player for seat in state.seats].index(player)
    first = state.settings.starting_seat - 1
    while True:
        place = (place + 1) % count
        if place == first:
            state = replace(state, round=state.round + 1)
            events.append(happened("round_over", round=state.round))
            if _is_last_round(state):
                return end_game(state).after(*events)
        seat = state.seats[place]
        if not seat.in_game:
            continue
        if not seat.passes:
            break
        state = with_seat(state, seat.with_passes(seat.passes - 1))
        events.append(happened("passed", player=seat.player))
    events.append(happened("turn", player=seat.player))
    return Step(state.at(OnTurn(seat.player)), tuple(events))


def _is_last_round(state: State) -> bool:
    settings = state.settings
    if settings.race:
        return any(standing.total > settings.sheet.race_over for standing in state.standings)
    return state.round >= settings.rounds


def end_game(state: State) -> Step[State]:
    """End the match: points are counted, and then the alliances' go back to the bank."""
    standings = state.standings
    verdict = judge(standings, equal_scores_share=state.settings.equal_scores_share)
    over = Over(verdict, standings, state.alliances)
    event = happened(
        "over",
        winners=verdict.winners,
        decided_by=verdict.decided_by,
        standings=tuple(standing.as_json() for standing in standings),
    )
    emptied = booked(state, (to_bank(one.account, one.points, "game_over") for one in state.alliances))
    return Step(replace(emptied.state, phase=over, alliances=()), (event,), emptied.bookings)


def whistle(state: State, player: Player, alliance: Alliance) -> Step[State]:
    """Give an alliance's points to who turns it in; the others lose as many, and pass their next turn."""
    others = tuple(member for member in alliance.members if member != player)
    lost = (to_bank(other, alliance.points, "whistle") for other in others)
    step = booked(state, (Booking(alliance.account, player, Credits(alliance.points), "whistle"), *lost))
    after = without_alliance(step.state, alliance)
    for other in others:
        if seat := after.seat(other):
            after = with_seat(after, seat.with_passes(seat.passes + 1))
    event = happened(
        "whistle", player=player, alliance=alliance.number, points=alliance.points, others=others
    )
    ended = end_turn(after, player)
    turned_in = TurnedIn(player, alliance.number, alliance.points, others)
    return Step(replace(ended.state, turned_in=turned_in), ended.events, ended.bookings).after(
        event, bookings=step.bookings
    )


def leave_alliances(state: State, player: Player) -> Step[State]:
    """Take a player out of all alliances: the next member leads, and one who is left alone has the points."""
    step = Step(state)
    for alliance in state.alliances_of(player):
        members = tuple(member for member in alliance.members if member != player)
        changed = replace(alliance, members=members)
        step = (_dissolve if len(members) == 1 else _go_on)(step.state, changed, alliance).following(step)
    return step


def _dissolve(state: State, left: Alliance, before: Alliance) -> Step[State]:
    points = Credits(left.points)
    step = booked(state, (Booking(left.account, left.leader, points, "dissolved"),))
    event = happened("dissolved", player=left.leader, alliance=left.number, points=points)
    return Step(without_alliance(step.state, left), (event,), step.bookings)


def _go_on(state: State, left: Alliance, before: Alliance) -> Step[State]:
    alliances = tuple(left if one.number == left.number else one for one in state.alliances)
    led = happened("leads", player=left.leader, alliance=left.number)
    return Step(state.having(state.seats, alliances), (led,) if left.leader != before.leader else ())
