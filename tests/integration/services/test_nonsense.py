"""The audit names what is wrong whatever the rows hold: it never stumbles, and next to nothing passes unnoticed."""

import re
from pathlib import Path
from random import Random

import pytest

import app.services
from app.rules import GAMES
from app.services.audit import shapes
from app.services.audit.books import first_fault
from app.services.audit.tree import check_log
from app.services.proofs.signing import PURPOSE, Signer
from app.storage import tables
from tests.integration.evening import Evening, player
from tests.integration.services.nonsense import KEYS, Change, changed, changes, said_otherwise, tampering
from tests.integration.services.test_bots import with_bots

MERKLE = ("merkle_leaves", "merkle_nodes", "merkle_checkpoints")
BOOKS = tuple(name for name in KEYS if name not in MERKLE)
SAMPLE = 60
"""Of each database so many changes are tried: of some ten thousand, others for each game."""

UNTOLD = ("code", "deadline", "paused_at", "paused_left")
"""What stands in the row of a table and in no line of its log."""
TOLD = ("seat name", "seat bot", "seat new", "settings", "refused", "closed", "undo by")
"""Beginnings of what lines say that nothing else says, or that a later line of the kind says anew."""


def is_free(change: Change) -> bool:
    """Whether nothing but its seal says what stood there."""
    match change.rows, change.column:
        case "tables", column:
            return column in UNTOLD
        case "log", "data":
            return change.part.startswith(TOLD) or change.part.endswith(" salt") or not change.part
        case "log", "at" | "actor":
            return True  # of a line that moves nothing
        case "transfers", "key" | "level" | "reason":
            return True
        case "merkle_checkpoints", "at":
            return True
        case _:
            return False


def an_evening(program) -> Evening:
    """A table where everything happened that can be written into its log without a bank outside."""
    evening = Evening(program).start().a_debt().pay_all()
    target = evening.users[(evening.users.index(evening.turn) + 1) % 3]
    evening.play(f"{evening.turn} declare fraud {target}").undo()
    evening.reverse(f"{evening.id}-4")
    evening.close()
    evening.start().a_debt()
    return evening


def bots_at(program, game: str) -> Evening:
    evening = with_bots(program, "easy", "medium", game=game).start()
    evening.services.bots.stand_in(player("ada"), evening.id, "hard")
    for _ in range(30):
        evening.services.bots.act(evening.id)
    return evening


def tried(program, wanted: list[Change], connection) -> list[str]:
    """The changes that pass although something else says what stood there."""
    secret, seed = (program.ground.key_for(purpose) for purpose in ("checkpoint", PURPOSE))
    passed = []
    for change in wanted:
        with changed(connection, change, secret) as taken:
            if not taken:
                continue
            known = frozenset(tables.ids(connection))
            found = [check_log(connection, "all", Signer.from_seed(seed), known).fault]
            for table_id in known:
                row = tables.get(connection, table_id)
                found += [first_fault(connection, row, secret, play_again=again) for again in (True, False)]
            if not any(found) and not is_free(change):
                passed.append(str(change))
    return passed


@pytest.mark.parametrize("game", ["", *GAMES])
def test_the_audit_names_what_is_wrong_whatever_the_rows_hold(program, game):
    evening = bots_at(program, game) if game else an_evening(program)
    assert evening.services.history.verify().ok
    with tampering(program) as connection:
        every = [*said_otherwise(connection), *(one for name in BOOKS for one in changes(connection, name))]
        assert tried(program, Random(game).sample(every, SAMPLE), connection) == []


def test_the_audit_names_what_is_wrong_in_the_merkle_log(program):
    an_evening(program).services.proofs.publish()
    with tampering(program) as connection:
        every = [one for name in MERKLE for one in changes(connection, name)]
        assert tried(program, Random(1).sample(every, SAMPLE), connection) == []


def test_every_kind_of_line_that_the_program_writes_is_known():
    """Read from the program's own source: a line of a kind that is forgotten would be called a fault."""
    written = re.compile(r"\bline\(\s*\"(\w+)\"|\bkind=\"(\w+)\"")
    services = Path(app.services.__file__).parent
    found = {
        one or other
        for file in services.rglob("*.py")
        for one, other in written.findall(file.read_text("utf-8"))
    }
    assert found >= {"opened", "move", "payment", "chance"}
    assert found - set(shapes.KINDS) == set()
