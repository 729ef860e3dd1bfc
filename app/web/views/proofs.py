"""Proof that needs no trust in us: checkpoints and consistency for everybody, receipts and result slips to keep."""

from flask import Blueprint, Response, jsonify, render_template, request
from flask_babel import gettext as _

from app.errors import Invalid, NotFound
from app.ledger.note import without_payment
from app.pages.forms import asked_number, back_to, text
from app.pages.papers import words
from app.pages.session import services, signed_in
from app.services.codes import symbol_if_it_fits
from app.services.proofs import ALL
from app.services.zones import local
from app.web.games import PRESENTERS, presenter

MAX_PASTED = 8_000


def proof(log: str = ALL) -> str:
    """What a log's newest checkpoint is, our public key, and a place to try a checkpoint that somebody kept."""
    return _page(log=log)


def check() -> str:
    """Say whether our log holds what a checkpoint, slip or receipt saw."""
    back_to("/proof")
    pasted = text("checkpoint", MAX_PASTED)
    given = _file() or pasted
    if not given:
        return _page(problem=_("Paste it, or choose its file."))
    try:
        return _page(pasted, held=services().proofs.holds(given))
    except Invalid as error:
        return _page(pasted, problem=str(_(error.message)))


def _file() -> str:
    """What stands in the file that was chosen, "" if none was."""
    file = request.files.get("file")
    return file.stream.read(MAX_PASTED).decode("utf-8-sig", "replace") if file and file.filename else ""


def _page(pasted: str = "", *, log: str = ALL, held: bool | None = None, problem: str = "") -> str:
    try:
        newest = services().proofs.checkpoint(log)
    except NotFound:
        if log != ALL:
            raise
        newest = None
    return render_template(
        "web/proof.html",
        newest=newest,
        at=local(newest.at, None) if newest else None,
        code=symbol_if_it_fits(newest.note) if newest else None,
        verifier_key=services().proofs.key,
        pasted=pasted,
        held=held,
        problem=problem,
    )


def key() -> Response:
    """The public key that checkpoints are checked with."""
    return _text(f"{services().proofs.key}\n")


def checkpoint(log: str) -> Response:
    """The newest checkpoint of a log."""
    return _text(services().proofs.checkpoint(log).note)


def consistency(log: str) -> Response:
    """The newest checkpoint, and the proof that it holds what a phone has seen: the first `from` lines."""
    found = services().proofs.consistency(log, asked_number("from", 0))
    return jsonify(checkpoint=found.checkpoint, hashes=found.hashes, key=services().proofs.key)


def receipt(number: str) -> Response:
    """A payment with its proof, as a file to keep."""
    back_to("/")
    response = _text(services().proofs.receipt(signed_in(), number))
    response.headers["Content-Disposition"] = f'attachment; filename="receipt-{number}.tlog-proof"'
    return response


def receipt_page(number: str) -> str:
    """The same as a code, and how to keep it."""
    who = signed_in()
    back_to("/")
    whole = services().proofs.receipt(who, number)
    return render_template(
        "web/keep.html",
        number=number,
        proof=whole,
        size=len(whole.encode()),
        code=symbol_if_it_fits(without_payment(whole)),
    )


def slip(table_id: str) -> str:
    """How a game ended, to print or to keep: the result and the checkpoint, in words and as a code."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    found = services().proofs.slip(who, table_id)
    return render_template(
        "web/slip.html",
        slip=found,
        rows=found.rows,
        scored=presenter(found.game).scored,
        at=local(found.at, found.zone),
        code=symbol_if_it_fits(found.text),
        table_id=table_id,
    )


def slip_pdf(table_id: str) -> Response:
    """The same as a page to print."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    paper = request.args.get("paper", "a4")
    said = words({game: str(one.scored) for game, one in PRESENTERS.items()})
    response = Response(
        services().papers.slip(who, table_id, words=said, paper=paper), mimetype="application/pdf"
    )
    response.headers["Content-Disposition"] = f'inline; filename="result-{table_id}.pdf"'
    return response


def _text(words: str) -> Response:
    return Response(words, mimetype="text/plain; charset=utf-8")


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/proof", "proof", proof)
    blueprint.add_url_rule("/proof", "proof_check", check, methods=["POST"])
    blueprint.add_url_rule("/proof/<log>", "proof_of_log", proof)
    blueprint.add_url_rule("/proof/key", "proof_key", key)
    blueprint.add_url_rule("/proof/<log>/checkpoint", "proof_checkpoint", checkpoint)
    blueprint.add_url_rule("/proof/<log>/consistency", "proof_consistency", consistency)
    blueprint.add_url_rule("/receipts/<number>/proof", "receipt_proof", receipt)
    blueprint.add_url_rule("/receipts/<number>/keep", "receipt_keep", receipt_page)
    blueprint.add_url_rule("/tables/<table_id>/slip", "table_slip", slip)
    blueprint.add_url_rule("/tables/<table_id>/slip.pdf", "table_slip_pdf", slip_pdf)
