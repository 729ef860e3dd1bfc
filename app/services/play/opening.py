"""What is made ready before the first move of a match: accounts, balances, and the seed that chance is drawn from."""

from typing import Any

from app.ledger import BANK, TransferKind
from app.money import Credits
from app.rules import Game, Player
from app.rules.chance import fingerprint
from app.services.ground import Ground
from app.services.ground.booking import Book, Draft
from app.services.ground.snapshots import is_games_own
from app.storage import Connection, books, seeds
from app.storage.tables import SeatRow, TableRow

DEALER = "dealer"
"""The mode in which the service deals, throws and shuffles."""


def open_books(
    connection: Connection,
    book: Book,
    seats: tuple[SeatRow, ...],
    game: Game[Any],
    settings: Any,  # noqa: ANN401 - settings of any game
) -> None:
    """Set every balance to what a match begins with, by transfers from and to the bank; open the game's own accounts.

    What an earlier game at this table left in accounts of its own goes back to the bank.
    """
    own = game.accounts(settings)
    for owner in own:
        if owner not in book.accounts:
            account = books.open_account(connection, book.row.id, owner)
            book.accounts = {**book.accounts, owner: account}
    starting = game.starting_credits(settings)
    players = {Player(seat.user): starting for seat in seats}
    emptied = {Player(owner): Credits(0) for owner in book.accounts if is_games_own(owner)}
    for owner, wanted in (players | emptied).items():
        _set_balance(book, owner, wanted)
    for owner, floor in floors(game, settings, tuple(players), tuple(emptied)).items():
        book.set_floor(owner, floor)


def floors(
    game: Game[Any],
    settings: Any,  # noqa: ANN401
    players: tuple[Player, ...],
    others: tuple[Player, ...],
) -> dict[Player, int]:
    """Below what balance the accounts of a table can't go in a match that begins.

    Args:
        game: What is played.
        settings: The game's own.
        players: Who plays.
        others: Accounts of games' own: this one's, and what earlier ones left.
    """
    own = game.accounts(settings)
    known = {owner: game.floor(settings, owner) for owner in (*players, *own)}
    return dict.fromkeys(others, 0) | known


def _set_balance(book: Book, owner: str, wanted: Credits) -> None:
    missing = wanted - book.accounts[owner].balance
    if missing > 0:
        book.transfer(Draft(TransferKind.GRANT, BANK, owner, Credits(missing)))
    elif missing < 0:
        book.transfer(Draft(TransferKind.RETURN, owner, BANK, Credits(-missing)))


def keep_seed(ground: Ground, connection: Connection, row: TableRow) -> str:
    """Make the seed of the match that begins; its hash, or "" where people report what chance does."""
    if row.mode != DEALER:
        return ""
    seed = ground.chance.new_seed()
    seeds.keep(connection, row.id, row.match, seed)
    return fingerprint(seed)
