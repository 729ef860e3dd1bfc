"""Taking back: the step and the money together, or not at all; and only until a debt is paid."""

import pytest

from app.errors import Conflict, IllegalMove, Invalid, NotAllowed
from app.services.tables import TableSettings
from tests.integration.evening import Evening, player, refusal_of
from tests.integration.services.test_payments import COSTLY


def states(evening: Evening) -> tuple:
    match, accounts, *_ = evening.everything()
    return match.state, {owner: account.balance for owner, account in accounts.items()}


def test_the_host_takes_back_the_last_move(evening):
    before = states(evening.start())
    evening.play("bob declare fraud ada").undo()
    assert states(evening) == before
    assert evening.phase == "turn"


def test_move_after_move_can_be_taken_back(evening):
    before = states(evening.start())
    evening.play("bob declare fraud ada", "ada allow", "cyd allow", "ada concede")
    evening.undo().undo().undo().undo()
    assert states(evening) == before
    assert refusal_of(evening.undo).code == "illegal_move"


def test_undo_while_a_challenge_is_open_goes_back_before_the_challenge(evening):
    evening.start().play("bob declare fraud ada", "ada allow")
    before = states(evening)
    evening.play("cyd challenge")
    assert evening.phase == "show"
    evening.undo()
    assert states(evening) == before
    assert evening.waiting == ["cyd"]


def test_a_slip_that_ended_the_game_can_be_taken_back(program):
    evening = Evening(program, "ada bob").start()
    before = states(evening)
    evening.play("bob resign")
    assert evening.phase == "over"
    evening.undo()
    assert states(evening) == before
    assert evening.waiting == ["bob"]
    evening.check()


@pytest.mark.parametrize("read_anew", [False, True])
@pytest.mark.parametrize(
    "since",
    [
        lambda evening: evening.leave("bob"),
        lambda evening: evening.sit("bob", name="Bobby"),
        lambda evening: evening.services.tables.configure(
            player("ada"), evening.id, TableSettings(validation="open")
        ),
        lambda evening: evening.close(),
        lambda evening: evening.reverse(evening.transfers()[-1].number),
    ],
    ids=["left", "renamed", "rules changed", "closed", "books corrected"],
)
def test_a_game_that_is_over_stays_over_once_the_table_was_changed(program, since, read_anew):
    evening = Evening(program, "ada bob", deck=COSTLY).start()
    evening.play("bob declare fraud ada", "ada challenge", "bob decline", "bob lose_card", "bob resign")
    assert {"type": "undo"} in evening.moves("ada")
    since(evening)
    if read_anew:
        evening.restart()
    assert refusal_of(evening.undo).code == "illegal_move"
    assert {"type": "undo"} not in evening.moves("ada")
    evening.check()


def test_what_silence_did_can_be_taken_back(program, clock):
    evening = Evening(program, options={"timer_s": 30}).start().play("bob declare fraud ada")
    clock.pass_(31)
    evening.services.play.expire()
    assert evening.phase == "counter"
    evening.undo()
    assert evening.phase == "challenge"


def test_an_action_with_a_cost_is_taken_back_with_its_charge(program):
    evening = Evening(program, deck=COSTLY).start()
    before = states(evening)
    evening.play("bob declare fraud ada")
    assert evening.balances["bob"] == 195
    evening.undo()
    assert states(evening) == before
    charge, back = evening.transfers()[-2:]
    assert (back.kind, back.reverses, back.payee, back.amount) == ("reversal", charge.number, "bob", 5)
    assert back.reason == "move taken back"
    evening.check()


def test_the_line_of_the_undo_names_who_asked_and_what_was_taken_back(evening):
    evening.start().play("bob declare fraud ada")
    declared = evening.log("move")[-1].seq
    evening.undo(by="olga")
    (line,) = evening.log("undo")
    assert (line.actor, line.data) == ("olga", {"by": "olga", "takes_back": declared})
    assert [one.seq for one in evening.log("move")] == [declared]


@pytest.mark.parametrize("who", ["bob", "cyd"])
def test_no_other_player_takes_a_move_back(evening, who):
    evening.start().play("bob declare fraud ada")
    assert isinstance(refusal_of(evening.undo, by=who), NotAllowed)
    assert {"type": "undo"} not in evening.moves(who)


def test_the_host_is_offered_what_would_be_accepted(evening):
    assert {"type": "undo"} not in evening.start().moves("ada")
    evening.play("bob declare fraud ada")
    assert {"type": "undo"} in evening.moves("ada")
    assert {"type": "undo"} in evening.moves("olga")


def test_once_a_debt_is_paid_nothing_before_it_is_taken_back(evening):
    evening.start().a_debt().pay("cyd bob 50")
    refusal = refusal_of(evening.undo)
    assert isinstance(refusal, IllegalMove)
    assert "organizer" in str(refusal)
    assert evening.balances["cyd"] == 150


def test_after_a_payment_the_next_move_can_be_taken_back_again(evening):
    evening.start().a_debt().pay("cyd bob 50")
    paid = states(evening)
    evening.play("cyd declare bribe ada").undo()
    assert states(evening) == paid
    assert isinstance(refusal_of(evening.undo), IllegalMove)


def test_why_nothing_is_taken_back_is_told_and_is_the_same_after_a_restart(program, clock):
    """Who asks may be the host, an organizer or a player; what stands in the way is read from the log alone."""

    def reasons(table) -> list[str | None]:
        return [table.view(user)["no_undo"] for user in ("ada", "olga", "bob")]

    table = Evening(program).start()
    assert reasons(table) == ["nothing", "nothing", "others"]
    table.play("bob declare fraud cyd")
    assert reasons(table) == [None, None, "others"]
    program.services.pausing.pause(table.actor("olga"), table.id)
    assert reasons(table) == ["paused"] * 3
    program.services.pausing.resume(table.actor("olga"), table.id)
    table.allow().play("cyd concede").pay_all()
    assert reasons(table) == ["paid", "paid", "others"]
    assert "something was paid since" in str(refusal_of(table.undo, "olga"))
    table.play("cyd declare fraud ada")
    assert reasons(table) == [None, None, "others"]
    table.reverse(table.transfers()[-1].number)
    assert reasons(table) == ["paid", "paid", "others"]
    dealt = Evening(program, "dan eve fay", mode="dealer").start()
    assert dealt.view("olga")["no_undo"] == "drawn"
    assert "drawn or thrown" in str(refusal_of(dealt.undo))
    dealt.play("eve declare fraud dan")
    assert dealt.view("olga")["no_undo"] is None
    program.services.bots.stand_in(dealt.actor("dan"), dealt.id, "easy", user="fay")
    assert dealt.view("olga")["no_undo"] == "changed"
    dealt.close()
    assert dealt.view("olga")["no_undo"] == "over"
    ended = Evening(program, "gus hal").start().close()
    assert ended.view("gus")["no_undo"] == "closed"
    seen = [one.view("olga")["no_undo"] for one in (table, dealt, ended)]
    again = table.restart(clock)
    assert [one.over(again.program).view("olga")["no_undo"] for one in (table, dealt, ended)] == seen
    again.program.close()


def test_one_key_takes_back_one_move(evening):
    evening.start().play("bob declare fraud ada", "ada allow")
    evening.undo(key="k").undo(key="k")
    assert evening.phase == "challenge"


def test_an_undo_has_no_other_parts(evening):
    evening.start().play("bob declare fraud ada")
    move = {"type": "undo", "how": "far"}
    assert isinstance(refusal_of(evening.services.play.play, player("ada"), evening.id, move), Invalid)


def test_who_resigned_and_is_brought_back_sits_at_the_table_again(evening):
    evening.start().play("cyd resign")
    assert evening.services.payments.quote(player("cyd"), to="bob").table_id is None
    evening.undo()
    assert evening.services.payments.quote(player("cyd"), to="bob").table_id == evening.id
    assert "cyd" in evening.play("bob declare fraud ada").waiting


def test_who_resigned_and_sits_elsewhere_by_now_is_not_brought_back(evening):
    evening.start().play("cyd resign")
    Evening(evening.program, "eve").sit("cyd")
    before = evening.everything()
    assert isinstance(refusal_of(evening.undo), Conflict)
    assert evening.everything() == before


def test_before_the_game_and_after_it_nothing_is_taken_back(evening):
    assert isinstance(refusal_of(evening.undo), IllegalMove)
    evening.start().play("bob declare fraud ada").close()
    assert isinstance(refusal_of(evening.undo), IllegalMove)


def test_an_undo_is_still_there_after_a_restart(evening):
    before = states(evening.start())
    evening.play("bob declare fraud ada").undo().restart()
    assert states(evening) == before
