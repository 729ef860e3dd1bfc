"""The end of Cheater's Game: rounds, race, score, ties. Source: rules/cheaters-game.md, "End and score"."""

from dataclasses import replace

import pytest

from app.errors import PaymentRefused
from app.rules import Payment
from app.rules.cheaters_game.score import Decided, Standing, judge
from tests.unit.rules.cheaters import allied, alone, points, real_dice
from tests.unit.rules.kit import Table

# Each player as honest + cheater points; who wins, by what.
SCORES = [
    ("10+0 9+0 8+0", "a", Decided.TOTAL),
    ("1+9 3+8 10+0", "b", Decided.TOTAL),
    ("-5+20 14+0 0+14", "a", Decided.TOTAL),
    ("-5+0 -6+0 -7+0", "a", Decided.TOTAL),
    ("10+5 9+6 1+0", "a", Decided.HONEST),
    ("0+15 9+6 15+0", "c", Decided.HONEST),
    ("9+6 9+6 10+5", "c", Decided.HONEST),
    ("9+6 9+6 10+0", "c", Decided.CHEATERS_LOSE),
    ("9+6 9+6 3+1 2+0", "d", Decided.CHEATERS_LOSE),
    ("9+6 9+6 -3+0 -4+0", "c", Decided.CHEATERS_LOSE),
    ("9+6 9+6 4+0 4+0", "cd", Decided.SHARED),
    ("15+0 15+0 2+0", "ab", Decided.SHARED),
    ("15+0 15+0 2+10", "ab", Decided.SHARED),
    ("15+0 15+0 15+0", "abc", Decided.SHARED),
    ("0+0 0+0 0+0", "abc", Decided.SHARED),
    ("9+6 9+6 9+6", "", Decided.NOBODY),
    ("9+6 9+6 1+1", "", Decided.NOBODY),
    ("3+4", "a", Decided.LAST_PLAYER),
    ("", "", Decided.LAST_PLAYER),
]


def standings(scores: str) -> tuple[Standing, ...]:
    pairs = [tuple(map(int, pair.split("+"))) for pair in scores.split()]
    return tuple(Standing(name, *pair) for name, pair in zip("abcde", pairs, strict=False))


@pytest.mark.parametrize(("scores", "winners", "decided_by"), SCORES)
def test_the_score_is_judged_as_the_printed_rules_say(scores, winners, decided_by):
    verdict = judge(standings(scores), equal_scores_share=True)
    assert ("".join(verdict.winners), verdict.decided_by) == (winners, decided_by)


@pytest.mark.parametrize(("scores", "winners", "decided_by"), SCORES)
def test_where_equal_scores_do_not_share_nobody_wins_by_them(scores, winners, decided_by):
    verdict = judge(standings(scores), equal_scores_share=False)
    shared = decided_by is Decided.SHARED
    assert "".join(verdict.winners) == ("" if shared else winners)
    assert verdict.decided_by is (Decided.NOBODY if shared else decided_by)


def rounds(table: Table, count: int) -> Table:
    for _ in range(count):
        for player in table.players:
            alone(table, f"{player} 1")
    return table


def test_the_game_ends_after_ten_rounds():
    table = rounds(real_dice(), 9)
    alone(table, "ada 1", "bob 1")
    assert table.winners is None
    assert alone(table, "cyd 2").winners == ("cyd",)


@pytest.mark.parametrize("count", [1, 2])
def test_the_game_ends_after_as_many_rounds_as_the_table_wants(count):
    table = rounds(real_dice(rounds=count), count)
    assert table.phase == "over"
    assert table.view["round"] == count


@pytest.mark.parametrize(("seat", "first"), [(1, "ada"), (2, "bob"), (3, "cyd")])
def test_the_starting_seat_goes_first_and_a_round_ends_before_it(seat, first):
    table = real_dice(starting_seat=seat, rounds=1)
    assert table.turn == first
    order = {"ada": "ada bob cyd", "bob": "bob cyd ada", "cyd": "cyd ada bob"}[first]
    alone(table, *(f"{player} 1" for player in order.split()))
    assert table.phase == "over"


def test_a_turn_that_is_passed_counts_in_its_round():
    table = allied(real_dice(rounds=2), "ada", "bob", "1 2").play("bob whistle 1")
    assert alone(table, "cyd 1").turn == "bob"
    assert table.view["round"] == 2
    assert alone(table, "bob 1", "cyd 1").phase == "over"


def test_a_race_ends_after_a_round_in_which_somebody_has_more_than_100():
    table = real_dice(race=True, funds={"ada": 99, "bob": 0, "cyd": 0})
    alone(table, "ada 1", "bob 1", "cyd 1")
    assert table.winners is None
    alone(table, "ada 1", "bob 1")
    assert table.winners is None
    assert alone(table, "cyd 1").winners == ("ada",)


def test_cheater_points_count_in_the_race():
    table = allied(real_dice(race=True, funds={"ada": 90}), "ada", "bob", "5 6")
    assert alone(table, "bob 1", "cyd 1").winners == ("ada",)


def test_a_race_knows_no_rounds():
    table = rounds(real_dice(race=True, rounds=1), 12)
    assert table.winners is None
    assert (table.view["rounds"], table.view["race_over"]) == (None, 100)


def test_at_the_end_the_alliances_points_are_counted_and_go_back_to_the_bank():
    table = allied(real_dice(rounds=1), "ada", "bob", "5 6")
    alone(table, "bob 1", "cyd 1")
    assert points(table) == {"bob": 1, "cyd": 1}
    assert table.view["standings"] == (
        {"user": "ada", "honest": 0, "cheater": 11, "total": 11},
        {"user": "bob", "honest": 1, "cheater": 11, "total": 12},
        {"user": "cyd", "honest": 1, "cheater": 0, "total": 1},
    )
    assert table.view["decided_by"] == "total"
    assert [alliance["points"] for alliance in table.view["alliances"]] == [11]
    assert (table.bookings[-1].reason, table.bookings[-1].amount) == ("game_over", 11)


def test_closing_the_table_counts_the_points_as_they_are():
    table = allied(real_dice(), "ada", "bob", "5 6").close()
    assert (table.winners, table.view["decided_by"]) == (("cyd",), "cheaters_lose")


def test_points_are_what_stands_in_the_books():
    table = alone(real_dice(rounds=1), "ada 5").correct(ada=1)
    assert table.seat("ada")["honest"] == 1
    assert alone(table, "bob 2", "cyd 1").winners == ("bob",)


def test_after_the_end_a_correction_changes_no_winner():
    table = rounds(real_dice(rounds=1), 1)
    before = table.winners
    assert table.correct(ada=50).winners == before


@pytest.mark.parametrize(("over", "reason"), [(False, "nothing_due"), (True, "game_over")])
def test_nobody_pays_anybody(over, reason):
    table = real_dice(funds={"ada": 9})
    assert (table.close() if over else table).payment_refused("ada", "bob", 5).reason == reason


def test_without_a_match_there_is_nobody_to_pay():
    with pytest.raises(PaymentRefused) as refused:
        real_dice().rules.check_payment(None, Payment("ada", "bob", 5), {})
    assert refused.value.reason == "no_game"


# What the audit asks of every move.


def test_the_audit_finds_nothing_wrong_in_a_game():
    table = real_dice(rounds=2)
    allied(table, "ada", "bob cyd", "4 4 1").play("ada offer bob 3", "bob accept")
    table.play("bob whistle 1")
    state = table.start
    for move, funds in table.record:
        step = table.rules.apply(state, move, funds)
        assert table.rules.audit(state, step) is None
        state = step.state


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        ({"number": 6}, "sets of pawns [6]"),
        ({"members": ("ada",)}, "alliance 1 of ada"),
        ({"members": ("ada", "ada")}, "alliance 1 of ada, ada"),
        ({"members": ("ada", "zoe")}, "alliance 1 of ada, zoe"),
        ({"points": 4}, "4 points of @alliance-1, who had 0 and got 3"),
    ],
)
def test_the_audit_finds_pawns_and_points_that_cannot_be(spoil, found):
    table = real_dice().play("ada invite bob", "bob join")
    step = table.rules.apply(
        table.state, table.rules.decode("ada", {"type": "dice", "dice": [1, 2]}), table.funds
    )
    (alliance,) = step.state.alliances
    spoiled = replace(step, state=replace(step.state, alliances=(replace(alliance, **spoil),)))
    assert found in table.rules.audit(table.state, spoiled)
