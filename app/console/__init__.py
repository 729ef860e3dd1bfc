"""The organizers' desk: pages under `/organizer/`."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Put the desk on the application."""
