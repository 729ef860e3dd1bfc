"""What people kept and bring back: a checkpoint, a result slip or a receipt's proof, in whatever lines it comes.

Copying from paper breaks long lines, joins short ones and loses blank ones. The lines that were handed out can be made
again, for no part of them has a blank within; and the signature is over those.
"""

import json
from dataclasses import dataclass

from app.errors import Invalid
from app.ledger.chain import canonical, seal
from app.ledger.merkle import Hash, leaf_hash, verify_inclusion
from app.ledger.note import PROOF_HEADER, Checkpoint, Signature, decoded, is_size, read

HASH_LETTERS = 44
"""A hash as base64."""


@dataclass(frozen=True, slots=True)
class Path:
    """The way from a leaf to the root, without the leaf."""

    index: int
    hashes: tuple[Hash, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept; a payment in it leads to the checkpoint, but no signature is checked.

    Attributes:
        checkpoint: The checkpoint in it.
        signatures: Those below that.
        path: That of a proof which does not hold its payment: a code has no room for it.
        broken: Whether its lines are others than those that were handed out.
    """

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]
    path: Path | None
    broken: bool


def read_kept(text: str) -> Kept:
    """Read what somebody kept.

    Raises:
        Invalid: If there is no checkpoint in it, or the payment does not lead to it.
    """
    if text.lstrip().startswith("%PDF"):
        raise Invalid("This is a PDF file: give the text in it, or what its code holds.", field="checkpoint")
    whole = mended(text)
    broken = whole not in text.replace("\r\n", "\n")
    head, _, below = whole.partition("\n\n") if whole.startswith(PROOF_HEADER) else ("", "", whole)
    checkpoint, signatures = read(below)
    try:
        path = _path_of(head, checkpoint) if head else None
    except (Invalid, ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        if broken:
            raise lost_in_copying() from error
        raise Invalid(
            "This receipt was changed: its payment does not lead to the checkpoint below it.",
            field="checkpoint",
        ) from error
    return Kept(checkpoint, signatures, path, broken)


def mended(text: str) -> str:
    """What was kept, in the lines in which it was handed out; any other text comes back as it is."""
    words = text.split()
    starts = (
        n
        for n, (origin, size, root) in enumerate(zip(words, words[1:], words[2:], strict=False))
        if "/" in origin and is_size(size) and len(root) == HASH_LETTERS
    )
    start = next(starts, None)
    if start is None:
        return text
    proof, (body, *signatures) = words[:start], " ".join(words[start:]).split(" — ")
    origin, size, root, *more = body.split(" ")
    lines = [origin, size, root, *(["".join(more)] if more else []), ""]
    for one in signatures:
        name, _, data = one.partition(" ")
        letters = data.replace(" ", "").partition("=")[0]  # what follows is the paper's own words
        lines.append(f"— {name} {letters}{'=' * (-len(letters) % 4)}")
    if PROOF_HEADER in proof:
        lines = [PROOF_HEADER, *_head(proof[proof.index(PROOF_HEADER) + 1 :]), "", *lines]
    return "\n".join(lines)


def lost_in_copying() -> Invalid:
    """What is said of a broken text that is not what was handed out even with its lines made again."""
    return Invalid(
        "This text was broken into other lines when it was copied, and something in it is lost or changed: take it from"
        " the code, the page or the file.",
        field="checkpoint",
    )


def _head(words: list[str]) -> list[str]:
    """The lines of a proof between its first and its checkpoint."""
    if "index" not in words:
        return [" ".join(words)]
    at = words.index("index")
    extra, path = words[:at], "".join(words[at + 2 :])
    return [
        *([f"{extra[0]} {''.join(extra[1:])}"] if extra else []),
        " ".join(words[at : at + 2]),
        *(path[n : n + HASH_LETTERS] for n in range(0, len(path), HASH_LETTERS)),
    ]


def _path_of(head: str, checkpoint: Checkpoint) -> Path | None:
    """The path of a proof, or None if the payment is there too, and both lead to the checkpoint's root.

    Raises:
        ValueError: If the payment is not sealed in its line, or the line does not lead to the root.
    """
    _, *lines = head.split("\n")
    extra = lines.pop(0) if lines[0].startswith("extra ") else ""
    place, *hashes = lines
    path = Path(int(place.removeprefix("index ")), tuple(decoded(one) for one in hashes))
    if not extra:
        return path
    record = json.loads(decoded(extra.removeprefix("extra ")))
    leaf, paid = record["leaf"], record["transfer"]
    sealed = seal(bytes.fromhex(record["previous"]), paid).hex()
    is_of_line = sealed in leaf["transfers"] and (leaf["table"], leaf["seq"]) == (paid["table"], paid["seq"])
    found = leaf_hash(canonical(leaf))
    if not is_of_line or not verify_inclusion(
        found, path.index, checkpoint.size, path.hashes, checkpoint.root
    ):
        raise ValueError("The payment does not lead to the checkpoint.")
    return None
