"""The page about the client says what is so: its examples run, and its tables are complete."""

import doctest
import inspect
import json
import re
import textwrap
from pathlib import Path

import pytest
import responses

import cyclos_client
from cyclos_client import CyclosClient, CyclosError

PAGE = Path(__file__).parents[3] / "docs" / "cyclos-client.md"
TEXT = PAGE.read_text(encoding="utf-8")
API = "https://bank.example/api"
COIN = {"id": "1", "internalName": "coin", "decimalDigits": 2}


@pytest.fixture
def bank():
    """Answers what the examples ask for, in their order."""
    with responses.RequestsMock(registry=responses.registries.OrderedRegistry) as stub:
        stub.get(
            f"{API}/self/accounts",
            json=[
                {
                    "id": "9101",
                    "currency": COIN,
                    "status": {"balance": "160.00", "availableBalance": "160.00"},
                }
            ],
        )
        stub.post(f"{API}/self/payments", json={"id": "5007", "transactionNumber": "RC5007"}, status=201)
        owed = {
            "code": "validation",
            "properties": ["amount"],
            "propertyErrors": {"amount": ["You owe Bob 40."]},
        }
        stub.post(f"{API}/self/payments", json=owed, status=422)
        stub.post(f"{API}/self/payments", body="<html>Bad Gateway", status=502)
        stub.get(
            f"{API}/self/transactions",
            json=[{"id": "5008", "transactionNumber": "RC5008", "customValues": {"ref": "rk-1"}}],
            headers={"X-Has-Next-Page": "false"},
            match=[responses.matchers.query_param_matcher({"customFields": "ref:rk-1"}, strict_match=False)],
        )
        keyed = [responses.matchers.header_matcher({"Idempotency-Key": "evening-7-round-3"})]
        stub.post(f"{API}/self/payments", body="<html>Bad Gateway", status=502, match=keyed)
        paid = {"id": "k7m2qxdw-12", "transactionNumber": "k7m2qxdw-12"}
        stub.post(f"{API}/self/payments", json=paid, status=201, match=keyed)
        ticket = {"id": "5009", "ticketNumber": "843ad8", "approveUrl": "https://bank.example/pay/843ad8"}
        stub.post(f"{API}/self/tickets", json={**ticket, "ticketStatus": "open"}, status=201)
        stub.get(f"{API}/tickets/843ad8", json={**ticket, "ticketStatus": "approved"})
        stub.post(
            f"{API}/tickets/843ad8/process",
            json={"id": "5009", "actuallyProcessed": True},
            match=[responses.matchers.query_param_matcher({"orderId": "rk-2"})],
        )
        stub.get(
            f"{API}/push/subscribe",
            body='id: 1\nevent: ticket\ndata: {"id":"5009","ticketStatus":"processed"}\n\n',
            content_type="text/event-stream",
        )
        yield stub


def test_every_example_runs_and_says_what_the_page_shows(bank):
    examples = doctest.DocTestParser().get_doctest(TEXT, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    outcome = runner.run(examples, out=said.append)
    assert outcome.failed == 0, "".join(said)
    assert outcome.attempted > 20


def test_the_page_lists_every_operation():
    methods = {
        name for name, _ in inspect.getmembers(CyclosClient, inspect.isfunction) if not name.startswith("_")
    } - {"close"}
    assert set(re.findall(r"^\| `(\w+)` \|", TEXT, re.M)) & methods == methods


def test_the_page_names_every_error():
    errors = {
        name
        for name in cyclos_client.__all__
        if isinstance(kind := getattr(cyclos_client, name), type) and issubclass(kind, CyclosError)
    }
    assert {name for name in errors if f"`{name}`" not in TEXT} == set()


def test_the_example_of_the_package_runs():
    shown = [line for line in (cyclos_client.__doc__ or "").splitlines() if line.startswith("    ")]
    with responses.RequestsMock() as stub:
        stub.get(f"{API}/self/accounts", json=[{"id": "9101", "currency": COIN}])
        stub.post(f"{API}/self/payments", json={"id": "5007"}, status=201)
        exec(textwrap.dedent("\n".join(shown)), {})
        assert json.loads(stub.calls[1].request.body)["amount"] == "40.00"
