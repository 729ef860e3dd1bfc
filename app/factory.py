"""The composition root: settings become a web application here and nowhere else."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app import api, console, cyclos_api, web
from app.config import Settings
from app.services.program import Background, Program, open_program

__all__ = ["Background", "Program", "create_app", "open_program"]

MAX_UPLOAD_BYTES = 12 * 1024 * 1024
"""A photo of a phone with twelve million pixels, and some."""


def create_app(settings: Settings, program: Program | None = None) -> Flask:
    """The web application over a program.

    Args:
        settings: What the service runs with.
        program: The services it serves; opened from the settings if None.
    """
    program = program or open_program(settings)
    app = Flask("app", static_folder=None)
    app.config.update(
        SECRET_KEY=program.ground.key_for("pages"),
        MAX_CONTENT_LENGTH=MAX_UPLOAD_BYTES,
        PUBLIC_URL=settings.public_url,
        CYCLOS_UI=settings.cyclos_ui,
    )
    app.extensions["reckless"] = program.services
    for entry_point in (web, console, api, cyclos_api):
        entry_point.init_app(app)
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app
