"""What people see of a bank outside: never "failed" for what may have gone through, and somebody can always decide."""

import pytest

from app.factory import create_app
from app.services.actor import Role
from app.services.people.passwords import hash_secret
from app.storage import people
from app.storage.people import PersonRow
from tests.integration.bank.evening import once
from tests.integration.bank.standin import Mishap
from tests.integration.console.conftest import Desk
from tests.integration.evening import START, refusal_of, settings_for
from tests.integration.web.conftest import Phone


@pytest.fixture
def app(indebted, database_url):
    app = create_app(settings_for(database_url), indebted.program)
    app.config["TESTING"] = True
    return app


@pytest.fixture
def desk(app, indebted) -> Desk:
    olga = PersonRow("olga", "Olga", Role.ORGANIZER, None, hash_secret("olga-secret"), None, 0, START, None)
    indebted.program.database.write(lambda connection: people.add(connection, [olga]))
    return Desk(app, indebted.program.services.people.enter("olga-secret").token)


def test_a_payment_without_an_answer_is_told_to_the_payer_the_table_and_the_host(app, indebted, bank):
    bank.mishap = once(Mishap.LOST_BEFORE)
    at = f"/tables/{indebted.id}"
    cyd, bob, ada = (Phone(app, user) for user in ("cyd", "bob", "ada"))
    cyd.get(at).press("Pay Bob 50").says("The bank has not answered.", "Don't pay it again.")
    assert "Pay Bob" not in cyd.words
    assert "fail" not in cyd.words.lower()
    assert cyd.get("/pay/?to=bob").path == at
    bob.get(at).says("The bank has not answered: Cyd to Bob, 50.")
    assert "Look and decide" not in bob.words
    ada.get(at).says("Look and decide")
    assert "pay Bob 50" not in ada.get(f"{at}/corner").words
    reference = indebted.order.reference
    ada.get(f"{at}/bank/{reference}").says("Not found so far, but it may still arrive.")
    assert "Send it again" not in ada.words
    indebted.later(100)
    ada.get(f"{at}/bank/{reference}").says("Not found.", "Call it failed").press("Send it again").says(
        "Settled."
    )
    assert indebted.due == []
    assert bob.get(f"{at}/bank/{reference}").page.status_code == 403


def test_what_was_found_settles_by_one_tap(app, indebted, bank):
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(indebted.pay, "cyd bob 50")
    ada = Phone(app, "ada").get(f"/tables/{indebted.id}/bank/{indebted.order.reference}")
    ada.says("Found: the bank has moved it.").press("Settle with it").says("Settled.")
    assert indebted.in_bank == indebted.balances


def test_the_desk_shows_what_needs_a_person_and_gives_back_by_one_tap(app, indebted, bank, desk):
    desk.get("/organizer/bank").says("Every payment has its answer.")
    indebted.services.following.tick()
    bank.pay_by_app("cyd", "ada", "7", "for luck")
    indebted.services.following.tick()
    bank.mishap = once(Mishap.LOST_BEFORE)
    refusal_of(indebted.pay, "cyd bob 50")
    undecided = f"/tables/{indebted.id}/bank/{indebted.order.reference}"
    Phone(app, "bob").get(f"/tables/{indebted.id}").says(
        "In the bank, Cyd paid Ada 7. It fits nothing that was due"
    )
    desk.get("/organizer/").says("2 payments in the bank need you.")
    desk.get("/organizer/bank").says(
        "Cyd to Bob, 50: no answer from the bank", "Cyd paid Ada 7 in the bank", "for luck"
    )
    (flagged,) = indebted.services.following.flagged(indebted.actor("olga"))
    desk.send("/organizer/bank/reconcile").says("4 things differ.", "Somebody paid by the bank's own app")
    desk.send(f"/organizer/bank/{flagged.id}/back").says("Given back.").silent_on("for luck")
    indebted.later(100)
    desk.get(undecided).says("Call it failed")
    desk.send(undecided, do="fail").says("can be paid anew")
    desk.get("/organizer/bank").send("/organizer/bank/reconcile").says("Both journals agree.")


def test_a_flagged_payment_can_be_left_as_it_is(indebted, bank, desk):
    indebted.services.following.tick()
    made = bank.pay_by_app("cyd", "ada", "7")
    indebted.services.following.tick()
    desk.get("/organizer/bank").send(f"/organizer/bank/{made.id}/leave").says("Left as it is.")
    assert indebted.view()["bank"]["flagged"] == []


def test_the_bank_calls_by_get_or_post_and_is_believed_in_nothing(app, indebted, bank):
    indebted.services.bank_tickets.tick()
    (ticket,) = bank.tickets.values()
    assert f"https://cyclos.test/pay/{ticket.number}" in Phone(app, "bob").get("/receive").codes()
    client = app.test_client()
    hint = {"orderId": ticket.order, "ticketNumber": ticket.number}
    assert client.get("/bank/tickets", query_string=hint).status_code == 200
    assert indebted.due
    bank.approve(ticket.number)
    assert client.post("/bank/tickets", query_string=hint).status_code == 200
    assert indebted.due == []
    assert client.post("/bank/tickets", query_string={"orderId": "x" * 5000}).status_code == 200
    assert len(bank.between("cyd", "bob")) == 1


def test_every_step_with_the_bank_stands_in_the_log_in_words(app, indebted, bank):
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(indebted.pay, "cyd bob 50")
    indebted.later(20)
    Phone(app, "ada").get(f"/tables/{indebted.id}/log").says(
        "The bank is asked for the starting credits.",
        "The bank moved starting credits: the bank to Cyd, 200.",
        "The bank is asked: Cyd to Bob, 50.",
        "The bank gave no answer: Cyd to Bob, 50. It is looked for.",
        "Cyd paid Bob 50",
    )


def test_the_program_interface_says_that_the_answer_is_still_to_come_and_tells_it_under_the_same_key(
    app, indebted, bank
):
    bank.mishap = once(Mishap.LOST_AFTER)
    token = indebted.services.people.enter("cyd-secret").token
    client = app.test_client()

    def pay():
        return client.post(
            f"/v1/tables/{indebted.id}/payments",
            json={"to": "bob", "amount": 50},
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "k"},
        )

    assert (pay().status_code, pay().json["code"]) == (409, "in_progress")
    view = client.get(f"/v1/tables/{indebted.id}", headers={"Authorization": f"Bearer {token}"}).json
    assert view["bank"]["orders"][0]["state"] == "unknown"
    indebted.later(20)
    assert (pay().status_code, pay().json["amount"]) == (201, 50)


def test_what_the_bank_itself_charged_back_does_not_reopen_the_debt_and_the_desk_says_so(
    indebted, bank, desk
):
    indebted.services.following.tick()
    made = indebted.pay("cyd bob 50")
    paid = next(one for one in bank.between("cyd", "bob"))
    bank.charge_back({}, {}, paid.id)
    indebted.services.following.tick()
    assert made.payer == "cyd"
    desk.get("/organizer/bank").says(
        "The bank took 50 back from Bob for Cyd", "does not reopen the debt", "stays paid"
    ).silent_on("Give it back")
    desk.send("/organizer/bank/reconcile").says("Neither reopens the debt")
    assert indebted.due == []
