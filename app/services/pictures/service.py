"""The pictures of a match, for whoever may look at its table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from app.errors import NotFound
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.ground.names_of import names_of, played_by
from app.services.pictures import charts
from app.services.pictures.charts import Captions
from app.services.pictures.drawing import Drawing
from app.services.pictures.facts import MatchFacts, count
from app.services.proofs.service import standings_of
from app.services.tables import seen_by
from app.storage import Connection, audit

MOST_LINES = 50_000
"""Of a log that is longer, the pictures show the end."""


@dataclass(frozen=True, slots=True)
class Story:
    """A match in numbers and pictures; those that would show nothing are left out."""

    table_id: str
    match: int
    matches: int
    facts: MatchFacts
    drawings: tuple[Drawing, ...]


class Pictures:
    """What one can see of a match at a glance."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def taken(self, actor: Actor, table_id: str, say: Captions) -> Drawing | None:
        """Who took what from whom in the last match of a table, or None if nothing moved.

        Raises:
            NotAllowed: As for the table's view.
        """
        story = self.story(actor, table_id, say=say)
        return next((one for one in story.drawings if one.title == say.flow), None)

    def story(
        self, actor: Actor, table_id: str, match: int | None = None, say: Captions | None = None
    ) -> Story:
        """A match of a table, the last one if None.

        Raises:
            NotFound: If there was no such match.
            NotAllowed: As for the table's view.
        """
        snapshot = seen_by(self._ground, actor, table_id)
        wanted = snapshot.row.match if match is None else match
        if not 1 <= wanted <= snapshot.row.match:
            raise NotFound("There was no such game at this table.")
        words = say or Captions()
        with self._ground.database.read() as connection:
            names = names_of(connection, table_id)
            seats = played_by(connection, snapshot)
            row = snapshot.row
            facts = count(
                audit.lines(connection, row.id, row.seq, after=max(0, row.seq - MOST_LINES)),
                _with_legs(connection, row.id, row.transfers),
                wanted,
                tuple(seat.user for seat in seats),
            )
        known = {**{player: player for player in facts.players}, **names}
        last = wanted == snapshot.row.match
        rows = (
            [(one.name, one.balance, one.won) for one in standings_of(snapshot, seats)]
            if last
            else _by_balance(facts, known)
        )
        drawn = (
            charts.standings(rows, words),
            charts.balances(facts, known, words),
            charts.flow(facts, known, words),
            charts.claims(facts, known, words),
        )
        return Story(
            table_id, wanted, snapshot.row.match, facts, tuple(one for one in drawn if one is not None)
        )


def _by_balance(facts: MatchFacts, names: dict[str, str]) -> list[tuple[str, int, bool]]:
    end = facts.steps[-1] if facts.steps else {}
    return sorted(
        ((names[player], end.get(player, 0), False) for player in facts.players), key=lambda one: -one[1]
    )


def _with_legs(
    connection: Connection, table_id: str, last: int
) -> Iterator[tuple[audit.Booked, tuple[audit.Leg, ...]]]:
    after = max(0, last - MOST_LINES)
    legs = audit.legs(connection, table_id, last, after=after)
    for transfer in audit.booked(connection, table_id, last, after=after):
        yield transfer, tuple(islice(legs, 2))
