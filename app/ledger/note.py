"""Checkpoints of a Merkle log as text: whose log, how long, which root, and a signature below.

    reckless-1a2b3c4d/all
    1027
    mB2wVq...=

    — reckless-1a2b3c4d Gi8Z...=

Source: C2SP tlog-checkpoint, signed-note and tlog-proof. Pure: who signs is somebody else's part.
"""

import base64
import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from app.errors import Invalid
from app.ledger.merkle import Hash

ED25519 = b"\x01"
PROOF_HEADER = "c2sp.org/tlog-proof@v1"
MAX_SIZE_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a log stood.

    Attributes:
        origin: Whose log, and which one.
        size: Its number of leaves.
        root: The root over them.
        more: Further lines, which the signature covers too: here, the result of a game.
    """

    origin: str
    size: int
    root: Hash
    more: tuple[str, ...] = ()

    @property
    def log(self) -> str:
        """The name of the log."""
        return self.origin.rpartition("/")[2]

    @property
    def text(self) -> str:
        """What is signed."""
        lines = (self.origin, str(self.size), encoded(self.root), *self.more)
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature below a note: by whom, which of their keys, and its bytes."""

    name: str
    key_id: bytes
    signature: bytes


def key_id(name: str, public_key: bytes) -> bytes:
    """The four bytes by which a signature says whose it is."""
    return hashlib.sha256(name.encode() + b"\n" + ED25519 + public_key).digest()[:4]


def verifier_key(name: str, public_key: bytes) -> str:
    """A public key as one line of text."""
    return f"{name}+{key_id(name, public_key).hex()}+{encoded(ED25519 + public_key)}"


def signed(checkpoint: Checkpoint, name: str, public_key: bytes, signature: bytes) -> str:
    """A checkpoint with the signature over its text."""
    return f"{checkpoint.text}\n— {name} {encoded(key_id(name, public_key) + signature)}\n"


def read(note: str) -> tuple[Checkpoint, tuple[Signature, ...]]:
    """A checkpoint and the signatures below it; none of them is checked.

    Raises:
        Invalid: If it is no such text.
    """
    body, divider, below = note.replace("\r\n", "\n").strip("\n").partition("\n\n")
    lines = body.split("\n")
    signatures = [line for line in below.split("\n") if line.startswith("— ")]
    if not divider or len(lines) < 3 or not signatures or not is_size(lines[1]):
        raise _unreadable()
    found = []
    for line in signatures:
        name, _, data = line.removeprefix("— ").partition(" ")
        raw = decoded(data)
        found.append(Signature(name, raw[:4], raw[4:]))
    return Checkpoint(lines[0], int(lines[1]), decoded(lines[2]), tuple(lines[3:])), tuple(found)


def proof(record: bytes, index: int, hashes: Sequence[Hash], note: str) -> str:
    """A proof that travels alone: a record, where it stands in the log, the path to the root, and the checkpoint."""
    path = "".join(f"{encoded(one)}\n" for one in hashes)
    return f"{PROOF_HEADER}\nextra {encoded(record)}\nindex {index}\n{path}\n{note}"


def without_payment(proof: str) -> str:
    """A proof with its place, path and checkpoint alone: as much as a code holds."""
    header, _record, rest = proof.split("\n", 2)
    return f"{header}\n{rest}"


def encoded(data: bytes) -> str:
    """Bytes as base64."""
    return base64.b64encode(data).decode()


def decoded(text: str) -> bytes:
    """Base64 as bytes.

    Raises:
        Invalid: If it is none.
    """
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _unreadable() from error


def is_size(text: str) -> bool:
    """Whether this can be the number of a log's leaves."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_SIZE_DIGITS


def _unreadable() -> Invalid:
    return Invalid(
        "This is no checkpoint: its lines are an origin, a number, a root, a blank line and a signature.",
        field="checkpoint",
    )
