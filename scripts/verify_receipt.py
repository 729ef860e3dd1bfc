"""Check receipts, result slips, checkpoints and exports offline: verify_receipt.py --key KEY FILE...

It needs Python and `cryptography`, nothing of ours. KEY is the public key as /proof shows it, or a file that holds it.
Of one log and length there must be one root. Exit code 0 if all holds, 1 if anything does not, 2 if it can't be read.
"""

import argparse
import base64
import hashlib
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HEADER = "c2sp.org/tlog-proof@v1"
UNREADABLE = (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError)
Seen = tuple[str, int, bytes]  # a log, a size, and the root over so many lines of it


class Bad(Exception):
    """Something does not hold; the text says what."""


def canonical(value: object) -> bytes:
    """The one spelling of a record that hashes are made of."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def mended(text: str) -> str:
    """A text in the lines in which it was handed out: copying from paper breaks, joins and loses lines."""
    words = text.split()
    triples = enumerate(zip(words, words[1:], words[2:], strict=False))
    starts = (n for n, (log, size, root) in triples if "/" in log and size.isdecimal() and len(root) == 44)
    if (start := next(starts, None)) is None:
        return text
    body, *signatures = " ".join(words[start:]).split(" — ")
    log, size, root, *more = body.split(" ")
    lines = [log, size, root, *(["".join(more)] if more else []), ""]
    for name, _, data in (one.partition(" ") for one in signatures):
        letters = data.replace(" ", "").partition("=")[0]  # what follows is the paper's own words
        lines.append(f"— {name} {letters}{'=' * (-len(letters) % 4)}")
    if HEADER in words[:start]:
        head = words[words.index(HEADER) + 1 : start]
        at = head.index("index")
        extra, path = "".join(head[1:at]), "".join(head[at + 2 :])
        hashes = [path[n : n + 44] for n in range(0, len(path), 44)]
        lines = [HEADER, *([f"extra {extra}"] if at else []), f"index {head[at + 1]}", *hashes, "", *lines]
    return "\n".join(lines)


def checkpoint(text: str, key: str) -> tuple[Seen, list[str]]:
    """Log, size, root, and the further lines of a signed checkpoint, once its signature fits the key."""
    name, key_id, encoded = key.strip().split("+", 2)
    public = base64.b64decode(encoded)
    if public[:1] != b"\x01" or sha(name.encode() + b"\n" + public)[:4].hex() != key_id:
        raise Bad("this is no Ed25519 key as the server shows it")
    body, _, below = text.strip("\n").partition("\n\n")
    log, size, root, *more = body.split("\n")
    signed = (line.split(" ")[2] for line in below.split("\n") if line.startswith(f"— {name} "))
    signature = base64.b64decode(next(signed, ""))[4:]
    Ed25519PublicKey.from_public_bytes(public[1:]).verify(signature, f"{body}\n".encode())
    return (log, int(size), base64.b64decode(root)), more


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


def receipt(text: str, key: str) -> tuple[str, list[Seen]]:
    """A payment with its proof."""
    head, _, below = text.partition("\n\n")
    (log, size, root), _ = checkpoint(below, key)
    extra, place, *path = head.split("\n")[1:] if "\nextra " in head else ["", *head.split("\n")[1:]]
    index, hashes = int(place.removeprefix("index ")), [base64.b64decode(one) for one in path]
    if not extra:
        said = f"checkpoint over {size} lines of {log}; what was paid in line {index + 1}, only the file or text tells"
        return said, [(log, size, root)]
    record = json.loads(base64.b64decode(extra.removeprefix("extra ")))
    leaf, paid = record["leaf"], record["transfer"]
    sealed = sha(bytes.fromhex(record["previous"]) + canonical(paid)).hex()
    if sealed not in leaf["transfers"] or (leaf["table"], leaf["seq"]) != (paid["table"], paid["seq"]):
        raise Bad("the payment is not the one that was booked with this line")
    if index >= size or root_from(sha(b"\x00" + canonical(leaf)), index, size - 1, hashes) != root:
        raise Bad("the proof does not lead to the checkpoint")
    what = f"{paid['table']}-{paid['number']}, {paid['amount']} from {paid['payer']} to {paid['payee']}"
    return f"transfer {what}, is line {index + 1} of {size} of {log}", [(log, size, root)]


def export(text: str, key: str) -> tuple[str, list[Seen]]:
    """An export as JSON Lines: every transfer's seal, and each log that is in it whole: its lines, its checkpoint."""
    rows = [json.loads(line) for line in text.split("\n") if line]
    promised = rows[0].get("logs") or any("checkpoint" in row or "line" in row for row in rows)
    seals, before = dict[tuple[str, int], list[str]](), dict[str, tuple[int, bytes]]()
    for row in (row for row in rows if "transfer" in row):
        paid, seal = row["transfer"], bytes.fromhex(row["seal"])
        number, previous = before.get(paid["table"], (0, bytes(32)))
        if (sha(previous + canonical(paid)) != seal) if paid["number"] == number + 1 else promised:
            raise Bad(f"transfer {paid['table']}-{paid['number']} was changed, or the one before it")
        before[paid["table"]] = paid["number"], seal
        seals.setdefault((paid["table"], paid["seq"]), []).append(row["seal"])
    if not promised:
        return "its transfers fit together; it is a part, so no checkpoint covers it", []
    seen, leaves, last = list[Seen](), list[bytes](), dict[str, str]()
    for row in rows:
        if "checkpoint" in row:
            (log, size, root), _ = checkpoint(row["checkpoint"], key)
            if len(leaves) != size or root_of(leaves) != root:
                raise Bad(f"the export is not what the checkpoint of {log} covers: something was changed")
            seen, leaves = [*seen, (log, size, root)], []
        elif "line" in row:
            table, seq, mark = row["line"]
            said = canonical({"table": table, "seq": seq, **row.get("said", {})})
            if "said" in row and sha(bytes.fromhex(last.get(table, "00" * 32)) + said).hex() != mark:
                raise Bad(f"line {seq} of table {table} was changed")
            last[table] = mark
            leaf = {"seal": mark, "seq": seq, "table": table, "transfers": seals.pop((table, seq), [])}
            leaves.append(sha(b"\x00" + canonical(leaf)))
    if seals or leaves or sorted(rows[0]["logs"]) != sorted(log.rpartition("/")[2] for log, _, _ in seen):
        raise Bad("the export holds what no checkpoint covers, or lacks a log that it names")
    return f"all lines are there: {', '.join(f'{size} of {log}' for log, size, _ in seen)}", seen


def slip(text: str, key: str) -> tuple[str, list[Seen]]:
    """A checkpoint, or a result slip, which is one with the result as a fourth line."""
    seen, more = checkpoint(text, key)
    return f"checkpoint over {seen[1]} lines of {seen[0]} {' '.join(more)}", [seen]


def check(text: str, key: str) -> tuple[str, list[Seen]]:
    """Whatever it is. Of a text whose lines were broken, a signature that does not fit says nothing against anybody."""
    if text[:1] == "{":
        return export(text, key)
    whole = mended(text)
    try:
        return (receipt if whole.startswith(HEADER) else slip)(whole, key)
    except (Bad, InvalidSignature, *UNREADABLE) as error:
        if whole not in text:
            why = "its lines were broken in copying and do not fit together again under this key: use the code or file"
            raise ValueError(why) from error
        raise


def read(file: Path) -> str:
    """The text of a file."""
    data = file.read_bytes()
    if data.startswith(b"%PDF"):
        raise ValueError("it is a PDF: give the text in it, or what its code holds")
    return data.decode("utf-8-sig").replace("\r\n", "\n").lstrip()


def main() -> int:
    """Check each file, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--key", required=True, help="the log's public key, or a file that holds it")
    parser.add_argument("files", nargs="+", type=Path)
    chosen, code, roots = parser.parse_args(), 0, dict[tuple[str, int], bytes]()
    for file in chosen.files:
        try:
            key = chosen.key if "+" in chosen.key else Path(chosen.key).read_text(encoding="utf-8")
            said, seen = check(read(file), key)
            if any(roots.setdefault((log, size), root) != root for log, size, root in seen):
                raise Bad("another file has another root over as many lines of that log: two histories")
            print(f"{file}: {said}")
        except (Bad, InvalidSignature) as wrong:
            code = code or 1
            print(f"{file}: DOES NOT HOLD: {str(wrong) or 'this is not, letter by letter, what was signed'}")
        except UNREADABLE as error:
            code = 2
            print(f"{file}: can't be read as a receipt, checkpoint or export ({error})", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
