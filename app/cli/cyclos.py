"""`reckless cyclos`: setting a real Cyclos up as the bank, and comparing the books with it."""

import click

from app.cli.common import (
    Output,
    counted,
    database_option,
    json_option,
    public_url_option,
    services_at,
    settings_for,
)
from app.errors import ConfigError, Json
from app.rails import Finding
from app.rails.cyclos import open_rail
from app.services.actor import command_line
from app.services.payments.bank.reconciling import Difference
from app.services.payments.bank.tickets import HOOK


@click.group()
def cyclos() -> None:
    """A real Cyclos as the bank: RECKLESS_BACKEND=cyclos, RECKLESS_CYCLOS_URL and the sign-in; see docs/cyclos.md."""


@cyclos.command()
@public_url_option
@database_option
@json_option
def check(public_url: str | None, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Look whether the configured Cyclos can be relayed to: version, sign-in, permissions, payment types, accounts.

    Nothing is changed there. Exit code 1 if something is missing; each such line says how to set it.
    """
    output, settings = Output(as_json), settings_for(database, public_url)
    if settings.cyclos is None:
        raise ConfigError(NO_CYCLOS)
    report = open_rail(settings.cyclos).check(webhook=f"{settings.public_url}{HOOK}")
    findings: list[Json] = [
        {"what": one.what, "found": one.found, "ok": one.ok, "advice": one.advice} for one in report.findings
    ]
    missing = sum(not one.ok for one in report.findings)
    output.answer(
        {"ok": report.ok, "findings": findings},
        *(line for one in report.findings for line in _told(one)),
        "Payments can be relayed." if report.ok else f"{missing} to mend; then check again.",
    )
    return 0 if report.ok else 1


@cyclos.command()
@click.option("--table", "table_id", metavar="ID", help="Only this table; all of them by default.")
@database_option
@json_option
def reconcile(table_id: str | None, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Compare the journal with Cyclos, both ways, and settle what can be settled.

    Exit code 1 if a difference is left; each says why it may be, and what to do.
    """
    output, settings = Output(as_json), settings_for(database, must_exist=True)
    if settings.cyclos is None:
        raise ConfigError(NO_CYCLOS)
    with services_at(settings) as services:
        found = services.reconciling.run(
            command_line(), table_id=table_id, progress=output.progress("Tables")
        )
    compared = f"{counted(found.transfers, 'transfer')} here, {found.movements} there compared"
    settled = f", {counted(found.settled, 'open order')} settled" if found.settled else ""
    output.answer(
        {
            "ok": found.ok,
            "transfers": found.transfers,
            "movements": found.movements,
            "settled": found.settled,
            "differences": [_as_json(one) for one in found.differences],
        },
        f"{compared}{settled}: both agree." if found.ok else f"{compared}{settled}: these differ.",
        *(line for one in found.differences for line in _difference(one)),
    )
    return 0 if found.ok else 1


NO_CYCLOS = (
    "No Cyclos is configured: set RECKLESS_BACKEND=cyclos, RECKLESS_CYCLOS_URL and RECKLESS_CYCLOS_TOKEN"
    " (or RECKLESS_CYCLOS_USER and RECKLESS_CYCLOS_PASSWORD)."
)


def _told(one: Finding) -> list[str]:
    mark = "ok     " if one.ok else "MISSING"
    return [f"{mark} {one.what}: {one.found}", *([f"        {one.advice}"] if one.advice else [])]


def _difference(one: Difference) -> list[str]:
    advice = one.advice
    return [f"- {advice.what}", f"  Why: {advice.why}", f"  Do: {advice.do}"]


def _as_json(one: Difference) -> Json:
    advice = one.advice
    return {
        "kind": one.kind.value,
        "table": one.table_id,
        "facts": one.facts,
        "what": advice.what,
        "why": advice.why,
        "do": advice.do,
    }
