"""What is written down of new tiles: their secrets, the accounts that these open, and their place in the register."""

from collections.abc import Mapping, Sequence

from app.services import ids
from app.services.actor import Role
from app.services.people.passwords import hash_secret
from app.storage import Connection
from app.storage import tiles as register
from app.storage.people import PersonRow
from app.storage.tiles import RegisterRow


def enter(connection: Connection, batch_id: str, tiles: Sequence[Mapping[str, str]]) -> None:
    """Enter the tiles of a new print run into the register."""
    register.add_to_register(
        connection,
        [RegisterRow(batch_id, position, tile["user"]) for position, tile in enumerate(tiles, start=1)],
    )


def new_secrets() -> dict[str, str]:
    """A password and what the private code says, both new."""
    return {"password": ids.new_password(), "secret": ids.new_secret()}


def person_rows(
    batch_id: str, tiles: Sequence[Mapping[str, str]], hashes: Sequence[str], *, at: int
) -> list[PersonRow]:
    """The people whose tiles these are; `hashes` are those of their passwords."""
    return [
        PersonRow(
            user=tile["user"],
            name=tile["name"],
            role=Role.PLAYER,
            password_hash=password_hash,
            enter_hash=hash_secret(tile["secret"]),
            batch=batch_id,
            position=position,
            created_at=at,
            seen_at=None,
        )
        for position, (tile, password_hash) in enumerate(zip(tiles, hashes, strict=True), start=1)
    ]
