"""Whatever a proof is handed out as can be given back wherever proofs are taken, and no copying looks like fraud."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pypdfium2
import pytest
from flask import Flask

from app.services.exports.source import Selection
from tests.integration.cli.conftest import Reckless
from tests.integration.evening import ORGANIZER, SECRET_KEY, Evening
from tests.integration.web.conftest import Phone, scanned
from tests.integration.web.test_proofs import verify


class Kept:
    """A game that is over, and everything that people took home from it."""

    def __init__(self, evening: Evening, app: Flask):
        self.evening, self.app = evening, app
        self.paid = evening.transfers()[-1]
        self.phone = Phone(app, self.paid.payer)

    def file(self, address: str) -> str:
        return self.phone.get(address).html

    def text(self, address: str, place: str) -> str:
        found = re.search(rf'<pre [^>]*id="{place}">([^<]*)</pre>', self.phone.get(address).html)
        assert found
        return unescape(found.group(1))

    def code(self, address: str) -> str:
        (code,) = self.phone.get(address).codes()
        return code

    def slip(self) -> bytes:
        return self.phone.client.get(f"/tables/{self.evening.id}/slip.pdf").data

    def report(self) -> bytes:
        made = self.evening.services.exports.export(ORGANIZER, "pdf", Selection())
        return b"".join(made.chunks)


def copied(pdf: bytes) -> str:
    """All that can be marked on a page, as a viewer copies it."""
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range())


def photographed(pdf: bytes) -> str:
    return scanned(pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil())


FORMS: dict[str, Callable[[Kept], str]] = {
    "checkpoint as a file": lambda kept: kept.file("/proof/all/checkpoint"),
    "checkpoint as text": lambda kept: kept.text("/proof", "checkpoint"),
    "checkpoint as a code": lambda kept: kept.code("/proof"),
    "checkpoint copied from the report": lambda kept: copied(kept.report()),
    "checkpoint as the report's code": lambda kept: photographed(kept.report()),
    "receipt as a file": lambda kept: kept.file(f"/receipts/{kept.paid.number}/proof"),
    "receipt as text": lambda kept: kept.text(f"/receipts/{kept.paid.number}/keep", "proof"),
    "receipt as a code": lambda kept: kept.code(f"/receipts/{kept.paid.number}/keep"),
    "slip as text": lambda kept: kept.text(f"/tables/{kept.evening.id}/slip", "slip"),
    "slip as a code": lambda kept: kept.code(f"/tables/{kept.evening.id}/slip"),
    "slip copied from paper": lambda kept: copied(kept.slip()),
    "slip as the paper's code": lambda kept: photographed(kept.slip()),
}

COPIES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "with the line ends of a form": lambda text: text.replace("\n", "\r\n"),
    "in one line": lambda text: " ".join(text.split()),
    "in narrow lines": lambda text: "\n".join(
        line[n : n + 60] for line in text.split("\n") for n in range(0, max(len(line), 1), 60)
    ),
    "moved in, with what stood around": lambda text: (
        f"Keep this:\n> \n   {text.replace(chr(10), chr(10) + '   ')}"
    ),
}


def answer(phone: Phone) -> str:
    found = re.search(r'id="held" [^>]*>([^<]*)<', phone.html)
    assert found
    return found.group(1)


def to_the_page(kept: Kept, file: Path) -> str:
    return answer(Phone(kept.app).get("/proof").send("/proof", checkpoint=file.read_text(encoding="utf-8")))


def to_the_page_as_a_file(kept: Kept, file: Path) -> str:
    phone = Phone(kept.app).get("/proof")
    with file.open("rb") as opened:
        phone.page = phone.client.post("/proof", data={"csrf": phone.csrf(), "file": (opened, file.name)})
    return answer(phone)


def to_the_command(kept: Kept, file: Path) -> str:
    reckless = Reckless(file.parent)
    reckless.environ |= {
        "RECKLESS_DATABASE_URL": kept.evening.program.database.url,
        "RECKLESS_SECRET_KEY": SECRET_KEY,
    }
    ended = reckless("audit", "verify", "--books-only", "--checkpoint", file)
    return ended.out + ended.err


def to_the_script(kept: Kept, file: Path) -> str:
    done = verify(file, kept.evening.services.proofs.key)
    assert not done.stderr.startswith("Traceback")
    return done.stdout + done.stderr


TAKERS = {
    to_the_page: "These books hold all that it saw.",
    to_the_page_as_a_file: "These books hold all that it saw.",
    to_the_command: "all in order",
    to_the_script: "line",
}
FRAUD = ("do not hold", "do NOT hold", "DOES NOT HOLD", "was changed", "not signed")


@pytest.fixture
def kept(evening: Evening, app: Flask) -> Kept:
    evening.start().a_debt().pay_all().close()
    evening.services.proofs.publish()
    return Kept(evening, app)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_taken_everywhere(kept, form, tmp_path):
    handed_out = FORMS[form](kept)
    for copy, change in COPIES.items():
        file = tmp_path / "kept"
        file.write_text(change(handed_out), encoding="utf-8", newline="")
        for taker, says in TAKERS.items():
            if copy == "as it is" or taker is not to_the_command:  # it reads as the page does
                said = taker(kept, file)
                assert says in said, (copy, taker.__name__, said)
                assert not any(word in said for word in FRAUD), (copy, taker.__name__, said)


@pytest.mark.parametrize("taker", TAKERS)
def test_what_copying_lost_is_told_as_that(kept, taker, tmp_path):
    """A hyphen that a viewer takes for one of its own, a page that ends too soon: nobody has cheated."""
    slip, receipt = copied(kept.slip()), FORMS["receipt as text"](kept)
    folded = COPIES["in narrow lines"](receipt)
    for text in (
        slip.replace('"balances":', '"balances"'),
        slip.replace('"match":1', '"match":2'),
        folded.replace("\nextra eyJ", "\nextra eyeyJ"),
    ):
        file = tmp_path / "kept"
        file.write_text(text, encoding="utf-8", newline="")
        said = taker(kept, file)
        assert "in copying" in said or "when it was copied" in said, said
        assert TAKERS[taker] not in said or taker is to_the_script
        assert not any(word in said for word in FRAUD), said


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize(
    "form", ["receipt as text", "slip as text", "checkpoint as text", "receipt as a code"]
)
def test_whole_lines_that_nobody_signed_are_refused(kept, form, taker, tmp_path):
    text = FORMS[form](kept)
    size = f"\n{len(kept.evening.log())}\n"
    file = tmp_path / "kept"
    file.write_text(text.replace(size, f"\n1{size[1:]}"), encoding="utf-8")
    said = taker(kept, file)
    assert TAKERS[taker] not in said or "DOES NOT HOLD" in said
    assert any(word in said for word in FRAUD), said


def test_a_path_must_lead_from_the_leaf_that_it_names(kept):
    code = FORMS["receipt as a code"](kept)
    place = next(line for line in code.split("\n") if line.startswith("index "))
    assert kept.evening.services.proofs.holds(code)
    for other in ("index 0", "index -1", "index 99999"):
        assert not kept.evening.services.proofs.holds(code.replace(place, other))


@pytest.mark.parametrize("taker", [to_the_page_as_a_file, to_the_command, to_the_script])
def test_a_pdf_file_is_told_as_that(kept, taker, tmp_path):
    file = tmp_path / "slip.pdf"
    file.write_bytes(kept.slip())
    assert "PDF" in taker(kept, file)


def test_nothing_given_is_told_as_that(kept):
    assert answer(Phone(kept.app).get("/proof").send("/proof")) == "Paste it, or choose its file."


def test_the_page_names_the_size_of_the_text_that_it_shows(kept):
    size = len(FORMS["receipt as text"](kept).encode())
    assert f"The proof as text, {size} bytes" in kept.phone.words
    assert FORMS["receipt as text"](kept) == FORMS["receipt as a file"](kept)
