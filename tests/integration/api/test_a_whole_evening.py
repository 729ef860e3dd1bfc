"""The first playthrough file, played over /v1: the same moves, the same refusals, the same money."""

from pathlib import Path

from tests.integration.api.calling import House
from tests.integration.databases import ON_BOTH
from tests.unit.rules.kit import as_data

STORY = Path(__file__).parents[2] / "playthroughs" / "01-a-whole-evening.txt"


def play(house: House, line: str) -> str:
    """Play a line of the file; what the file has to say about it in its last line."""
    mark, *words = line.split()
    if mark in "$!":
        payer, _, payee, amount, *action = words
        answer = house.pay(payer, payee, int(amount), " ".join(action))
        paid = answer.status_code == 201
    else:
        user, *move = words
        answer = house[user].post(house.at("moves"), as_data(move))
        paid = answer.status_code == 200
    assert paid is (mark in ">$"), answer.text
    if paid:
        return f"[{moment(house)}]"
    assert answer.status_code == 409
    return f"refused: {answer.json['expected'].get('reason', answer.json['code'])}"


def moment(house: House) -> str:
    view = house.view()
    balances = ", ".join(f"{player['user']} {player['balance']}" for player in view["players"])
    if view["winners"] is not None:
        return f"over: won by {' and '.join(view['winners'])}; {balances}"
    waiting = " ".join(view["waiting_for"])
    if view["phase"] == "turn":
        return f"turn: {waiting}; {balances}"
    return f"{view['phase'].replace('_', ' ')}: {waiting}"


@ON_BOTH
def test_a_whole_evening_over_the_api_goes_as_the_story_has_it(house):
    house.start()
    told, expected = [], []
    for line in STORY.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            expected[-1] = line.strip()
        elif line and line[0] in ">x$!":
            told.append((line, play(house, line)))
            expected.append("")
            assert sum(house.balances().values()) == 600
    assert [answer for _, answer in told] == expected, told
    assert house.view()["winners"] == ["ada"]
    assert house.balances() == {"ada": 600, "bob": 0, "cyd": 0}

    verdict = house["olga"].get("/ledger/verify").json
    assert verdict["ok"]
    page = house["olga"].get(f"/ledger/transfers?table={house.table}&limit=500").json
    numbers = [int(transfer["number"].rpartition("-")[2]) for transfer in page["items"]]
    assert numbers == list(range(len(numbers), 0, -1))
    payments = [transfer for transfer in page["items"] if transfer["kind"] == "payment"]
    assert len(payments) == sum(line.startswith("$") for line, _ in told)

    log = house.log()
    assert [line["seq"] for line in log] == list(range(1, len(log) + 1))
    steps = [line for line in log if line["kind"] in ("move", "payment", "refused")]
    assert len(steps) == len(told)
    assert {line["transfer"] for line in log if line["kind"] == "payment"} == {p["number"] for p in payments}
