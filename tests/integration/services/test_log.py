"""A long game against its log, line by line: every step once, in order, with who, what, how much, and the payment."""

from app.services.ground import MAX_REFUSALS, MAX_REFUSALS_OF_ONE
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player, refusal_of

OPENING = """
opened ada
seat ada: ada
seat bob: bob
seat cyd: cyd
start ada: 3 players, transfers 1 to 3
"""

SCRIPT = """
> bob declare fraud ada           | bob plays fraud against ada
> cyd allow                       | cyd allow
! pay ada bob 50                  | refused ada: nothing_due
> ada challenge                   | ada challenge
! play cyd challenge              | refused cyd: illegal_move
> bob show banker                 | bob show
> ada lose_card lawyer            | ada lose_card
> ada concede                     | ada concede: ada owes bob 50
! pay ada bob 40                  | refused ada: wrong_amount
! pay cyd bob 50                  | refused cyd: not_the_payer
$ ada bob 50                      | ada paid bob 50 by transfer 4, turn cyd
> cyd declare bribe bob           | cyd plays bribe against bob
undo                              | undo ada of line 17
> cyd declare lobbying bob        | cyd plays lobbying against bob
> ada allow                       | ada allow
> bob allow                       | bob allow
> bob block politician            | bob block
> ada allow                       | ada allow
> cyd allow                       | cyd allow: turn ada
> ada declare lawsuit bob         | ada plays lawsuit against bob
> bob allow                       | bob allow
> cyd allow                       | cyd allow
> bob match                       | bob match
> ada allow                       | ada allow
> cyd allow                       | cyd allow
> ada show lawyer 1               | ada show
> bob show lawyer 3               | bob show: ada owes bob 40
rejoin                            |
$ ada bob 40 lawsuit              | ada paid bob 40 by transfer 5, turn bob
reverse 5                         | correction olga: transfer 6 undoes 5
> bob declare collusion cyd       | bob plays collusion against cyd
> ada allow                       | ada allow
> cyd allow                       | cyd allow
> cyd sue                         | cyd sue
> ada allow                       | ada allow
> bob allow                       | bob allow: bob owes cyd 40
for bob cyd 40                    | bob paid cyd 40 by transfer 7 (ada), turn cyd
> cyd declare ponzi_scheme        | cyd plays ponzi_scheme against everybody
> ada allow                       | ada allow
> bob allow                       | bob allow: ada owes cyd 10, bob owes cyd 10
$ bob cyd 10                      | bob paid cyd 10 by transfer 8
! pay bob cyd 10                  | refused bob: already_settled
$ ada cyd 10                      | ada paid cyd 10 by transfer 9, turn ada
> ada declare scandal bob         | ada plays scandal against bob
> bob allow                       | bob allow
> cyd allow                       | cyd allow
> bob lose_card                   | bob lose_card: turn bob
> bob declare blackmail ada       | bob plays blackmail against ada
silence                           | silence ada allow
                                  | silence cyd allow: ada owes bob 50
! pay bob ada 50                  | refused bob: not_the_payer
! move-for bob ada                | refused-unlogged
$ ada bob 50 Blackmail            | ada paid bob 50 by transfer 10, turn cyd
> ada resign                      | ada resign
> cyd declare bribe bob           | cyd plays bribe against bob
> bob allow                       | bob allow
> bob concede                     | bob concede: bob owes cyd 40
$ bob cyd 40                      | bob paid cyd 40 by transfer 11, turn bob
> bob resign                      | bob resign: over, cyd won
! pay cyd bob 1                   | refused cyd: game_over
"""


def told(line) -> str:
    """A line of the log in the words of the script."""
    data = line.data
    match line.kind:
        case "opened":
            return f"opened {line.actor}"
        case "seat":
            return f"seat {line.actor}: {data['user']}"
        case "start":
            return f"start {line.actor}: {len(data['players'])} players, transfers 1 to 3"
        case "refused":
            return f"refused {line.actor}: {data['code']}"
        case "undo":
            return f"undo {line.actor} of line {data['takes_back']}"
        case "correction":
            return f"correction {line.actor}: transfer {data['transfer']} undoes {data['reverses']}"
        case "payment":
            who = "" if line.actor == data["by"] else f" ({line.actor})"
            paid = f"{data['by']} paid {data['payee']} {data['amount']} by transfer {data['transfer']}{who}"
            return ", ".join([paid, *followed(data)])
        case _:
            return told_move(line.kind, data)


def told_move(kind: str, data) -> str:
    move = data["move"]
    if move["type"] == "declare":
        return f"{data['by']} plays {move['action']} against {move.get('target', 'everybody')}"
    silent = "silence " if kind == "silence" else ""
    after = followed(data)
    return f"{silent}{data['by']} {move['type']}" + (f": {', '.join(after)}" if after else "")


FOLLOWS = {"owed": "{payer} owes {payee} {amount}", "turn": "turn {player}", "over": "over, {winners[0]} won"}


def followed(data) -> list[str]:
    return [FOLLOWS[e["kind"]].format(**e["facts"]) for e in data["events"] if e["kind"] in FOLLOWS]


def perform(evening: Evening, line: str) -> None:
    match line.split():
        case [">", *words]:
            evening.play(" ".join(words))
        case ["$", *words]:
            evening.pay(" ".join(words))
        case ["for", *words]:
            evening.pay(" ".join(words), by="ada")
        case ["!", "pay", *words]:
            refusal_of(evening.pay, " ".join(words))
        case ["!", "play", *words]:
            refusal_of(evening.play, " ".join(words))
        case ["!", "move-for", one, other]:
            refusal_of(evening.play, f"{other} resign", by=one)
        case ["undo"]:
            evening.undo()
        case ["reverse", number]:
            evening.reverse(f"{evening.id}-{number}")
        case ["rejoin"]:
            evening.services.people.enter("bob-secret")
            evening.sit("bob")
            evening.restart()
        case ["silence"]:
            evening.clock.pass_(60)
            evening.services.play.expire()
        case []:
            pass
        case other:
            raise AssertionError(other)


def play_the_script(evening: Evening) -> list[str]:
    """Play it; the lines that the log must have."""
    evening.start()
    expected = OPENING.split("\n")[1:-1]
    for line in SCRIPT.split("\n")[1:-1]:
        do, _, said = line.partition("|")
        perform(evening, do)
        expected.append(said.strip())
    return [said for said in expected if said and said != "refused-unlogged"]


def test_a_long_game_and_its_log_say_the_same_line_by_line(program):
    evening = Evening(program, options={"timer_s": 60})
    expected = play_the_script(evening)
    assert [told(line) for line in evening.log()] == expected
    evening.check()
    evening.program.close()


def test_lines_are_numbered_without_gaps_and_timed_in_order(program):
    evening = Evening(program, options={"timer_s": 60})
    play_the_script(evening)
    lines = evening.log()
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    evening.program.close()


def test_old_and_new_balances_can_be_told_from_every_line(program):
    """A line that moves money has the funds it was judged by; the next one goes on from there."""
    evening = Evening(program, options={"timer_s": 60})
    play_the_script(evening)
    funds = {"ada": 200, "bob": 200, "cyd": 200}
    by_number = {int(t.number.rpartition("-")[2]): t for t in evening.transfers()}
    for line in evening.log():
        if "transfer" in line.data:
            moved = by_number[line.data["transfer"]]
            funds[moved.payer] -= moved.amount
            funds[moved.payee] += moved.amount
        if "funds" in line.data:
            assert line.data["funds"] == funds, line.seq
    assert funds == evening.balances
    evening.program.close()


def test_the_log_is_read_on_from_any_line(evening):
    evening.start().a_debt()
    everything = evening.log()
    log = evening.services.tables.log
    first = log(player("bob"), evening.id, limit=3)
    rest = log(player("bob"), evening.id, after=first[-1].seq)
    assert [*first, *rest] == everything


def test_everybody_at_the_table_and_organizers_read_the_same_log(evening):
    evening.start().a_debt().pay_all()
    add_tiles(evening.program, "eve")
    logs = [evening.services.tables.log(who, evening.id) for who in (player("ada"), player("bob"), ORGANIZER)]
    assert logs[0] == logs[1] == logs[2]


def test_lines_of_earlier_matches_stay_in_the_log(evening):
    evening.start().a_debt().pay_all().close().start().a_debt()
    assert {line.match for line in evening.log()} == {0, 1, 2}
    assert len(evening.log("start")) == 2


def refused_by(evening, *users):
    for user in users:
        assert refusal_of(evening.pay, f"{user} bob 50").code == "not_the_payer"


def test_nobody_pushes_the_log_out_of_sight_by_trying_again_and_again(evening):
    evening.start().a_debt()
    refused_by(evening, *["ada"] * (MAX_REFUSALS_OF_ONE + 5))
    assert len(evening.log("refused")) == MAX_REFUSALS_OF_ONE
    refused_by(evening, *["bob"] * (MAX_REFUSALS + 5))
    assert len(evening.log("refused")) == 2 * MAX_REFUSALS_OF_ONE == MAX_REFUSALS
    evening.pay_all()
    assert refusal_of(evening.pay, "ada bob 50").code == "nothing_due"
    assert len(evening.log("refused")) == MAX_REFUSALS + 1
    evening.check()


def test_a_try_that_is_not_logged_any_more_gives_its_answer_to_its_key_all_the_same(evening):
    evening.start().a_debt()
    refused_by(evening, *["ada"] * MAX_REFUSALS_OF_ONE)
    seq = evening.view()["seq"]
    first, again = (refusal_of(evening.pay, "ada bob 50", key="k") for _ in range(2))
    assert (first.code, first.expected) == (again.code, again.expected)
    assert evening.view()["seq"] == seq
