"""The report: what was moved, whether the books hold, a signed checkpoint, the games in pictures, and the transfers."""

from collections.abc import Sequence
from itertools import islice

from app.ledger import BANK
from app.services.audit import Verdict
from app.services.exports.source import Row, Source
from app.services.ids import grouped
from app.services.papers import Words
from app.services.papers.ink import draw
from app.services.papers.paper import Frame, Paper, pdf
from app.services.pictures import Story
from app.services.zones import as_written
from qr.fonts import Face

MOST_ROWS = 2_000
"""Transfers that are printed: some forty pages. Nobody reads a million of them on paper."""

CODE_MM = 40.0
ROW_MM = 4.6


def report(source: Source, frame: Frame, verdict: Verdict, stories: Sequence[Story], *, url: str) -> bytes:
    """The report as a PDF file.

    Args:
        source: What of the ledger.
        frame: Of its pages.
        verdict: What a check of the books has just found.
        stories: The games to show in pictures.
        url: Where the service is.
    """
    rows = list(islice((row for portion in source.portions() for row in portion), MOST_ROWS))
    codes = {part.table_id: part.code for part in source.parts}

    def lay_out(paper: Paper) -> None:
        words = frame.words
        paper.y += 4
        paper.line(words.report, Face.DISPLAY, 8)
        paper.y += 2
        _summary(paper, source, verdict, words, url=url)
        for story in stories:
            paper.y += 4
            paper.need(60)
            game = words.slip % {"code": grouped(codes[story.table_id]), "match": story.match}
            paper.line(game, Face.DISPLAY, 5.5)
            for drawing in story.drawings:
                draw(paper, drawing)
        _transfers(paper, source, rows, words)

    return pdf(frame, lay_out)


def _summary(paper: Paper, source: Source, verdict: Verdict, words: Words, *, url: str) -> None:
    chosen = source.selection
    if chosen.start is not None or chosen.end is not None:
        ends = {
            "start": "…" if chosen.start is None else as_written(chosen.start, chosen.zone),
            "end": "…" if chosen.end is None else as_written(chosen.end, chosen.zone),
        }
        paper.paragraph(words.period % ends)
    said = words.holds if verdict.ok else words.broken % {"fault": str(verdict.faults[0])}
    paper.paragraph(said, Face.BOLD)
    paper.line(f"{words.tables}: {len(source.parts)}   {words.transfers}: {source.count}")
    if not source.checkpoints:
        return
    for checkpoint in source.checkpoints:
        paper.y += 3
        paper.need(CODE_MM)
        paper.line(words.checkpoint, Face.BOLD, 4)
        paper.letters(checkpoint.note.rstrip("\n"))
        paper.need(CODE_MM)
        if paper.code(checkpoint.note, paper.left - 3, paper.y, CODE_MM):
            paper.y += CODE_MM
    paper.paragraph(words.checkpoint_note % {"url": url}, size=3.2)


def _transfers(paper: Paper, source: Source, rows: Sequence[Row], words: Words) -> None:
    paper.y += 6
    paper.need(30)
    paper.line(words.transfers, Face.DISPLAY, 5.5)
    if not rows:
        paper.line(words.none)
        return
    table = ""
    for row in rows:
        if row.transfer.table != table:
            table = row.transfer.table
            paper.need(ROW_MM * 4)
            paper.y += 3
            paper.line(words.table % {"code": grouped(row.part.code)}, Face.BOLD, 4)
            _headings(paper, words)
        if paper.need(ROW_MM):
            _headings(paper, words)
        _row(paper, source, row, words)
    left_out = source.count - len(rows)
    if left_out > 0 and len(rows) == MOST_ROWS:
        paper.y += 3
        paper.line(words.more % {"count": left_out}, Face.BOLD)


def _columns(paper: Paper) -> tuple[float, ...]:
    return tuple(paper.left + x for x in (0, 42, 64, 96, 128, 148))


def _headings(paper: Paper, words: Words) -> None:
    paper.y += ROW_MM
    titles = (words.time, words.number, words.payer, words.payee, words.amount, words.purpose)
    for x, title in zip(_columns(paper), titles, strict=True):
        paper.text(x, paper.y, title, Face.TEXT, 2.8)
    paper.rule(paper.y + 1.2)


def _row(paper: Paper, source: Source, row: Row, words: Words) -> None:
    paper.y += ROW_MM
    one = row.transfer
    time, number, payer, payee, amount, purpose = _columns(paper)

    def owner(user: str) -> str:
        return words.bank if user == BANK else row.name(user)

    paper.text(time, paper.y, as_written(one.at, source.selection.zone), Face.TEXT, 3, room=40)
    paper.text(number, paper.y, str(one.number), Face.CODE, 3)
    paper.text(payer, paper.y, owner(one.payer), Face.TEXT, 3.2, room=30)
    paper.text(payee, paper.y, owner(one.payee), Face.TEXT, 3.2, room=30)
    paper.text(amount + 12, paper.y, str(one.amount), Face.BOLD, 3.2, align="right")
    about = " ".join(part for part in (words.kind(one.kind), one.action, one.reason) if part)
    paper.text(purpose, paper.y, about, Face.TEXT, 3, room=paper.right - purpose)
