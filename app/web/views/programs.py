"""Programs that act for somebody: adding one, the code that gives it its token, and taking that away."""

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go, text
from app.pages.session import services, signed_in
from app.services.people.access_clients import ClientStatus


def programs() -> str:
    """The page with one's own programs."""
    return _page()


def add_program() -> str:
    """Add one, and show the code that it asks for."""
    who = signed_in()
    back_to("/programs")
    made = services().access_clients.add(who, text("name"))
    return _page(code=services().access_clients.activation_code(who, made.id), name=made.name)


def end_program(client_id: str) -> Response:
    """Take a program's token away."""
    who = signed_in()
    back_to("/programs")
    services().access_clients.set_status(who, client_id, ClientStatus.UNASSIGNED)
    return go("/programs")


def _page(*, code: str = "", name: str = "") -> str:
    who = signed_in()
    own = services().access_clients.of(who, who.user)
    used = [client for client in own if client.status is not ClientStatus.UNASSIGNED]
    return render_template("web/programs.html", used=used, code=code, name=name)


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/programs", "programs", programs)
    blueprint.add_url_rule("/programs", "add_program", add_program, methods=["POST"])
    blueprint.add_url_rule("/programs/<client_id>/end", "end_program", end_program, methods=["POST"])
