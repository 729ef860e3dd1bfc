"""The web application over the program of a test, without the tenth of a second that its addresses take."""

from copy import copy

from flask import Flask

from app.factory import create_app
from app.services.program import Program
from tests.integration.evening import settings_for

_made: list[Flask] = []


def app_over(program: Program) -> Flask:
    """An application with all pages and programs' doors: a copy of the first one that shares nothing that changes."""
    if not _made:
        _made.append(create_app(settings_for(program.database.url), program))
    app = copy(_made[0])
    app.config = copy(app.config)
    app.config["SECRET_KEY"] = program.ground.key_for("pages")
    app.extensions = {**app.extensions, "reckless": program.services}
    return app
