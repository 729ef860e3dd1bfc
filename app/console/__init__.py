"""The organizers' desk, `/organizer/...`: what needs a person, tables, tiles, who is where, and the books.

Its templates extend the phones' base page by name; both look the same and neither knows the other's code.
"""

from flask import Flask


def init_app(app: Flask) -> None:
    """Put the desk on the application."""
    from app.console.views import BLUEPRINT

    app.register_blueprint(BLUEPRINT)
