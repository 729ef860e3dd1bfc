"""The matches of a table, played again from its log: what the rules make of each move against what was written."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.errors import AppError
from app.ledger import TransferKind
from app.rules import CHANCE, Drawn, Event, Move, Obligation, Player, Step
from app.rules.chance import draw, fingerprint
from app.services.audit.shapes import MAY_MOVE, Data
from app.services.audit.verdict import Wrong
from app.services.ground.snapshots import Match, begin
from app.services.payments.settling import settled_by
from app.services.play.steps import consequences
from app.storage.audit import Booked, LineFacts
from app.storage.tables import LineRow

Balances = Mapping[str, int]
Line = LineFacts | LineRow


class Again:
    """One table's matches, played again line by line."""

    def __init__(self, seed_of: Callable[[int], bytes | None]) -> None:
        """Begin before the first line; `seed_of` tells the seed of the match of this number, if it has one."""
        self.match: Match | None = None
        self._accounts: frozenset[str] = frozenset()
        self._seed: bytes | None = None
        self._seed_of = seed_of

    def follow(self, line: LineFacts, data: Data, transfers: Sequence[Booked], before: Balances) -> None:
        """Play a line, and compare what follows with what was written.

        Args:
            line: The line.
            data: What it says.
            transfers: Those that were booked with it.
            before: All balances before these.

        Raises:
            Wrong: If the move was not open, its consequences are others, somebody's credits were not those of the
                books, or a debt and its payment don't fit.
        """
        if line.kind == "start":
            self.match = begin(LineRow(*line))
            own = self.match.game.accounts(self.match.settings)
            self._accounts = frozenset((*data["players"], *own))
            self._seed = sound_seed(line, self.match, self._seed_of(line.match))
        elif "move" in data:
            self._move(line, data, transfers, _judged_by(before, transfers) if transfers else before)
        elif self.match is not None:
            if line.kind in MAY_MOVE and not self.match.is_over:
                raise Wrong(
                    _line(line), f"a {line.kind} without a move", "one with a move, for a game is running"
                )
            self.match = told(line, data, self.match)

    def _move(self, line: LineFacts, data: Data, transfers: Sequence[Booked], balances: Balances) -> None:
        match = self.match
        if match is None:
            raise Wrong(_line(line), f"a {line.kind}", "the start of a game before it")
        funds: Mapping[str, int] = data["funds"]
        if not self._accounts <= funds.keys():
            missing = ", ".join(sorted(self._accounts - funds.keys()))
            raise Wrong(f"{_line(line)}, its funds", f"none of {missing}", "those of everybody who plays")
        for player, amount in funds.items():
            if amount != balances.get(player, 0):
                raise Wrong(
                    f"{_line(line)}, the credits of {player}",
                    amount,
                    f"{balances.get(player, 0)} by the transfers so far",
                )
        debts = match.game.obligations(match.state)
        self.match, step = made(line, data, match, self._seed)
        after = self.match.game.obligations(step.state)
        _check_debts(line, data["move"], transfers, debts, after, step.events)


def sound_seed(line: Line, match: Match, seed: bytes | None) -> bytes | None:
    """The seed of a match that begins, if its hash is the one that was published.

    Raises:
        Wrong: If it is not, or there is none.
    """
    if match.seed_hash and not (isinstance(seed, bytes) and fingerprint(seed) == match.seed_hash):
        found = f"the seed with the hash {fingerprint(seed)}" if isinstance(seed, bytes) else "no seed"
        raise Wrong(_line(line), found, f"the one whose hash is {match.seed_hash}")
    return seed if match.seed_hash else None


def told(line: Line, data: Data, match: Match) -> Match:
    """The match after a line that makes no move.

    Raises:
        Wrong: If it takes back what can't be, or shows another seed.
    """
    if line.kind == "undo":
        last = match.past[-1].seq if match.past else None
        if data["takes_back"] != last:
            expected = "no move that can be taken back" if last is None else f"that of line {last}"
            raise Wrong(_line(line), f"the move of line {data['takes_back']} taken back", expected)
    if line.kind == "seed" and _hash_of(data["seed"]) != match.seed_hash:
        raise Wrong(_line(line), "a seed", f"the one whose hash is {match.seed_hash or 'none'}")
    return match.after(LineRow(*_fields(line)))


def _hash_of(digits: str) -> str | None:
    try:
        return fingerprint(bytes.fromhex(digits))
    except ValueError:
        return None


def made(line: Line, data: Data, match: Match, seed: bytes | None) -> tuple[Match, Step[Any]]:
    """The match after a line that makes a move, and what followed; what chance drew is drawn again from the seed.

    Raises:
        Wrong: If the move was not open, or what was drawn or followed is something else.
    """
    funds = {Player(player): amount for player, amount in data["funds"].items()}
    try:
        move = match.game.restore(Player(data["by"]), data["move"])
        _check_who(line, match, move)
        if isinstance(move, Drawn):
            _check_drawn(line, match, move, seed)
        step = match.game.apply(match.state, move, funds)
    except AppError as refused:
        raise Wrong(_line(line), f"the move {json.dumps(data['move'])}", f"none, for {refused}") from None
    for part, followed in consequences(step).items():
        if not followed and data[part] == []:
            continue
        found, expected = json.dumps(data[part]), json.dumps(followed)
        if found != expected:
            if (match.seed_hash or match.told) and not match.is_over:
                found, expected = "something else", "what the rules say, which is secret until the end"
            raise Wrong(f"{_line(line)}, its {part}", found, expected)
    if out_of_place := match.game.audit(match.state, step):
        raise Wrong(f"{_line(line)}, what the table holds", out_of_place, "everything in its place")
    return match.moved(move, step, seq=line.seq, kind=line.kind), step


def _check_who(line: Line, match: Match, move: Move) -> None:
    """What chance and the bank do stands in lines of their own, and nothing else stands there."""
    wanted = {"correction": match.game.correction, "closed": match.game.closing}.get(line.kind)
    if wanted is not None and move != wanted(match.state):
        raise Wrong(_line(line), f"the move {match.game.encode(move)} of {move.player}", "the bank's own")
    if (line.kind == "chance") != (move.player == CHANCE and isinstance(move, Drawn)):
        raise Wrong(
            _line(line), f"a {line.kind} of {move.player}", "what chance drew, as chance, and nothing else"
        )


def _check_drawn(line: Line, match: Match, drawn: Drawn, seed: bytes | None) -> None:
    lot = match.game.lot(match.state)
    if seed is None or lot is None:
        raise Wrong(_line(line), "a draw", "none, for nothing was to be drawn")
    if drawn.numbers != draw(seed, match.drawn + 1, lot):
        # The numbers themselves are secret while the match runs.
        raise Wrong(f"{_line(line)}, what was drawn", "other numbers", "those that the seed gives")


def _fields(line: Line) -> tuple[Any, ...]:
    return line if isinstance(line, tuple) else tuple(getattr(line, name) for name in LineFacts._fields)


def _judged_by(before: Balances, transfers: Sequence[Booked]) -> Balances:
    """The balances by which a move was judged: after its payment or correction, before what it books itself."""
    balances = dict(before)
    for one in transfers:
        if one.kind not in (TransferKind.CHARGE, TransferKind.AWARD):
            balances[one.payer] = balances.get(one.payer, 0) - one.amount
            balances[one.payee] = balances.get(one.payee, 0) + one.amount
    return balances


def _check_debts(
    line: LineFacts,
    move: Data,
    transfers: Sequence[Booked],
    before: Sequence[Obligation],
    after: Sequence[Obligation],
    events: Sequence[Event],
) -> None:
    """A payment settles exactly the debt that it names, and no debt counts as paid without a payment."""
    payment = next((one for one in transfers if one.kind == TransferKind.PAYMENT), None)
    if payment is None:
        if any(event.kind == "paid" for event in events):
            raise Wrong(_line(line), "a debt that counts as paid", "a transfer that pays it")
        return
    where = f"transfer {payment.table}-{payment.number}"
    debt = settled_by(before, move)
    if payment.obligation != (debt.id if debt else None):
        expected = f"debt {debt.id}, as its move says" if debt else "a debt that is due"
        raise Wrong(where, f"a payment of debt {payment.obligation or 'none'}", expected)
    if debt is None:
        return
    wanted = (debt.payer, debt.payee, debt.amount, debt.action)
    found = (payment.payer, payment.payee, payment.amount, payment.action)
    if found != wanted:
        raise Wrong(where, _of_debt(found), _of_debt(wanted))
    if any(one.id == debt.id for one in after):
        raise Wrong(where, f"debt {debt.id} still open after it", "that it is settled")


def _of_debt(facts: tuple[str, str, int, str]) -> str:
    payer, payee, amount, action = facts
    return f"{amount} from {payer} to {payee} for {action or 'nothing named'}"


def _line(line: Line) -> str:
    return f"line {line.seq} of the log"
