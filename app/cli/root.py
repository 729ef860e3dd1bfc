"""The root command, and how every command ends: exit code 0, 1 or 2, and what is wrong in one line."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import click

from app.cli.audit import audit
from app.cli.backup import backup, restore
from app.cli.common import Interrupted
from app.cli.cyclos import cyclos
from app.cli.demo import demo
from app.cli.organizer import organizer
from app.cli.replay import replay
from app.cli.serve import serve
from app.cli.tiles import tiles
from app.errors import AppError, RailError, Unprintable

FAILED, USAGE, INTERRUPTED = 1, 2, 130
SHOW_CURSOR = "\x1b[?25h"


class OneLine(click.Group):
    """A group that says what is wrong in one line on standard error, without a traceback.

    With `--json` the line is a JSON object. Faults of the program itself keep their traceback.
    """

    def main(  # type: ignore[override]  # it never returns, whatever the mode
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,  # noqa: ANN401
    ) -> None:
        """Run a command and end the process with its exit code."""
        arguments = sys.argv[1:] if args is None else list(args)
        extra["standalone_mode"] = False
        try:
            code = super().main(arguments, prog_name or "reckless", **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            code = 0
        except click.Abort:
            code = _say(arguments, "interrupted", "Interrupted.", INTERRUPTED)
        except click.ClickException as error:
            code = _say(arguments, "usage", _usage(error), USAGE)
        except Interrupted as error:
            click.echo(err=True)  # a progress bar has no end of line
            code = _say(arguments, error.code, str(error), INTERRUPTED)
        except AppError as error:
            # An outage of the bank outside is no wrong usage.
            failed = isinstance(error, (Unprintable, RailError))
            code = _say(arguments, error.code, str(error), FAILED if failed else USAGE)
        finally:
            if sys.stderr.isatty():
                click.echo(
                    SHOW_CURSOR, nl=False, err=True
                )  # a progress bar that was broken off has hidden it
        sys.exit(code or 0)


def _say(arguments: Sequence[str], code: str, message: str, exit_code: int) -> int:
    line = " ".join(message.split())
    if "--json" in arguments:
        line = json.dumps({"error": {"code": code, "message": line}}, ensure_ascii=False)
    click.echo(line, err=True)
    return exit_code


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message} (see {context.command_path} --help)" if context else message


@click.group(cls=OneLine, context_settings={"help_option_names": ["-h", "--help"]})
def reckless() -> None:
    """Printed payment tiles, a validated ledger and a table page for Reckless.

    Settings come from the environment, RECKLESS_DATABASE_URL and others; see the README.
    Exit codes: 0 fine, 1 the check failed or the Cyclos can't be reached, 2 wrong usage or configuration.
    """


for command in (serve, demo, tiles, organizer, audit, replay, backup, restore, cyclos):
    reckless.add_command(command)
