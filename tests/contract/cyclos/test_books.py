"""Looking into the books: history with its filters and pages, charts, overviews, and taking a transfer back."""

from tests.contract.cyclos.test_paying import text_of
from tests.integration.databases import ON_BOTH


def amounts(answer) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [row["amount"] for row in answer.json]


@ON_BOTH
def test_a_history_is_seen_from_the_account_and_adds_up_to_its_balance(bank, clock):
    client = bank["ada"]
    bank.evening.start()
    for _ in range(4):
        clock.pass_(60)
        payer, _, _ = bank.a_debt()
        payer.pay(bank.due[1], "50")
    for user in bank.evening.users:
        found = amounts(bank[user].get("/self/accounts/player/history"))
        assert sum(map(int, found)) == int(bank[user].balance())
    rows = client.get("/self/accounts/player/history?orderBy=dateAsc").json
    assert rows[0]["kind"] == "initialCredit"
    assert rows[0]["relatedAccount"]["kind"] == "system"
    assert [row["description"] for row in rows[1:]] == ["fraud"] * (len(rows) - 1)
    chart = client.get("/self/accounts/player/balances-history").json["balances"]
    assert (chart[0]["amount"], chart[-1]["amount"]) == ("0", client.balance())


@ON_BOTH
def test_filters_narrow_a_history_down(bank, clock):
    payer, *_ = bank.a_debt()
    who, to, *_ = bank.due
    clock.pass_(3600)
    number = payer.pay(to, "50").json["id"]
    all_of_it = f"/{who}/accounts/player/history"
    before, after = "2027-01-15T08:30:00.000Z", "2027-01-15T08:30:00.000+00:00"
    queries = {
        "direction=debit": ["-50"],
        "direction=credit": ["200"],
        f"user=id:{to}": ["-50"],
        "user=system": ["200"],
        "user=self": [],
        "description=FRAU": ["-50"],
        "description=bribe": [],
        f"transactionNumber={number}": ["-50"],
        "transactionNumber=nonsense": [],
        "amountRange=50,50": ["-50"],
        "amountRange=50.5&amountRange=": ["200"],
        f"datePeriod={after},": ["-50"],
        f"datePeriod=,{before}": ["200"],
        "datePeriod=2027-01-15&datePeriod=2027-01-15": ["-50", "200"],
        "datePeriod=2027-01-16&datePeriod=": [],
        "kinds=payment&kinds=chargeback": ["-50"],
        "kinds=initialCredit,payment": ["-50", "200"],
        "transferTypes=player.trade": ["-50"],
        f"excludedIds={number}": ["200"],
        "chargedBack=true": [],
        "orderBy=amountDesc": ["200", "-50"],
        "fields=&groups=&statuses=&datePeriod=&datePeriod=&direction=": ["-50", "200"],
        "datePeriod.begin=2030-01-01&page=0&pageSize=20": ["-50", "200"],
    }
    for query, expected in queries.items():
        assert amounts(payer.get(f"{all_of_it}?{query}")) == expected, query
    for query, field in (("datePeriod=soon", "datePeriod"), ("amountRange=much,", "amountRange")):
        assert payer.get(f"{all_of_it}?{query}").json["properties"] == [field]
    status = payer.get(f"/self/accounts/player?datePeriod={after},").json["status"]
    assert (status["balanceAtBegin"], status["balance"]) == ("200", "150")
    assert status["outgoing"] == {"count": 1, "sum": "50", "average": "50.00"}
    assert (status["incoming"]["sum"], status["netInflow"]) == ("0", "-50")


def test_pages_end_and_say_where_they_stand(bank):
    payer, _, _ = bank.a_debt()
    payer.pay(bank.due[1], "50")
    history = "/self/accounts/player/history"
    first, second, third = (payer.get(f"{history}?pageSize=1&page={page}") for page in range(3))
    assert [amounts(page) for page in (first, second, third)] == [["-50"], ["200"], []]
    heads = [
        tuple(
            page.headers[f"X-{name}"]
            for name in ("Total-Count", "Page-Size", "Current-Page", "Page-Count", "Has-Next-Page")
        )
        for page in (first, second)
    ]
    assert heads == [("2", "1", "0", "2", "true"), ("2", "1", "1", "2", "false")]
    uncounted = payer.get(f"{history}?pageSize=1&skipTotalCount=true").headers
    assert ("X-Total-Count" in uncounted, uncounted["X-Has-Next-Page"]) == (False, "true")
    assert len(payer.get(f"{history}?pageSize=1000000&page=0").json) == 2


def test_a_transaction_and_its_transfer_have_one_number_and_concern_the_two_alone(bank):
    payer, payee, other = bank.a_debt()
    number = payer.pay(bank.due[1], "50").json["transactionNumber"]
    for client in (payer, payee, bank["olga"]):
        for key in (number, f"'{number}", number.upper()):
            assert client.get(f"/transactions/{key}").json["transfer"]["id"] == number
            assert client.get(f"/transfers/{key}").json["transaction"]["description"] == "fraud"
    for kind in ("transactions", "transfers"):
        answer = other.get(f"/{kind}/{number}")
        assert (answer.status_code, answer.json["entityType"]) == (404, kind[:-1].capitalize())
    assert payer.get("/transfers/1").status_code == 404


def test_somebody_elses_account_is_for_organizers(bank):
    bank.evening.start()
    for path in (
        "/bob/accounts",
        "/bob/accounts/player",
        "/system/accounts",
        "/bob/transactions",
        "/transfers",
    ):
        assert bank["ada"].get(path).json == {"code": "permissionDenied"}, path
        assert bank["olga"].get(path).status_code == 200, path
    assert bank["ada"].get("/ada/accounts/player").json["status"]["balance"] == "200"
    assert bank["ada"].get("/self/accounts/bank").json["entityType"] == "AccountType"
    assert bank["olga"].get("/self/accounts").json == []
    assert bank["ada"].get("/nobody/accounts").json["entityType"] == "User"


@ON_BOTH
def test_all_balances_and_the_banks_add_up_to_nothing_at_every_moment(bank):
    olga = bank["olga"]

    def total() -> int:
        summary = olga.get("/accounts/player/user-balances/summary").json["total"]
        rows = olga.get("/accounts/player/user-balances").json
        assert (summary["count"], summary["sum"]) == (
            len(rows),
            str(sum(int(row["balance"]) for row in rows)),
        )
        return int(summary["sum"]) + int(olga.get("/system/accounts/bank").json["status"]["balance"])

    assert total() == 0
    payer, _, _ = bank.a_debt()
    payer.pay(bank.due[1], "50")
    assert total() == 0
    bank.evening.close().start()
    assert total() == 0
    rows = olga.get("/accounts/player/user-balances?orderBy=balanceDesc&keywords=a&balanceRange=1,500").json
    assert [row["id"] for row in rows] == ["ada"]


@ON_BOTH
def test_an_organizer_takes_a_transfer_back_once_and_a_player_never(bank):
    payer, payee, _ = bank.a_debt()
    number = payer.pay(bank.due[1], "50").json["id"]
    assert payer.post(f"/transfers/{number}/chargeback").json == {"code": "permissionDenied"}
    assert bank["olga"].get(f"/transfers/{number}").json["canChargeback"]
    undone = bank["olga"].post(f"/transfers/{number}/chargeback", {}, headers={"Accept": "text/plain"})
    assert (undone.status_code, undone.mimetype) == (201, "text/plain")
    seen = payer.get(f"/transfers/{undone.text}").json
    assert (seen["kind"], seen["chargebackOf"]["id"], seen["amount"]) == ("chargeback", number, "50")
    assert payee.get(f"/transfers/{number}").json["chargedBackBy"]["id"] == undone.text
    assert (payer.balance(), payee.balance()) == ("200", "200")
    assert "reversed already" in text_of(bank["olga"].post(f"/transfers/{number}/chargeback"))
    assert amounts(payer.get("/self/accounts/player/history?chargedBack=true")) == ["-50"]
    assert amounts(bank["olga"].get("/transfers?kinds=chargeback")) == ["50"]
    bank.evening.check()


def test_transactions_are_payments_and_tickets_in_one_list_by_date(bank, clock):
    payer, payee, _ = bank.a_debt()
    clock.pass_(1)
    ticket = payee.ticket()
    clock.pass_(1)
    payer.post(f"/tickets/{ticket['ticketNumber']}/approve")
    mine = payee.get("/self/transactions").json
    assert [(row["kind"], row["amount"]) for row in mine] == [
        ("payment", "50"),
        ("ticket", "50"),
        ("payment", "200"),
    ]
    assert mine[0]["creationType"] == "ticket"
    theirs = payer.get("/self/transactions?orderBy=dateAsc").json
    assert [(row["kind"], row["amount"]) for row in theirs] == [
        ("payment", "200"),
        ("ticket", "-50"),
        ("payment", "-50"),
    ]
    pages = [payee.get(f"/self/transactions?pageSize=1&page={page}").json[0]["kind"] for page in range(3)]
    assert pages == ["payment", "ticket", "payment"]
    assert [row["kind"] for row in payee.get("/self/transactions?kinds=ticket,order").json] == ["ticket"]
    assert payee.get("/self/transactions?kinds=order").json == []
    assert {row["kind"] for row in bank["olga"].get("/transactions").json} == {"payment", "ticket"}


UNREADABLE = [
    (
        "/self/accounts/player/history",
        "page=-1 pageSize=abc orderBy=xx direction=up chargedBack=x kinds=gift",
    ),
    (
        "/self/transactions",
        "page=1.5 pageSize=-1 direction=up kinds=gift ticketStatuses=lost skipTotalCount=2",
    ),
    ("/transactions", "page=x pageSize=abc orderBy=xx kinds=gift"),
    ("/transfers", "page=x pageSize=abc orderBy=xx kinds=gift amountRange=x datePeriod=x"),
    ("/users", "page=x pageSize=abc orderBy=xx roles=king statuses=asleep"),
    ("/accounts/player/user-balances", "page=x pageSize=abc orderBy=xx"),
    ("/general-tokens/qrCard", "page=x pageSize=abc statuses=lost"),
    ("/notifications", "page=x pageSize=abc onlyNew=perhaps"),
]


def test_a_parameter_that_can_not_be_read_is_refused_by_every_list_and_an_empty_or_unknown_one_passed_over(
    bank,
):
    bank.evening.start()
    for path, parts in UNREADABLE:
        who = bank["ada"] if path.startswith("/self") else bank["olga"]
        for part in parts.split():
            name = part.partition("=")[0]
            refused = who.get(f"{path}?{part}")
            assert (refused.status_code, refused.json["properties"]) == (422, [name]), (path, part)
            assert who.get(f"{path}?{name}=&nobody={name}").status_code == 200


NOT_SEARCHED_BY = {
    "/self/accounts/player/history": "customFields=ref:rk-1 by=bob statuses=done fromCurrentAccessClient=true",
    "/self/accounts/player": "customFields=ref:rk-1",
    "/self/transactions": "customFields=ref:rk-1 creationTypes=pos ticketExpiration=2027-01-01,",
    "/transactions": "customFields=ref:rk-1 fromAccountTypes=bank authorized=true",
    "/transfers": "customFields=ref:rk-1 channels=main groups=players",
    "/users": "profileFields=phone:1 creationPeriod=2027-01-01, brokers=bob",
    "/accounts/player/user-balances": "negativeSincePeriod=2027-01-01, products=all",
    "/accounts/player/user-balances/summary": "profileFields=phone:1",
    "/general-tokens/qrCard": "expiryPeriod=2027-01-01, groups=players",
}


def test_a_search_by_what_is_not_there_is_refused_rather_than_answered_with_more_than_was_asked_for(bank):
    bank.evening.start()
    for path, parts in NOT_SEARCHED_BY.items():
        who = bank["ada"] if path.startswith("/self") else bank["olga"]
        for part in parts.split():
            name = part.partition("=")[0]
            refused = who.get(f"{path}?{part}")
            assert (refused.status_code, refused.json["properties"]) == (422, [name]), (path, part)
            assert who.get(f"{path}?{name}=").status_code == 200
    assert bank["ada"].get("/self/transactions?fromCurrentAccessClient=false").status_code == 200


def test_tickets_are_found_by_whatever_payments_are_found_by(bank):
    payer, payee, other = bank.a_debt()
    mine = payee.ticket(description="fraud")
    payer.post(f"/tickets/{mine['ticketNumber']}/approve")
    who, nobody = (client.get("/auth").json["user"]["id"] for client in (payer, other))
    queries = {
        "direction=credit": 1,
        "direction=debit": 0,
        f"user={who}": 1,
        f"user={nobody}": 0,
        "amountRange=50,50": 1,
        "amountRange=51,": 0,
        "amountRange=,49": 0,
        "description=FRAU": 1,
        "description=f%25": 0,
        "excludedIds=" + payee.get("/self/transactions?kinds=ticket").json[0]["id"]: 0,
        "transferTypes=player.trade": 1,
        "transferTypes=grant": 0,
        "chargedBack=true": 0,
        "transactionNumber=k7m2qxdw-1": 0,
    }
    for query, count in queries.items():
        found = payee.get(f"/self/transactions?kinds=ticket&{query}")
        assert (len(found.json), found.headers["X-Total-Count"]) == (count, str(count)), query
    assert len(payer.get("/self/transactions?kinds=ticket&direction=debit").json) == 1
    assert payer.get("/self/transactions?kinds=ticket&direction=credit").json == []


def test_a_page_beyond_the_last_one_is_empty_however_far_beyond(bank):
    bank.evening.start()
    for page in ("1", "1000000", "99999999999999999999", "9" * 5000):
        for path in ("/self/accounts/player/history", "/self/transactions"):
            beyond = bank["ada"].get(f"{path}?page={page}")
            assert (beyond.status_code, beyond.json) == (200, [])
            assert beyond.headers["X-Has-Next-Page"] == "false"
