"""What goes wrong, as people see it: each error's status and heading, and where to go on from there."""

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit, urlunsplit

from flask import Response, current_app, flash, g, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from app import errors
from app.pages.refusals import REFUSED
from app.pages.refused_forms import keep
from app.pages.session import ForeignForm, actor

STATUS: Mapping[type[errors.AppError], int] = {
    errors.PaymentRefused: 409,
    errors.IllegalMove: 409,
    errors.Refused: 409,
    errors.InsufficientFunds: 409,
    errors.Invalid: 422,
    errors.NotSignedIn: 401,
    errors.TooManyTries: 429,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.KeyReused: 409,
    errors.StaleState: 409,
    errors.Conflict: 409,
    errors.InProgress: 409,
    errors.RailRefused: 409,
    errors.RailUnknown: 409,
    errors.RailError: 502,
    errors.Unavailable: 503,
    errors.AppError: 500,
}

HEADING: Mapping[int, LazyString] = {
    400: _l("That can't be read."),
    401: _l("Sign in first."),
    403: _l("That is not yours to do."),
    404: _l("There is nothing here."),
    405: _l("There is nothing here."),
    409: _l("Not now."),
    413: _l("That is too large."),
    422: _l("That can't be read."),
    429: _l("Too many tries."),
    502: _l("The bank did not do it."),
    503: _l("Try again in a moment."),
}


DOORS = ("web.sign_in", "web.enter_with_secret")
"""Where one signs in."""


def status_of(error: errors.AppError) -> int:
    """The status for that error: of its own class, or of the nearest one above."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def told(error: errors.AppError) -> str:
    """The error in the reader's language, and what was added to it."""
    sentences = [str(_(message, **facts) if facts else _(message)) for message, facts in error.said]
    if error.code in REFUSED:
        sentences[0] = str(REFUSED[error.code])
    return " ".join(sentences)


def on_error(error: errors.AppError) -> AnyResponse | tuple[str, int]:
    """Answer with what went wrong.

    A page's script gets it as data. A form is led back to its page, which shows the sentence and what was typed;
    `g.back` names that page. Whoever is not signed in signs in and comes back.
    """
    status = status_of(error)
    if from_script():
        # A script keeps what it sent until somebody is signed in again, and asks then: it may have been done already.
        again = _must_sign_in(error) or isinstance(error, ForeignForm)
        response = jsonify(code=error.code, message=told(error), go=_go(error), again=again)
        response.status_code = status
        return response
    if _must_sign_in(error):
        return redirect(_go(error), 303)
    if (request.method == "POST" or g.get("asks")) and g.get("back"):
        if not isinstance(error, errors.PaymentRefused):
            flash(_linked(error), "bad")
        keep(_go(error), error.field if isinstance(error, errors.Invalid) else "")
        return redirect(_go(error), 303)
    return problem(status, _linked(error))


def _linked(error: errors.AppError) -> str:
    """The sentence, and a link to the table that is in the way, where one is."""
    table = error.facts.get("table") if isinstance(error, errors.Conflict) else None
    if table is None:
        return told(error)
    return Markup('{} <a href="/tables/{}">{}</a>').format(told(error), table, _("To that table"))


def on_http(error: HTTPException) -> AnyResponse | tuple[str, int]:
    """Answer for what Flask itself refuses: unknown pages, uploads that are too large."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error.get_response()
    return problem(
        status, str(_("The address leads nowhere.")) if status in (404, 405) else error.description or ""
    )


def problem(status: int, text: str) -> tuple[str, int]:
    """A page that says what went wrong."""
    heading = str(HEADING.get(status, _("Something broke. It is our fault.")))
    return render_template(
        "web/problem.html", status=status, heading=heading, text=text, back=g.get("back") or "/"
    ), status


def from_script() -> bool:
    """Whether one of our scripts asks."""
    return request.headers.get("X-Requested-With") == "reckless"


def answer_script(response: Response) -> Response:
    """Tell a script where a form leads, instead of leading it there."""
    if from_script() and response.status_code == 303:
        response.set_data(current_app.json.dumps({"go": response.location}))
        response.status_code = 200
        response.mimetype = "application/json"
        del response.headers["Location"]
    return response


def _go(error: errors.AppError) -> str:
    """Where to go on: a refused payment's page says why, and what is owed instead."""
    back = str(g.get("back") or "/")
    if _must_sign_in(error):
        return url_for("web.start", next=_come_back(back))
    if isinstance(error, errors.PaymentRefused):
        return f"{back}&{urlencode({'refused': error.code})}"
    return back


def _come_back(back: str) -> str:
    """The page to return to after signing in: this one, or the one whose form was sent."""
    if request.method == "GET" and not from_script():
        return request.full_path.rstrip("?")
    sent_from = urlsplit(request.referrer or "")
    if sent_from.netloc != request.host or (back != "/" and not from_script()):
        return back
    return urlunsplit(("", "", sent_from.path, sent_from.query, ""))


def _must_sign_in(error: errors.AppError) -> bool:
    """Whether somebody must sign in to come here; at the door itself the same error is a wrong password."""
    if isinstance(error, ForeignForm):
        return actor() is None and request.endpoint not in DOORS
    return isinstance(error, errors.NotSignedIn) and request.endpoint not in DOORS
