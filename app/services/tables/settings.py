"""How a table plays: as it is asked for, and as its row keeps it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.errors import Invalid, Json
from app.ledger import GENESIS
from app.rules import GAMES
from app.services import ids
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.ground.booking import checkpoint_of
from app.services.ground.snapshots import settings_of
from app.services.play import check_options
from app.services.tables.seat_names import MAX_NAME
from app.storage.tables import TableRow


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table plays. `deck` is the text of a deck file or the name of one at hand, None for the one in the box."""

    game: str = "reckless"
    mode: str = "table"
    validation: str = "strict"
    deck: str | None = None
    options: Mapping[str, Json] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        """The settings as data."""
        return {
            "game": self.game,
            "mode": self.mode,
            "validation": self.validation,
            "deck": self.deck,
            "options": dict(self.options),
        }


def new_row(ground: Ground, actor: Actor, settings: TableSettings) -> TableRow:
    """A table that is to play like this, with nobody at it.

    Raises:
        Invalid: If a setting can't be read; the field names it.
    """
    game = GAMES.get(settings.game)
    if game is None:
        raise Invalid(
            "There is no game %(game)s: choose one of %(games)s.",
            field="game",
            game=settings.game[:MAX_NAME],
            games=", ".join(GAMES),
        )
    deck = ground.decks.text(game, settings.deck)
    check_options(settings.options)
    options = json.dumps(dict(settings.options), sort_keys=True)
    settings_of(settings.game, settings.mode, settings.validation, deck, options)
    now = ground.clock.now()
    row = TableRow(
        id=ids.new_id(),
        code=ids.new_join_code(),
        game=settings.game,
        mode=settings.mode,
        validation=settings.validation,
        deck=deck,
        options=options,
        host=actor.user,
        status="lobby",
        match=0,
        seq=0,
        log_seal=GENESIS,
        transfers=0,
        transfer_seal=GENESIS,
        checkpoint=b"",
        deadline=None,
        created_at=now,
        changed_at=now,
    )
    return replace(row, checkpoint=checkpoint_of(row, ground.key_for("checkpoint")))
