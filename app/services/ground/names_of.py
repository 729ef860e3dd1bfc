"""What everybody and everything with an account at a table is called there."""

from app.storage import Connection, books, people, tables


def names_of(connection: Connection, table_id: str) -> dict[str, str]:
    """Owner to name: the table's for who sits there, the tile's for who has left, the game's own by what they are."""
    known = {seat.user: seat.name for seat in tables.seats(connection, table_id)}
    for owner in books.accounts(connection, table_id):
        if owner.startswith("@"):
            known[owner] = name_of_account(owner)
        elif owner not in known:
            person = people.get(connection, owner)
            known[owner] = person.name if person else owner
    return known


def name_of_account(owner: str) -> str:
    """What people call an account that is nobody's: "Alliance 1" for `@alliance-1`."""
    return owner.removeprefix("@").replace("-", " ").capitalize()
