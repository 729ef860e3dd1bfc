"""A table to try alone: somebody who looks at this program for the first time, and bots that play with them."""

from dataclasses import dataclass, replace

from app.errors import Invalid
from app.rules.bots import Strength
from app.services import ids
from app.services.actor import Actor, Role
from app.services.bots import DEALT
from app.services.people.passwords import hash_secret
from app.services.program import Program
from app.services.tables import TableSettings
from app.storage import people
from app.storage.people import PersonRow

VISITOR = "Visitor"
COMPANIONS = 3


@dataclass(frozen=True, slots=True)
class Demo:
    """A table at which a match has begun, and the secret with which its visitor comes in."""

    table_id: str
    secret: str

    def address(self, public_url: str) -> str:
        """Where the visitor's browser goes; it is signed in there, and has each prompt explained."""
        return f"{public_url}/enter?next=/tables/{self.table_id}%3Fexplain%3Don#{self.secret}"


def set_up(program: Program, game: str, strength: Strength) -> Demo:
    """Open a table in an empty database, seat the visitor first and bots beside, and begin.

    It is the visitor's turn, if the game lets one choose which seat starts.

    Args:
        program: Over a database that is thrown away later.
        game: Which of the games.
        strength: How well the bots play.
    """
    services, secret = program.services, ids.new_secret()
    visitor = PersonRow(
        user=ids.new_id(),
        name=VISITOR,
        role=Role.PLAYER,
        password_hash=None,
        enter_hash=hash_secret(secret),
        batch=None,
        position=0,
        created_at=services.clock.now(),
        seen_at=None,
    )
    program.database.write(lambda connection: people.add(connection, [visitor]))
    actor = Actor(visitor.user, visitor.name, Role.PLAYER, session="")
    settings = TableSettings(game=game, mode=DEALT)
    try:
        table_id = services.tables.open(actor, replace(settings, options={"starting_seat": 1})).id
    except Invalid:  # this game knows no such option: it begins as it always does
        table_id = services.tables.open(actor, settings).id
    services.tables.sit(actor, table_id)
    for _ in range(COMPANIONS):
        services.bots.seat(actor, table_id, strength)
    services.tables.start(actor, table_id)
    return Demo(table_id, secret)
