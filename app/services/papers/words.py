"""What papers say, in English; pages pass the words of their reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.services.pictures.charts import Captions


@dataclass(frozen=True, slots=True)
class Words:
    """Templates with the named gaps of `%`; `kinds` names each kind of transfer, `scores` what each game counts."""

    page: str = "page %(page)d of %(pages)d"
    printed: str = "printed %(at)s"
    slip: str = "Result of table %(code)s, game %(match)d"
    place: str = "Place"
    name: str = "Name"
    score: str = "Score"
    won: str = "won"
    signed_at: str = "The log stood here at %(at)s:"
    slip_note: str = (
        "The code holds the result and a signed checkpoint of the log. Whoever keeps this slip can show later that"
        " nothing before it was changed: on the page %(url)s/proof, or without the server with"
        " scripts/verify_receipt.py."
    )
    report: str = "Report on the books"
    none: str = "Nothing was played yet."
    tables: str = "Tables"
    transfers: str = "Transfers"
    amount: str = "Amount"
    moved: str = "Moved"
    time: str = "Time"
    number: str = "Number"
    payer: str = "From"
    payee: str = "To"
    purpose: str = "For"
    table: str = "Table %(code)s"
    bank: str = "The bank"
    holds: str = "The books were checked when this was printed: they hold."
    broken: str = "The books were checked when this was printed, and do NOT hold: %(fault)s"
    more: str = "Not printed: %(count)d more. The other kinds of export have all of them."
    checkpoint: str = "Newest checkpoint"
    checkpoint_note: str = (
        "This sums up every line of every table until then and is signed. Keep it, and try it later on the page"
        " %(url)s/proof or with scripts/verify_receipt.py."
    )
    period: str = "Transfers from %(start)s to %(end)s."
    kinds: Mapping[str, str] | None = None
    scores: Mapping[str, str] | None = None
    captions: Captions | None = None

    def kind(self, kind: str) -> str:
        """A kind of transfer in words."""
        return (self.kinds or {}).get(kind, kind)

    def score_of(self, game: str) -> str:
        """What a game counts, as the head of a column."""
        return (self.scores or {}).get(game, self.score)
