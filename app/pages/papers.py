"""The words of papers and pictures in the reader's language."""

from collections.abc import Mapping

from flask_babel import gettext as _

from app.services.papers import Words
from app.services.pictures.charts import Captions


def captions() -> Captions:
    """What pictures of a game say."""
    return Captions(
        balances=_("Balances, step by step"),
        balances_text=_("%(names)s began with %(start)s and ended with %(end)s."),
        flow=_("Who took what from whom"),
        flow_text=_("%(payer)s gave %(payee)s %(amount)d."),
        standings=_("Standings"),
        standings_text=_("%(name)s has %(amount)d."),
        claims=_("Claims and challenges"),
        claims_text=_(
            "%(name)s claimed %(made)d times: %(caught)d bluffs were caught, %(proved)d were proved, and challenged"
            " %(challenges)d times, %(right)d of them rightly."
        ),
        caught=_("caught"),
        proved=_("proved"),
        believed=_("not challenged"),
        bank=_("The bank"),
        paid=_("paid"),
        took=_("took"),
    )


def words(scores: Mapping[str, str] | None = None) -> Words:
    """What papers say; `scores` is what each game counts, where they tell its result."""
    return Words(
        page=_("page %(page)d of %(pages)d"),
        printed=_("printed %(at)s"),
        slip=_("Result of table %(code)s, game %(match)d"),
        place=_("Place"),
        name=_("Name"),
        score=_("Score"),
        won=_("won"),
        signed_at=_("The log stood here at %(at)s:"),
        slip_note=_(
            "The code holds the result and a signed checkpoint of the log. Whoever keeps this slip can show later that"
            " nothing before it was changed: on the page %(url)s/proof, or without the server with"
            " scripts/verify_receipt.py."
        ),
        report=_("Report on the books"),
        none=_("Nothing was played yet."),
        tables=_("Tables"),
        transfers=_("Transfers"),
        amount=_("Amount"),
        time=_("Time"),
        number=_("Number"),
        payer=_("From"),
        payee=_("To"),
        purpose=_("What for"),
        table=_("Table %(code)s"),
        bank=_("The bank"),
        holds=_("The books were checked when this was printed: they hold."),
        broken=_("The books were checked when this was printed, and do NOT hold: %(fault)s"),
        more=_("Not printed: %(count)d more. The other kinds of export have all of them."),
        checkpoint=_("Newest checkpoint"),
        checkpoint_note=_(
            "This sums up every line of every table until then and is signed. Keep it, and try it later on the page"
            " %(url)s/proof or with scripts/verify_receipt.py."
        ),
        period=_("Transfers from %(start)s to %(end)s."),
        kinds={
            "grant": _("Starting credits"),
            "return": _("Back to the bank"),
            "payment": _("Payment"),
            "charge": _("Charge"),
            "award": _("Award"),
            "reversal": _("Reversal"),
        },
        scores=scores,
        captions=captions(),
    )
