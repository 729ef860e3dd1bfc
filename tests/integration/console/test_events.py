"""Events at the desk: opening one, roles, stepping into a table, and an end after which nothing changes."""

import re

import pytest

from app.services.actor import Role
from app.services.ids import grouped
from app.services.people.passwords import hash_secret
from app.services.tables import TableSettings
from app.storage import people
from app.storage.people import PersonRow
from tests.integration.console.conftest import Desk
from tests.integration.evening import ORGANIZER, START, Evening, refusal_of
from tests.integration.web.conftest import Phone


@pytest.fixture
def audrey(app, program, desk) -> Desk:
    """A second organizer's browser."""
    row = PersonRow(
        "audrey", "Audrey", Role.ORGANIZER, None, hash_secret("audrey-secret"), None, 0, START, None
    )
    program.database.write(lambda connection: people.add(connection, [row]))
    return Desk(app, program.services.people.enter("audrey-secret").token)


@pytest.fixture
def event(desk) -> str:
    """Olga's event; its address at the desk."""
    desk.get("/organizer/events").send("/organizer/events", name="Club evening", zone="Europe/Berlin")
    return re.search(r"/organizer/events/(\w+)/hand-over", desk.html).group(0).removesuffix("/hand-over")


def test_the_recovery_code_is_shown_once(desk, event):
    shown = re.search(r"(?:[A-Z0-9]{4} ){3}[A-Z0-9]{4}", desk.words)
    desk.get(event)
    assert shown is not None
    assert shown.group(0) not in desk.words


def test_an_auditor_sees_an_event_and_no_button_that_would_be_refused(desk, event, audrey, program):
    audrey.get(event).says("You have no role in this event")
    desk.send(f"{event}/roles", user="audrey", role="auditor").says("audrey auditor")
    table = Evening(program).start()
    audrey.get(event).says("Club evening", "Ada, Bob, Cyd")
    assert set(re.findall(r'action="(/organizer/events[^"]*)"', audrey.html)) == set()
    audrey.get(f"/tables/{table.id}/corner")
    assert set(re.findall(r'action="(/tables[^"]*)"', audrey.html)) == set()


def test_an_organizer_without_a_role_gets_into_no_table_of_an_event(event, audrey, program):
    table = Evening(program).start()
    for page in ("", "/log", "/replay", "/pictures", "/slip"):
        assert audrey.get(f"/tables/{table.id}{page}").page.status_code == 403
    table.a_debt().pay_all()
    number = table.transfers()[-1].number
    assert audrey.get(f"/organizer/books/{number}").page.status_code == 404
    assert number not in audrey.get("/organizer/books").html


def test_who_may_not_act_finds_no_button_for_tiles_and_no_sheet_that_lies_ready(desk, event, audrey):
    desk.get("/organizer/tiles").send("/organizer/tiles", count="1", label="Friday")
    run = re.search(r"/organizer/tiles/[a-z0-9]{8,}", desk.page.request.path).group(0)
    assert desk.get(f"{run}/sheet.pdf").page.data.startswith(b"%PDF")
    for page in ("", "/tiles", "/people", run.removeprefix("/organizer")):
        audrey.get(f"/organizer{page}")
        assert set(re.findall(r'action="(/organizer/(?:tiles|people/)[^"]*)"', audrey.html)) == set()
        assert "sheet.pdf" not in audrey.html
    for file in ("sheet.pdf", "bundle.pdf", "pictures.zip"):
        assert audrey.get(f"{run}/{file}").page.mimetype == "text/html"


def test_a_pause_is_seen_at_the_table_and_first_at_the_desk(desk, event, program):
    table = Evening(program).start()
    desk.get(f"/tables/{table.id}/corner").send(f"/tables/{table.id}/pause", reason="Fire drill")
    desk.get(f"/tables/{table.id}").says("Olga paused the game.", "“Fire drill”")
    assert table.view("ada")["paused"] == {"by": "Olga", "reason": "Fire drill"}
    assert table.moves("bob") == []
    desk.get("/organizer/").says("These need you", "Paused for 0 s.")
    desk.get(f"/tables/{table.id}/corner").send(f"/tables/{table.id}/resume")
    desk.get(f"/tables/{table.id}/log").says("Olga paused the game: “Fire drill”", "Olga let the game go on.")
    assert table.view("ada")["paused"] is None
    assert table.moves("bob")


def test_a_table_without_an_event_is_taken_into_one(desk, program):
    table = Evening(program).start()
    desk.get("/organizer/events").send("/organizer/events", name="Late", zone="UTC")
    address = re.search(r"/organizer/events/\w+", desk.html).group(0)
    desk.send(f"{address}/tables", table=table.id)
    assert table.view()["event"]["name"] == "Late"
    desk.send(f"{address}/tables", table=table.id).says("This table belongs to “Late” already.")
    table.a_debt().check()


def test_a_table_at_which_nobody_sits_is_offered_by_its_code_and_game_alone(desk, event, program):
    table = program.services.tables.open(ORGANIZER, TableSettings(), event="")
    assert f"{grouped(table.code)} · Reckless</option>" in desk.get(event).html


def test_what_is_not_about_the_game_lets_nobody_wait_anew(desk, program, clock):
    table = Evening(program).start()
    clock.pass_(170)
    desk.get("/organizer/events").send("/organizer/events", name="Late", zone="UTC")
    address = re.search(r"/organizer/events/\w+", desk.html).group(0)
    desk.send(f"{address}/tables", table=table.id)
    refusal_of(table.play, "cyd declare fraud ada")
    desk.get("/organizer/").says("Waiting for Bob to choose an action · 2 min")
    clock.pass_(10)
    desk.get("/organizer/").says("Waiting for Bob to choose an action, for 3 min.")
    table.play("bob declare fraud ada")
    desk.get("/organizer/").says("let it pass or challenge · 0 s")


def test_an_event_ends_once_nobody_plays_and_open_doors_are_closed_with_it(desk, event, program):
    table = Evening(program).start()
    desk.get(event).send(f"{event}/end").says("A table is still being played at. Let them finish")
    table.close("olga")
    lobby = Evening(program, "dan eve")
    desk.get(event).send(f"{event}/end").says("The event has ended.")
    assert lobby.view()["status"] == "over"
    assert Evening(program, "dan eve", new_tiles=False).view()["event"] is None
    desk.get(f"/tables/{table.id}")
    assert "Play again" not in desk.words


def test_players_of_an_ended_event_are_told_and_find_the_start_page(desk, event, program, app):
    table = Evening(program).start().close()
    desk.get(event).send(f"{event}/end")
    bob = Phone(app, "bob").get("/").says("Open a table", "Table code")
    bob.get(f"/tables/{table.id}").says("The event “Club evening” has ended. Nothing changes at this table")
    assert "can start another" not in bob.words
    assert "Leave the table" not in bob.words
    assert re.search(r'href="/" id="elsewhere"', bob.html)
    assert re.search(r'<a href="/"><svg[^>]*>.*?Start</a>', bob.html)


def test_an_organizer_finds_the_corner_of_every_table_that_they_may_step_into(desk, event, audrey, program):
    table = Evening(program, validation="open").start()  # played by voice, nobody is awaited
    corner = f'href="/tables/{table.id}/corner"'
    desk.send(f"{event}/roles", user="audrey", role="auditor")
    for page in (f"/tables/{table.id}", f"/tables/{table.id}/log", "/organizer/"):
        assert corner in desk.get(page).html
    assert corner not in audrey.get("/organizer/").html


def test_an_organizer_who_reads_a_paused_table_lets_it_go_on_there(desk, event, audrey, program):
    table = Evening(program).start()
    desk.send(f"{event}/roles", user="audrey", role="auditor")
    program.services.pausing.pause(table.actor("olga"), table.id)
    desk.get(f"/tables/{table.id}").says("until you let it go on", "Let it go on")
    audrey.get(f"/tables/{table.id}").says("until an organizer lets it go on")
    assert "Let it go on" not in audrey.words
    desk.get(f"/tables/{table.id}").send(f"/tables/{table.id}/resume")
    assert table.view()["paused"] is None


def test_what_can_t_be_taken_back_is_asked_once_more(desk, event, audrey, program):
    def forms(desk: Desk) -> set[str]:
        return set(re.findall(r'<form method="post" action="(/organizer/events[^"]*)"', desk.html))

    desk.get(event)
    assert f"{event}/end" not in forms(desk)
    desk.get(f"{event}?sure=end").says("End the event?", "This can not be taken back.", "No, back")
    assert forms(desk) == {f"{event}/end"}
    desk.send(f"{event}/roles", user="audrey", role="referee")
    audrey.get(f"{event}?sure=end")
    assert f"{event}/end" not in forms(audrey)
    program.services.tables.open(
        program.services.people.enter("olga-secret").actor, TableSettings(), event=""
    )
    desk.get(event).says("A table without an event")
    table = re.search(r'<option value="(\w+)">', desk.html.partition('id="take-in"')[2]).group(1)
    assert f"{event}/tables" not in forms(desk)
    desk.get(f"{event}?sure=take-in&table={table}").says("It belongs to this event for good")
    assert forms(desk) == {f"{event}/tables"}
    desk.send(f"{event}/tables", table=table).says("1 table is open")


def test_a_new_owner_is_shown_the_recovery_code_once(desk, event, audrey):
    desk.send(f"{event}/hand-over", user="audrey")
    assert "Handed over to you" not in desk.get(event).words
    audrey.get(event).says("Handed over to you", "Show the recovery code")
    audrey.send(f"{event}/recovery").says("Recovery code, shown this once")
    assert "Handed over to you" not in audrey.get(event).words


def test_a_referee_with_the_recovery_code_becomes_the_owner(desk, event, audrey):
    desk.send(f"{event}/recovery")
    code = re.search(r"(?:[A-Z0-9]{4} ){3}[A-Z0-9]{4}", desk.words).group(0)
    desk.send(f"{event}/roles", user="audrey", role="referee")
    assert f"{event}?sure=recover".removeprefix(event) in audrey.get(event).html
    audrey.get(f"{event}?sure=recover").says("Take it over", "No, back")
    audrey.send(f"{event}/recover", code=code).says("you are its owner")


def test_an_ended_event_does_not_ask_for_tables(desk, event):
    desk.get(event).says("Any player can open one", "Nothing of it is signed yet.")
    desk.send(f"{event}/end")
    assert "Any player can open one" not in desk.get(event).words


def test_the_board_shows_names_and_points_to_anybody_and_no_secret(desk, event, program, app):
    table = Evening(program, "adaxtile bobxtile cydxtile")
    for user, name in zip(table.users, ("Ada", "Bob", "Cyd"), strict=True):
        table.sit(user, name=name)
    table.start().a_debt()
    desk.get(f"/tables/{table.id}/corner").send(f"/tables/{table.id}/pause", reason="Fire drill")
    address = re.search(r"/board/[\w-]+", desk.get(event).html).group(0)
    wall = Desk(app).get(address)
    wall.says("Club evening", "Table 1", "Paused", "Ada", "200")
    for hidden in (*table.users, table.code, table.id, "Fire drill"):
        assert hidden not in wall.html
    assert Desk(app).get(f"{address}x").page.status_code == 404


def test_a_delayed_board_shows_how_it_was_and_a_restart_changes_nothing(desk, event, program, app, clock):
    table = Evening(program).start()
    first = table.turn.capitalize()
    clock.pass_(60)
    table.a_debt().pay_all()
    desk.get(event).send(f"{event}/delay", delay="30")
    address = re.search(r"/board/[\w-]+", desk.get(event).html).group(0)
    wall = Desk(app).get(address)
    wall.says(f"Waiting for {first}", "30 seconds behind")
    assert "250" not in wall.words
    clock.pass_(30)
    assert "250" in wall.get(address).words


def test_the_log_says_which_organizer_did_what_for_whom(desk, program, app):
    """On the phones, in the whole log, and step by step once the game is over."""
    table = Evening(program, "ada bob cyd", mode="dealer", game="cheaters_game").start()
    first = table.waiting[0]
    name = first.capitalize()
    services, olga = program.services, table.actor("olga")
    services.bots.stand_in(olga, table.id, "easy", user=first)
    services.bots.give_back(olga, table.id, user=first)
    services.play.play(olga, table.id, {"type": "resign"}, on_behalf_of=first)
    refusal_of(services.play.play, olga, table.id, {"type": "roll"}, on_behalf_of=first)
    services.tables.close(olga, table.id)
    log = Phone(app, "cyd").get(f"/tables/{table.id}/log")
    log.says(
        f"A bot plays for {name} from here on. (Olga for {name})",
        f"{name} plays again. (Olga for {name})",
        f"{name} tried to roll. (Olga for {name})",
        "Olga ended the game for everybody.",
    )
    assert log.words.count(f"(Olga for {name})") == 4
    Phone(app, "cyd").get(f"/tables/{table.id}").says(f"(Olga for {name})")
    steps = [
        Phone(app, "cyd").get(f"/tables/{table.id}/replay?step={step}").words
        for step in range(1, 1 + program.services.replays.moment(olga, table.id).steps)
    ]
    assert sum(f"(Olga for {name})" in words for words in steps) == 1


def test_what_host_and_players_do_themselves_names_nobody_else(program, app):
    table = Evening(program).start().a_debt()
    table.pay_all()
    table.close().leave("cyd")
    program.services.tables.leave(table.actor("ada"), table.id, user="bob")
    words = Phone(app, "ada").get(f"/tables/{table.id}/log").words
    assert re.findall(r"\((\w+ for \w+)\)", words) == ["Ada for Bob"]
