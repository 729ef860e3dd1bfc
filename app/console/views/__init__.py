"""The view functions, thin: what is asked goes to a service, what comes back to a template."""

from flask import Blueprint

from app.console import words
from app.console.views import audit, bank, books, events, looks, people, start, tiles, welcome
from app.pages import guard
from app.pages.session import services

BLUEPRINT = Blueprint("console", __name__, url_prefix="/organizer", template_folder="../templates")

guard(BLUEPRINT)
for views in (start, events, tiles, looks, people, books, audit, bank, welcome):
    views.add_to(BLUEPRINT)


@BLUEPRINT.context_processor
def _words() -> dict[str, object]:
    return {"desk": words, "has_bank": lambda: services().orders.outside}
