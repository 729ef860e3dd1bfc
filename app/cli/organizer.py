"""`reckless organizer`: who runs the evening."""

import sys

import click

from app.cli.common import Output, database_option, json_option, services_at, settings_for
from app.errors import Invalid

VALID_H = 24


@click.group()
def organizer() -> None:
    """Organizers, who print tiles and look after the tables."""


@organizer.command()
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Take the password from standard input.")
@database_option
@json_option
def add(name: str, password_stdin: bool, database: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Add the organizer NAME, or give a known one a new password.

    Prints a link, good for one use within a day, with which they set their password.
    """
    output, settings = Output(as_json), settings_for(database)
    with services_at(settings) as services:
        if password_stdin:
            password = _password()
            services.people.add_organizer(name, password)
            output.answer({"name": name}, f"{name} can sign in at {settings.public_url} now.")
            return
        secret = services.people.invite_organizer(name)
    link = f"{settings.public_url}/organizer/welcome#{secret}"
    output.answer(
        {"name": name, "link": link, "valid_for_hours": VALID_H},
        f"{name} sets a password here, once, within {VALID_H} hours:",
        link,
    )


def _password() -> str:
    """The first line of standard input.

    Raises:
        Invalid: If there is none.
    """
    password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise Invalid("No password came on standard input.", field="password")
    return password
