"""Whether a payment is due: one check for every game, for what a page offers and for what is booked.

Source: rules/reckless.md, "A transfer is valid when, and only when".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.errors import PaymentRefused, Refusal
from app.money import MAX_CREDITS, Credits
from app.rules.core import Funds, Level, Obligation, Payment, Player


@dataclass(frozen=True, slots=True)
class Position:
    """What a game's state says about money.

    `settled` are the debts of the turn that is being paid or was just paid, `solvent` the players still in
    the game, `prices` the amount of each action that takes money.
    """

    level: Level
    over: bool
    due: tuple[Obligation, ...]
    settled: tuple[Obligation, ...]
    solvent: tuple[Player, ...]
    prices: Mapping[str, Credits]


def check(position: Position | None, payment: Payment, funds: Funds) -> Obligation | None:
    """Find the debt that a payment settles; None where the level of checking knows no debts.

    The checks run in the order of `Refusal`, and the first that fails is the answer. The action must be the
    game's own key, or a text that names none.

    Args:
        position: None if no match is running.
        payment: As sent.
        funds: Before the payment.

    Raises:
        PaymentRefused: `expected` has the debts of this payer, or everybody's if there are none.
    """
    if position is None:
        raise PaymentRefused(Refusal.NO_GAME)
    obligation, reason = _judge(position, payment, funds)
    if reason is not None:
        own = [o for o in position.due if o.payer == payment.payer]
        raise PaymentRefused(reason, expected={"due": [o.as_json() for o in own or position.due]})
    return obligation


def _judge(position: Position, payment: Payment, funds: Funds) -> tuple[Obligation | None, Refusal | None]:
    obligation: Obligation | None = None
    reason: Refusal | None = None
    match position.level:
        case _ if position.over:
            reason = Refusal.GAME_OVER
        case Level.STRICT:
            obligation, reason = _match(position, payment)
        case Level.HONOR:
            reason = _price(position, payment, funds)
        case Level.OPEN:
            pass
    return obligation, reason or _plain_ledger(payment, funds)


_FITS: tuple[tuple[Refusal, Callable[[Obligation, Payment], bool]], ...] = (
    (Refusal.NOT_THE_PAYER, lambda debt, paid: debt.payer == paid.payer),
    (Refusal.WRONG_PAYEE, lambda debt, paid: debt.payee == paid.payee),
    (Refusal.WRONG_AMOUNT, lambda debt, paid: debt.amount == paid.amount),
    (Refusal.WRONG_ACTION, lambda debt, paid: not paid.names_action or debt.action == paid.action),
)
"""What a payment must share with the debt it settles, and the answer if no debt is left that shares it."""


def _match(position: Position, payment: Payment) -> tuple[Obligation | None, Refusal | None]:
    """Narrow the debts down to the one that is paid; those settled already tell why a second try fails."""
    repeats = [o for o in position.settled if all(fits(o, payment) for _, fits in _FITS)]
    if not position.due and not repeats:
        return None, Refusal.NOTHING_DUE
    debts = position.due + position.settled
    for reason, fits in _FITS:
        debts = tuple(debt for debt in debts if fits(debt, payment))
        if not debts:
            return None, reason
    due = [debt for debt in debts if debt in position.due]
    return (due[0], None) if due else (None, Refusal.ALREADY_SETTLED)


def _price(position: Position, payment: Payment, funds: Funds) -> Refusal | None:
    """Check a payment by the printed prices alone; who has less than the price pays all that is left."""
    if payment.payer not in position.solvent:
        return Refusal.NOT_THE_PAYER
    if payment.payee not in position.solvent:
        return Refusal.WRONG_PAYEE
    price = position.prices.get(payment.action or "")
    if price is None:
        return Refusal.WRONG_ACTION
    all_that_is_left = payment.amount == funds[payment.payer] < price
    return None if payment.amount == price or all_that_is_left else Refusal.WRONG_AMOUNT


def _plain_ledger(payment: Payment, funds: Funds) -> Refusal | None:
    if payment.amount > funds.get(payment.payer, 0):
        return Refusal.INSUFFICIENT_BALANCE
    if payment.payer == payment.payee:
        return Refusal.SELF_PAYMENT
    if not 1 <= payment.amount <= MAX_CREDITS:
        return Refusal.BAD_AMOUNT
    return None
