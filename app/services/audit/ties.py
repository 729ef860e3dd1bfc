"""What moved against what was done: every transfer belongs to a line of the log that asks for it, and the other way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.ledger import BANK, TransferKind
from app.rules import GAMES, Player
from app.services.audit.shapes import NONSENSE, Data, shown, unreadable
from app.services.audit.verdict import Wrong
from app.services.ground.snapshots import is_games_own, settings_of
from app.services.play.opening import floors
from app.services.play.steps import kind_of_booking
from app.storage.audit import Booked, LineFacts

Leg = tuple[str, str, int, str]
"""Payer, payee, amount, action."""
Original = Callable[[int], Leg | None]
"""Who paid whom how much for what by the transfer of this number."""
_PAYMENT, _REVERSAL = TransferKind.PAYMENT.value, TransferKind.REVERSAL.value
_BY_MOVES = (TransferKind.CHARGE.value, TransferKind.AWARD.value)
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
    match, at, actor = line.match, line.at, line.actor
    for one in transfers:
        if one.match != match or one.at != at:
            raise Wrong(name_of(one), f"game {one.match} at {one.at}", f"game {match} at {at}, as its line")
        if one.asked_by != actor:
            raise Wrong(name_of(one), f"asked for by {one.asked_by}", f"by {actor}, as its line")
        if one.obligation is not None and one.kind != _PAYMENT:
            raise Wrong(name_of(one), f"a {one.kind} that settles debt {one.obligation}", "none")
    match line.kind:
        case "payment":
            _same(line, [_payment(data), *_booked(data)], transfers)
            _same_number(line, data, transfers)
        case "start":
            _only(transfers, (TransferKind.GRANT, TransferKind.RETURN), line.kind)
        case "gathering":
            _same(line, _dealt(data["carried"]), transfers)
        case "credits":
            _same(line, _dealt([data]), transfers)
            _same_number(line, data, transfers)
        case "correction":
            wanted = [f"reversal {data['transfer']} of {data['reverses']}"]
            found = [f"{one.kind} {one.number} of {one.reverses}" for one in transfers[:1]]
            if found != wanted:
                raise _others(line, found, wanted)
            if transfers[0].reason != data["reason"]:
                raise Wrong(f"the reason of {name_of(transfers[0])}", transfers[0].reason, data["reason"])
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
    """Compare who plays, and what everybody has when a match begins, with its settings and the starting credits.

    Raises:
        Wrong: If it can't be played so, or at the first player who has more or less.
    """
    settings = _settings(line, data)
    game, players = GAMES[data["game"]], data["players"]
    least, most = game.seats(settings)
    if not least <= len(players) <= most or len(set(players)) != len(players):
        who = f"from {least} to {most}, each once"
        raise Wrong(f"the players of game {line.match}", ", ".join(players) or "none", who)
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


def _settings(line: LineFacts, data: Data) -> Any:  # noqa: ANN401 - settings of any game
    where = f"the settings of game {line.match}"
    if data["game"] not in GAMES:
        raise Wrong(where, f"the game {shown(data['game'])}", f"one of {', '.join(GAMES)}")
    try:
        return settings_of(data["game"], data["mode"], data["validation"], data["deck"], data["options"])
    except NONSENSE as error:
        raise unreadable(where, error) from error


def name_of(transfer: Booked) -> str:
    """How people find it."""
    return f"transfer {transfer.table}-{transfer.number}"


def _same_number(line: LineFacts, data: Data, transfers: Sequence[Booked]) -> None:
    number = transfers[0].number
    if data["transfer"] != number:
        raise Wrong(f"line {line.seq} of the log, its transfer", data["transfer"], number)


def _payment(data: Data) -> str:
    # What it is for stands with the debt that it settles.
    return _moved(_PAYMENT, data["by"], data["payee"], data["amount"], "")


def _booked(data: Data) -> list[str]:
    """What the move itself moved, as its line says."""
    return [
        _moved(kind_of_booking(b["payee"]), b["payer"], b["payee"], b["amount"], b["reason"])
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
            "",
        )
        for leg in legs
    ]


def _moved(kind: str, payer: str, payee: str, amount: int, action: str) -> str:
    return f"{kind} of {_leg((payer, payee, amount, action))}"


def _same(line: LineFacts, wanted: list[str], transfers: Sequence[Booked]) -> None:
    found = [
        _moved(one.kind, one.payer, one.payee, one.amount, one.action if one.kind in _BY_MOVES else "")
        for one in transfers
    ]
    if found != wanted:
        raise _others(line, found, wanted)


def _others(line: LineFacts, found: list[str], wanted: list[str]) -> Wrong:
    return Wrong(f"the transfers of line {line.seq} of the log", _list(found), _list(wanted))


def _only(transfers: Sequence[Booked], kinds: Sequence[TransferKind], line: str) -> None:
    odd = next((one for one in transfers if one.kind not in kinds), None)
    if odd is not None:
        raise Wrong(name_of(odd), odd.kind, f"{' or '.join(kinds)}, for its line is a {line}")
    named = next((one for one in transfers if one.action), None)
    if named is not None:
        raise Wrong(name_of(named), f"a {named.kind} for {named.action}", "one for no action")


def _check_reversal(transfer: Booked, original: Original) -> None:
    """What names another transfer is a reversal, and moves exactly what that one moved, the other way."""
    if transfer.kind != _REVERSAL:
        raise Wrong(name_of(transfer), f"a {transfer.kind} that reverses {transfer.reverses}", "none")
    number = transfer.reverses
    first = original(number) if number is not None and number < transfer.number else None
    if first is None:
        raise Wrong(
            name_of(transfer), f"a reversal of {number or 'nothing'}", "the transfer that it reverses"
        )
    wanted = (first[1], first[0], first[2], first[3])
    found = (transfer.payer, transfer.payee, transfer.amount, transfer.action)
    if found != wanted:
        raise Wrong(name_of(transfer), _leg(found), f"{_leg(wanted)}, the opposite of {transfer.reverses}")


def _leg(leg: Leg) -> str:
    payer, payee, amount, action = leg
    return f"{amount} from {payer} to {payee}" + (f" for {action}" if action else "")


def _list(texts: Sequence[str]) -> str:
    return "; ".join(texts) or "none"
