"""The Merkle log: whatever is changed, cut or forked is found, by the audit, by phones, and by whoever kept a slip."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.errors import NotAllowed, NotFound
from app.ledger import canonical, note
from app.ledger.merkle import inclusion_proof, leaf_hash, root, verify_consistency, verify_inclusion
from app.services.ground import Change, change_table
from app.services.ground.booking import checkpoint_of
from app.services.program import Program, open_program
from app.storage import books, proofs, schema, tables
from app.storage.proofs import TILE
from tests.integration.databases import ON_BOTH, execute
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player, refusal_of, settings_for
from tests.integration.services.test_history import by_hand as change_by_hand

LOG = "all"
AT = "table_id = :id AND"


@pytest.fixture
def played(evening: Evening) -> Evening:
    """Two paid frauds, all of it in the Merkle log."""
    evening.start().a_debt().pay_all().a_debt().pay_all()
    evening.services.proofs.publish()
    return evening


def by_hand(evening: Evening, *statements: str, **values: object) -> None:
    evening.spoiled = True
    if evening.program.database.on_sqlite:
        for table in schema.proofs.APPEND_ONLY:
            execute(evening.program.database, f"DROP TRIGGER IF EXISTS {table}_refuses_update")
            execute(evening.program.database, f"DROP TRIGGER IF EXISTS {table}_refuses_delete")
    change_by_hand(evening.program.database, *statements, **values)


def faults(evening: Evening, **how: object) -> str:
    return "\n".join(map(str, evening.services.history.verify(**how).faults))


def grow(evening: Evening, lines: int, program: Program | None = None) -> None:
    """Write many lines at once: refused tries, of which the service itself would keep some forty."""

    def act(_, snapshot, book):
        for _number in range(lines):
            book.line("refused", {"code": "nothing_due", "tried": {}, "expected": {}})
        return Change(snapshot.match)

    ground = (program or evening.program).ground
    change_table(ground, evening.id, user="ada", key=None, contents={}, act=act)


def read(evening: Evening) -> note.Checkpoint:
    return note.read(evening.services.proofs.checkpoint().note)[0]


def public_key(verifier_key: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(note.decoded(verifier_key.rpartition("+")[2])[1:])


# What is written


@ON_BOTH
def test_every_line_gets_one_leaf_in_order_and_a_signed_checkpoint_over_all(played):
    lines = len(played.log())
    verdict = played.services.history.verify()
    assert (verdict.ok, verdict.leaves, verdict.checkpoints) == (True, lines, 1)
    checkpoint, (signature,) = note.read(played.services.proofs.checkpoint().note)
    assert checkpoint.size == lines
    key = public_key(played.services.proofs.key)
    key.verify(signature.signature, checkpoint.text.encode())
    with pytest.raises(InvalidSignature):
        key.verify(signature.signature, checkpoint.text.encode() + b"x")


@ON_BOTH
def test_leaves_of_many_tables_are_taken_up_by_portions_and_by_several_programs(played):
    others = [Evening(played.program, f"dan{n} eve{n}").start() for n in range(3)]
    other = open_program(settings_for(played.program.database.url), clock=played.clock)
    played.a_debt()
    assert other.services.proofs.publish() > 3
    played.pay_all()
    assert played.services.proofs.publish() == 1
    assert other.services.proofs.publish() == 0
    other.close()
    verdict = played.services.history.verify()
    assert (verdict.ok, verdict.leaves) == (True, verdict.lines)
    assert verdict.checkpoints == 3
    assert len(others) + 1 == verdict.tables


@pytest.fixture
def long(played: Evening) -> Evening:
    """A log that is longer than two tiles."""
    grow(played, 2 * TILE)
    played.services.proofs.publish()
    return played


def test_a_large_log_keeps_the_hashes_of_its_subtrees(long):
    with long.program.database.read() as connection:
        rows = connection.execute(text("SELECT level, place FROM merkle_nodes ORDER BY place")).all()
    assert [tuple(row) for row in rows] == [(8, 0), (8, 1)]
    verdict = long.services.history.verify()
    assert (verdict.ok, verdict.leaves) == (True, read(long).size)


def test_a_large_log_proves_every_size_that_a_phone_may_have_seen(long):
    new = read(long)
    with long.program.database.read() as connection:
        leaves = [leaf.hash for leaf in proofs.leaves(connection, LOG, new.size)]
        find = proofs.nodes(connection, LOG)
        for index in (0, 1, TILE - 1, TILE, 2 * TILE, new.size - 1):
            path = inclusion_proof(find, index, new.size)
            assert verify_inclusion(leaves[index], index, new.size, path, new.root)
    for old in (1, 2, TILE - 1, TILE, TILE + 1, 2 * TILE, new.size):
        answer = long.services.proofs.consistency(LOG, old)
        hashes = [note.decoded(one) for one in answer.hashes]
        assert verify_consistency(old, new.size, root(leaves[:old]), new.root, hashes)


@ON_BOTH
@pytest.mark.parametrize("table", schema.proofs.APPEND_ONLY)
@pytest.mark.parametrize("change", ["UPDATE {} SET log = 'other'", "DELETE FROM {}"])
def test_the_database_keeps_what_is_in_the_log(played, table, change):
    if table == "merkle_nodes":
        execute(
            played.program.database,
            "INSERT INTO merkle_nodes VALUES ('x', 8, 0, :hash)",
            hash=b"1" * 32,
        )
    with pytest.raises(DBAPIError, match=f"{table} is append-only"):
        execute(played.program.database, change.format(table))


# What is found


@ON_BOTH
def test_a_changed_bit_is_found(played):
    by_hand(played, "UPDATE merkle_leaves SET hash = :hash WHERE place = 3", hash=b"\x01" * 32)
    found = faults(played)
    assert "the leaf of line 4 in the log “all”" in found
    assert "the checkpoint over" in found


def test_a_changed_subtree_is_found(long):
    by_hand(long, "UPDATE merkle_nodes SET hash = :hash WHERE place = 1", hash=b"\x01" * 32)
    assert "the hash over 256 lines from 257 of the log" in faults(long)


@ON_BOTH
def test_a_table_that_was_deleted_with_all_its_books_is_found(played):
    other = Evening(played.program, "dan eve").start()
    played.services.proofs.publish()
    for table in ("entries", "transfers", "log", "accounts", "seats", "sitting"):
        by_hand(played, f"DELETE FROM {table} WHERE table_id = :id", id=other.id)
    by_hand(played, "DELETE FROM tables WHERE id = :id", id=other.id)
    assert f"line 1 of table {other.id}: found no such table" in faults(played)


def test_a_cut_tail_is_found_even_if_somebody_with_the_key_mends_all_the_rest(played):
    """The last payment never was: books, balances and the table's own checkpoint are as before it."""
    database, ground = played.program.database, played.program.ground
    with database.read() as connection:
        row = tables.get(connection, played.id)
        assert row
        seq = played.log("payment")[-1].seq - 1
        line = connection.execute(text(f"SELECT seal FROM log WHERE {AT} seq = {seq}"), {"id": row.id}).one()
        transfer = books.get(connection, row.id, 4)
        assert transfer
    cut = replace(row, seq=seq, log_seal=line.seal, transfers=4, transfer_seal=transfer.seal)
    by_hand(
        played,
        f"DELETE FROM log WHERE {AT} seq > {seq}",
        f"DELETE FROM entries WHERE {AT} transfer = 5",
        f"DELETE FROM transfers WHERE {AT} number = 5",
        f"UPDATE accounts SET balance = balance + 50, entries = entries - 1 WHERE {AT} owner = 'ada'",
        f"UPDATE accounts SET balance = balance - 50, entries = entries - 1 WHERE {AT} owner = 'cyd'",
        "UPDATE tables SET seq = :seq, log_seal = :l, transfers = 4, transfer_seal = :t, checkpoint = :c"
        " WHERE id = :id",
        id=row.id,
        seq=seq,
        l=cut.log_seal,
        t=cut.transfer_seal,
        c=checkpoint_of(cut, ground.key_for("checkpoint")),
    )
    assert f"line {seq + 1} of the log: found none" in faults(played)
    kept = played.services.proofs.checkpoint().note
    by_hand(played, f"DELETE FROM merkle_leaves WHERE {AT} seq > {seq}", id=row.id)
    assert "the checkpoint over" in faults(played)
    by_hand(played, "DELETE FROM merkle_checkpoints")
    assert "as last signed" in faults(played)
    assert not played.services.proofs.holds(kept)  # whoever has kept one knows, whatever the server says
    by_hand(played, "DELETE FROM merkle_leaves")
    assert faults(played) == ""
    assert "as a checkpoint says" in faults(played, witnesses=[note.read(kept)[0]])


def test_a_forked_history_is_found_by_a_checkpoint_that_somebody_kept(evening, tmp_path):
    """Two programs with one key play on from the same moment: each log is sound, and neither holds the other."""
    evening.start()
    evening.services.proofs.publish()
    common = evening.services.proofs.checkpoint().note
    copy = tmp_path / "fork.sqlite"
    with closing(sqlite3.connect(evening.program.database.url.removeprefix("sqlite:///"))) as connection:
        connection.execute("VACUUM INTO ?", [str(copy)])
    fork = open_program(settings_for(f"sqlite:///{copy}"), clock=evening.clock)
    evening.a_debt().pay_all()
    evening.services.proofs.publish()
    grow(evening, 20, fork)
    fork.services.proofs.publish()
    assert fork.services.history.verify().ok
    assert evening.services.proofs.holds(common)
    assert fork.services.proofs.holds(common)
    seen = evening.services.proofs.checkpoint().note
    assert not fork.services.proofs.holds(seen)
    witness = note.read(seen)[0]
    (fault,) = fork.services.history.verify(witnesses=[witness]).faults
    assert f"the first {witness.size} lines of the log “all”" in str(fault)
    answer = fork.services.proofs.consistency(LOG, witness.size)
    new = note.read(answer.checkpoint)[0]
    hashes = [note.decoded(one) for one in answer.hashes]
    assert not verify_consistency(witness.size, new.size, witness.root, new.root, hashes)
    fork.close()


def test_a_checkpoint_beyond_the_end_is_found(played):
    kept = note.read(played.services.proofs.checkpoint().note)[0]
    longer = note.Checkpoint(kept.origin, kept.size + 5, kept.root)
    assert f"expected {kept.size + 5}, as a checkpoint says" in faults(played, witnesses=[longer])
    foreign = note.Checkpoint("elsewhere/all", kept.size, kept.root)
    assert "one of elsewhere/all" in faults(played, witnesses=[foreign])


# What is proved


@ON_BOTH
def test_the_log_is_proved_to_hold_what_a_phone_has_seen(played):
    old = read(played)
    played.a_debt().pay_all()
    played.services.proofs.publish()
    answer = played.services.proofs.consistency(LOG, old.size)
    new = note.read(answer.checkpoint)[0]
    assert verify_consistency(
        old.size, new.size, old.root, new.root, [note.decoded(one) for one in answer.hashes]
    )
    assert played.services.proofs.consistency(LOG, new.size + 1).hashes == ()
    assert played.services.proofs.consistency("none", 1).checkpoint == ""  # phones that saw it shall complain


def parse(receipt: str) -> tuple[dict, int, list[bytes], note.Checkpoint]:
    head, _, below = receipt.partition("\n\n")
    _, extra, index, *hashes = head.split("\n")
    record = json.loads(note.decoded(extra.removeprefix("extra ")))
    return record, int(index.removeprefix("index ")), [note.decoded(h) for h in hashes], note.read(below)[0]


@ON_BOTH
def test_a_players_receipt_proves_itself(played):
    played.a_debt()
    paid = played.pay("{} {} {} {}".format(*played.due[0]))  # not published yet: asking takes it up
    receipt = played.services.proofs.receipt(played.actor(paid.payer), paid.number)
    record, index, hashes, checkpoint = parse(receipt)
    leaf = leaf_hash(canonical(record["leaf"]))
    assert verify_inclusion(leaf, index, checkpoint.size, hashes, checkpoint.root)
    assert record["transfer"]["amount"] == paid.amount
    assert record["leaf"]["transfers"] == [paid.seal]
    assert played.services.proofs.holds(receipt)
    proof = receipt.partition("\n\n")[0].split("\n", 2)[2]
    assert len(proof) < 1000


def test_a_receipt_is_for_payer_payee_and_organizers(played):
    paid = played.transfers()[-1]
    receipt = played.services.proofs.receipt
    assert receipt(ORGANIZER, paid.number)
    stranger = next(user for user in played.users if user not in (paid.payer, paid.payee))
    assert isinstance(refusal_of(receipt, player(stranger), paid.number), NotFound)


def test_a_result_slip_is_signed_with_where_the_log_stood(played):
    slip = played.services.proofs.slip
    assert isinstance(refusal_of(slip, player("ada"), played.id), NotFound)
    played.close()
    found = slip(player("bob"), played.id)
    checkpoint, (signature,) = note.read(found.text)
    result = json.loads(checkpoint.more[0])
    assert result["balances"] == played.balances
    assert (result["table"], result["match"]) == (played.id, 1)
    public_key(played.services.proofs.key).verify(signature.signature, checkpoint.text.encode())
    assert played.services.proofs.holds(found.text)
    assert isinstance(refusal_of(slip, player("eve"), played.id), NotAllowed)


def test_who_leaves_after_a_game_or_comes_then_changes_nothing_about_its_result(played):
    played.close()
    slip, pictures = played.services.proofs.slip, played.services.pictures.story
    before, drawn = slip(ORGANIZER, played.id), pictures(ORGANIZER, played.id)
    add_tiles(played.program, "eve")
    played.leave("ada")
    played.sit("eve", name="Eve")
    after = slip(ORGANIZER, played.id)
    said = [json.loads(note.read(one.text)[0].more[0]) | {"seq": 0} for one in (before, after)]
    assert said[0] == said[1]
    assert after.rows == before.rows
    assert pictures(ORGANIZER, played.id) == drawn


@pytest.mark.parametrize(
    "given", ["", "x", "a\n1\nAAAA", "a\nx\nAAAA\n\n— a AAAA\n", "a\n1\n!!\n\n— a AAAA\n"]
)
def test_what_is_no_checkpoint_is_told(played, given):
    assert refusal_of(played.services.proofs.holds, given).field == "checkpoint"


def test_somebody_elses_checkpoint_is_not_ours(played):
    ours = played.services.proofs.checkpoint().note
    assert played.services.proofs.holds(ours)
    holds = played.services.proofs.holds
    assert refusal_of(holds, ours.replace("reckless-", "reckless-x")).field == "checkpoint"
    other = note.Checkpoint(read(played).origin, read(played).size, b"\0" * 32)
    forged = note.signed(other, played.services.proofs.signer.name, b"\0" * 32, b"\0" * 64)
    assert refusal_of(holds, forged).field == "checkpoint"


def test_a_log_that_lacks_leaves_proves_nothing_any_more(played):
    size = read(played).size
    by_hand(played, "DELETE FROM merkle_leaves WHERE place = 2")
    with played.program.database.read() as connection:
        assert proofs.size(connection, LOG) == size
    assert played.services.proofs.consistency(LOG, 5).hashes == ()
