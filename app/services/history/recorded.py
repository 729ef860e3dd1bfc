"""Playing recorded matches again: every lot drawn anew from its seed, every move made anew by the rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.errors import NotFound
from app.services import ids
from app.services.audit import Fault, Wrong
from app.services.audit.games import made, sound_seed, told
from app.services.ground import Ground
from app.services.ground.snapshots import Match, begin
from app.storage import Connection, seeds, tables
from app.storage.tables import LineRow


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match that was played again.

    Attributes:
        table_id: Where.
        match: Its number there.
        game: What was played.
        moves: How many moves were made again, those of chance included.
        draws: How many lots were drawn again.
        seed_hash: What was published of the seed; "" where people reported what chance did.
        seed: The seed, once the match is over; "" before.
        fault: The first thing that differs from the record, or None.
    """

    table_id: str
    match: int
    game: str
    moves: int
    draws: int
    seed_hash: str
    seed: str
    fault: Fault | None


class Recorded:
    """What one can ask of recorded matches."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def check(
        self,
        *,
        table: str = "",
        match: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> tuple[Replayed, ...]:
        """Play matches again from their record, and compare all that follows with it.

        Args:
            table: Id or code of a table; all of them if empty.
            match: Only the match of this number.
            progress: Told (tables done, tables in all).

        Raises:
            NotFound: If there is no such table, or no such match.
        """
        with self._ground.database.read() as connection:
            wanted = [_id_of(connection, table)] if table else tables.ids(connection)
        found: list[Replayed] = []
        for done, table_id in enumerate(wanted, start=1):
            # One read transaction a table: this never stands in anybody's way.
            with self._ground.database.read() as connection:
                row = tables.get(connection, table_id)
                numbers = range(1, row.match + 1) if row else ()
                found.extend(_again(connection, table_id, n) for n in numbers if match in (None, n))
            if progress is not None:
                progress(done, len(wanted))
        if match is not None and not found:
            raise NotFound("There is no match %(match)d.", match=match)
        return tuple(found)


def _id_of(connection: Connection, table: str) -> str:
    typed = ids.typed(table)
    if ids.possible(typed):
        row = tables.get(connection, typed)
        found = row.id if row else tables.id_of_code(connection, typed[:8])
        if found is not None:
            return found
    raise NotFound("There is no such table.")


def _again(connection: Connection, table_id: str, number: int) -> Replayed:
    again: Match | None = None
    moves, fault = 0, None
    try:
        for kind, so_far in _followed(connection, table_id, number):
            again = so_far
            moves += kind == "move"
    except Wrong as wrong:
        fault = wrong.at(table_id)
    return Replayed(
        table_id=table_id,
        match=number,
        game=again.game.name if again else "",
        moves=moves,
        draws=again.drawn if again else 0,
        seed_hash=again.seed_hash if again else "",
        seed=again.seed if again else "",
        fault=fault,
    )


def _followed(connection: Connection, table_id: str, number: int) -> Iterator[tuple[str, Match]]:
    """The match as it stood at its start, and after each line that tells of it: a move, or something else."""
    again: Match | None = None
    seed: bytes | None = None
    for line in tables.lines(connection, table_id, match=number):
        data = line.said
        if line.kind == "start":
            again = begin(line)
            yield "start", again
            seed = sound_seed(line, again, seeds.of_match(connection, table_id, number))
        elif again is not None and "move" in data:
            again, _ = made(line, data, again, seed)
            yield "move", again
        elif again is not None:
            again = told(line, data, again)
            yield "told", again
    if again is not None:
        _check_shown(line, again)


def _check_shown(last: LineRow, match: Match) -> None:
    """A match that is over has shown its seed, and one that is not has not."""
    if match.seed_hash and match.is_over is not bool(match.seed):
        found = "a seed that was shown" if match.seed else "no seed"
        when = "over" if match.is_over else "running"
        raise Wrong(
            f"the log to line {last.seq}, where the match is {when}", found, "the seed when it is over"
        )
