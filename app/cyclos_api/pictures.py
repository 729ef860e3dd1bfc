"""Pictures of codes, and the logo."""

from flask import Response

from app.cyclos_api import reading
from app.services.codes import png

DOTS = {"tiny": 2, "small": 4, "medium": 8, "large": 12}


def code_picture(text: str) -> Response:
    """The code of a text in the size that is asked for."""
    picture = png(text, dots=DOTS.get(reading.arg("size") or "", DOTS["medium"]))
    return Response(picture, mimetype="image/png")
