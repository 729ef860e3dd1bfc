"""Every error that is raised on purpose, as one tree; each entry point maps the classes once, in its `problems.py`.

AppError (code, message, facts)
├─ Refused (expected)        the rules say no: nothing moved, and `expected` tells what would be right
│   ├─ IllegalMove
│   └─ PaymentRefused (reason: Refusal)
├─ LedgerError               the books would not balance: a bug, unless
│   └─ InsufficientFunds     … it is this one
├─ RailError                 a bank outside, which credits are moved by
│   ├─ RailRefused (answer)  it moved nothing, and will not
│   └─ RailUnknown           it may have moved: look before you pay again
├─ InProgress                it was asked for, and the answer is still to come
├─ Invalid (field)           what was sent can't be read
├─ NotSignedIn · TooManyTries (retry_after_s) · NotAllowed · NotFound
├─ KeyReused · StaleState · Conflict
├─ Unavailable               the server can't do it now; nothing was written
└─ ConfigError               one line that says what to mend; stops the start
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""What survives the way through JSON. No float: whole numbers only in this program."""


class Refusal(StrEnum):
    """Why a payment is refused, in the order of checking: the first reason that applies is reported.

    Source: rules/reckless.md, "A transfer is valid when, and only when".
    """

    NO_GAME = "no_game"
    GAME_OVER = "game_over"
    NOTHING_DUE = "nothing_due"
    NOT_THE_PAYER = "not_the_payer"
    WRONG_PAYEE = "wrong_payee"
    WRONG_AMOUNT = "wrong_amount"
    WRONG_ACTION = "wrong_action"
    ALREADY_SETTLED = "already_settled"
    INSUFFICIENT_BALANCE = "insufficient_balance"
    SELF_PAYMENT = "self_payment"
    BAD_AMOUNT = "bad_amount"


class AppError(Exception):
    """An error raised on purpose.

    `code` is stable and documented; `message` is an English template for people (a gettext msgid) that is filled
    with `facts`, and may change. `said` has all sentences with their facts: the message, and what was added to it.
    """

    code: str = "error"

    def __init__(self, message: str, **facts: Json) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts
        self._added: list[tuple[str, dict[str, Json]]] = []

    def __str__(self) -> str:
        return " ".join(message % facts if facts else message for message, facts in self.said)

    @property
    def said(self) -> tuple[tuple[str, dict[str, Json]], ...]:
        """Every sentence with its facts; each is translated by itself."""
        return (self.message, self.facts), *self._added

    def add(self, sentence: str, **facts: Json) -> None:
        """Say what stands all the same, for an error that comes after something was made."""
        self._added.append((sentence, facts))


class Refused(AppError):
    """The rules say no. Nothing moved; `expected` says in data what would be right."""

    code = "refused"

    def __init__(self, message: str, *, expected: Mapping[str, Json], **facts: Json) -> None:
        super().__init__(message, **facts)
        self.expected = expected


class IllegalMove(Refused):
    """A move that is not open to this player now; `expected` has the phase and who is awaited."""

    code = "illegal_move"


class PaymentRefused(Refused):
    """A payment that settles nothing; its code is the reason, `expected` has the debts that are due."""

    MESSAGES: ClassVar[Mapping[Refusal, str]] = {
        Refusal.NO_GAME: "You are not in a running game, so there is nobody to pay.",
        Refusal.GAME_OVER: "This game is over. Nothing can be paid any more.",
        Refusal.NOTHING_DUE: "Nothing is due at this table right now.",
        Refusal.NOT_THE_PAYER: "You don't owe anything right now.",
        Refusal.WRONG_PAYEE: "You owe somebody else.",
        Refusal.WRONG_AMOUNT: "That is not the amount you owe.",
        Refusal.WRONG_ACTION: "That is not the action that was played.",
        Refusal.ALREADY_SETTLED: "This debt is paid already. Nothing moved a second time.",
        Refusal.INSUFFICIENT_BALANCE: "There is not that much in the account.",
        Refusal.SELF_PAYMENT: "You can't pay yourself.",
        Refusal.BAD_AMOUNT: "An amount is a whole number of credits from 1 to 1,000,000,000, in digits alone.",
    }

    def __init__(self, reason: Refusal, *, expected: Mapping[str, Json] | None = None) -> None:
        super().__init__(self.MESSAGES[reason], expected=expected or {})
        self.reason = reason
        self.code = reason.value


class LedgerError(AppError):
    """The books would not balance. A bug of ours, never the user's."""

    code = "ledger_error"


class InsufficientFunds(LedgerError):
    """A transfer would take an account below its floor."""

    code = "insufficient_balance"


class RailError(AppError):
    """A bank outside did not do what it was asked."""

    code = "bank_error"


class RailRefused(RailError):
    """The bank outside has moved nothing, and will not. `answer` is its own code, such as `insufficientBalance`."""

    code = "bank_refused"

    def __init__(self, message: str, *, answer: str = "", **facts: Json) -> None:
        super().__init__(message, **({"answer": answer} if answer else {}), **facts)
        self.answer = answer


class RailUnknown(RailError):
    """No answer that says whether the bank outside has moved anything: it is looked for before it is sent again."""

    code = "bank_unknown"


class InProgress(AppError):
    """It was asked for already, and the answer is still to come. Nothing was done a second time."""

    code = "in_progress"


class Invalid(AppError):
    """What was sent can't be read; `field` names the part, in the sender's terms."""

    code = "invalid"

    def __init__(self, message: str, *, field: str, **facts: Json) -> None:
        super().__init__(message, **facts)
        self.field = field


class NotSignedIn(AppError):
    """Nobody is signed in, or the name and password (or code) don't fit."""

    code = "not_signed_in"


class TooManyTries(AppError):
    """Too many failed sign-ins; `retry_after_s` seconds must pass."""

    code = "too_many_tries"

    def __init__(self, message: str, *, retry_after_s: int, **facts: Json) -> None:
        super().__init__(message, retry_after_s=retry_after_s, **facts)
        self.retry_after_s = retry_after_s


class NotAllowed(AppError):
    """Signed in, but this is somebody else's to do."""

    code = "not_allowed"


class NotFound(AppError):
    """There is no such thing, or not for this person."""

    code = "not_found"


class Conflict(AppError):
    """The thing is in another state than the request needs (a full table, a seat taken)."""

    code = "conflict"


class Unprintable(AppError):
    """A sheet did not pass the check of its codes. It is not handed out."""

    code = "unprintable"


class KeyReused(AppError):
    """The same idempotency key came with other contents. Nothing was done."""

    code = "key_reused"


class StaleState(AppError):
    """The table has moved on since the page was drawn. Nothing was done."""

    code = "stale_state"


class Unavailable(AppError):
    """The server can't do it now (disk full, stopping). Nothing was written; trying again is safe."""

    code = "unavailable"


class ConfigError(AppError):
    """A setting or an argument that the program can't start with."""

    code = "config"
