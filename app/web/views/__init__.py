"""The view functions, thin: what is asked goes to a service, what comes back to a template."""

from flask import Blueprint

from app.pages import guard
from app.web.views import (
    bank,
    board,
    join,
    live,
    past,
    pay,
    programs,
    proofs,
    receipts,
    rules,
    scan,
    start,
    tables,
    tickets,
)

BLUEPRINT = Blueprint("web", __name__, template_folder="../templates")

guard(BLUEPRINT)
for part in (
    start,
    bank,
    board,
    join,
    tables,
    live,
    pay,
    tickets,
    receipts,
    proofs,
    past,
    scan,
    programs,
    rules,
):
    part.add_to(BLUEPRINT)
