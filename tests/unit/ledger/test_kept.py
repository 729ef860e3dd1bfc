"""What people bring back, in whatever lines."""

import pytest

from app.errors import Invalid
from app.ledger import GENESIS, canonical, note, seal
from app.ledger.kept import mended, read_kept
from app.ledger.merkle import leaf_hash
from tests.unit.ledger.test_note import ROOT, SIGNED, TEXT


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
    assert read_kept(a_proof()).checkpoint.size == 1
    found = read_kept(SIGNED)
    assert (found.checkpoint, found.signatures) == note.read(SIGNED)
    assert not found.broken


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
        read_kept(text)


@pytest.mark.parametrize("record", [b"[" * 5000, b"[]", b"7", b'{"leaf": 1}', b"\xff"])
def test_a_receipt_of_nonsense_is_told(record):
    with pytest.raises(Invalid, match="was changed"):
        read_kept(note.proof(record, 0, [ROOT], SIGNED))


@pytest.mark.parametrize("whole", [SIGNED, a_proof(), note.without_payment(a_proof())])
def test_lines_are_made_again(whole):
    whole = whole.rstrip("\n")
    words = whole.split()
    for copy in (whole, " ".join(words), "\n".join(words), f"Above:\n{whole}\nBelow, and so on"):
        assert mended(copy) == whole
    assert not read_kept(f"{whole}\n").broken
    assert read_kept(" ".join(words)).broken


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT,
        SIGNED.replace("— ", "- "),
        SIGNED.partition("—")[0],
        "a/b 7",
        "/ " * 4000,
        "%PDF-1.4",
        "— " * 99,
    ],
)
def test_what_is_nothing_of_the_kind_is_told(text):
    with pytest.raises(Invalid):
        read_kept(text)
