"""Cheater's Game in tests: tables with real dice, which show what a test wants."""

from tests.unit.rules.kit import Table


def real_dice(players: str = "ada bob cyd", **options) -> Table:
    return Table(players, game="cheaters_game", mode="table", **options)


def alone(table: Table, *rolls: str) -> Table:
    """Have players roll for themselves, by turns: `bob 3`."""
    for roll in rolls:
        player, die = roll.split()
        table.play(f"{player} roll", f"{player} dice {die}")
    return table


def allied(table: Table, leader: str, members: str, dice: str) -> Table:
    """Have the player on turn form an alliance which everybody joins who is invited, and roll."""
    table.play(f"{leader} invite {members}", *(f"{member} join" for member in members.split()))
    return table.play(f"{leader} dice {dice}")


def points(table: Table) -> dict[str, int]:
    """What lies in all accounts that are not at zero."""
    return {str(owner): amount for owner, amount in table.funds.items() if amount}
