"""The scanner: what a camera, a photo or a person's typing says, and the page it leads to."""

from urllib.parse import urlencode, urlsplit

from flask import Blueprint, jsonify, render_template, request
from werkzeug.wrappers import Response

from app.errors import Invalid
from app.pages.forms import back_to, go, text
from app.pages.session import services, signed_in
from app.services import codes
from app.services.people.references import ticket_number

MAX_TYPED = 1_000
MAX_PICTURE = 12 * 1024 * 1024
CODE_LENGTH = 6
"""Characters of a table's join code; a tile's code is longer."""


def scan_page() -> str:
    """The scanner's page."""
    signed_in()
    return render_template("web/scan.html")


def scan() -> Response:
    """Lead on from a photo, or from what was typed or read by the phone itself."""
    signed_in()
    back_to("/scan")
    photo = request.files.get("photo")
    if photo is None:
        return go(destination(text("typed", MAX_TYPED)))
    found = codes.read(photo.stream.read(MAX_PICTURE))
    if not found:
        raise Invalid(
            "No code can be seen in this picture. Closer, flat and in focus works best.", field="photo"
        )
    return go(destination(found[0]))


def frame() -> Response:
    """Look for a code in one frame of the phone's camera: where it leads, or nothing."""
    signed_in()
    found = codes.read(request.get_data(cache=False))
    return jsonify(go=destination(found[0]) if found else None)


def destination(said: str) -> str:
    """The page of ours that a code stands for; no other place is ever led to.

    Raises:
        Invalid: If it is no code of ours, or the private side of a tile.
    """
    joined = _join_code(said)
    if joined:
        return f"/join/{joined}"
    ticket = ticket_number(said, base=_base())
    if ticket:
        return f"/pay/{ticket}"
    target = codes.pay_target(said, base=_base())
    query = {"to": target.user, "amount": target.amount, "description": target.description}
    return "/pay/?" + urlencode({name: value for name, value in query.items() if value})


def _base() -> str:
    """The address that codes must name: the phone's own when it uses another one than what is printed."""
    return services().public_url


def _join_code(said: str) -> str | None:
    """The code of a table, from its link or typed by itself."""
    plain = "".join(said.split()).lower()
    if len(plain) == CODE_LENGTH and plain.isalnum():
        return plain
    path = urlsplit(plain if "//" in plain else f"//{plain}").path
    folder, _, code = path.rstrip("/").rpartition("/")
    return code if folder.endswith("/join") and len(code) == CODE_LENGTH and code.isalnum() else None


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/scan", "scan_page", scan_page)
    blueprint.add_url_rule("/scan", "scan", scan, methods=["POST"])
    blueprint.add_url_rule("/scan/frame", "scan_frame", frame, methods=["POST"])
