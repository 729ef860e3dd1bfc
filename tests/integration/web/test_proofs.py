"""Proofs as people get them: checkpoints for everybody, receipts and slips for those whose they are."""

import json
import subprocess
import sys

import pypdfium2
import pytest

from app.ledger import canonical, note, seal
from tests.conftest import ROOT
from tests.games.registering import high_card_in_the_box
from tests.integration.evening import ORGANIZER, Evening
from tests.integration.web.conftest import Phone, scanned

__all__ = ["high_card_in_the_box"]


@pytest.fixture
def over(evening: Evening) -> Evening:
    """A game that is over, with one payment."""
    evening.start().a_debt().pay_all().close()
    evening.services.proofs.publish()
    return evening


@pytest.fixture
def stranger(app) -> Phone:
    return Phone(app)


def test_anybody_may_see_the_newest_checkpoint_and_the_key(over, stranger):
    seen = stranger.get("/proof/all/checkpoint")
    assert seen.page.mimetype == "text/plain"
    assert note.read(seen.html)[0].size == len(over.log())
    assert stranger.get("/proof/key").html.strip() == over.services.proofs.key
    page = stranger.get("/proof")
    assert over.services.proofs.key in page.html
    assert f"{len(over.log())} lines" in page.words


def test_before_anything_was_played_there_is_no_checkpoint(evening, stranger):
    assert "Nothing was played yet." in stranger.get("/proof").words
    assert stranger.get("/proof/all/checkpoint").page.status_code == 404
    answer = json.loads(stranger.get("/proof/all/consistency?from=3").html)
    assert (answer["checkpoint"], answer["hashes"]) == ("", [])
    assert json.loads(stranger.get("/proof/other/consistency?from=3").html)["checkpoint"] == ""
    for log in ("%00", "%F0%9F%83%8F"):
        assert stranger.get(f"/proof/{log}/consistency").page.status_code == 404
    for log in ("other", "%00", "%F0%9F%83%8F"):
        assert stranger.get(f"/proof/{log}").page.status_code == 404
        assert stranger.get(f"/proof/{log}/checkpoint").page.status_code == 404


def test_a_phone_gets_the_proof_from_what_it_has_seen(over, stranger):
    answer = json.loads(stranger.get("/proof/all/consistency?from=3").html)
    assert set(answer) == {"checkpoint", "hashes", "key"}
    assert answer["hashes"]
    for nonsense in ("", "x", "-1", "0", "99999"):
        assert json.loads(stranger.get(f"/proof/all/consistency?from={nonsense}").html)["hashes"] == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text, "These books hold all that it saw."),
        (lambda text: text.replace("/all\n", "/all\n1"), "not signed here"),
        (lambda text: "nonsense", "This is no checkpoint"),
    ],
)
def test_somebody_tries_a_checkpoint_that_they_kept(over, stranger, change, says):
    kept = over.services.proofs.checkpoint().note
    stranger.get("/proof").send("/proof", checkpoint=change(kept))
    assert says in stranger.words


def test_a_receipt_is_kept_as_a_file_that_the_verifier_accepts_offline(over, app, tmp_path):
    paid = over.transfers()[-1]
    phone = Phone(app, paid.payer)
    assert "A proof to take home" in phone.get(f"/receipts/{paid.number}").words
    phone.get(f"/receipts/{paid.number}/keep")
    assert 'aria-label="Place and checkpoint as a code"' in phone.html
    file = tmp_path / "receipt.tlog-proof"
    file.write_text(phone.get(f"/receipts/{paid.number}/proof").html, encoding="utf-8")
    done = verify(file, over.services.proofs.key)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"transfer {paid.number}" in done.stdout
    (other,) = {"ada", "bob", "cyd"} - {paid.payer, paid.payee}
    assert Phone(app, other).get(f"/receipts/{paid.number}/proof").page.status_code == 404


def verify(file, key: str, *more: str) -> subprocess.CompletedProcess:
    """Run the stand-alone verifier as somebody would who has nothing of ours but it."""
    return subprocess.run(
        [sys.executable, "-I", ROOT / "scripts" / "verify_receipt.py", "--key", key, *more, file],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_result_slip_is_a_page_and_a_paper_whose_code_proves_itself(over, app, tmp_path):
    phone = Phone(app, "bob")
    assert "Result slip" in phone.get(f"/tables/{over.id}").words
    shown = phone.get(f"/tables/{over.id}/slip")
    assert "Result slip" in shown.words
    assert all(str(balance) in shown.words for balance in over.balances.values())
    for paper in ("a4", "letter"):
        made = phone.client.get(f"/tables/{over.id}/slip.pdf?paper={paper}")
        assert made.mimetype == "application/pdf"
        (page,) = pypdfium2.PdfDocument(made.data)
        words = page.get_textpage().get_text_range()
        assert "page 1 of 1" in words
        file = tmp_path / f"{paper}.txt"
        file.write_text(scanned(page.render(scale=3).to_pil()), encoding="utf-8")
        done = verify(file, over.services.proofs.key)
        assert done.returncode == 0, done.stdout + done.stderr
        assert over.id in done.stdout
    assert phone.client.get(f"/tables/{over.id}/slip.pdf?paper=a0").status_code == 422


@pytest.mark.usefixtures("high_card_in_the_box")
@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("reckless", "Credits"),
        ("cheaters_game", "Points"),
        ("gorilla_warfare", "Outlived"),
        ("high_card", "Score"),
    ],
)
def test_a_slip_says_what_its_game_counts(program, app, game, counts):
    played = Evening(program, game=game, mode="dealer").start().close()
    phone = Phone(app, "bob")
    phone.get(f"/tables/{played.id}/slip").says(f"Place Name {counts} 1")
    (page,) = pypdfium2.PdfDocument(phone.client.get(f"/tables/{played.id}/slip.pdf").data)
    words = page.get_textpage().get_text_range()
    assert f"Place Name {counts}" in words
    assert f"Result of table {played.code[:3]} {played.code[3:]}".lower() in words.lower()


def test_no_slip_while_a_game_runs_and_none_for_strangers(evening, app):
    evening.start()
    assert Phone(app, "ada").get(f"/tables/{evening.id}/slip").page.status_code == 404


def test_the_verifier_finds_every_change_to_a_receipt_and_two_histories(over, tmp_path):
    paid, proofs = over.transfers()[-1], over.services.proofs
    whole = proofs.receipt(ORGANIZER, paid.number)
    head, _, seen = whole.partition("\n\n")
    first, extra, index, *hashes = head.split("\n")
    record = json.loads(note.decoded(extra.removeprefix("extra ")))

    def with_record(**changes: object) -> str:
        changed = canonical({**record, **changes})
        return "\n".join((first, f"extra {note.encoded(changed)}", index, *hashes, "", seen))

    other = {**record["transfer"], "amount": 51}
    leaf = {**record["leaf"], "transfers": [seal(bytes.fromhex(record["previous"]), other).hex()]}
    place = int(index.removeprefix("index "))
    changed = {
        "another amount": with_record(transfer=other),
        "another amount under a seal that fits": with_record(transfer=other, leaf=leaf),
        "another line": with_record(leaf={**record["leaf"], "seq": 1}),
        "another place": whole.replace(index, f"index {place - 1}"),
        "a place beyond the end": whole.replace(index, f"index {place + 1000}"),
        "another hash": whole.replace(hashes[0], note.encoded(b"\0" * 32)),
        "a hash left out": whole.replace(f"{hashes[0]}\n", "", 1),
        "another size": whole.replace("/all\n", "/all\n1"),
    }
    for what, text in changed.items():
        file = tmp_path / "receipt"
        file.write_text(text, encoding="utf-8")
        done = verify(file, proofs.key)
        assert (done.returncode, "DOES NOT HOLD" in done.stdout) == (1, True), what
    (tmp_path / "mine").write_text(whole, encoding="utf-8")
    kept = note.read(seen)[0]
    fork = note.Checkpoint(kept.origin, kept.size, b"\0" * 32)
    (tmp_path / "theirs").write_text(proofs.signer.sign(fork), encoding="utf-8")
    done = verify(tmp_path / "theirs", proofs.key, str(tmp_path / "mine"))
    assert (done.returncode, "two histories" in done.stdout) == (1, True), done.stdout
    assert verify(tmp_path / "mine", "reckless-1+00000000+AAAA").returncode == 1
    assert verify(tmp_path / "none", proofs.key).returncode == 2
