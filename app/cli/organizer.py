"""`reckless organizer`: who runs the evening."""

import sys

import click

from app.cli.common import (
    Output,
    address_warnings,
    database_option,
    json_option,
    public_url_option,
    services_at,
    settings_for,
)
from app.errors import Invalid

VALID_H = 24


@click.group()
def organizer() -> None:
    """Organizers, who print tiles and look after the tables."""


@organizer.command()
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Take the password from standard input.")
@public_url_option
@database_option
@json_option
def add(
    name: str,
    password_stdin: bool,  # noqa: FBT001
    public_url: str | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Add the organizer NAME, or give a known one a new password.

    Prints a link, good for one use within a day, with which they set their password.
    """
    output, settings = Output(as_json), settings_for(database, public_url)
    with services_at(settings) as services:
        if password_stdin:
            password = _password()
            services.people.add_organizer(name, password)
            where = (
                settings.public_url if settings.public_url_is_set else "the address that reckless serve tells"
            )
            output.answer({"name": name}, f"{name} can sign in at {where} now.")
            return
        secret = services.people.invite_organizer(name)
    link = f"{settings.public_url}/organizer/welcome#{secret}"
    warnings = address_warnings(settings, links="this link leads")
    output.answer(
        {"name": name, "link": link, "valid_for_hours": VALID_H, "warnings": warnings},
        f"{name} sets a password here, once, within {VALID_H} hours:",
        link,
        *(f"Mind: {warning}" for warning in warnings),
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
