"""What Cyclos says, in our terms; and our reference in a description, written and read back."""

import pytest

from app.errors import RailRefused, RailUnknown
from app.rails.faults import as_rail_error
from app.rails.reading import read_description
from app.services.payments.bank.orders import pause_s
from app.services.payments.bank.wording import plain
from cyclos_client import CyclosError
from cyclos_client.failures import PAYMENT_CODES, failure
from cyclos_client.transport import Answer

HTML = b"<html>Bad Gateway</html>"


def outcome(status: int, body: bytes) -> str:
    error = failure("performPayment", Answer(status, {}, body))
    assert isinstance(error, CyclosError)
    ours = as_rail_error(error)
    return ours.answer if isinstance(ours, RailRefused) else type(ours).__name__


@pytest.mark.parametrize("code", sorted(PAYMENT_CODES - {"pos"}))
def test_every_reason_of_a_payment_is_a_refusal_that_keeps_its_code(code):
    assert outcome(500, b'{"kind":"payment","code":"%s","exceptionType":"x"}' % code.encode()) == code
    nested = b'{"kind":"nested","paymentError":{"kind":"payment","code":"%s"}}' % code.encode()
    assert outcome(500, nested) == code


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, HTML),
        (500, b""),
        (500, b'{"kind":"general"}'),
        (500, b'{"kind":"payment","code":"unexpected"}'),
        (502, HTML),
        (503, b""),
        (504, HTML),
    ],
)
def test_what_says_nothing_about_the_payment_is_unknown(status, body):
    assert outcome(status, body) == RailUnknown.__name__


@pytest.mark.parametrize(
    ("status", "body", "answer"),
    [
        (401, b'{"code":"remoteAddressBlocked"}', "remoteAddressBlocked"),
        (403, b'{"code":"permissionDenied"}', "permissionDenied"),
        (409, b'{"code":"staleEntity"}', "staleEntity"),
        (422, b'{"code":"validation"}', "validation"),
        (429, b"", "http429"),
    ],
)
def test_every_4xx_is_a_refusal(status, body, answer):
    assert outcome(status, body) == answer


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("fraud [rk-0a1b]", ("fraud", "rk-0a1b")),
        ("[rk-0a1b]", ("", "rk-0a1b")),
        ("fraud", ("fraud", None)),
        ("fraud [rk-0a1b] and more", ("fraud [rk-0a1b] and more", None)),
        ("fraud [rk-]", ("fraud [rk-]", None)),
        ("fraud [rk-0a 1b]", ("fraud [rk-0a 1b]", None)),
    ],
)
def test_our_reference_is_read_where_we_wrote_it_and_nowhere_else(text, read):
    assert read_description(text) == read


def test_pauses_grow_two_and_a_half_times_from_20_to_300_seconds():
    assert [pause_s(looks) for looks in range(6)] == [20, 50, 125, 300, 300, 300]


def test_names_of_actions_are_compared_without_regard_to_letters_and_blanks():
    assert plain(" Ponzi  SCHEME ") == plain("ponzi_scheme")
