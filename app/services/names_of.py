"""What everybody with an account at a table is called there."""

from app.storage import Connection, books, people, tables


def names_of(connection: Connection, table_id: str) -> dict[str, str]:
    """User to name: the table's for who sits there, the tile's for who has left."""
    known = {seat.user: seat.name for seat in tables.seats(connection, table_id)}
    for owner in books.accounts(connection, table_id):
        if owner not in known and not owner.startswith("@"):
            person = people.get(connection, owner)
            known[owner] = person.name if person else owner
    return known
