"""`reckless replay`: recorded games, played again."""

import click

from app.cli.common import Output, counted, database_option, json_option, services_at, settings_for
from app.errors import Json
from app.services.history.recorded import Replayed


@click.command()
@click.option("--check", is_flag=True, help="Compare with the record; exit code 1 if something differs.")
@click.option("--table", default="", metavar="ID", help="Only this table, by its id or code.")
@click.option("--match", "number", type=click.IntRange(1), metavar="N", help="Only its match of this number.")
@database_option
@json_option
def replay(
    check: bool,  # noqa: FBT001
    table: str,
    number: int | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
) -> int:
    """Play recorded games again: draw every lot anew from its seed, make every move anew by the rules.

    Without --check it tells the games with the hash of their seeds, and the seeds of those that are over.
    """
    output = Output(as_json)
    with services_at(settings_for(database, must_exist=True)) as services:
        found = services.recorded.check(table=table, match=number, progress=output.progress("Tables"))
    faults = [one for one in found if check and one.fault is not None]
    games: list[Json] = [_as_json(one, check=check) for one in found]
    lines = [_checked(one) if check else _told(one) for one in found]
    output.answer({"ok": not faults, "games": games}, *(lines or ["No game has begun yet."]))
    return 1 if faults else 0


def _as_json(one: Replayed, *, check: bool) -> dict[str, Json]:
    told: dict[str, Json] = {
        "table": one.table_id,
        "match": one.match,
        "game": one.game,
        "moves": one.moves,
        "draws": one.draws,
        "seed_hash": one.seed_hash,
        "seed": one.seed,
    }
    return {**told, "fault": str(one.fault) if one.fault else None} if check else told


def _checked(one: Replayed) -> str:
    if one.fault is not None:
        return f"{_name(one)}: DIFFERS. {one.fault}"
    moves = counted(one.moves, "move")
    return f"{_name(one)}: {moves} made again, {one.draws} of them drawn from the seed; all as recorded."


def _told(one: Replayed) -> str:
    if not one.seed_hash:
        return f"{_name(one)}: nothing was drawn."
    return f"{_name(one)}: hash {one.seed_hash}" + (f", seed {one.seed}" if one.seed else "")


def _name(one: Replayed) -> str:
    return f"Table {one.table_id}, match {one.match}, {one.game}"
