"""`reckless cyclos`, with a stand-in for a Cyclos behind a socket of this machine."""

from collections.abc import Iterator

import pytest

from tests.integration.bank.evening import BankEvening, program_at
from tests.integration.bank.serving import served, wall_clock
from tests.integration.bank.standin import Mishap, StandIn
from tests.integration.cli.conftest import Reckless
from tests.integration.evening import SECRET_KEY, HandClock


@pytest.fixture
def bank() -> StandIn:
    bank = StandIn(wall_clock)
    bank.add("ada", "bob")
    return bank


@pytest.fixture
def configured(reckless: Reckless, bank: StandIn) -> Iterator[Reckless]:
    """The command line with the stand-in as its Cyclos."""
    with served(bank) as root:
        reckless.environ |= {
            "RECKLESS_BACKEND": "cyclos",
            "RECKLESS_CYCLOS_URL": root,
            "RECKLESS_CYCLOS_TOKEN": "token",
            "RECKLESS_SECRET_KEY": SECRET_KEY,
        }
        yield reckless


def advice(ended) -> dict[str, str]:
    return {one["what"]: one["advice"] for one in ended.data["findings"] if not one["ok"]}


def test_a_cyclos_that_is_set_up_well_is_said_to_be(configured):
    ended = configured("cyclos", "check", "--json")
    assert (ended.code, ended.data["ok"]) == (0, True), ended
    found = {one["what"]: one["found"] for one in ended.data["findings"]}
    assert found["Version"].startswith("Cyclos 4.16.18")
    assert found["Player to player: payment type"] == "player.trade"
    assert found["Player to player: our reference"] == "in the custom field reckless"
    assert configured("cyclos", "check").out.endswith("Payments can be relayed.\n")


def test_what_is_missing_is_named_with_how_to_set_it(configured, bank):
    bank.users.clear()
    ended = configured("cyclos", "check", "--json")
    assert ended.code == 1
    assert list(advice(ended)) == ["Users"]
    assert "reckless tiles issue" in advice(ended)["Users"]
    bank.mishap = lambda _, path: Mishap.BLOCKED if path == "/auth" else Mishap.NONE
    ended = configured("cyclos", "check", "--json")
    assert "RECKLESS_CYCLOS_TOKEN" in advice(ended)["Sign-in"]
    lines = configured("cyclos", "check").out.splitlines()
    assert lines[1].startswith("MISSING Sign-in: refused (remoteAddressBlocked)")


def test_an_address_where_nobody_answers_is_said_to_be_one(configured):
    ended = configured("cyclos", "check", "--json", RECKLESS_CYCLOS_URL="http://127.0.0.1:9")
    assert ended.code == 1
    assert "RECKLESS_CYCLOS_URL" in advice(ended)["Address"]


@pytest.mark.parametrize("command", ["issue", "reprint", "reconcile"])
def test_an_outage_is_no_wrong_usage_and_changes_nothing(configured, command):
    (tile,) = configured.issue(1)["tiles"]
    out = ("--out", configured.folder / "more.pdf")
    arguments = {
        "issue": ("tiles", "issue", "--count", 1, "--label", "More", *out),
        "reprint": ("tiles", "reprint", tile["user"], *out),
        "reconcile": ("cyclos", "reconcile"),
    }
    ended = configured(*arguments[command], RECKLESS_CYCLOS_URL="http://127.0.0.1:9")
    assert ended.code == 1
    assert "Cyclos can't be reached" in ended.err + ended.out
    (row,) = configured("tiles", "register", "--json").data["tiles"]
    assert row["works"] == "yes"


@pytest.mark.parametrize("command", ["check", "reconcile"])
def test_without_a_cyclos_there_is_one_line_that_says_how_to_name_one(reckless, command):
    reckless.issue(1)
    reckless("cyclos", command).refused("RECKLESS_BACKEND=cyclos")


def test_reconciling_tells_what_differs_and_ends_with_1_until_nothing_does(configured, bank, database_url):
    bank.add("cyd")
    evening = BankEvening(program_at(database_url, HandClock(), bank), bank).start().a_debt()
    evening.services.following.tick()
    evening.pay("cyd bob 50")
    evening.program.close()
    configured.environ["RECKLESS_DATABASE_URL"] = database_url
    ended = configured("cyclos", "reconcile", "--json")
    assert (ended.code, ended.data["ok"], ended.data["transfers"]) == (0, True, 4), ended
    bank.pay_by_app("cyd", "ada", "7")
    ended = configured("cyclos", "reconcile", "--json", "--table", evening.id)
    assert ended.code == 1
    assert [one["kind"] for one in ended.data["differences"]] == ["flagged", "balance", "balance"]
    said = configured("cyclos", "reconcile").out
    assert "  Why: " in said
    assert "  Do: " in said
