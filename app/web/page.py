"""What the view functions share: forms, keys, the way back, and the values every template has."""

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, current_app, g, request
from flask_babel import get_locale
from markupsafe import Markup

from app.errors import Invalid
from app.pages.forms import text
from app.pages.session import actor, csrf, services
from app.services import ids
from app.services.codes import emblem
from app.web import assets, games, words
from app.web.settings import house_rules

MAX_MOVE = 2_000


def move() -> Mapping[str, Any]:
    """The move that a button stands for.

    Raises:
        Invalid: If it can't be read.
    """
    try:
        said = json.loads(text("move", MAX_MOVE))
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Invalid("This button can't be read. Load the page again.", field="move")
    return said


def my_table() -> str | None:
    """The table of whoever is signed in; looked up once a request."""
    if "table" not in g:
        who = actor()
        g.table = services().tables.seated_at(who) if who else None
    found: str | None = g.table
    return found


def log_of_page() -> str:
    """The signed log of the table that the page shows, or of the one where its reader sits; "" if there is none."""
    shown = (request.view_args or {}).get("table_id") or my_table()
    return (services().proofs.log_of(shown) if shown else None) or ""


def in_attribute(value: object) -> str:
    """JSON for an attribute; the template escapes it."""
    return json.dumps(value, separators=(",", ":"), default=str)


def signed(number: int) -> Markup:
    """A number; its minus in the sturdier face, for the display face has only a hairline for one."""
    return Markup('<span class="minus">−</span>%s' if number < 0 else "%s") % abs(number)


FILTERS: Mapping[str, Callable[..., Any]] = {
    "grouped": ids.grouped,
    "spaced": ids.grouped,
    "sign_of": games.sign,
    "cards_left": words.cards_left,
    "json_value": in_attribute,
    "signed": signed,
}


def prepare(app: Flask) -> None:
    """Give every template the filters and values it may use."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(
        asset=assets.address,
        new_key=lambda: secrets.token_urlsafe(16),
        emblem_of=emblem,
        house_rules=house_rules,
        csrf=csrf,
    )
    app.context_processor(_values)


def _values() -> dict[str, Any]:
    locale = get_locale()
    return {
        "actor": actor(),
        "my_table": my_table,
        "log_of_page": log_of_page,
        "locale": locale.language if locale else "en",
        "direction": locale.text_direction if locale else "ltr",
        "public_url": current_app.config["PUBLIC_URL"],
    }
