"""Seals: one spelling for the same facts, and no two facts with one spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger import GENESIS, Spelling, canonical, checkpoint, seal, seal_over

PLAIN = st.none() | st.booleans() | st.integers() | st.text()
FIELDS = st.dictionaries(st.text(), PLAIN, max_size=5)
END = {"table": "t", "seq": 9, "log_seal": b"\1" * 32, "transfers": 4, "transfer_seal": b"\2" * 32}


def chain(rows: list[dict]) -> list[bytes]:
    seals, last = [], GENESIS
    for row in rows:
        last = seal(last, row)
        seals.append(last)
    return seals


ROWS = [{"n": n, "amount": 10 * n} for n in range(1, 6)]


def test_the_order_in_which_fields_are_given_does_not_matter():
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


@given(FIELDS, FIELDS)
def test_different_fields_are_never_spelled_alike(one, other):
    assert (canonical(one) == canonical(other)) == (_typed(one) == _typed(other))


def _typed(fields: dict) -> dict:
    """To Python True equals 1; to a seal it does not."""
    return {name: (type(value), value) for name, value in fields.items()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 'x","b":"y'}, {"a": "x", "b": "y"}),
        ({"a": "1"}, {"a": 1}),
        ({"a": None}, {"a": "null"}),
        ({"a": "x\n", "b": ""}, {"a": "x", "b": "\n"}),
        ({"ab": "c"}, {"a": "bc"}),
        ({"a": "\\u0041"}, {"a": "A"}),
    ],
)
def test_no_content_can_pretend_to_be_a_separator(one, other):
    assert canonical(one) != canonical(other)


ROW = st.dictionaries(st.text(), st.none() | st.integers() | st.text(), min_size=2, max_size=6)


@given(ROW)
def test_a_row_is_spelled_as_its_fields_are(row):
    spelled = Spelling(tuple(row)).of((*row.values(), b"a seal that is not spelled"))
    assert spelled == canonical(row)
    assert seal_over(GENESIS, spelled) == seal(GENESIS, row)


@pytest.mark.parametrize("odd", [50.5, b"50", True])
def test_a_row_with_a_value_of_another_kind_gets_another_spelling(odd):
    assert Spelling(("amount", "of")).of((odd, "x")) != canonical({"amount": int(odd), "of": "x"})


def test_what_is_no_number_to_json_is_not_sealed():
    with pytest.raises(ValueError, match="JSON"):
        canonical({"a": float("nan")})


def test_the_first_seal_follows_the_genesis():
    assert seal(GENESIS, {"a": 1}) != seal(b"\1" * 32, {"a": 1})


def test_a_changed_row_changes_its_seal_and_all_after_it():
    changed = [*ROWS[:2], {**ROWS[2], "amount": 31}, *ROWS[3:]]
    same = [one == other for one, other in zip(chain(ROWS), chain(changed), strict=True)]
    assert same == [True, True, False, False, False]


def test_two_rows_that_change_places_change_the_end():
    assert chain([ROWS[1], ROWS[0], *ROWS[2:]])[-1] != chain(ROWS)[-1]


def test_a_missing_row_changes_the_end():
    assert chain(ROWS[:2] + ROWS[3:])[-1] != chain(ROWS)[-1]


def test_a_cut_tail_leaves_a_good_chain_which_is_why_there_are_checkpoints():
    assert chain(ROWS[:4]) == chain(ROWS)[:4]


@pytest.mark.parametrize(
    "cut",
    [{"seq": 8}, {"log_seal": b"\3" * 32}, {"transfers": 3}, {"transfer_seal": b"\3" * 32}, {"table": "u"}],
)
def test_a_checkpoint_fits_one_table_and_one_pair_of_ends(cut):
    assert checkpoint(b"key", **{**END, **cut}) != checkpoint(b"key", **END)


def test_without_the_key_nobody_makes_the_checkpoint():
    assert checkpoint(b"key", **END) != checkpoint(b"another key", **END)
