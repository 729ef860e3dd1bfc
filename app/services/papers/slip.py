"""The result slip: how a game ended, and a code that holds the result and a signed checkpoint."""

from app.services.ids import grouped
from app.services.papers.paper import Paper
from app.services.papers.words import Words
from app.services.proofs import Slip
from qr.fonts import Face

CODE_MM = 62.0


def draw(paper: Paper, slip: Slip, words: Words, *, at: str, url: str) -> None:
    """Draw the slip on one page.

    Args:
        paper: Where.
        slip: What.
        words: How it is said.
        at: When the checkpoint was signed, as it is written here.
        url: Where the service is.
    """
    head = words.slip % {"code": grouped(slip.code), "match": slip.match}
    paper.y += 6
    paper.line(head, Face.DISPLAY, 7)
    paper.y += 5
    for x, title, align in (
        (paper.left, words.place, "left"),
        (paper.left + 18, words.name, "left"),
        (paper.right, words.score_of(slip.game), "right"),
    ):
        paper.text(x, paper.y, title, Face.TEXT, 3, align=align)
    paper.rule(paper.y + 1.5, thick=0.5)
    for row in slip.rows:
        paper.y += 8
        face = Face.BOLD if row.won else Face.TEXT
        name = f"{row.name} ({words.won})" if row.won else row.name
        paper.text(paper.left, paper.y, f"{row.place}.", face, 5)
        paper.text(paper.left + 18, paper.y, name, face, 5, room=110)
        paper.text(paper.right, paper.y, str(row.balance), face, 5, align="right")
        paper.rule(paper.y + 2.2, thick=0.1)
    paper.y += 8
    if paper.code(slip.text, paper.left - 4, paper.y, CODE_MM):
        paper.y += CODE_MM + 2
    paper.line(words.signed_at % {"at": at}, size=3.4)
    paper.y += 1
    paper.letters(slip.text.rstrip("\n"))
    paper.y += 3
    paper.paragraph(words.slip_note % {"url": url}, size=3.4)
