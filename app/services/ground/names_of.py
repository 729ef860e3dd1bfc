"""What everybody and everything with an account at a table is called there, whoever has left it too."""

from app.services.ground.snapshots import Snapshot
from app.storage import Connection, books, people, tables
from app.storage.tables import SeatRow


def names_of(connection: Connection, table_id: str) -> dict[str, str]:
    """Owner to name: the table's for who sits or sat there, or else the tile's; the game's own by what they are."""
    known = tables.names_that_sat(connection, table_id)
    known |= {seat.user: seat.name for seat in tables.seats(connection, table_id)}
    for owner in books.accounts(connection, table_id):
        if owner.startswith("@"):
            known[owner] = name_of_account(owner)
        elif owner not in known:
            person = people.get(connection, owner)
            known[owner] = person.name if person else owner
    return known


def played_by(connection: Connection, snapshot: Snapshot) -> tuple[SeatRow, ...]:
    """The seats of those who played the last match of a table, in order of play; some may have left since it ended.

    Whoever sat down since is not among them. Before the first match it is all who sit there.
    """
    if snapshot.match is None:
        return snapshot.seats
    here = {seat.user: seat for seat in snapshot.seats}
    players = snapshot.match.players
    names = {} if here.keys() >= set(players) else names_of(connection, snapshot.row.id)
    return tuple(
        here.get(user) or SeatRow(snapshot.row.id, number, user, names.get(user, user))
        for number, user in enumerate(players, start=1)
    )


def name_of_account(owner: str) -> str:
    """What people call an account that is nobody's: "Alliance 1" for `@alliance-1`."""
    return owner.removeprefix("@").replace("-", " ").capitalize()
