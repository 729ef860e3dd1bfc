"""Check receipts, result slips, checkpoints and exports offline: verify_receipt.py --key KEY FILE...

It needs Python and the package `cryptography`, nothing of the program that made the files. KEY is the log's public key
as the server shows it at /proof, or a file that holds it. Checkpoints of one length must have one root: two files can
show that there are two histories. Exit code 0 if all holds, 1 if anything does not, 2 if it can't be read.
"""

import argparse
import base64
import hashlib
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Bad(Exception):
    """Something does not hold; the text says what."""


def canonical(value: object) -> bytes:
    """The one spelling of a record that hashes are made of."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def checkpoint(text: str, key: str) -> tuple[int, bytes, list[str]]:
    """Size, root and further lines of a signed checkpoint, once its signature fits the key."""
    name, key_id, encoded = key.strip().split("+", 2)
    public = base64.b64decode(encoded)
    if public[:1] != b"\x01" or sha(name.encode() + b"\n" + public)[:4].hex() != key_id:
        raise Bad("this is no Ed25519 key as the server shows it")
    body, _, below = text.strip("\n").partition("\n\n")
    _, size, root, *more = body.split("\n")
    signed = (line.split(" ")[2] for line in below.split("\n") if line.startswith(f"— {name} "))
    signature = base64.b64decode(next(signed, ""))[4:]
    Ed25519PublicKey.from_public_bytes(public[1:]).verify(signature, f"{body}\n".encode())
    return int(size), base64.b64decode(root), more


def root_from(found: bytes, index: int, last: int, path: list[bytes]) -> bytes:
    """The root to which an inclusion proof leads from a leaf (RFC 9162, 2.1.3.2); `last` is the index of the last."""
    for sibling in path:
        if index & 1 or index == last:
            found = sha(b"\x01" + sibling + found)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            found = sha(b"\x01" + found + sibling)
        index, last = index >> 1, last >> 1
    return found if last == 0 else b""


def root_of(leaves: list[bytes]) -> bytes:
    """The root over all leaves (RFC 6962, 2.1)."""
    half = 1 << max(len(leaves) - 1, 0).bit_length() >> 1
    return sha(b"\x01" + root_of(leaves[:half]) + root_of(leaves[half:])) if half else leaves[0]


def receipt(text: str, key: str) -> tuple[str, int, bytes]:
    """A payment with its proof."""
    head, _, seen = text.partition("\n\n")
    _, extra, place, *path = head.split("\n")
    record = json.loads(base64.b64decode(extra.removeprefix("extra ")))
    leaf, paid, index = record["leaf"], record["transfer"], int(place.removeprefix("index "))
    size, root, _ = checkpoint(seen, key)
    if sha(bytes.fromhex(record["previous"]) + canonical(paid)).hex() not in leaf["transfers"]:
        raise Bad("the payment is not the one that was booked with this line")
    if (leaf["table"], leaf["seq"]) != (paid["table"], paid["seq"]):
        raise Bad("the payment belongs to another line")
    hashes = [base64.b64decode(one) for one in path]
    if index >= size or root_from(sha(b"\x00" + canonical(leaf)), index, size - 1, hashes) != root:
        raise Bad("the proof does not lead to the checkpoint")
    what = f"{paid['table']}-{paid['number']}, {paid['amount']} from {paid['payer']} to {paid['payee']}"
    return f"transfer {what}, is line {index + 1} of {size}", size, root


def export(text: str, key: str) -> tuple[str, int, bytes]:
    """An export as JSON Lines: every transfer's seal, and the whole log where it is complete."""
    rows = [json.loads(line) for line in text.split("\n") if line]
    seen = next((row["checkpoint"] for row in rows if "checkpoint" in row), None)
    seals: dict[tuple[str, int], list[str]] = {}
    before: dict[str, tuple[int, bytes]] = {}
    for row in (row for row in rows if "transfer" in row):
        paid, seal = row["transfer"], bytes.fromhex(row["seal"])
        number, previous = before.get(paid["table"], (0, bytes(32)))
        if (sha(previous + canonical(paid)) != seal) if paid["number"] == number + 1 else seen:
            raise Bad(f"transfer {paid['table']}-{paid['number']} was changed, or the one before it")
        before[paid["table"]] = paid["number"], seal
        seals.setdefault((paid["table"], paid["seq"]), []).append(row["seal"])
    if seen is None:
        return "its transfers fit together; it is a part, so no checkpoint covers it", 0, b""
    size, root, _ = checkpoint(seen, key)
    leaves = []
    last: dict[str, str] = {}
    for row in (row for row in rows if "line" in row):
        table, seq, seal = row["line"]
        said = canonical({"table": table, "seq": seq, **row.get("said", {})})
        if "said" in row and sha(bytes.fromhex(last.get(table, "00" * 32)) + said).hex() != seal:
            raise Bad(f"line {seq} of table {table} was changed")
        last[table] = seal
        leaf = {"seal": seal, "seq": seq, "table": table, "transfers": seals.pop((table, seq), [])}
        leaves.append(sha(b"\x00" + canonical(leaf)))
    if seals or len(leaves) != size or root_of(leaves) != root:
        raise Bad("the export is not what the checkpoint covers: something was changed, added or left out")
    return f"all {size} lines of the log, as the checkpoint covers them", size, root


def slip(text: str, key: str) -> tuple[str, int, bytes]:
    """A checkpoint, or a result slip, which is one with the result as a fourth line."""
    size, root, more = checkpoint(text, key)
    return f"checkpoint over {size} lines {' '.join(more)}", size, root


def main() -> int:
    """Check each file, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--key", required=True, help="the log's public key, or a file that holds it")
    parser.add_argument("files", nargs="+", type=Path)
    chosen, code = parser.parse_args(), 0
    roots: dict[int, bytes] = {}
    try:
        key = chosen.key if "+" in chosen.key else Path(chosen.key).read_text(encoding="utf-8")
        for file in chosen.files:
            text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n").lstrip()
            check = receipt if text.startswith("c2sp.org/tlog-proof") else export if text[:1] == "{" else slip
            try:
                said, size, root = check(text, key)
                if size and roots.setdefault(size, root) != root:
                    raise Bad(f"another file has another root over {size} lines: there are two histories")
                print(f"{file}: {said}")
            except (Bad, InvalidSignature) as wrong:
                code = 1
                print(f"{file}: DOES NOT HOLD: {str(wrong) or 'the signature does not fit what was signed'}")
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(f"can't be read: {error!r}", file=sys.stderr)
        code = 2
    return code


if __name__ == "__main__":
    sys.exit(main())
