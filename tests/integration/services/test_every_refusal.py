"""No reason to refuse a payment is without its test."""

from app.errors import PaymentRefused, Refusal
from tests.integration.services import test_payments


def test_every_reason_has_its_test():
    tested = {name.removeprefix("test_") for name in vars(test_payments)}
    assert {reason.value for reason in Refusal} <= tested


def test_every_reason_has_its_sentence():
    assert set(PaymentRefused.MESSAGES) == set(Refusal)
