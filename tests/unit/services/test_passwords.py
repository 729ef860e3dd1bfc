"""What it costs to guess a password."""

from app.services.people.passwords import fits, hash_chosen, hash_printed


def test_a_password_that_somebody_chose_takes_64_mib_and_three_passes_to_try():
    password_hash = hash_chosen("a long enough password")
    assert password_hash.startswith("$argon2id$v=19$m=65536,t=3,p=2$")
    assert fits("a long enough password", password_hash)
    assert not fits("a long enough passwort", password_hash)


def test_a_printed_password_takes_8_mib_and_one_pass_to_try():
    password_hash = hash_printed("k7m2qx9tr")
    assert password_hash.startswith("$argon2id$v=19$m=8192,t=1,p=1$")
    assert fits("k7m2qx9tr", password_hash)
