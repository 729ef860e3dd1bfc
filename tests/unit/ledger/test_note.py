"""Checkpoints as text, in the form that others read too."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from app.errors import Invalid
from app.ledger import GENESIS, canonical, note, seal
from app.ledger.merkle import leaf_hash
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


def a_proof(amount: int = 20) -> str:
    """A receipt over one payment in the only line of its log; `amount` is what it says."""
    paid = {"table": "t", "seq": 1, "number": 1, "amount": 20}
    leaf = {"seal": "00", "seq": 1, "table": "t", "transfers": [seal(GENESIS, paid).hex()]}
    root = leaf_hash(canonical(leaf))
    record = {"leaf": leaf, "previous": GENESIS.hex(), "transfer": {**paid, "amount": amount}}
    body = f"here/all\n1\n{note.encoded(root)}\n"
    signed = f"{body}\n— here {note.encoded(b'keyid' + b's' * 63)}\n"
    return note.proof(canonical(record), 0, [], signed)


def test_a_proof_holds_its_checkpoint():
    assert a_proof().startswith("c2sp.org/tlog-proof@v1\nextra eyJs")
    assert note.read_any(a_proof())[0].size == 1
    assert note.read_any(SIGNED) == note.read(SIGNED)


@pytest.mark.parametrize(
    "text",
    [
        a_proof(amount=90),
        a_proof().replace("index 0", "index 1"),
        a_proof().replace("index 0", f"index 0\n{note.encoded(ROOT)}"),
        a_proof().replace("extra ", "extra e30A"),
        a_proof().replace("index 0\n", ""),
    ],
)
def test_a_receipt_that_was_changed_is_told(text):
    with pytest.raises(Invalid, match="was changed"):
        note.read_any(text)


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
        note.read_any(text)
