"""Paying under /api: the table's rules, Cyclos's shapes, and words that reach a person."""

from app.errors import InProgress, LedgerError, RailError, RailRefused, RailUnknown, Unavailable
from app.services.payments import Payments
from tests.contract.cyclos.bank import PASSWORD, Bank
from tests.integration.databases import ON_BOTH


def text_of(answer) -> str:
    """What a client shows to a person, wherever it stands."""
    assert answer.status_code == 422
    assert answer.json["code"] == "validation"
    fields = [text for texts in answer.json["propertyErrors"].values() for text in texts]
    found: list[str] = [*answer.json["generalErrors"], *fields]
    (text,) = found
    return text


@ON_BOTH
def test_a_payment_settles_the_debt_and_the_table_sees_it_at_once(bank):
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    hub, seq = bank.program.services.hub, bank.evening.view()["seq"]
    with hub.watching(bank.evening.id):
        paid = payer.pay(f"*:{to}", "50.00", "fraud")
        assert hub.wait(bank.evening.id, seq, 0) > seq
    assert paid.status_code == 201
    assert paid.headers["Location"] == f"/api/transactions/{paid.json['id']}"
    assert paid.json["transactionNumber"] == paid.json["id"]
    assert (payer.balance(), payee.balance()) == ("150", "250")
    (line,) = bank.evening.log("payment")
    assert (line.actor, line.data["payee"], line.data["amount"]) == (who, to, 50)
    assert bank.evening.due == []
    bank.evening.check()


WAYS = ["{}", "*:{}", "username:{}", "id:{}", "'{}", "http://tiles.test/pay/?to={}&amount=7"]


def test_a_payee_may_be_named_in_every_way(bank):
    for way in WAYS:
        payer, _, _ = bank.a_debt()
        to = way.format(bank.due[1])
        shown = payer.get("/self/payments/data-for-perform", query_string={"to": to, "fields": "toUser"}).json
        assert shown["toUser"]["id"] == bank.due[1], way
        assert shown["toUser"]["locator"] == to
        assert payer.pay(to, "50").status_code == 201, way


REFUSED = [
    ("payee", "40", "fraud", "amount", "That is not the amount you owe. You owe {payee} 50 for fraud."),
    ("payee", "50", "bribe", "description", "not the action that was played. You owe {payee} 50 for fraud."),
    ("payee", "50", "For the goblin", "description", "not the action that was played."),
    ("other", "50", None, "subject", "You owe somebody else. You owe {payee} 50 for fraud."),
    ("system", "50", None, "subject", "You owe somebody else. You owe {payee} 50 for fraud."),
]


def test_a_refusal_says_what_is_owed_beside_its_field_before_and_by_itself_after(bank):
    payer, payee, _ = bank.a_debt()
    who, owed, *_ = bank.due
    other = next(user for user in bank.evening.users if user not in (who, owed))
    for to, amount, action, field, says in REFUSED:
        subject = {"payee": owed, "other": other}.get(to, to)
        sent = {"subject": subject, "amount": amount, **({"description": action} if action else {})}
        before = payer.post("/self/payments/preview", sent)
        assert before.json["properties"] == [field]
        after = payer.post("/self/payments", sent)
        assert after.json["generalErrors"] == [text_of(before)]
        assert says.format(payee=owed.capitalize()) in text_of(after)
    assert (payer.balance(), payee.balance()) == ("200", "200")


def test_a_name_that_somebody_chose_is_no_markup_in_a_text_that_clients_show(bank):
    for user in bank.evening.users:
        bank.evening.sit(user, name=f"<b>{user}")
    payer, *_ = bank.a_debt()
    text = text_of(payer.pay(bank.due[1], "40"))
    assert f"You owe ‹b›{bank.due[1]} 50 for fraud." in text


def test_a_refused_try_is_in_the_tables_log_and_a_preview_is_no_try(bank):
    payer, *_ = bank.a_debt()
    payer.post("/self/payments/preview", {"subject": bank.due[1], "amount": "40"})
    assert bank.evening.log("refused") == []
    payer.pay(bank.due[1], "40")
    (line,) = bank.evening.log("refused")
    assert (line.actor, line.data["code"], line.data["tried"]["amount"]) == (bank.due[0], "wrong_amount", 40)


def test_too_little_is_cyclos_own_refusal(program):
    bank = Bank(program, validation="open")
    bank.evening.start()
    sent = {"subject": "bob", "amount": "201"}
    assert bank["ada"].post("/self/payments/preview", sent).status_code == 200
    refused = bank["ada"].post("/self/payments", sent)
    assert refused.status_code == 500
    assert (refused.json["kind"], refused.json["code"]) == ("payment", "insufficientBalance")
    assert bank["ada"].balance() == "200"
    assert bank["ada"].pay("bob", "200").status_code == 201


NONE = ("-50", "0", "0.00", "--50", "+50", "50,00", "1.234,50", "50.5", "1E+1", "٥٠", "1e999", "", None)
NO_TEXT = (True, -50, 0, 50.5, [50], {})


def test_what_is_no_amount_moves_nothing_by_any_door(bank):
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    for amount in (*NONE, *NO_TEXT):
        pay = {"subject": to, "amount": amount}
        take = {"subject": who, "amount": amount}
        answers = [
            payer.post("/self/payments/preview", pay),
            payer.post("/self/payments", pay),
            payer.post("/easy-invoices", pay),
            payee.post("/pos", take, headers={"confirmationPassword": PASSWORD}),
            payee.post("/self/tickets", {"amount": amount}),
        ]
        assert {answer.status_code for answer in answers} == {422}, amount
        assert {answer.json["code"] for answer in answers} <= {"validation", "missingParameter"}
    assert (payer.balance(), payee.balance()) == ("200", "200")
    assert len(bank.evening.transfers()) == 3


def test_fifty_is_fifty_however_it_is_written(bank):
    for amount in (50, "50", "50.0", "50.00"):
        payer, *_ = bank.a_debt()
        assert payer.pay(bank.due[1], amount).json["amount"] == "50", amount


@ON_BOTH
def test_the_same_key_pays_once_and_with_other_contents_not_at_all(bank):
    payer, _, _ = bank.a_debt()
    to = bank.due[1]
    key = {"Idempotency-Key": "mine"}
    first, again = (payer.pay(to, "50", headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert "idempotency key" in text_of(payer.pay(to, "49", headers=key))
    assert payer.balance() == "150"


def test_types_and_terms_that_are_not_ours_are_refused_and_what_others_send_besides_is_passed_over(bank):
    payer, *_ = bank.a_debt()
    sent = {"subject": bank.due[1], "amount": "50"}
    for wrong in ({"type": "bank.grant"}, {"currency": "euro"}, {"scheduling": "recurring"}):
        refused = payer.post("/self/payments", {**sent, **wrong})
        assert refused.json["properties"] == [next(iter(wrong))]
    as_the_frontend_has_it = {
        "account": "player",
        "type": "trade",
        "scheduling": "direct",
        "installmentsCount": None,
        "occurrenceInterval": {"amount": 1, "field": "months"},
        "customValues": {},
        "requiresAuthorisation": True,
        "description": "",
    }
    assert payer.post("/self/payments?nonsense=1", {**sent, **as_the_frontend_has_it}).status_code == 201


def test_nobody_pays_with_anothers_account_but_organizers_for_the_absent(bank):
    _, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    sent = {"subject": to, "amount": "50"}
    assert payee.post(f"/{who}/payments", sent).json == {"code": "permissionDenied"}
    assert payee.post("/system/payments", sent).json == {"code": "permissionDenied"}
    assert bank["olga"].post("/system/payments", sent).json == {"code": "permissionDenied"}
    assert bank["olga"].post("/self/payments", sent).json == {"code": "permissionDenied"}
    assert bank["olga"].post(f"/{who}/payments", sent).status_code == 201
    assert bank.evening.log("payment")[0].actor == "olga"


def test_unknown_payees_are_told_so_that_clients_search_the_directory(bank):
    payer, *_ = bank.a_debt()
    for said in (
        "*:nobody",
        "qrCard:ada",
        "email:ada@x.test",
        "https://elsewhere.test/pay/?to=ada",
        "12",
        "a" * 40,
    ):
        answer = payer.get("/self/payments/data-for-perform", query_string={"to": said})
        assert (answer.status_code, answer.json["entityType"]) == (404, "User")
    assert payer.pay("nobody", "50").status_code == 404
    assert payer.post("/self/payments", {"amount": "50"}).json == {
        "code": "missingParameter",
        "name": "subject",
    }


def test_a_payment_point_takes_the_payers_password_and_no_other(bank, clock):
    payer, payee, _ = bank.a_debt()
    who, *_ = bank.due
    sent = {"subject": f"*:{who}", "amount": "50", "description": "fraud"}
    looked = payee.post("/pos/preview", sent).json
    assert looked["confirmationPasswordInput"]["passwordType"]["internalName"] == "login"
    assert looked["fromAccount"]["user"]["id"] == who
    assert payee.post("/pos", sent).json == {"code": "missingParameter", "name": "confirmationPassword"}
    for _ in range(2):
        wrong = payee.post("/pos", sent, headers={"confirmationPassword": "wrong"})
        assert (wrong.status_code, wrong.json["code"]) == (403, "invalidPassword")
    payee.post("/pos", sent, headers={"confirmationPassword": "wrong"})
    blocked = payee.post("/pos", sent, headers={"confirmationPassword": PASSWORD})
    assert blocked.json["code"] == "temporarilyBlocked"
    clock.pass_(5)
    paid = payee.post("/pos", looked["payment"], headers={"confirmationPassword": PASSWORD})
    assert (paid.status_code, paid.json["creationType"]) == (201, "pos")
    assert (payer.balance(), payee.balance()) == ("150", "250")
    assert bank.evening.log("payment")[0].actor == who


def test_an_easy_invoice_names_its_payee_and_amount_to_anybody_and_nobody_is_self(bank):
    payer, _, _ = bank.a_debt()
    to = bank.due[1]
    shown = bank.guest.get(f"/easy-invoices/data-for-perform/{to}?amount=50.00").json
    assert (shown["to"]["id"], shown["amount"]) == (to, "50")
    assert bank.guest.get("/easy-invoices/data-for-perform/self").status_code == 404
    assert bank.guest.get("/easy-invoices/qr-code/olga").status_code == 404
    assert bank.guest.get(f"/easy-invoices/qr-code/{to}?amount=0").status_code == 422
    assert payer.post("/easy-invoices", {"subject": to, "amount": "50"}).json["creationType"] == "easyInvoice"


def test_who_has_sat_nowhere_has_nothing_and_can_pay_nobody(bank):
    bank["olga"].post(
        "/users", {"username": "dora", "name": "Dora", "passwords": [{"type": "login", "value": PASSWORD}]}
    )
    dora = bank["dora"]
    assert dora.balance() == "0"
    history = dora.get("/self/accounts/player/history")
    assert (history.json, history.headers["X-Total-Count"]) == ([], "0")
    assert "not in a running game" in text_of(dora.pay("ada", "50"))
    assert dora.get("/frontend/home").status_code == 200


def test_what_may_have_moved_money_looks_like_no_refusal_to_a_client(bank, monkeypatch):
    payer, *_ = bank.a_debt()
    outcomes = [
        (Unavailable("The disk is full."), 503, None),
        (RailUnknown("No answer."), 504, None),
        (InProgress("Under way."), 504, None),
        (RailError("It is not there."), 502, None),
        (LedgerError("The books are broken."), 500, None),
        (RailRefused("Too little.", answer="insufficientBalance"), 500, "insufficientBalance"),
        (RailRefused("Not open.", answer="permissionDenied"), 422, "validation"),
    ]
    for error, status, code in outcomes:

        def fail(*_: object, error: Exception = error, **__: object) -> None:
            raise error

        monkeypatch.setattr(Payments, "pay", fail)
        answer = payer.client.post(
            "/api/self/payments", json={"subject": bank.due[1], "amount": "50"}, headers=payer.headers
        )
        assert (answer.status_code, answer.json.get("code")) == (status, code)
        assert (answer.json.get("kind") == "payment") == (code == "insufficientBalance")
        assert str(error) in answer.text


def test_what_is_wrong_stands_beside_its_field_in_a_form_and_for_all_to_see_where_there_is_none(bank):
    payer, payee, _ = bank.a_debt()
    for subject in (bank.due[0], "system", "olga"):
        body = {"subject": subject, "amount": "50"}
        form, made = payer.post("/self/payments/preview", body).json, payer.post("/self/payments", body).json
        assert (form["properties"], form["generalErrors"]) == (["subject"], [])
        assert (made["properties"], made["generalErrors"]) == ([], form["propertyErrors"]["subject"])
    number = payee.ticket("40")["ticketNumber"]
    shown = payer.post(f"/tickets/{number}/preview").json
    assert (shown["properties"], len(shown["generalErrors"])) == ([], 1)
