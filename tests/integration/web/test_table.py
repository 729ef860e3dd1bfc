"""The table's page at every moment of a game: what it says, to whom, and which buttons it offers."""

import pytest

from app.rules import GAMES
from app.services.ground.decks import shipped_deck
from app.services.ids import grouped
from app.services.tables import TableSettings
from app.web.board import standings
from app.web.games import read
from app.web.stage import seats
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player
from tests.integration.web.conftest import Phone


@pytest.fixture
def fraud(evening):
    """Bob claims the Banker against Ada: 50."""
    return evening.start().play("bob declare fraud ada")


def at(phone, evening, user):
    return phone(user).get(f"/tables/{evening.id}")


def test_the_lobby_shows_the_join_code_as_picture_and_as_six_characters(evening, phone):
    code = f"{evening.code[:3]} {evening.code[3:]}".upper()
    ada = at(phone, evening, "ada").says(code, "Start with 3 players")
    assert 'aria-label="Join code of this table"' in ada.html


def test_a_host_without_a_seat_is_called_the_host_and_no_user_name(program, app):
    add_tiles(program, "ada", "bob")
    tables = program.services.tables
    opened = tables.open(ORGANIZER, TableSettings())
    for user in ("ada", "bob"):
        tables.sit(player(user), opened.id)
    ada, path = Phone(app, "ada"), f"/tables/{opened.id}"
    ada.get(path).says("Waiting for the host to start.")
    tables.start(ORGANIZER, opened.id)
    ada.get(f"{path}/corner").says("Ask the host of this table.")
    tables.close(ORGANIZER, opened.id)
    ada.get(path).says("The host can start another.")
    ada.get(f"{path}/log").says("The host opened the table.")


def test_who_sits_at_another_table_is_told_its_code_as_it_is_shown_everywhere(evening, program, app):
    other = Evening(program, "eve")
    ada = Phone(app, "ada").get(f"/join/{other.code}")
    assert ada.page is not None
    ada.send(f"/join/{other.code}").says(f"You sit at another table, {grouped(evening.code)}.")


def test_only_the_host_can_start(evening, phone):
    bob = at(phone, evening, "bob").says("Waiting for Ada to start.")
    assert "Start with" not in bob.words


def test_start_begins_the_game(evening, phone):
    at(phone, evening, "ada").press("Start with 3 players")
    assert evening.phase == "turn"


def test_the_active_player_gets_every_action_with_its_amount(evening, phone):
    evening.start()
    bob = at(phone, evening, "bob")
    bob.says(
        "Your turn.",
        "Bribe Politician 40",
        "Fraud Banker 50",
        "Ponzi Scheme from each 10",
        "Scandal one loses a card",
    )


def test_the_second_tap_names_the_target_and_shows_what_each_has(evening, phone):
    evening.start()
    bob = at(phone, evening, "bob").get(f"/tables/{evening.id}?pick=fraud")
    bob.says("Fraud. 50 from whom?", "Ada has 200", "Cyd has 200", "you lose a card").press("Cyd has")
    assert evening.view()["action"]["target"] == "cyd"


def test_giving_in_with_too_little_money_costs_what_is_left(program, app):
    dear = shipped_deck(GAMES["reckless"]).replace("amount = 50", "amount = 250", 1)
    evening = Evening(program, "ann ben", deck=dear).start().play("ben declare fraud ann").allow()
    Phone(app, "ann").get(f"/tables/{evening.id}").says("Give in, pay 200 Then you pay Ben 200.").press(
        "Give in"
    )
    assert evening.due == [("ann", "ben", 200, "fraud")]


def test_a_scandal_shows_what_each_has_left_to_lose(evening, phone):
    evening.start()
    bob = at(phone, evening, "bob").get(f"/tables/{evening.id}?pick=scandal")
    bob.says("Scandal. Who loses a card?", "Ada has 2 cards", "Cyd has 2 cards")
    assert "has 200" not in bob.words


def test_an_action_that_is_too_dear_says_why_not(program, app):
    dear = shipped_deck(GAMES["reckless"]).replace("amount = 40\ncost = 0", "amount = 40\ncost = 200", 1)
    evening = Evening(program, "ann ben", deck=dear).start()

    ben = Phone(app, "ben").get(f"/tables/{evening.id}")
    ben.says("Bribe costs 200, you have 200")


def test_others_see_who_is_choosing(evening, phone):
    evening.start()
    at(phone, evening, "cyd").says("Bob is choosing.", "Waiting for Bob to choose.")


def test_the_target_is_told_what_challenging_and_passing_can_cost(fraud, phone):
    at(phone, fraud, "ada").says(
        "Bob claims the Banker: fraud, 50 from you.",
        "Let it pass Then you answer: pay, block, match or sue.",
        "Challenge If Bob shows the Banker, you lose a card. If not, Bob does.",
        "Waiting for Cyd",
    )


def test_everybody_else_is_asked_with_the_same_words_whatever_they_hold(fraud, phone):
    at(phone, fraud, "cyd").says(
        "Bob claims the Banker: fraud, 50 from Ada.", "Let it pass Costs you nothing."
    )


def test_the_claimant_waits(fraud, phone):
    bob = at(phone, fraud, "bob").says("You claim the Banker: fraud, 50 from Ada.", "Waiting for Ada and Cyd")
    assert "Challenge" not in bob.words


def test_the_target_pays_blocks_matches_or_sues(fraud, phone):
    fraud.allow()
    at(phone, fraud, "ada").says(
        "You may bluff.",
        "Give in, pay 50 Then you pay Bob 50.",
        "Block with the CEO",
        "Match: I have a Banker too",
        "Sue with a Lawyer: Bob pays you 40",
    ).press("Block with the CEO")
    assert fraud.phase == "challenge_counter"
    at(phone, fraud, "bob").says("Ada blocks with the CEO.", "Let it pass Then you get nothing.")


def test_who_is_challenged_shows_or_cant(fraud, phone):
    fraud.play("cyd challenge")
    at(phone, fraud, "bob").says(
        "Cyd doesn't believe you. Show the Banker.", "I can't You lose a card."
    ).press("Show the Banker")
    at(phone, fraud, "cyd").says("You lose a card.", "Done, without saying which").press("Lobbyist")
    assert fraud.view()["players"][2]["lost"] == ("lobbyist",)


def test_who_cant_prove_an_answer_hears_that_it_costs_the_money_too(fraud, phone):
    fraud.allow().play("ada block ceo", "bob challenge")
    at(phone, fraud, "ada").says("I can't You lose a card and pay.").press("I can't").press("Lobbyist")
    assert fraud.due == [("ada", "bob", 50, "fraud")]


def test_both_show_a_strength_in_a_match(fraud, phone):
    fraud.allow().play("ada match").allow()
    at(phone, fraud, "ada").says("Banker against Banker. The stronger takes 50.").press("Show 2×")
    at(phone, fraud, "bob").press("I can't")
    assert fraud.due == [("bob", "ada", 50, "fraud")]


def test_payer_and_payee_see_the_same_debt_from_their_sides(fraud, phone):
    fraud.allow().play("ada concede")
    at(phone, fraud, "ada").says("You owe Bob.", "Pay Bob 50")
    at(phone, fraud, "bob").says("Ada owes you.", "Show my code", "Waiting for Ada to pay.")
    at(phone, fraud, "cyd").says("Ada owes Bob 50.")


def test_the_result_names_the_winner_and_offers_another_game_to_the_host(evening, phone):
    evening.start().close()
    at(phone, evening, "ada").says("You share the win.").press("Play again")
    assert evening.phase == "turn"
    assert evening.view()["match"] == 2


def test_a_tap_on_a_page_that_is_out_of_date_does_nothing(fraud, phone):
    stale = at(phone, fraud, "cyd")
    fraud.allow().play("ada block ceo").undo()  # another question was asked in between
    stale.press("Challenge").says("The table has moved on.")
    assert fraud.phase == "counter"


def test_two_who_let_it_pass_at_once_are_both_heard(fraud, phone):
    ada, cyd = at(phone, fraud, "ada"), at(phone, fraud, "cyd")
    ada.press("Let it pass")
    cyd.press("Let it pass")
    assert fraud.phase == "counter"


def test_a_button_pressed_twice_moves_once(evening, phone):
    evening.start()
    bob = at(phone, evening, "bob").get(f"/tables/{evening.id}?pick=ponzi_scheme")
    form = bob.button("Claim the Ponzi Scheme")
    for _ in range(2):
        assert bob.client.post(form.action, data=form.fields).status_code == 303
    assert [line.kind for line in evening.log()][-1] == "move"


def test_the_host_answers_for_somebody_who_is_away(fraud, phone):
    ada = (
        phone("ada")
        .get(f"/tables/{fraud.id}/corner")
        .says("For Cyd: let it pass")
        .press("For Cyd: let it pass")
    )
    assert fraud.waiting == ["ada"]
    ada.get(f"/tables/{fraud.id}/log").says("Cyd lets it pass. (Ada for Cyd)")


def test_the_host_takes_the_last_move_back(fraud, phone):
    phone("ada").get(f"/tables/{fraud.id}/corner").press("Take back the last move")
    assert fraud.phase == "turn"


def test_only_the_host_finds_those_buttons(fraud, phone):
    bob = phone("bob").get(f"/tables/{fraud.id}/corner")
    assert "Take back" not in bob.words
    bob.says(
        "You are out of the game and keep your 200; what you owe is paid first.",
        "Ask Ada, who hosts this table.",
    )


def test_resigning_is_asked_twice_and_says_what_will_happen(evening, phone):
    evening.start()
    cyd = phone("cyd").get(f"/tables/{evening.id}/corner")
    assert 'href="?sure=resign"' in cyd.html
    assert "resign" not in {form.fields.get("move") for form in cyd.forms()}
    cyd.get(f"/tables/{evening.id}/corner?sure=resign")
    cyd.says("Resign? You are out of the game and keep your 200; what you owe is paid first.", "No, back")
    assert "Cyd resigned." not in cyd.get(f"/tables/{evening.id}/log").words
    cyd.get(f"/tables/{evening.id}/corner?sure=resign").press("Yes, resign")
    phone("ada").get(f"/tables/{evening.id}/log").says("Cyd resigned.")


def test_ending_the_game_is_asked_twice_and_says_what_will_happen(evening, phone):
    evening.start()
    ada = phone("ada").get(f"/tables/{evening.id}/corner")
    assert not [form for form in ada.forms() if form.action.endswith("/close")]
    ada.get(f"/tables/{evening.id}/corner?sure=close")
    ada.says(
        "End the game? The game stops here for everybody: whoever has most money wins, open debts are void."
    )
    assert evening.phase == "turn"
    ada.press("Yes, end it")
    assert evening.view()["status"] == "over"


def test_before_a_game_the_question_speaks_of_the_table(evening, phone):
    ada = phone("ada").get(f"/tables/{evening.id}/corner").says("Close the table")
    ada.get(f"/tables/{evening.id}/corner?sure=close").says("This table closes: everybody gets up").press(
        "Yes, close it"
    )
    assert evening.view()["status"] == "over"


@pytest.mark.parametrize("sure", ["close", "resign", "nonsense"])
def test_who_may_not_do_it_is_not_asked_whether_they_are_sure(evening, phone, sure):
    bob = phone("bob").get(f"/tables/{evening.id}/corner?sure={sure}").says("Help, undo, leave")
    assert "Yes," not in bob.words


def test_the_log_says_every_step_once_and_marks_refusals(fraud, phone):
    phone("cyd").get(f"/tables/{fraud.id}")
    phone("cyd").send("/pay/", to="bob", amount="7", description="fraud")
    cyd = phone("cyd").get(f"/tables/{fraud.id}/log")
    cyd.says(
        "Refused. Cyd tried to pay Bob 7.",
        "Bob claims the Banker against Ada.",
        "The game began: Ada, Bob and Cyd.",
    )
    assert cyd.words.count("Bob claims the Banker against Ada.") == 1


def test_a_seat_opens_what_was_between_two_players(fraud, phone):
    fraud.allow().play("ada concede")
    fraud.pay("ada bob 50")
    phone("ada").get(f"/tables/{fraud.id}/with/bob").says("Bob and you", "Ada paid Bob 50 for fraud.")


def test_ones_own_seat_opens_ones_payments_and_nothing_else(fraud, phone):
    fraud.allow().play("ada concede")
    fraud.pay("ada bob 50")
    ada = phone("ada").get(f"/tables/{fraud.id}/with/ada").says("Your payments", "Ada paid Bob 50 for fraud.")
    assert "gives in" not in ada.words
    assert "paid" not in phone("cyd").get(f"/tables/{fraud.id}/with/cyd").words


def test_a_payment_has_one_number_in_the_log_and_on_its_receipt(fraud, phone):
    fraud.allow().play("ada concede")
    number = fraud.pay("ada bob 50").number
    for user in ("ada", "cyd"):
        phone(user).get(f"/tables/{fraud.id}/log").says(f"Ada paid Bob 50 for fraud. {number}")
    phone("ada").get(f"/receipts/{number}").says(number)


def test_the_log_says_which_payment_was_taken_back_why_and_who_is_out_by_it(fraud, phone):
    seeded = fraud.transfers()[0]
    fraud.reverse(seeded.number, "dealt in twice")
    name = seeded.payee_name
    phone("cyd").get(f"/tables/{fraud.id}/log").says(
        f"The organizer took back {seeded.number}: “dealt in twice” {name} is bankrupt."
    )


def test_a_stranger_sees_nothing_of_a_table(fraud, app, program):

    add_tiles(program, "eve")
    eve = Phone(app, "eve")
    for address in ("", "/fragment", "/log", "/stream", "/corner", "/with/bob"):
        assert eve.client.get(f"/tables/{fraud.id}{address}").status_code == 403


def test_joining_by_code_takes_a_seat_under_a_name_of_ones_own(evening, app, program):

    add_tiles(program, "eve")
    eve = Phone(app, "eve").get("/")
    eve.press("Find it", code=f" {evening.code[:3].upper()} {evening.code[3:].upper()}")
    eve.says("A seat is free.").press("Sit down", name="Evil Eve").says("Evil Eve")
    assert evening.view()["players"][3]["name"] == "Evil Eve"


def test_a_table_is_opened_with_house_rules(app, program):

    add_tiles(program, "eve")
    eve = Phone(app, "eve").get("/")
    eve.press("Open a table", timer_s="30", validation="honor", **{"reckless.out_of_cards": "1"})
    table = program.services.tables.seated_at(
        program.services.people.actor(eve.client.get_cookie("reckless").value)
    )
    view = program.services.tables.view(
        program.services.people.actor(eve.client.get_cookie("reckless").value), table
    )
    assert (view["options"]["timer_s"], view["options"]["out_of_cards"], view["validation"]) == (
        30,
        "eliminated",
        "honor",
    )


@pytest.mark.parametrize("level", ["strict", "honor", "open"])
def test_the_levels_of_checking_carry_the_names_of_the_manual(program, app, level):
    evening = Evening(program, "ann ben", validation=level)
    ann = Phone(app, "ann").get(f"/tables/{evening.id}/settings")
    ann.says("The action just played strict", "The price list honor", "Nothing open")
    ann.get(f"/rules?table={evening.id}").says(f"Payments at this table {level}")


def test_house_rules_are_changed_before_the_game(evening, phone):
    ada = phone("ada").get(f"/tables/{evening.id}/settings").press("Keep", timer_s="45")
    assert ada.path == f"/tables/{evening.id}"
    assert evening.view()["options"]["timer_s"] == 45


def test_a_table_that_was_closed_before_a_game_offers_none(evening, phone):
    evening.close()
    closed = at(phone, evening, "ada").says("This table was closed before a game.")
    assert "Play again" not in closed.words


def test_the_host_plays_on_without_somebody_who_sits_elsewhere_by_now(evening, program, app):
    evening.start().close()
    Evening(program, "eve fay").sit("cyd")
    ada = Phone(app, "ada").get(f"/tables/{evening.id}")
    ada.press("Play again").says(
        "Cyd sits at another table by now. To play without them, have them get up here"
    )
    ada.press("Have Cyd get up").press("Play again")
    assert [player["user"] for player in evening.view()["players"]] == ["ada", "bob"]
    assert evening.view()["status"] == "playing"
    assert "Have Ada get up" not in Phone(app, "bob").get(f"/tables/{evening.id}").words


def test_a_page_of_a_game_that_is_over_leads_to_what_was_played_once(evening, app):
    evening.start().close()
    ada = Phone(app, "ada").get(f"/tables/{evening.id}")
    main = ada.html.partition("<main")[2]
    assert main.count(f'href="/tables/{evening.id}/log"') == 1


def test_who_wants_to_sit_down_reads_what_is_played_and_who_sits_there(evening, program, app):
    add_tiles(program, "dan")
    dan = Phone(app, "dan").get(f"/join/{evening.code}").says("A seat is free.", "Reckless", "Ada", "Cyd")
    assert 'id="live" data-status="lobby"' in dan.html
    assert "/join.js" in dan.html


@pytest.mark.parametrize(("timer_s", "says"), [(1, "waits 1 second."), (30, "waits 30 seconds.")])
def test_numbers_are_told_as_one_or_as_many(program, app, timer_s, says):
    table = Evening(program, options={"timer_s": timer_s})
    Phone(app, "ada").get(f"/rules?table={table.id}").says(f"Each question {says}")


def test_who_has_left_since_keeps_name_and_place_in_the_result_and_in_the_log(evening, phone, app):
    evening.start().play("bob resign", "cyd resign")
    at(phone, evening, "bob").says("Ada won.")
    assert [place.name for place in places_of(evening, "bob")] == ["Ada", "Bob", "Cyd"]
    evening.leave("ada")
    add_tiles(evening.program, "eve")
    evening.sit("eve", name="Eve")
    won = at(phone, evening, "bob").says("Ada won.")
    assert "ada" not in won.words
    assert [place.name for place in places_of(evening, "bob")] == ["Ada", "Bob", "Cyd"]
    log = (
        phone("bob").get(f"/tables/{evening.id}/log").says("Ada got up.", "The game began: Ada, Bob and Cyd.")
    )
    assert "ada" not in log.words
    assert not read(evening.view("ada")).plays
    assert "Leave the table" not in phone("ada").get(f"/tables/{evening.id}").words
    assert [seat.sitting.name for seat in seats(read(evening.view("bob")))] == ["Bob", "Cyd", "Eve"]
    evening.start(by=ORGANIZER.user)
    log = (
        phone("bob").get(f"/tables/{evening.id}/log").says("Ada got up.", "The game began: Ada, Bob and Cyd.")
    )
    assert "ada" not in log.words


def places_of(evening, user):
    return standings(read(evening.view(user)))
