"""Web applications over the program of a test, without the tenth of a second that their addresses take."""

from copy import copy

from flask import Flask

from app import api
from app.factory import create_app
from app.services.program import Program
from tests.integration.evening import settings_for

_made: list[Flask] = []
_apis: list[Flask] = []


def app_over(program: Program) -> Flask:
    """An application with all pages and programs' doors."""
    if not _made:
        _made.append(create_app(settings_for(program.database.url), program))
    return _copy(_made[0], program)


def api_over(program: Program) -> Flask:
    """An application with nothing but the API; its /metrics are those of the first one."""
    if not _apis:
        _apis.append(new_api_over(program))
    return _copy(_apis[0], program)


def new_api_over(program: Program) -> Flask:
    """The same with figures of its own, and the time that this takes."""
    app = Flask("app", static_folder=None)
    app.config["SECRET_KEY"] = program.ground.key_for("pages")
    app.extensions["reckless"] = program.services
    api.init_app(app)
    return app


def _copy(first: Flask, program: Program) -> Flask:
    """The same addresses over another program: nothing is shared that changes."""
    app = copy(first)
    app.config = copy(app.config)
    app.config["SECRET_KEY"] = program.ground.key_for("pages")
    app.extensions = {**app.extensions, "reckless": program.services}
    return app
