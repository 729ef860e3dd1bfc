"""`reckless serve`: start the service, and tell whoever started it how phones get in."""

import ipaddress
import os
import sys
from dataclasses import replace
from urllib.parse import urlsplit

import click

from app.cli.common import Output, database_option, json_option, services_at, settings_for
from app.config import DEFAULT_PORT, Settings
from app.errors import Json
from app.services.codes import terminal
from app.services.people import organizer_user

FIRST_ORGANIZER = "Organizer"


@click.command()
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="Where to listen; all addresses by default."
)
@click.option(
    "--port",
    default=DEFAULT_PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Where to listen; 0 takes any free one.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes that share the work.",
)
@database_option
@click.option(
    "--public-url", metavar="URL", help="What tiles and phones say; instead of RECKLESS_PUBLIC_URL."
)
@json_option
def serve(
    host: str,
    port: int,
    workers: int,
    database: str | None,
    public_url: str | None,
    as_json: bool,  # noqa: FBT001
) -> int:
    """Start the service; Ctrl-C stops it."""
    settings_for(database, public_url)  # before anything else: a bad setting is named at once
    from app import server  # brings Flask: the other commands do without

    output = Output(as_json)
    with server.listen(host, port) as listening:
        port = int(listening.getsockname()[1])
        settings = reachable(settings_for(database, public_url, port=port), host, port)
        with services_at(settings) as services:
            link = None
            if not services.people.has_organizer():
                secret = services.people.invite_organizer(FIRST_ORGANIZER)
                link = f"{settings.public_url}/organizer/welcome#{secret}"
        warnings = warnings_for(settings, host)
        data: dict[str, Json] = {
            "url": settings.public_url,
            "host": host,
            "port": port,
            "workers": workers,
            "organizer_link": link,
            "warnings": list(warnings),
        }
        output.answer(data, *_banner(settings, link, warnings))
        sys.stdout.flush()
        return 0 if server.run(settings, listening, workers=workers) else 1


def reachable(settings: Settings, host: str, port: int) -> Settings:
    """The settings with the address at which the service really listens, unless a public one is set."""
    if settings.public_url_is_set or host in ("0.0.0.0", "::", ""):
        return settings
    name = f"[{host}]" if ":" in host else host
    return replace(settings, public_url=f"http://{name}:{port}")


def warnings_for(settings: Settings, host: str) -> tuple[str, ...]:
    """What whoever started the service should know before tiles are printed."""
    parts = urlsplit(settings.public_url)
    local = _is_loopback(parts.hostname or "")
    found = []
    if local:
        found.append(
            "only this machine can open this address."
            + (" Listen on all addresses with --host 0.0.0.0." if _is_loopback(host) else "")
        )
    elif parts.scheme == "http":
        found.append(
            "on plain http, browsers give a page no camera. Players scan with their phone's own camera app, send a"
            " photo, or type. For a scanner in the page, put https in front and set RECKLESS_PUBLIC_URL."
        )
    if not settings.public_url_is_set and not local:
        found.append(
            "this is the machine's present address in the local network; tomorrow it may be another one, and printed"
            " tiles would lead nowhere. RECKLESS_PUBLIC_URL sets one that stays."
        )
    return tuple(found)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _banner(settings: Settings, link: str | None, warnings: tuple[str, ...]) -> list[str]:
    lines = ["", f"Phones open  {settings.public_url}", "", *_code(settings.public_url)]
    lines += [f"Mind: {warning}" for warning in warnings]
    if link:
        lines += [
            "",
            "There is no organizer yet. The first one sets a password here, once, within a day:",
            link,
            f"From then on they sign in as “{organizer_user(FIRST_ORGANIZER)}” with that password.",
        ]
    return [*lines, "", "Ctrl-C stops the service. Whatever was answered is on disk."]


def _code(url: str) -> list[str]:
    """The address as a code, if this terminal can show one."""
    # Old Windows consoles print colours as rubbish; they are dark, and on dark ground no colours are needed.
    coloured = sys.stdout.isatty() and os.name != "nt" and "NO_COLOR" not in os.environ
    drawn = terminal(url, coloured=coloured)
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return drawn.splitlines()
