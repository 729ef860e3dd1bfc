"""Health and figures."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.services.program import Program
from tests.integration.api.calling import House
from tests.integration.apps import new_api_over


@pytest.fixture
def house(house: House, program: Program) -> House:
    """With figures that nobody else has a part in."""
    house.app = new_api_over(program)
    return house


def figures(house):
    answer = house.app.test_client().get("/metrics")
    assert answer.headers["Cache-Control"] == "no-store"
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_a_service_that_can_work_is_well(house):
    answer = house.app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "database": "ok"})


def test_a_service_that_is_stopping_is_not_well(house):
    house.program.services.hub.close()
    answer = house.app.test_client().get("/healthz")
    assert (answer.status_code, answer.json["status"]) == (503, "stopping")


def test_requests_are_counted_by_route_and_status(house):
    house.start()
    house["dan"].get(house.at())
    house["dan"].get("/nowhere/at/all")
    counted = figures(house)

    def requests(route, method, status):
        return counted["reckless_requests_total", (("method", method), ("route", route), ("status", status))]

    assert requests("/v1/tables/<table_id>/seats", "POST", "201") == 3
    assert requests("/v1/tables/<table_id>", "GET", "403") == 1
    assert requests("unknown", "GET", "404") == 1


def test_payments_are_counted_by_how_they_ended(house):
    house.start()
    house.a_debt()
    house.pay("ada", "bob", 40)
    house.pay("ada", "bob", 50)
    counted = figures(house)
    assert counted["reckless_payments_total", (("outcome", "paid"),)] == 1
    assert counted["reckless_payments_total", (("outcome", "wrong_amount"),)] == 1
    assert counted["reckless_open_streams", ()] == 0
    assert counted["reckless_waiting_writes", ()] == 0


def test_no_person_and_no_table_is_in_the_figures_and_their_number_is_bounded(house):
    house.start()
    for number in range(30):
        house["ada"].get(f"/strange/{number}")
        house.app.test_client().open("/v1/tables", method=f"VERB{number}")
    text = house.app.test_client().get("/metrics").text
    for word in ("ada", "bob", "olga", house.table, "strange", "VERB"):
        assert not re.search(rf"\b{word}", text)
