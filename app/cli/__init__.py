"""The command line: `reckless ...`, for whoever can reach the machine of the database."""

from app.cli.root import reckless as main

__all__ = ["main"]
