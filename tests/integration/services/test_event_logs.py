"""Each event has a Merkle log of its own, and the tables of no event have one more."""

import json

import pytest

from app.errors import Invalid, NotAllowed
from app.ledger import canonical, note
from app.ledger.kept import read_kept
from app.ledger.merkle import leaf_hash, verify_inclusion
from app.services.actor import Actor, Role
from app.services.standing import EventRole
from app.storage import people
from app.storage.people import PersonRow
from app.storage.proofs import ALL
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, START, Evening, refusal_of
from tests.integration.services.test_exports import verify
from tests.integration.services.test_proofs import by_hand, faults, parse

AUDREY = Actor("audrey", "Audrey", Role.ORGANIZER, session="")


class Hall:
    """A table of no event, one of an event that has ended, and one of an event that runs."""

    def __init__(self, program):
        rows = [
            PersonRow(one.user, one.name, Role.ORGANIZER, None, None, None, 0, START, None)
            for one in (ORGANIZER, AUDREY)
        ]
        program.database.write(lambda connection: people.add(connection, rows))
        self.proofs, self.events = program.services.proofs, program.services.events
        self.none = Evening(program).start().a_debt().pay_all()
        self.first = self.events.open(ORGANIZER, name="First", zone="UTC").id
        self.ended = Evening(program, "dan eve fay").start().a_debt().pay_all().close()
        self.events.end(ORGANIZER, self.first)
        self.second = self.events.open(ORGANIZER, name="Second", zone="UTC").id
        self.running = Evening(program, "gus hal ida").start().a_debt().pay_all()
        self.proofs.publish()

    def size(self, log: str) -> int:
        return note.read(self.proofs.checkpoint(log).note)[0].size


@pytest.fixture
def hall(program) -> Hall:
    return Hall(program)


@ON_BOTH
def test_every_event_has_a_log_of_its_own_tables_alone(hall):
    origin = hall.proofs.signer.origin
    tables = {ALL: hall.none, hall.first: hall.ended, hall.second: hall.running}
    assert [row.log for row in hall.proofs.newest()] == [ALL, *sorted((hall.first, hall.second))]
    for log, table in tables.items():
        assert hall.proofs.log_of(table.id) == log
        assert hall.size(log) == len(table.log())
        receipt = hall.proofs.receipt(ORGANIZER, table.transfers()[-1].number)
        assert read_kept(receipt).checkpoint.origin == origin(log)
    slip = hall.proofs.slip(ORGANIZER, hall.ended.id)
    assert slip.checkpoint.origin == origin(hall.first)
    assert hall.proofs.holds(slip.text)
    verdict = hall.none.services.history.verify()
    assert (verdict.ok, verdict.leaves, verdict.checkpoints) == (True, verdict.lines, 3)


def test_the_log_of_an_ended_event_stays_while_others_go_on(hall):
    before = {row.log: row.note for row in hall.proofs.newest()}
    hall.none.a_debt().pay_all()
    hall.running.a_debt().pay_all()
    hall.proofs.publish()
    after = {row.log: row.note for row in hall.proofs.newest()}
    assert {log for log, newest in after.items() if newest == before[log]} == {hall.first}
    assert all(hall.proofs.holds(kept) for kept in before.values())


def test_a_table_that_is_taken_into_an_event_stays_in_its_log(hall):
    hall.events.take_in(ORGANIZER, hall.second, table_id=hall.none.id)
    hall.none.a_debt().pay_all()
    second = hall.size(hall.second)
    hall.proofs.publish()
    assert hall.size(ALL) == len(hall.none.log())
    assert hall.size(hall.second) == second
    assert hall.none.services.history.verify().ok


def test_a_receipt_of_one_event_does_not_verify_against_the_checkpoint_of_another(hall, tmp_path):
    receipt = hall.proofs.receipt(ORGANIZER, hall.running.transfers()[-1].number)
    other = hall.proofs.checkpoint(hall.first).note
    record, index, hashes, checkpoint = parse(receipt)
    leaf = leaf_hash(canonical(record["leaf"]))
    theirs = note.read(other)[0]
    assert verify_inclusion(leaf, index, checkpoint.size, hashes, checkpoint.root)
    assert not verify_inclusion(leaf, index, theirs.size, hashes, theirs.root)
    swapped = "\n\n".join((receipt.partition("\n\n")[0], other))
    assert verify(hall.none, tmp_path, receipt.encode()).returncode == 0
    assert verify(hall.none, tmp_path, swapped.encode()).returncode == 1
    renamed = receipt.replace(f"/{hall.second}\n", f"/{hall.first}\n")
    assert refusal_of(hall.proofs.holds, renamed).field == "checkpoint"


def test_a_table_that_was_deleted_shows_in_the_log_of_its_event_only(hall):
    gone = hall.running
    for table in ("entries", "transfers", "log", "accounts", "seats", "sitting", "seeds"):
        by_hand(gone, f"DELETE FROM {table} WHERE table_id = :id", id=gone.id)
    by_hand(gone, "DELETE FROM tables WHERE id = :id", id=gone.id)
    (fault,) = gone.services.history.verify().faults
    assert f"line 1 of table {gone.id}: found no such table" in str(fault)
    assert hall.proofs.holds(hall.proofs.checkpoint(ALL).note)
    kept = note.read(hall.proofs.checkpoint(hall.second).note)[0]
    assert kept.log == hall.second


def test_a_table_that_is_written_into_another_log_is_found(hall):
    by_hand(hall.running, "UPDATE tables SET log = 'all' WHERE id = :id", id=hall.running.id)
    assert f"the log of this table: found “all”, expected “{hall.second}”" in faults(hall.running)
    by_hand(hall.running, "UPDATE tables SET log = :log WHERE id = :id", id=hall.running.id, log=hall.second)
    by_hand(
        hall.running,
        "UPDATE merkle_leaves SET log = 'other' WHERE table_id = :id AND seq = 2",
        id=hall.running.id,
    )
    assert f"it in the log of its table, “{hall.second}”" in faults(hall.running)


def test_an_export_proves_every_log_in_it_and_one_of_an_event_that_log_alone(hall, tmp_path):
    exports = hall.none.services.exports

    def exported(**how: str) -> str:
        made = exports.export(ORGANIZER, "jsonl", exports.selection(**how))
        return b"".join(made.chunks).decode()

    whole, part = exported(), exported(event=hall.first)
    done = verify(hall.none, tmp_path, whole.encode())
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"{hall.size(log)} of reckless-" in done.stdout for log in (ALL, hall.first, hall.second))
    done = verify(hall.none, tmp_path, part.encode())
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"/{hall.first}" in done.stdout
    assert f"/{hall.second}" not in done.stdout
    rows = [json.loads(line) for line in part.splitlines()]
    assert rows[0]["logs"] == [hall.first]
    assert {row["transfer"]["table"] for row in rows if "transfer" in row} == {hall.ended.id}
    lines = whole.splitlines(keepends=True)
    first_end = next(i for i, line in enumerate(lines) if line.startswith('{"checkpoint"'))
    broken = {
        "the later logs are left out": "".join(lines[: first_end + 1]),
        "the last checkpoint is left out": "".join(lines[:-1]),
        "two checkpoints that changed places": "".join(
            [*lines[:first_end], lines[-1], *lines[first_end + 1 : -1], lines[first_end]]
        ),
    }
    for what, text in broken.items():
        assert verify(hall.none, tmp_path, text.encode()).returncode == 1, what


def test_an_export_of_an_event_is_for_those_with_a_role_in_it(hall):
    exports = hall.none.services.exports
    selection = exports.selection(event=hall.second)
    assert isinstance(refusal_of(exports.export, AUDREY, "jsonl", selection), NotAllowed)
    hall.events.give_role(ORGANIZER, hall.second, user="audrey", role=EventRole.AUDITOR)
    made = exports.export(AUDREY, "jsonl", selection)
    assert b'"checkpoint"' in b"".join(made.chunks)
    refused = refusal_of(exports.selection, event=hall.second, table=hall.running.id)
    assert (type(refused), refused.field) == (Invalid, "event")


def test_a_log_that_is_gone_is_told_to_phones_as_an_empty_one(hall):
    assert hall.proofs.consistency(hall.first, 3).hashes
    by_hand(hall.ended, "DELETE FROM merkle_checkpoints WHERE log = :log", log=hall.first)
    answer = hall.proofs.consistency(hall.first, 3)
    assert (answer.checkpoint, answer.hashes) == ("", ())
