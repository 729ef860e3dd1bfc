"""The register of tiles: printed, first used, revoked; what is exported; themes and printers that are kept."""

import csv
import io
import threading

import pytest

import qr
from app.errors import Invalid, NotAllowed, NotFound, NotSignedIn
from app.services.tables import TableSettings
from app.services.tiles.register import COLUMNS, TileState, as_csv
from app.services.tiles.sheets import Look
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, player

HALL = "192.168.1.7"


def secret(tile) -> str:
    return tile.enter_url.rpartition("#")[2]


@pytest.fixture
def services(program):
    return program.services


def states(services, batch=None) -> list[TileState]:
    return [record.state for record in services.register.records(ORGANIZER, batch)]


@ON_BOTH
def test_a_tile_goes_from_issued_over_printed_and_used_to_revoked(services, clock):
    batch = services.tiles.issue(ORGANIZER, count=3, label="Friday")
    assert states(services, batch.id) == [TileState.ISSUED] * 3
    services.tiles.printed(ORGANIZER, batch.id)
    assert states(services, batch.id) == [TileState.PRINTED] * 3
    clock.pass_(60)
    services.people.enter(secret(batch.tiles[0]))
    services.people.sign_in(batch.tiles[1].user, batch.tiles[1].password, address=HALL)
    clock.pass_(60)
    services.people.enter(secret(batch.tiles[0]))
    first, second, third = services.register.records(ORGANIZER, batch.id)
    assert (first.state, second.state, third.state) == (TileState.USED, TileState.USED, TileState.PRINTED)
    assert first.first_used_at == second.first_used_at == first.last_used_at - 60_000_000
    assert third.first_used_at is third.last_used_at is None

    services.register.revoke(ORGANIZER, [third.user.upper()])
    last = services.register.records(ORGANIZER, batch.id)[2]
    assert (last.state, last.works, last.replaced_by) == (TileState.REVOKED, False, None)
    with pytest.raises(NotSignedIn):
        services.people.enter(secret(batch.tiles[2]))
    with pytest.raises(NotSignedIn):
        services.people.sign_in(third.user, batch.tiles[2].password, address=HALL)


@ON_BOTH
def test_a_reprint_kills_the_old_tile_at_once_and_both_stand_in_the_register(services, clock):
    batch = services.tiles.issue(ORGANIZER, count=1, label="Friday")
    (old,) = batch.tiles
    session = services.people.enter(secret(old))
    clock.pass_(60)
    again = services.tiles.reprint(ORGANIZER, [old.user])
    assert services.people.actor(session.token) is None
    new, gone = services.register.records(ORGANIZER)
    assert (new.batch, new.state, new.works) == (again.id, TileState.ISSUED, True)
    assert (gone.batch, gone.state, gone.replaced_by) == (batch.id, TileState.REVOKED, again.id)
    assert gone.first_used_at is not None
    assert gone.last_used_at is None
    services.people.enter(secret(again.tiles[0]))
    assert states(services) == [TileState.USED, TileState.REVOKED]


@ON_BOTH
def test_two_reprints_at_one_moment_leave_one_tile_that_works(services):
    (tile,) = services.tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    made = []
    both = [
        threading.Thread(target=lambda: made.append(services.tiles.reprint(ORGANIZER, [tile.user])))
        for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(made) == 2
    records = services.register.records(ORGANIZER)
    working = [record for record in records if record.works]
    assert (len(records), len(working)) == (3, 1)
    opened = []
    for batch in made:
        try:
            opened.append(services.people.enter(secret(batch.tiles[0])))
        except NotSignedIn:
            continue
        assert batch.id == working[0].batch
    assert len(opened) == 1


def test_the_export_has_no_secret_and_no_formula(services):
    batch = services.tiles.issue(ORGANIZER, count=2, label='=HYPERLINK("http://evil")')
    text = as_csv(services.register.records(ORGANIZER))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    assert {row["label"] for row in rows} == {'\'=HYPERLINK("http://evil")'}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    assert not any(tile.password in text or secret(tile) in text for tile in batch.tiles)


def test_the_register_tells_where_a_tile_was_last(services):
    tiles = services.tiles.issue(ORGANIZER, count=2, label="Friday").tiles
    ada = services.people.enter(secret(tiles[0])).actor
    table = services.tables.open(ada, TableSettings())
    services.tables.sit(ada, table.id)
    assert [record.last_table for record in services.register.records(ORGANIZER)] == [table.id, None]


def test_only_organizers_see_or_end_tiles_and_nothing_ends_half(services):
    (tile,) = services.tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    for call in (
        lambda who: services.register.records(who),
        lambda who: services.register.revoke(who, [tile.user]),
        lambda who: services.looks.themes(who),
        lambda who: services.looks.put_theme(who, 'name = "x"', {}),
        lambda who: services.looks.measure_printer(who, "x", {}),
    ):
        with pytest.raises(NotAllowed):
            call(player("ada"))
    with pytest.raises(NotFound):
        services.register.revoke(ORGANIZER, [tile.user, "nobody"])
    services.people.enter(secret(tile))


@ON_BOTH
def test_a_theme_and_its_pictures_are_kept_replaced_and_forgotten(services):
    source = 'name = "Casino"\n[pictures]\nlogo = "a.png"\n'
    picture = qr.render_preview(
        qr.Tile(
            "k7m2qxb",
            "Ada",
            "p",
            "https://a.example/pay/?to=k7m2qxb",
            "https://a.example/enter#" + "s" * 22,
            "",
        ),
        qr.SheetOptions(),
        words=qr.WORDS["en"],
        theme=qr.INK,
    )
    services.looks.put_theme(ORGANIZER, source, {"a.png": picture})
    assert services.looks.theme("Casino").pictures == {"logo": picture}
    services.looks.put_theme(ORGANIZER, 'name = "Casino"\ndesign = "ink"\n', {})
    assert services.looks.theme("Casino").pictures == {}
    batch = services.tiles.issue(ORGANIZER, count=1, label="Friday")
    look = Look(design="Casino", language="de")
    assert services.tiles.sheet(ORGANIZER, batch.id, qr.SheetOptions(), look=look).score == 100
    services.looks.remove_theme(ORGANIZER, "Casino")
    with pytest.raises(NotFound):
        services.looks.remove_theme(ORGANIZER, "Casino")
    with pytest.raises(Invalid, match="colour, ink"):
        services.tiles.sheet(ORGANIZER, batch.id, qr.SheetOptions(), look=look)


@ON_BOTH
def test_a_printer_is_kept_as_it_was_measured(services):
    measures = {"left": "25.8", "top": "34,2 mm", "wide": "149.2", "high": "201", "back_left": "24.9"}
    found = services.looks.measure_printer(ORGANIZER, " Attic  laser ", measures)
    assert services.looks.printer("Attic laser") == found
    assert [card.name for card in services.looks.printers(ORGANIZER)] == ["Attic laser"]
    services.looks.remove_printer(ORGANIZER, "Attic laser")
    with pytest.raises(Invalid, match="calibration page"):
        services.looks.printer("Attic laser")
