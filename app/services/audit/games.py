"""The matches of a table, played again from its log: what the rules make of each move against what was written."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.errors import AppError
from app.ledger import TransferKind
from app.rules import Event, Obligation, Player, Step
from app.rules.chance import fingerprint
from app.services.audit.verdict import Wrong
from app.services.snapshots import Match, begin
from app.services.steps import consequences
from app.storage.audit import Booked, LineFacts
from app.storage.tables import LineRow

Data = Mapping[str, Any]
Balances = Mapping[str, int]


class Again:
    """One table's matches, played again line by line."""

    def __init__(self) -> None:
        """Begin before the first line."""
        self.match: Match | None = None

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
        elif "move" in data:
            self._move(line, data, transfers, _judged_by(before, transfers))
        elif self.match is not None:
            if line.kind == "undo" and not self.match.past:
                raise Wrong(_line(line), "a move taken back", "no move that can be taken back")
            if line.kind == "seed" and fingerprint(bytes.fromhex(data["seed"])) != self.match.seed_hash:
                raise Wrong(_line(line), "a seed", f"the one whose hash is {self.match.seed_hash}")
            self.match = self.match.after(LineRow(*line))

    def _move(self, line: LineFacts, data: Data, transfers: Sequence[Booked], balances: Balances) -> None:
        match = self.match
        if match is None:
            raise Wrong(_line(line), f"a {line.kind}", "the start of a game before it")
        funds = {Player(player): amount for player, amount in data["funds"].items()}
        for player, amount in funds.items():
            if amount != balances.get(player, 0):
                raise Wrong(
                    f"{_line(line)}, the credits of {player}",
                    amount,
                    f"{balances.get(player, 0)} by the transfers so far",
                )
        debts = match.game.obligations(match.state)
        try:
            move = match.game.restore(Player(data["by"]), data["move"])
            step = match.game.apply(match.state, move, funds)
        except AppError as refused:
            raise Wrong(_line(line), f"the move {json.dumps(data['move'])}", f"none, for {refused}") from None
        _check_consequences(line, data, step)
        if out_of_place := match.game.audit(match.state, step):
            raise Wrong(f"{_line(line)}, what the table holds", out_of_place, "everything in its place")
        self.match = match.moved(move, step, seq=line.seq, kind=line.kind)
        _check_debts(line, transfers, debts, self.match.game.obligations(step.state), step.events)


def _judged_by(before: Balances, transfers: Sequence[Booked]) -> Balances:
    """The balances by which a move was judged: after its payment or correction, before what it books itself."""
    balances = dict(before)
    for one in transfers:
        if one.kind not in (TransferKind.CHARGE, TransferKind.AWARD):
            balances[one.payer] = balances.get(one.payer, 0) - one.amount
            balances[one.payee] = balances.get(one.payee, 0) + one.amount
    return balances


def _check_consequences(line: LineFacts, data: Data, step: Step[Any]) -> None:
    for part, followed in consequences(step).items():
        expected = json.dumps(followed)
        if json.dumps(data[part]) != expected:
            raise Wrong(f"{_line(line)}, its {part}", json.dumps(data[part]), expected)


def _check_debts(
    line: LineFacts,
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
    if payment.obligation is None:
        return
    where = f"transfer {payment.table}-{payment.number}"
    debt = next((one for one in before if one.id == payment.obligation), None)
    if debt is None:
        raise Wrong(where, f"a payment of debt {payment.obligation}", "a debt that is due")
    wanted = (debt.payer, debt.payee, debt.amount, debt.action)
    found = (payment.payer, payment.payee, payment.amount, payment.action)
    if found != wanted:
        raise Wrong(where, _of_debt(found), _of_debt(wanted))
    if any(one.id == debt.id for one in after):
        raise Wrong(where, f"debt {debt.id} still open after it", "that it is settled")


def _of_debt(facts: tuple[str, str, int, str]) -> str:
    payer, payee, amount, action = facts
    return f"{amount} from {payer} to {payee} for {action or 'nothing named'}"


def _line(line: LineFacts) -> str:
    return f"line {line.seq} of the log"
