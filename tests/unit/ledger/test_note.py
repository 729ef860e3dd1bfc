"""Checkpoints as text, in the form that others read too."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from app.errors import Invalid
from app.ledger import note
from app.ledger.note import Checkpoint

# The published example of signed notes (golang.org/x/mod/sumdb/note).
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SIGNATURE = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="

ROOT = bytes(range(32))
SIGNED = note.signed(Checkpoint("here/all", 7, ROOT, ("more",)), "here", b"k" * 32, b"s" * 64)


def test_keys_and_signatures_are_those_of_signed_notes():
    name, key_id, encoded = KEY.split("+", 2)
    public = note.decoded(encoded)[1:]
    assert note.verifier_key(name, public) == KEY
    raw = note.decoded(SIGNATURE)
    assert raw[:4].hex() == key_id == note.key_id(name, public).hex()
    Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], TEXT.encode())


def test_a_checkpoint_is_read_back_as_it_was_signed():
    checkpoint, (signature,) = note.read(SIGNED)
    assert checkpoint == Checkpoint("here/all", 7, ROOT, ("more",))
    assert (checkpoint.log, signature.name, signature.signature) == ("all", "here", b"s" * 64)
    assert f"{checkpoint.text}\n— here {note.encoded(signature.key_id + signature.signature)}\n" == SIGNED
    assert note.read(SIGNED.replace("\n", "\r\n")) == note.read(SIGNED)


def test_the_path_among_a_million_lines_is_under_a_kilobyte():
    path = note.proof(b"", 2**20 - 1, [ROOT] * 20, "").partition("extra \n")[2]
    assert len(path) < 1000


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT,
        SIGNED.replace("\n\n", "\n"),
        SIGNED.replace("\n7\n", "\n-7\n"),
        SIGNED.replace("\n7\n", f"\n{'9' * 99}\n"),
        SIGNED.replace("— ", "- "),
        SIGNED.replace("AAECAwQF", "AAECAwQ!"),
        "\n\n\n",
    ],
)
def test_what_is_no_checkpoint_is_told(text):
    with pytest.raises(Invalid, match="no checkpoint"):
        note.read(text)
