"""What all games share: chance as a player, what a move books, and moves as data."""

from collections import Counter
from dataclasses import dataclass
from itertools import product

import pytest

from app.errors import Invalid
from app.rules import BANK, CHANCE, Booking, Drawn, Event, Player, Step, core
from app.rules.core import Move, check_drawn, shuffle_lot, shuffled

ADA = Player("ada")


@dataclass(frozen=True, slots=True)
class Invite(Move):
    """A move with lists in it."""

    whom: tuple[Player, ...]
    dice: tuple[int, ...] = ()


KINDS = core.by_kind(Invite, Drawn)


def test_the_numbers_of_a_shuffle_give_every_order_exactly_once():
    draws = product(*(range(n) for n in shuffle_lot(4)))
    orders = Counter(shuffled("abcd", numbers) for numbers in draws)
    assert len(orders) == 24
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_and_one_thing_need_no_shuffling(count):
    assert shuffle_lot(count) == ()
    assert shuffled("a" * count, ()) == ("a",) * count


@pytest.mark.parametrize("numbers", [(0,), (0, 0, 0), (3, 0), (0, 2), (-1, 0)])
def test_numbers_that_no_shuffle_can_draw_are_refused(numbers):
    with pytest.raises(Invalid) as refused:
        shuffled("abc", numbers)
    assert refused.value.field == "numbers"


def test_a_die_shows_a_whole_number_below_six():
    check_drawn((6, 6), (0, 5))
    with pytest.raises(Invalid):
        check_drawn((6, 6), (0, 6))


def test_lists_in_a_move_survive_the_way_through_data():
    move = Invite(ADA, (Player("bob"), Player("cyd")), (6, 1))
    data = {"type": "invite", "whom": ["bob", "cyd"], "dice": [6, 1]}
    assert core.encode(move) == {**data, "whom": ("bob", "cyd"), "dice": (6, 1)}
    assert core.decode(KINDS, ADA, data) == move
    assert core.decode(KINDS, CHANCE, {"type": "drawn", "numbers": []}) == Drawn(CHANCE, ())


@pytest.mark.parametrize("whom", ["bob", 5, [1], ["bob", None], ["x" * 65], ["b"] * 1001, {"bob": 1}, [True]])
def test_a_list_that_holds_something_else_is_refused(whom):
    with pytest.raises(Invalid) as refused:
        core.decode(KINDS, ADA, {"type": "invite", "whom": whom})
    assert refused.value.field == "whom"


def test_true_is_no_number():
    with pytest.raises(Invalid):
        core.decode(KINDS, ADA, {"type": "invite", "whom": [], "dice": [True]})


def test_two_steps_become_one_in_the_order_in_which_they_were_made():
    first = Step("a", (Event("began", {}),), (Booking(ADA, BANK, 1, "stake"),))
    second = Step("b", (Event("ended", {}),), (Booking(BANK, ADA, 2, "prize"),))
    both = second.following(first)
    assert both.state == "b"
    assert [event.kind for event in both.events] == ["began", "ended"]
    assert [booking.amount for booking in both.bookings] == [1, 2]


@pytest.mark.parametrize(
    ("event", "binding"),
    [
        (Event("moved", {}), False),
        (Event("shown", {}, reveals=True), True),
        (Event("saw", {}, audience=(ADA,)), True),
        (Event("saw", {}, audience=()), True),
    ],
)
def test_what_somebody_has_learned_binds_the_step(event, binding):
    assert Step("a", (Event("before", {}), event)).is_binding is binding
