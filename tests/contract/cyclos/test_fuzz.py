"""Whatever a client sends that fits the description, and much that does not: no answer is a fault of ours."""

from itertools import cycle
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase

from app.cyclos_api import OPERATIONS
from app.services.program import open_program
from tests.contract.cyclos import description
from tests.contract.cyclos.bank import Bank, Client
from tests.integration.evening import HandClock, settings_for

pytestmark = pytest.mark.shared

EXAMPLES = 3
"""For each operation: a few, because there are many."""

STREAMS = ("subscribeForPushNotifications",)
MEANT = {
    "owner": ["self", "system", "ada"],
    "user": ["self", "bob", "*:bob"],
    "accountType": ["player", "bank"],
    "type": ["qrCard", "program"],
}
"""What parts of an address are, where they shall lead further than to nowhere."""


def small_document() -> dict[str, Any]:
    """The description of the operations that are there, with all that it refers to."""
    whole = description.document()
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        if one.id not in STREAMS:
            described = whole["paths"][one.path]
            kept = paths.setdefault(one.path, {"parameters": described.get("parameters", [])})
            kept[one.method.lower()] = described[one.method.lower()]
    return {
        "openapi": whole["openapi"],
        "info": whole["info"],
        "paths": paths,
        "components": whole["components"],
    }


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory):
    program = open_program(
        settings_for(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'bank.sqlite'}"), clock=HandClock()
    )
    bank = Bank(program)
    bank.evening.start()
    yield bank
    program.close()


def test_no_answer_is_a_fault_of_ours(bank):
    schema = schemathesis.openapi.from_dict(small_document())
    people = [*(bank.signed_in(user) for user in ("ada", "olga")), bank.guest]
    turns = cycle(range(1000))
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        name = operation.definition.raw["operationId"]
        if name in ("logout", "replaceSession"):
            continue

        @hypothesis.settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            turn = next(turns)
            send(people[turn % len(people)], case, turn)

        ask()
    assert asked > len(OPERATIONS)


def send(client: Client, case: Any, turn: int) -> None:
    """Send what was thought up, by turns with an address that leads somewhere; it must be answered in a known way."""
    parts = {name: str(value) for name, value in (case.path_parameters or {}).items()}
    if turn % 2:
        parts.update({name: MEANT[name][turn % len(MEANT[name])] for name in parts if name in MEANT})
    path = case.operation.path.format(**parts)
    body = case.body if isinstance(case.body, (dict, list)) else None
    answer = client.client.open(
        f"/api{path}",
        method=case.operation.method.upper(),
        query_string=dict(case.query or {}),
        headers=client.headers,
        json=body,
    )
    if answer.status_code >= 500:
        assert answer.json["kind"] == "payment", (path, case.query, body, answer.text)
