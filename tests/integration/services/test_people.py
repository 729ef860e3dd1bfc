"""People: getting in, being kept out, and no secret left anywhere."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.errors import AppError, Conflict, Invalid, NotAllowed, NotFound, NotSignedIn, TooManyTries
from app.services.actor import Role
from app.services.people import SESSION_S, tries
from app.services.people.tries import MAX_TRIES, MAX_TRIES_PER_ADDRESS
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player, refusal_of, set_password

HALL = "192.168.1.7"
RIGHT = "k7m2qx9tr"


@pytest.fixture
def people(program):
    add_tiles(program, "ada", "bob")
    set_password(program, "ada", RIGHT)
    return program.services.people


def wrong(people, times: int, user: str = "ada", address: str = HALL) -> list[str]:
    """Try a wrong password that often; the codes of the refusals."""
    return [refusal_of(people.sign_in, user, f"wrong{n}", address=address).code for n in range(times)]


def five_wrong(people, clock, user: str = "ada", address: str = HALL) -> None:
    """Five wrong tries, with the pauses that are asked for."""
    for n in range(5):
        assert isinstance(refusal_of(people.sign_in, user, f"wrong{n}", address=address), NotSignedIn)
        clock.pass_(6)


# Getting in


@pytest.mark.parametrize("user", ["ada", "ADA", " a-d a "])
@pytest.mark.parametrize("password", [RIGHT, "K7M 2QX 9TR", " k7m-2qx-9tr "])
def test_name_and_password_of_a_tile_may_be_typed_in_any_way(people, user, password):
    signed_in = people.sign_in(user, password, address=HALL)
    assert (signed_in.actor.user, signed_in.actor.role) == ("ada", Role.PLAYER)
    assert people.actor(signed_in.token) == signed_in.actor


def test_a_private_code_opens_as_often_as_it_is_scanned(people):
    tokens = {people.enter(" ada-secret ").token for _ in range(3)}
    assert len(tokens) == 3
    assert {people.actor(token).user for token in tokens} == {"ada"}


DOES_NOT_FIT = {
    "wrong": ("ada", "wrong"),
    "empty": ("ada", ""),
    "nobody": ("nobody", RIGHT),
    "without password": ("bob", RIGHT),
    "nothing": ("", ""),
    "nul": ("\x00", "\x00"),
    "half a character": ("\ud800", "\ud800"),
    "long": ("x" * 9999, "x" * 9999),
}


@pytest.mark.parametrize(("user", "password"), DOES_NOT_FIT.values(), ids=list(DOES_NOT_FIT))
@ON_BOTH
def test_what_does_not_fit_is_refused_with_the_same_words(people, user, password):
    refusal = refusal_of(people.sign_in, user, password, address=HALL)
    assert str(refusal) == str(refusal_of(people.sign_in, "bob", "x", address=HALL))
    assert isinstance(refusal, NotSignedIn)


@pytest.mark.parametrize("secret", ["", "ada-secret2", "\x00", "\udcff", "x" * 9999])
def test_a_code_that_no_tile_has_opens_nothing(people, secret):
    assert isinstance(refusal_of(people.enter, secret), NotSignedIn)


# The end of a session


def test_signing_out_ends_the_session_on_the_server(people):
    token = people.enter("ada-secret").token
    people.sign_out(token)
    assert people.actor(token) is None


def test_signing_out_leaves_the_other_phone_signed_in(people):
    here, there = people.enter("ada-secret").token, people.enter("ada-secret").token
    people.sign_out(here)
    assert people.actor(there).user == "ada"


def test_a_session_ends_by_itself(people, clock):
    token = people.enter("ada-secret").token
    clock.pass_(SESSION_S[Role.PLAYER] - 1)
    assert people.actor(token) is not None
    clock.pass_(1)
    assert people.actor(token) is None


@pytest.mark.parametrize("token", ["", "nonsense", "\x00", "\udcff"])
def test_a_token_that_was_not_given_out_is_nobodys(people, token):
    assert people.actor(token) is None
    people.sign_out(token)


def test_a_session_survives_a_restart(evening):
    token = evening.services.people.enter("ada-secret").token
    evening.restart()
    assert evening.services.people.actor(token).user == "ada"


# Being kept out


def test_five_wrong_tries_close_the_account_even_for_the_right_password(people, clock):
    five_wrong(people, clock)
    refusal = refusal_of(people.sign_in, "ada", RIGHT, address="another place")
    assert isinstance(refusal, TooManyTries)
    assert 0 < refusal.retry_after_s <= 15 * 60
    assert "Wait 15 minutes, or scan the inner code of the tile, which lets you in at once." in str(refusal)
    assert "The organizer can open the account too." in str(refusal)


def test_after_three_wrong_tries_one_waits_a_moment(people, clock):
    assert wrong(people, 4) == ["not_signed_in"] * 3 + ["too_many_tries"]
    assert "Wait 2 s, or scan" in str(refusal_of(people.sign_in, "ada", RIGHT, address=HALL))
    clock.pass_(2)
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


def test_a_closed_account_opens_again_after_a_quarter_of_an_hour(people, clock):
    five_wrong(people, clock)
    clock.pass_(15 * 60)
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


def test_waiting_makes_no_sixth_try_free(people, clock):
    five_wrong(people, clock)
    assert wrong(people, 20) == ["too_many_tries"] * 20


def test_the_count_survives_a_restart(program, clock):
    evening = Evening(program, "ada bob")
    set_password(program, "ada", RIGHT)
    five_wrong(evening.services.people, clock)
    evening.restart()
    assert isinstance(refusal_of(evening.services.people.sign_in, "ada", RIGHT, address=HALL), TooManyTries)
    evening.program.close()


def test_a_right_password_forgets_the_wrong_ones_before_it(people, clock):
    for _ in range(3):
        wrong(people, 2)
        people.sign_in("ada", RIGHT, address=HALL)


def test_an_opponent_locks_no_organizer_out(people, clock):
    people.add_organizer("Olga", "an organizer's password")
    for _ in range(MAX_TRIES + 3):
        refusal_of(people.sign_in, "olga", "wrong", address="192.168.1.66")
        clock.pass_(6)
    right = "an organizer's password"
    assert isinstance(refusal_of(people.sign_in, "olga", right, address="192.168.1.66"), TooManyTries)
    assert people.sign_in("olga", right, address="192.168.1.7").actor.user == "olga"


def test_many_addresses_together_get_no_more_tries_at_an_organizer_than_one_at_all(people, monkeypatch):
    monkeypatch.setattr(tries, "MAX_TRIES_PER_ADDRESS", 12)
    people.add_organizer("Olga", "an organizer's password")
    for n in range(12):
        assert isinstance(refusal_of(people.sign_in, "olga", "wrong", address=f"10.0.0.{n}"), NotSignedIn)
    assert isinstance(refusal_of(people.sign_in, "olga", "wrong", address="10.0.1.1"), TooManyTries)


def test_who_is_locked_out_by_an_opponent_gets_in_by_the_private_code(people, clock):
    five_wrong(people, clock)
    assert people.enter("ada-secret").actor.user == "ada"
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


def test_an_organizer_unlocks_an_account_at_once_and_it_is_logged(people, clock, caplog):
    five_wrong(people, clock)
    assert [who.locked for who in people.whereabouts(ORGANIZER)] == [True, False]
    with caplog.at_level(logging.INFO):
        people.unlock(ORGANIZER, " ADA ")
    assert "olga unlocked ada" in caplog.text
    assert [who.locked for who in people.whereabouts(ORGANIZER)] == [False, False]
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


def test_no_player_unlocks_anybody(people):
    assert isinstance(refusal_of(people.unlock, player("ada"), "ada"), NotAllowed)
    assert isinstance(refusal_of(people.whereabouts, player("ada")), NotAllowed)


@ON_BOTH
def test_many_tries_at_once_gain_nothing(people):
    def one(n: int) -> str:
        return refusal_of(people.sign_in, "ada", f"wrong{n}", address=f"10.0.0.{n}").code

    with ThreadPoolExecutor(20) as threads:
        codes = list(threads.map(one, range(20)))
    assert codes.count("not_signed_in") <= 5
    assert set(codes) == {"not_signed_in", "too_many_tries"}


def test_one_password_sprayed_over_all_accounts_is_noticed_at_its_address(people, clock, caplog):
    codes = []
    for n in range(MAX_TRIES_PER_ADDRESS + 1):
        codes += wrong(people, 1, user=f"user{n}", address="6.6.6.6")
    assert codes.count("not_signed_in") == MAX_TRIES_PER_ADDRESS
    assert codes[-1] == "too_many_tries"
    assert "6.6.6.6" in caplog.text
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


def test_a_whole_hall_signs_in_behind_one_address(people):
    for _ in range(MAX_TRIES_PER_ADDRESS + 5):
        people.sign_in("ada", RIGHT, address=HALL)


def test_one_clumsy_phone_does_not_lock_out_its_neighbours(people, clock):
    set_of_codes = set(wrong(people, 200, user="bob"))
    assert set_of_codes == {"not_signed_in", "too_many_tries"}
    assert people.sign_in("ada", RIGHT, address=HALL).actor.user == "ada"


# Organizers


def test_an_invitation_makes_an_organizer_once(people):
    secret = people.invite_organizer("Olga")
    assert people.invitation(secret) == "Olga"
    signed_in = people.accept_invitation(secret, "a long password")
    assert (signed_in.actor.user, signed_in.actor.role) == ("olga", Role.ORGANIZER)
    assert people.actor(signed_in.token).is_organizer
    assert isinstance(refusal_of(people.accept_invitation, secret, "another password"), NotFound)
    assert people.sign_in("OLGA", "a long password", address=HALL).actor.user == "olga"


def test_an_invitation_that_two_accept_at_once_is_used_once(people):
    secret = people.invite_organizer("Olga")

    def accept(n: int) -> str:
        try:
            return people.accept_invitation(secret, f"long password {n}").actor.user
        except AppError as error:
            return error.code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(accept, range(4))) == ["not_found"] * 3 + ["olga"]


def test_an_invitation_is_good_for_a_day(people, clock):
    secret = people.invite_organizer("Olga")
    clock.pass_(24 * 3600)
    assert isinstance(refusal_of(people.invitation, secret), NotFound)
    assert isinstance(refusal_of(people.accept_invitation, secret, "a long password"), NotFound)


def test_a_newer_invitation_ends_the_older_one_for_the_same_user_name(people):
    old, other, new = (people.invite_organizer(name) for name in ("Ol Ga", "Oleg", "olga"))
    assert isinstance(refusal_of(people.invitation, old), NotFound)
    assert [people.invitation(secret) for secret in (other, new)] == ["Oleg", "olga"]


def test_half_a_character_is_no_password_and_no_fault(people):
    people.add_organizer("Olga", "half a character \ud800")
    for password in ("half a character", "\ud800"):
        assert isinstance(refusal_of(people.sign_in, "olga", password, address=HALL), NotSignedIn)


def test_a_bad_password_does_not_use_the_invitation_up(people):
    secret = people.invite_organizer("Olga")
    for password in ("short", "x" * 201):
        assert isinstance(refusal_of(people.accept_invitation, secret, password), Invalid)
    people.accept_invitation(secret, "a long password")


def test_a_known_organizer_gets_a_new_password_and_old_sessions_end(people):
    token = people.accept_invitation(people.invite_organizer("Olga"), "the first password").token
    people.accept_invitation(people.invite_organizer("Olga"), "another password")
    assert people.actor(token) is None
    assert isinstance(refusal_of(people.sign_in, "olga", "the first password", address=HALL), NotSignedIn)


def test_an_organizers_password_is_taken_as_it_is(people):
    people.add_organizer("Olga", "Long Pass-Word 1")
    assert isinstance(refusal_of(people.sign_in, "olga", "longpassword1", address=HALL), NotSignedIn)
    assert people.sign_in("olga", "Long Pass-Word 1", address=HALL).actor.is_organizer
    assert people.has_organizer()


@ON_BOTH
@pytest.mark.parametrize(
    "name", ["", "  ", "a:b", "@bank", "a b" + "-" * 100, "x" * 41, "\x00", "\ud800", "a\nb:c"]
)
def test_a_name_that_could_not_be_sent_is_no_organizers(people, name):
    assert isinstance(refusal_of(people.invite_organizer, name), Invalid)
    assert isinstance(refusal_of(people.add_organizer, name, "a long password"), Invalid)


def test_no_organizer_takes_the_name_of_a_tile(people):
    assert isinstance(refusal_of(people.invite_organizer, "Ada"), Conflict)
    assert isinstance(refusal_of(people.add_organizer, "ada", "a long password"), Conflict)


def test_an_organizer_has_no_seat_and_no_secret_code(people):
    people.add_organizer("Olga", "a long password")
    assert people.person("olga").role is Role.ORGANIZER
    assert [who.user for who in people.whereabouts(ORGANIZER)] == ["ada", "bob"]


def test_it_is_known_who_is_where(program, clock):
    evening = Evening(program, "ada bob")
    evening.services.people.enter("ada-secret")
    ada, bob = evening.services.people.whereabouts(ORGANIZER)
    assert (ada.table_id, ada.last_seen) == (evening.id, clock.now())
    assert (bob.table_id, bob.last_seen) == (evening.id, None)


def test_somebody_is_found_by_user_name_and_a_stranger_is_not(people):
    assert people.person(" ADA ").name == "Ada"
    for user in ("nobody", "", "\x00", "\ud800"):
        assert isinstance(refusal_of(people.person, user), NotFound)


# No secret left anywhere


def test_no_password_secret_or_token_stands_in_the_database_or_the_logs(people, program, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    secret = people.invite_organizer("Olga")
    tokens = [
        people.accept_invitation(secret, "my organizer password").token,
        people.sign_in("olga", "my organizer password", address=HALL).token,
        people.sign_in("ada", RIGHT, address=HALL).token,
        people.enter("ada-secret").token,
    ]
    refusal_of(people.sign_in, "ada", "a wrong password", address=HALL)
    batch = program.services.tiles.issue(ORGANIZER, count=2, label="Friday")
    secrets = [tile.password for tile in batch.tiles] + [
        tile.enter_url.rpartition("#")[2] for tile in batch.tiles
    ]
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir()) + caplog.text.encode()
    for word in ("my organizer password", RIGHT, "ada-secret", "a wrong password", secret, *tokens, *secrets):
        assert word.encode() not in written, word
    assert b"argon2id" in written
