"""Tiles where a bank outside moves the credits: their accounts are opened there, or people's own are adopted."""

import pytest

from app.errors import Conflict, Invalid, RailError
from app.services.tiles.bank_accounts import Adopted, read_list
from tests.integration.bank.evening import BankEvening, once, program_at
from tests.integration.bank.standin import Mishap
from tests.integration.evening import ORGANIZER, player, refusal_of


@pytest.fixture
def program(database_url, clock, bank):
    program = program_at(database_url, clock, bank)
    yield program
    program.close()


def test_new_tiles_get_an_account_with_their_password_and_code(program, bank):
    batch = program.services.tiles.issue(ORGANIZER, count=2, label="Friday")
    assert {tile.user: tile.password for tile in batch.tiles} == {
        user: bank.passwords[owner] for user, owner in bank.users.items()
    }
    assert bank.tokens == bank.users


def test_an_issue_that_was_broken_off_goes_on_where_it_was(program, bank):
    bank.mishap = once(Mishap.LOST_AFTER, end="/users")
    refusal_of(program.services.tiles.issue, ORGANIZER, count=2, label="Friday", key="k")
    batch = program.services.tiles.issue(ORGANIZER, count=2, label="Friday", key="k")
    assert sorted(bank.users) == sorted(tile.user for tile in batch.tiles)


def test_a_bank_that_can_t_be_reached_leaves_everything_as_it_is(program, bank):
    tiles = program.services.tiles
    (tile,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    bank.mishap = lambda *_: Mishap.NO_CONNECTION
    for act in (
        lambda: tiles.issue(ORGANIZER, count=1, label="More"),
        lambda: tiles.reprint(ORGANIZER, [tile.user]),
    ):
        assert isinstance(refusal_of(act), RailError)
    assert len(tiles.batches(ORGANIZER)) == 1
    program.services.people.sign_in(tile.user, tile.password, address="192.168.1.7")


def test_accounts_that_the_bank_does_not_open_are_said_to_wait(program, bank):
    bank.mishap = once(Mishap.NO_CONNECTION, end="/users")
    refused = refusal_of(program.services.tiles.issue, ORGANIZER, count=1, label="Friday")
    (card,) = program.services.tiles.batches(ORGANIZER)
    assert isinstance(refused, RailError)
    assert f"The print run {card.id} is made all the same" in str(refused)


def test_a_reprinted_tile_has_its_new_password_in_the_bank_too_and_an_adopted_one_its_own(program, bank):
    bank.add("alice.b")
    tiles = program.services.tiles
    (new,) = tiles.issue(ORGANIZER, count=1, label="Friday").tiles
    (own,) = tiles.issue(ORGANIZER, count=1, label="Friday", adopt=[Adopted("alice.b", "Alice")]).tiles
    again = {tile.user: tile for tile in tiles.reprint(ORGANIZER, [new.user, own.user]).tiles}
    assert bank.passwords == {bank.users[new.user]: again[new.user].password}


def test_people_play_with_their_own_accounts(program, bank, clock):
    bank.add("alice.b", "bert", balance=70)
    adopted = [Adopted("alice.b", "Alice"), Adopted("bert", "Bert")]
    alice, bert = program.services.tiles.issue(ORGANIZER, count=2, label="Friday", adopt=adopted).tiles
    assert (alice.name, bert.name) == ("Alice", "Bert")
    assert len(bank.users) == 2
    evening = BankEvening.__new__(BankEvening)
    evening.bank = bank
    super(BankEvening, evening).__init__(program, f"{alice.user} {bert.user}", new_tiles=False)
    evening.start()
    assert [int(bank.balance(login)) for login in ("alice.b", "bert")] == [200, 200]
    refused = refusal_of(program.services.tiles.issue, ORGANIZER, count=1, label="F", adopt=adopted[:1])
    assert isinstance(refused, Conflict)
    assert player(alice.user)


def test_nobody_is_adopted_whom_the_bank_does_not_know(program):
    refused = refusal_of(
        program.services.tiles.issue, ORGANIZER, count=1, label="F", adopt=[Adopted("nobody", "Nobody")]
    )
    assert isinstance(refused, Invalid)
    assert "nobody" in str(refused)


def test_a_list_is_read_line_by_line():
    assert read_list("\ufeffalice.b, Alice  B \n\n bert\n") == (
        Adopted("alice.b", "Alice B"),
        Adopted("bert", "bert"),
    )
    for bad in ("", "\n", ", Alice", "bert\nbert", "x" * 65):
        assert isinstance(refusal_of(read_list, bad), Invalid), bad
