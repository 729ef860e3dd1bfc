"""`reckless demo`: a table with bots in a browser of this machine, and nothing left of it afterwards."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from tempfile import TemporaryDirectory

import click

from app.cli.common import Output, json_option
from app.config import read_settings
from app.rules import GAMES
from app.rules.bots import Strength
from app.services.bots.runner import human_pause
from app.services.demo import set_up
from app.services.program import open_program

HERE = "127.0.0.1"


@click.command()
@click.option("--game", type=click.Choice(list(GAMES)), default="reckless", show_default=True)
@click.option(
    "--strength",
    type=click.Choice(list(Strength)),
    default=Strength.MEDIUM,
    show_default=True,
    help="How well the bots play.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    help="Where to listen, on this machine only; 0 takes any free one.",
)
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    help="Seconds that bots think; about a second and a half if left out.",
)
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
@json_option
def demo(
    game: str,
    strength: str,
    port: int,
    pause: float | None,
    no_browser: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> int:
    """Try a game at once: a browser opens on a table with bots. Ctrl-C ends it, and removes all of it."""
    from app import server  # brings Flask: the other commands do without

    output = Output(as_json)
    with server.listen(HERE, port) as listening, TemporaryDirectory(prefix="reckless-demo-") as folder:
        url = f"http://{HERE}:{listening.getsockname()[1]}"
        # Whatever the environment says is meant for a real evening, not for this.
        settings = read_settings(
            {"RECKLESS_DATABASE_URL": f"sqlite:///{folder}/demo.sqlite", "RECKLESS_PUBLIC_URL": url}
        )
        program = open_program(settings)
        address = set_up(program, game, Strength(strength)).address(url)
        opens = not no_browser and has_display(os.environ, sys.platform)
        output.answer(
            {"url": url, "address": address, "game": game, "browser": opens},
            *(
                "Your browser opens this table:" if opens else "Open this in a browser of this machine:",
                address,
            ),
            "Ctrl-C ends the demo and removes everything.",
        )
        sys.stdout.flush()
        if opens:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        server.show(settings, program, listening, bots_pause=human_pause if pause is None else lambda: pause)
    return 0


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Whether a window can open: on Linux a browser of text would take the terminal instead."""
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
