"""Events: who owns them, who may do what at their tables, pauses, and an end after which nothing changes."""

import pytest

from app.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound
from app.services.actor import Actor, Role, command_line
from app.services.events import MAX_DELAY_S
from app.services.standing import EventRole
from app.services.tables import TableSettings
from app.storage import people
from app.storage.people import PersonRow
from qr import SheetOptions
from tests.integration.databases import ON_BOTH
from tests.integration.evening import START, Evening, add_tiles, player, refusal_of

OLGA, RITA, AUDREY, NOBODY = (
    Actor(user, user.capitalize(), Role.ORGANIZER, session="") for user in ("olga", "rita", "audrey", "nils")
)


@pytest.fixture
def events(program):
    rows = [
        PersonRow(one.user, one.name, Role.ORGANIZER, None, None, None, 0, START, None)
        for one in (OLGA, RITA, AUDREY, NOBODY)
    ]
    program.database.write(lambda connection: people.add(connection, rows))
    return program.services.events


@pytest.fixture
def event(events):
    """Olga's event, with Rita as referee and Audrey as auditor."""
    opened = events.open(OLGA, name="Club evening", zone="Europe/Berlin")
    events.give_role(OLGA, opened.id, user="Rita", role="referee")
    events.give_role(OLGA, opened.id, user="audrey", role="auditor")
    return opened


@pytest.fixture
def table(event, program):
    """A running table of the event: Bob is to move."""
    return Evening(program).start()


def roles(events, event) -> dict[str, str]:
    return dict(events.get(OLGA, event.id).roles)


# Opening, roles, hand-over


@ON_BOTH
def test_whoever_opens_an_event_owns_it_and_gives_roles(events, event):
    assert roles(events, event) == {"olga": "owner", "rita": "referee", "audrey": "auditor"}
    events.give_role(OLGA, event.id, user="rita", role="auditor")
    events.take_role(OLGA, event.id, user="audrey")
    assert roles(events, event) == {"olga": "owner", "rita": "auditor"}
    assert [line.kind for line in events.decisions(OLGA, event.id)] == [
        *("opened", "role_given", "role_given", "role_given", "role_taken")
    ]


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("name", {"name": "  ", "zone": "UTC"}),
        ("name", {"name": "x" * 65, "zone": "UTC"}),
        ("name", {"name": "a\x00b", "zone": "UTC"}),
        ("zone", {"name": "x", "zone": "Berlin"}),
        ("zone", {"name": "x", "zone": "../etc/passwd"}),
        ("zone", {"name": "x", "zone": ""}),
    ],
)
def test_what_an_event_can_t_be_called_is_named(events, field, asked):
    refused = refusal_of(events.open, OLGA, **asked)
    assert (type(refused), refused.field) == (Invalid, field)


def test_only_the_owner_decides_about_an_event(events, event):
    for who in (RITA, AUDREY, NOBODY):
        for ask in (
            lambda who=who: events.give_role(who, event.id, user="nils", role="referee"),
            lambda who=who: events.take_role(who, event.id, user="rita"),
            lambda who=who: events.hand_over(who, event.id, user="nils"),
            lambda who=who: events.renew_recovery(who, event.id),
            lambda who=who: events.set_delay(who, event.id, delay_s=5),
            lambda who=who: events.end(who, event.id),
        ):
            assert isinstance(refusal_of(ask), NotAllowed)
    assert roles(events, event) == {"olga": "owner", "rita": "referee", "audrey": "auditor"}


def test_no_player_sees_or_opens_an_event(events, event):
    assert isinstance(refusal_of(events.open, player("ada"), name="x", zone="UTC"), NotAllowed)
    assert isinstance(refusal_of(events.all, player("ada")), NotAllowed)
    assert isinstance(refusal_of(events.get, player("ada"), event.id), NotAllowed)


def test_an_event_keeps_one_owner(events, event):
    assert isinstance(refusal_of(events.take_role, OLGA, event.id, user="olga"), Conflict)
    assert isinstance(refusal_of(events.give_role, OLGA, event.id, user="olga", role="auditor"), Conflict)
    assert isinstance(refusal_of(events.give_role, OLGA, event.id, user="rita", role="owner"), Conflict)
    assert isinstance(refusal_of(events.give_role, OLGA, event.id, user="rita", role="king"), Invalid)
    assert isinstance(refusal_of(events.give_role, OLGA, event.id, user="who", role="referee"), NotFound)
    assert roles(events, event)["olga"] == EventRole.OWNER


def test_an_event_is_handed_over_and_its_former_owner_stays_a_referee(events, event):
    events.hand_over(OLGA, event.id, user="Rita")
    assert roles(events, event) == {"olga": "referee", "rita": "owner", "audrey": "auditor"}
    assert isinstance(refusal_of(events.end, OLGA, event.id), NotAllowed)


def test_a_hand_over_ends_the_recovery_code_and_only_the_new_owner_is_shown_the_next(events, event):
    events.hand_over(OLGA, event.id, user="rita")
    for code in (event.recovery_code, "", " "):
        assert isinstance(refusal_of(events.recover, OLGA, event.id, code=code), NotAllowed)
    assert isinstance(refusal_of(events.renew_recovery, OLGA, event.id), NotAllowed)
    assert not events.get(RITA, event.id).has_recovery
    code = events.renew_recovery(RITA, event.id)
    assert events.get(RITA, event.id).has_recovery
    events.recover(AUDREY, event.id, code=code)
    assert roles(events, event)["audrey"] == "owner"


def test_whoever_owns_an_event_keeps_its_code_when_it_is_handed_to_them(events, event):
    assert isinstance(refusal_of(events.hand_over, OLGA, event.id, user="olga"), Conflict)
    events.recover(NOBODY, event.id, code=event.recovery_code)


@ON_BOTH
def test_the_recovery_code_makes_an_owner_once(events, event):
    typed = event.recovery_code.lower().replace(" ", "-")
    following = events.recover(NOBODY, event.id, code=typed)
    assert roles(events, event) == {
        "nils": "owner",
        "olga": "referee",
        "rita": "referee",
        "audrey": "auditor",
    }
    assert isinstance(refusal_of(events.recover, RITA, event.id, code=event.recovery_code), NotAllowed)
    events.recover(OLGA, event.id, code=following)
    assert roles(events, event)["olga"] == "owner"


def test_a_renewed_recovery_code_ends_the_old_one(events, event):
    events.renew_recovery(OLGA, event.id)
    assert isinstance(refusal_of(events.recover, RITA, event.id, code=event.recovery_code), NotAllowed)


@pytest.mark.parametrize("delay_s", [-1, MAX_DELAY_S + 1])
def test_the_board_stays_behind_by_an_hour_at_most(events, event, delay_s):
    assert isinstance(refusal_of(events.set_delay, OLGA, event.id, delay_s=delay_s), Invalid)
    events.set_delay(OLGA, event.id, delay_s=60)
    assert events.get(OLGA, event.id).board_delay_s == 60


# The tables of an event


def test_a_new_table_belongs_to_the_one_event_that_runs(events, event, table, program):
    with program.database.read() as connection:
        assert program.ground.snapshots.read(connection, table.id).event.id == event.id


def test_where_two_events_run_a_table_belongs_to_the_one_that_is_named(events, event, program):
    other = events.open(RITA, name="Other", zone="UTC")
    add_tiles(program, "ada")
    tables = program.services.tables
    ids = [tables.open(OLGA, TableSettings(), event=event.id).id, tables.open(OLGA, TableSettings()).id]
    with program.database.read() as connection:
        found = [program.ground.snapshots.read(connection, table).event for table in ids]
    assert [one and one.id for one in found] == [event.id, None]
    assert isinstance(refusal_of(tables.open, OLGA, TableSettings(), event=other.id), NotAllowed)
    assert isinstance(refusal_of(tables.open, player("ada"), TableSettings(), event="nowhere"), NotFound)


def test_an_auditor_sees_all_and_changes_nothing(table, program):
    services = program.services
    assert services.tables.view(AUDREY, table.id)["phase"] == "turn"
    assert [card.id for card in services.tables.all(AUDREY)] == [table.id]
    move = {"type": "declare", "action": "fraud", "target": "ada"}
    for ask in (
        lambda: services.play.play(AUDREY, table.id, move, on_behalf_of="bob"),
        lambda: services.pausing.pause(AUDREY, table.id),
        lambda: services.tables.close(AUDREY, table.id),
        lambda: services.payments.reverse(AUDREY, f"{table.id}-1", reason="why not"),
    ):
        assert isinstance(refusal_of(ask), NotAllowed)


@pytest.mark.parametrize("who", [AUDREY, NOBODY])
def test_hosting_a_table_gives_an_organizer_no_more_than_their_role(event, events, program, who):
    services = program.services
    add_tiles(program, "ada", "bob", "cyd")
    opened = services.tables.open(who, TableSettings(), event="")
    for user in ("ada", "bob", "cyd"):
        services.tables.sit(player(user), opened.id)
    services.tables.start(who, opened.id)  # of no event, it is theirs to host
    events.take_in(OLGA, event.id, table_id=opened.id)
    move = {"type": "declare", "action": "fraud", "target": "ada"}
    for ask in (
        lambda: services.play.play(who, opened.id, move, on_behalf_of="bob"),
        lambda: services.play.play(who, opened.id, {"type": "undo"}),
        lambda: services.payments.pay(who, opened.id, to="ada", amount=50, on_behalf_of="bob"),
        lambda: services.bots.stand_in(who, opened.id, "easy", user="bob"),
        lambda: services.tables.configure(who, opened.id, TableSettings()),
        lambda: services.tables.leave(who, opened.id, user="bob"),
        lambda: services.tables.close(who, opened.id),
    ):
        assert isinstance(refusal_of(ask), NotAllowed)
    if who is AUDREY:
        view = services.tables.view(who, opened.id)
        assert (view["may"], view["legal_moves"]) == ({"run": False, "referee": False}, [])
    else:
        assert isinstance(refusal_of(services.tables.view, who, opened.id), NotAllowed)


def test_an_organizer_without_a_role_sees_no_table_of_the_event(table, program):
    assert program.services.tables.all(NOBODY) == ()
    assert isinstance(refusal_of(program.services.tables.view, NOBODY, table.id), NotAllowed)


def test_a_referee_moves_for_an_absent_player(table, program):
    move = {"type": "declare", "action": "fraud", "target": "ada"}
    program.services.play.play(RITA, table.id, move, on_behalf_of="bob")
    assert table.phase == "challenge"


# Pauses


@ON_BOTH
def test_while_a_table_is_paused_nobody_moves_or_pays_and_no_clock_runs(event, program, clock):
    table = Evening(program, options={"timer_s": 30}).start().a_debt()
    pausing = program.services.pausing
    pausing.pause(RITA, table.id, reason="the card is being looked for")
    assert isinstance(refusal_of(pausing.pause, RITA, table.id), Conflict)
    assert isinstance(refusal_of(table.pay, "cyd bob 50 fraud"), Conflict)
    assert isinstance(refusal_of(table.play, "cyd resign"), Conflict)
    pausing.resume(RITA, table.id)
    assert isinstance(refusal_of(pausing.resume, RITA, table.id), Conflict)
    table.pay("cyd bob 50 fraud")
    kinds = [line.kind for line in table.log()]
    assert kinds.index("paused") < kinds.index("resumed") < kinds.index("payment")


def test_a_clock_goes_on_where_it_stood(event, program, clock):
    table = Evening(program, options={"timer_s": 30}).start().play("bob declare fraud ada")
    clock.pass_(20)
    program.services.pausing.pause(OLGA, table.id)
    clock.pass_(500)
    assert program.services.play.expire() == 0
    program.services.pausing.resume(OLGA, table.id)
    clock.pass_(9)
    assert program.services.play.expire() == 0
    clock.pass_(2)
    assert program.services.play.expire() > 0


# The end


@ON_BOTH
def test_an_ended_event_stays_as_it_is(events, event, program):
    table = Evening(program).start().a_debt()
    assert isinstance(refusal_of(events.end, OLGA, event.id), Conflict)
    table.close()
    before = table.log()
    events.end(OLGA, event.id)
    for ask in (
        lambda: table.start(),
        lambda: table.sit("ada", name="Ada the Great"),
        lambda: program.services.payments.reverse(OLGA, f"{table.id}-1", reason="why not"),
        lambda: events.give_role(OLGA, event.id, user="nils", role="referee"),
        lambda: events.end(OLGA, event.id),
        lambda: program.services.tables.open(OLGA, TableSettings(), event=event.id),
    ):
        assert isinstance(refusal_of(ask), Conflict | NotFound)
    assert isinstance(refusal_of(table.play, "bob undo"), IllegalMove | Conflict)
    assert table.log() == before
    assert program.services.history.verify().faults == ()


def test_nobody_is_held_by_an_ended_event(events, event, program):
    tables = program.services.tables
    table = Evening(program).start().close()
    assert tables.seated_at(player("bob")) == table.id
    events.end(OLGA, event.id)
    before = table.log()
    assert tables.seated_at(player("bob")) is None
    table.leave("bob")
    assert table.log() == before
    Evening(program, "dan eve").sit("bob")
    assert isinstance(refusal_of(tables.leave, OLGA, table.id, user="cyd"), Conflict)
    assert "has ended" in str(refusal_of(table.start))


# What opens players' accounts


def key_calls(services, batch, user):
    """Everything that makes or hands out what opens players' accounts."""
    return {
        "issue": lambda who: services.tiles.issue(who, count=1, label="More"),
        "fetch": lambda who: services.tiles.batch(who, batch.id),
        "sheet": lambda who: services.tiles.sheet(who, batch.id, SheetOptions()),
        "shop": lambda who: services.tiles.bundle(who, batch.id, SheetOptions()),
        "printed": lambda who: services.tiles.printed(who, batch.id),
        "reprint": lambda who: services.tiles.reprint(who, [user]),
        "revoke": lambda who: services.register.revoke(who, [user]),
        "unlock": lambda who: services.people.unlock(who, user),
        "register": lambda who: services.directory.register(
            who, user="newone", name="New", password="secret99"
        ),
        "card": lambda who: services.tokens.create(who, "cardofnobody", user=user, activate=True),
        "card of others": lambda who: services.tokens.add_own(who, user, "cardofnobody"),
    }


@pytest.mark.parametrize("who", [AUDREY, NOBODY])
def test_while_an_event_runs_nobody_else_makes_or_gets_what_opens_players_accounts(event, program, who):
    services = program.services
    batch = services.tiles.issue(OLGA, count=1, label="Friday")
    user = batch.tiles[0].user
    for name, call in key_calls(services, batch, user).items():
        assert isinstance(refusal_of(call, who), NotAllowed), name
    assert services.tiles.batch(RITA, batch.id) == services.tiles.batch(command_line(), batch.id) == batch
    assert not services.tiles.batches(who)[0].may_print
    services.people.sign_in(user, batch.tiles[0].password, address="192.168.1.7")


def test_a_referee_of_one_event_keeps_the_keys_while_another_runs(events, event, program):
    events.open(RITA, name="Next door", zone="UTC")
    assert program.services.tiles.may_issue(OLGA)
    assert program.services.tiles.issue(RITA, count=1, label="Saturday").tiles


def test_who_issued_a_print_run_prints_it_whatever_begins_meanwhile(events, program):
    tiles = program.services.tiles
    batch = tiles.issue(AUDREY, count=1, label="Friday")
    opened = events.open(OLGA, name="Club evening", zone="UTC")
    assert tiles.batch(AUDREY, batch.id) == batch
    assert not tiles.may_issue(AUDREY)
    events.end(OLGA, opened.id)
    assert tiles.may_issue(AUDREY)
