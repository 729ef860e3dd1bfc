"""What moved against what was done: every transfer belongs to a line of the log that asks for it, and the other way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.ledger import BANK, TransferKind
from app.rules import GAMES, Player
from app.services.audit.verdict import Wrong
from app.services.opening import floors
from app.services.snapshots import is_games_own, settings_of
from app.services.steps import kind_of_booking
from app.storage.audit import Booked, LineFacts

Data = Mapping[str, Any]
Leg = tuple[str, str, int]
"""Payer, payee, amount."""
Original = Callable[[int], Leg | None]
"""Who paid whom how much by the transfer of this number."""
_PAYMENT, _REVERSAL = TransferKind.PAYMENT.value, TransferKind.REVERSAL.value
"""As plain text: these are compared and written for every line, and a member of an enumeration is slow at both."""


def check_line(
    line: LineFacts, data: Data, transfers: Sequence[Booked], undone: Sequence[Booked], original: Original
) -> None:
    """Compare the transfers of a line with what the line says.

    Args:
        line: The line.
        data: What it says.
        transfers: Those that were booked with it, in order.
        undone: Those of the move that it takes back, if it does.
        original: Looks up the transfer that a reversal names.

    Raises:
        Wrong: At the first transfer that the line does not ask for, or the first that it asks for and that is missing.
    """
    match, at = line.match, line.at
    for one in transfers:
        if one.match != match or one.at != at:
            raise Wrong(name_of(one), f"game {one.match} at {one.at}", f"game {match} at {at}, as its line")
    match line.kind:
        case "payment":
            _same(line, [_payment(data), *_booked(data)], transfers)
        case "start":
            _only(transfers, (TransferKind.GRANT, TransferKind.RETURN), line.kind)
        case "gathering":
            _same(line, _dealt(data["carried"]), transfers)
        case "credits":
            _same(line, _dealt([data]), transfers)
        case "correction":
            wanted = [f"reversal {data['transfer']} of {data['reverses']}"]
            found = [f"{one.kind} {one.number} of {one.reverses}" for one in transfers[:1]]
            if found != wanted:
                raise _others(line, found, wanted)
            _same(line, _booked(data), transfers[1:])
        case "undo":
            wanted = [f"reversal of {one.number}" for one in reversed(undone)]
            found = [f"{one.kind} of {one.reverses}" for one in transfers]
            if found != wanted:
                raise _others(line, found, wanted)
        case _:
            _same(line, _booked(data), transfers)
    for one in transfers:
        if one.reverses is not None or one.kind == _REVERSAL:
            _check_reversal(one, original)


def check_start(line: LineFacts, data: Data, balances: Mapping[str, int]) -> None:
    """Compare what everybody has when a match begins with the starting credits.

    Raises:
        Wrong: At the first player who has more or less.
    """
    settings = settings_of(data["game"], data["mode"], data["validation"], data["deck"], data["options"])
    game = GAMES[data["game"]]
    starting = game.starting_credits(settings)
    wanted = dict.fromkeys(data["players"], starting) | dict.fromkeys(game.accounts(settings), 0)
    for owner, given in wanted.items():
        if balances.get(owner, 0) != given:
            raise Wrong(
                f"the balance of {owner} at the start of game {line.match}",
                balances.get(owner, 0),
                f"{given}, the starting credits",
            )


def floors_at(data: Data, known: Mapping[str, int]) -> dict[str, int]:
    """Below what balance accounts can't go from the start of a match on; `known` are those of earlier matches."""
    settings = settings_of(data["game"], data["mode"], data["validation"], data["deck"], data["options"])
    players = tuple(Player(player) for player in data["players"])
    others = tuple(Player(owner) for owner in known if is_games_own(owner))
    found = floors(GAMES[data["game"]], settings, players, others)
    return {str(owner): floor for owner, floor in found.items()}


def name_of(transfer: Booked) -> str:
    """How people find it."""
    return f"transfer {transfer.table}-{transfer.number}"


def _payment(data: Data) -> str:
    return _moved(_PAYMENT, data["by"], data["payee"], data["amount"])


def _booked(data: Data) -> list[str]:
    """What the move itself moved, as its line says."""
    return [
        _moved(kind_of_booking(b["payee"]), b["payer"], b["payee"], b["amount"])
        for b in data.get("bookings", ())
    ]


def _dealt(legs: Sequence[Data]) -> list[str]:
    """What a bank outside was found to hold, or has moved, before a match."""
    return [
        _moved(
            TransferKind.GRANT if leg["payer"] == BANK else TransferKind.RETURN,
            leg["payer"],
            leg["payee"],
            leg["amount"],
        )
        for leg in legs
    ]


def _moved(kind: str, payer: str, payee: str, amount: int) -> str:
    return f"{kind} of {amount} from {payer} to {payee}"


def _same(line: LineFacts, wanted: list[str], transfers: Sequence[Booked]) -> None:
    found = [_moved(one.kind, one.payer, one.payee, one.amount) for one in transfers]
    if found != wanted:
        raise _others(line, found, wanted)


def _others(line: LineFacts, found: list[str], wanted: list[str]) -> Wrong:
    return Wrong(f"the transfers of line {line.seq} of the log", _list(found), _list(wanted))


def _only(transfers: Sequence[Booked], kinds: Sequence[TransferKind], line: str) -> None:
    odd = next((one for one in transfers if one.kind not in kinds), None)
    if odd is not None:
        raise Wrong(name_of(odd), odd.kind, f"{' or '.join(kinds)}, for its line is a {line}")


def _check_reversal(transfer: Booked, original: Original) -> None:
    """What names another transfer is a reversal, and moves exactly what that one moved, the other way."""
    if transfer.kind != _REVERSAL:
        raise Wrong(name_of(transfer), f"a {transfer.kind} that reverses {transfer.reverses}", "none")
    first = original(transfer.reverses) if transfer.reverses is not None else None
    if first is None:
        raise Wrong(name_of(transfer), "a reversal", "the transfer that it reverses")
    wanted = (first[1], first[0], first[2])
    found = (transfer.payer, transfer.payee, transfer.amount)
    if found != wanted:
        raise Wrong(name_of(transfer), _leg(found), f"{_leg(wanted)}, the opposite of {transfer.reverses}")


def _leg(leg: Leg) -> str:
    return f"{leg[2]} from {leg[0]} to {leg[1]}"


def _list(texts: Sequence[str]) -> str:
    return "; ".join(texts) or "none"
