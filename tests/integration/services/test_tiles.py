"""Tiles: accounts whose secrets are told once, printed once, and then gone."""

import threading
from dataclasses import replace
from itertools import pairwise

import pytest

import qr
from app.errors import Conflict, Invalid, NotAllowed, NotFound, NotSignedIn
from app.services.program import Background, open_program
from app.services.tiles import MAX_COUNT, SECRETS_KEPT_S
from app.services.tiles.names import FIRST, SECOND, draw
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, player, refusal_of, settings_for

HALL = "192.168.1.7"


@pytest.fixture
def tiles(program):
    return program.services.tiles


@pytest.fixture
def people(program):
    return program.services.people


def secrets_of(batch) -> list[str]:
    return [tile.password for tile in batch.tiles] + [secret(tile) for tile in batch.tiles]


def secret(tile) -> str:
    return tile.enter_url.rpartition("#")[2]


# Issuing


@ON_BOTH
def test_a_tile_has_a_name_a_password_a_public_and_a_private_code(tiles, people):
    batch = tiles.issue(ORGANIZER, count=3, label="Friday")
    assert len({tile.user for tile in batch.tiles}) == len({tile.name for tile in batch.tiles}) == 3
    for tile in batch.tiles:
        assert qr.check(tile.user)
        assert tile.pay_url == f"http://tiles.test/pay/?to={tile.user}"
        assert tile.enter_url.startswith("http://tiles.test/enter#")
        assert people.sign_in(tile.user.upper(), tile.password, address=HALL).actor.name == tile.name
        assert people.enter(secret(tile)).actor.user == tile.user
        assert people.person(tile.user).label == "Friday"


def test_a_printed_password_has_forty_bits_and_no_doubtful_letter(tiles):
    batch = tiles.issue(ORGANIZER, count=20, label="Friday")
    assert len(qr.ALPHABET) ** 9 > 2**40
    for tile in batch.tiles:
        assert len(tile.password) == 9
        assert set(tile.password) <= set(qr.ALPHABET)


def test_no_two_tiles_of_a_print_run_are_the_same_animal_while_there_are_others(tiles):
    tiles.issue(ORGANIZER, count=40, label="Thursday")  # names that are taken shorten no animal's turn
    batch = tiles.issue(ORGANIZER, count=len(SECOND), label="Friday")
    assert sorted(tile.name.split()[1] for tile in batch.tiles) == sorted(SECOND)


def test_every_name_comes_once_before_any_gets_a_number():
    taken = {"Brass Heron", "Lucky Lynx"}
    fresh = draw(taken)
    first = [next(fresh) for _ in range(len(FIRST) * len(SECOND) - len(taken))]
    assert len(set(first)) == len(first)
    assert not taken & set(first)
    assert not any(name.endswith("2") for name in first)
    assert next(fresh).endswith(" 2")


def test_two_print_runs_have_no_user_in_common(tiles):
    first, second = (tiles.issue(ORGANIZER, count=5, label=label) for label in ("one", "two"))
    assert not {tile.user for tile in first.tiles} & {tile.user for tile in second.tiles}


@ON_BOTH
def test_one_key_opens_one_print_run(tiles, people):
    first = tiles.issue(ORGANIZER, count=2, label="Friday", key="k")
    assert tiles.issue(ORGANIZER, count=2, label="Friday", key="k") == first
    assert len(people.whereabouts(ORGANIZER)) == 2


def test_progress_is_told(tiles):
    told = []
    tiles.issue(ORGANIZER, count=3, label="Friday", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (3, 3)
    assert all(one < other for one, other in pairwise(told))


@pytest.mark.parametrize("count", [0, -5, 1.5, "3", None, True, MAX_COUNT + 1, 10**6])
def test_a_count_out_of_range_opens_nothing(tiles, people, count):
    refusal = refusal_of(tiles.issue, ORGANIZER, count=count, label="Friday")
    assert isinstance(refusal, Invalid)
    assert refusal.field == "count"
    assert str(MAX_COUNT) in str(refusal)
    assert people.whereabouts(ORGANIZER) == ()


@pytest.mark.parametrize(
    "label", ["", "  ", "x" * 41, "a\x00b", "\ud800", "\U0001f98d Kong", "ʕ•ᴥ•ʔ \U00013000"]
)
def test_a_label_that_can_not_be_printed_is_refused_before_anything_is_written(tiles, people, label):
    refusal = refusal_of(tiles.issue, ORGANIZER, count=1, label=label)
    assert isinstance(refusal, Invalid)
    assert refusal.field == "label"
    assert people.whereabouts(ORGANIZER) == ()
    assert tiles.batches(ORGANIZER) == ()


def test_a_label_that_can_be_printed_may_have_accents(tiles):
    assert tiles.issue(ORGANIZER, count=1, label="  Łukasz’  café ").label == "Łukasz’ café"


def test_tiles_are_an_organizers_business(tiles):
    batch = tiles.issue(ORGANIZER, count=1, label="Friday")
    ada = player("ada")
    for do in (
        lambda: tiles.issue(ada, count=1, label="Friday"),
        lambda: tiles.batch(ada, batch.id),
        lambda: tiles.batches(ada),
        lambda: tiles.printed(ada, batch.id),
        lambda: tiles.reprint(ada, [batch.tiles[0].user]),
        lambda: tiles.sheet(ada, batch.id, qr.SheetOptions()),
    ):
        assert isinstance(refusal_of(do), NotAllowed)


# The end of the secrets


@ON_BOTH
def test_until_it_is_printed_a_print_run_keeps_its_secrets(tiles):
    batch = tiles.issue(ORGANIZER, count=2, label="Friday")
    assert tiles.batch(ORGANIZER, batch.id) == batch
    assert [card.printable for card in tiles.batches(ORGANIZER)] == [True]


@ON_BOTH
def test_once_printed_the_secrets_are_gone_and_the_tiles_go_on_working(tiles, people, clock):
    batch = tiles.issue(ORGANIZER, count=1, label="Friday")
    tiles.printed(ORGANIZER, batch.id)
    tiles.printed(ORGANIZER, batch.id)
    assert isinstance(refusal_of(tiles.batch, ORGANIZER, batch.id), Conflict)
    assert isinstance(refusal_of(tiles.sheet, ORGANIZER, batch.id, qr.SheetOptions()), Conflict)
    (card,) = tiles.batches(ORGANIZER)
    assert (card.printable, card.printed_at) == (False, clock.now())
    assert people.enter(secret(batch.tiles[0])).actor.user == batch.tiles[0].user


def test_after_a_day_the_secrets_are_gone(tiles, clock):
    batch = tiles.issue(ORGANIZER, count=1, label="Friday")
    clock.pass_(SECRETS_KEPT_S - 1)
    assert tiles.batch(ORGANIZER, batch.id) == batch
    clock.pass_(1)
    assert isinstance(refusal_of(tiles.batch, ORGANIZER, batch.id), Conflict)
    assert [card.printable for card in tiles.batches(ORGANIZER)] == [False]


def test_the_server_erases_old_secrets_though_nobody_looks(program, tiles, clock, tmp_path):
    from app.storage import people as rows

    tiles.issue(ORGANIZER, count=1, label="Friday")
    clock.pass_(SECRETS_KEPT_S)
    background = Background(program)
    gone = threading.Event()
    for _ in range(1200):
        with program.database.read() as connection:
            if rows.batches(connection)[0].secrets is None:
                gone.set()
                break
        gone.wait(0.05)
    background.close()
    assert gone.is_set()


def test_erased_secrets_leave_no_bytes_in_the_file(program, tiles, tmp_path):
    from app.storage import people as rows

    batch = tiles.issue(ORGANIZER, count=3, label="Friday")
    with program.database.read() as connection:
        sealed = rows.batch(connection, batch.id).secrets
    tiles.printed(ORGANIZER, batch.id)
    program.close()  # takes what is in the log of writes over into the file
    assert sealed[100:140] not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_secrets_that_were_sealed_with_another_key_are_told_as_such(program, tiles):
    batch = tiles.issue(ORGANIZER, count=1, label="Friday")
    other = open_program(replace(settings_for(program.database.url), secret_key="another key " * 4))
    refused = refusal_of(other.services.tiles.batch, ORGANIZER, batch.id)
    other.close()
    assert isinstance(refused, Conflict)
    assert "another secret key" in str(refused)


@ON_BOTH
def test_a_print_run_that_is_not_there_is_not_found(tiles):
    for do in (tiles.batch, tiles.printed):
        for batch_id in ("nothing", "", "\x00", "\ud800"):
            assert isinstance(refusal_of(do, ORGANIZER, batch_id), NotFound)


# Reprinting


def test_a_reprinted_tile_has_new_secrets_and_the_old_ones_and_their_sessions_end_at_once(tiles, people):
    (old,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    token = people.enter(secret(old)).token
    (new,) = tiles.reprint(ORGANIZER, [old.user.upper()]).tiles
    assert (new.user, new.name, new.pay_url) == (old.user, old.name, old.pay_url)
    assert people.actor(token) is None
    assert isinstance(refusal_of(people.enter, secret(old)), NotSignedIn)
    assert isinstance(refusal_of(people.sign_in, old.user, old.password, address=HALL), NotSignedIn)
    assert people.enter(secret(new)).actor.user == new.user
    assert people.sign_in(new.user, new.password, address=HALL).actor.user == new.user


def test_a_sign_in_under_way_does_not_outlive_a_reprint(program, tiles, people):
    """The password is right when it is looked at; by the time the session would open, the tile is reprinted."""
    (old,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    from app.storage import people as rows

    with program.database.read() as connection:
        person = rows.get(connection, old.user)
    tiles.reprint(ORGANIZER, [old.user])
    assert isinstance(refusal_of(people._open_session, person), NotSignedIn)


def test_if_one_is_no_tile_none_is_reprinted(tiles, people):
    (old,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    assert isinstance(refusal_of(tiles.reprint, ORGANIZER, [old.user, "nobody"]), NotFound)
    assert isinstance(refusal_of(tiles.reprint, ORGANIZER, []), Invalid)
    assert people.enter(secret(old)).actor.user == old.user
    assert len(tiles.batches(ORGANIZER)) == 1


def test_no_organizers_secrets_are_reprinted(tiles, people):
    people.add_organizer("Olga", "a long password")
    assert isinstance(refusal_of(tiles.reprint, ORGANIZER, ["olga"]), NotFound)


def test_one_key_reprints_once(tiles, people):
    (old,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    first = tiles.reprint(ORGANIZER, [old.user], key="k")
    assert tiles.reprint(ORGANIZER, [old.user], key="k") == first
    assert people.enter(secret(first.tiles[0])).actor.user == old.user


# Sheets


def test_a_sheet_is_read_back_before_it_is_handed_out_and_fits_the_accounts(tiles):
    batch = tiles.issue(ORGANIZER, count=2, label="Friday")
    sheet = tiles.sheet(ORGANIZER, batch.id, qr.SheetOptions())
    assert (sheet.tiles, sheet.codes_read) == (2, 4)
    check = tiles.verify(sheet.pdf)
    assert (check.ok, check.codes, check.tiles, check.faults) == (True, 4, 2, ())


def test_an_old_sheet_is_found_out_after_a_reprint(tiles):
    batch = tiles.issue(ORGANIZER, count=1, label="Friday")
    sheet = tiles.sheet(ORGANIZER, batch.id, qr.SheetOptions())
    tiles.reprint(ORGANIZER, [batch.tiles[0].user])
    check = tiles.verify(sheet.pdf)
    assert not check.ok
    assert "not valid" in check.faults[0]


def test_what_is_no_sheet_is_told(tiles):
    for pdf in (b"", b"no pdf", b"%PDF-1.7\n"):
        assert isinstance(refusal_of(tiles.verify, pdf), Invalid)
