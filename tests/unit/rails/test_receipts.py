"""What goes wrong before a payment is sent, or after Cyclos took it, says the right thing about the money."""

import pytest
import requests
import responses

from app.errors import RailRefused, RailUnknown
from app.rails.cyclos import CyclosRail
from app.rails.rail import Instruction
from cyclos_client import CyclosClient, RetryPolicy, SessionToken

API = "https://bank.example/api"
FAULTS = [
    {"status": 403, "json": {"code": "permissionDenied"}},
    {"status": 404, "json": {}},
    {"status": 401, "json": {"code": "loggedOut"}},
    {"status": 500},
    {"body": "<html>"},
    {"body": requests.ConnectTimeout("down")},
]


@pytest.fixture
def bank():
    kind = {"id": "21", "from": {"id": "11"}, "to": {"id": "11"}, "currency": {"decimalDigits": 2}}
    data = {"paymentTypes": [kind], "paymentTypeData": {**kind, "descriptionAvailability": "optional"}}
    with responses.RequestsMock(assert_all_requests_are_fired=False) as stub:
        stub.get(f"{API}/101/payments/data-for-perform", json=data)
        stub.post(f"{API}/101/payments", json={"id": "5007"}, status=201)
        stub.post(f"{API}/transfers/5008/chargeback", body="5009", status=201)
        yield stub


def rail() -> CyclosRail:
    return CyclosRail(CyclosClient(API, SessionToken("abc"), retries=RetryPolicy(attempts=1)))


def instruction(**more) -> Instruction:
    return Instruction(
        reference="rk-1", payer="101", payee="102", amount=40, description="politician", **more
    )


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_payment_that_is_not_shown_may_have_moved(bank, fault):
    bank.get(f"{API}/transactions/5007", **fault)
    with pytest.raises(RailUnknown):
        rail().pay(instruction())


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_chargeback_that_is_not_shown_may_have_moved(bank, fault):
    bank.get(f"{API}/transfers/5008", json={"id": "5008"})
    bank.get(f"{API}/transfers/5009", **fault)
    with pytest.raises(RailUnknown):
        rail().pay(instruction(undoes="5008"))


@pytest.mark.parametrize("fault", [{"status": 503}, {"body": requests.ReadTimeout("slow")}], ids=str)
@pytest.mark.parametrize(
    ("asked", "asked_for"),
    [("101/payments/data-for-perform", {}), ("transfers/5008", {"undoes": "5008"})],
    ids=["payment", "chargeback"],
)
def test_a_question_before_it_that_is_not_answered_means_that_nothing_was_sent(asked, asked_for, fault):
    with responses.RequestsMock() as bank:
        bank.get(f"{API}/{asked}", **fault)
        with pytest.raises(RailRefused) as caught:
            rail().pay(instruction(**asked_for))
        assert caught.value.answer == "unreachable"


def test_a_payment_that_was_charged_back_but_is_not_shown_is_not_refused(bank):
    bank.get(f"{API}/transfers/5008", json={"id": "5008", "chargedBackBy": {"id": "5009"}})
    bank.get(f"{API}/transfers/5009", status=403, json={"code": "permissionDenied"})
    with pytest.raises(RailUnknown):
        rail().pay(instruction(undoes="5008"))
