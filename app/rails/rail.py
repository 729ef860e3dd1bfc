"""What services ask of a bank outside, in terms of no bank in particular.

Owners are the bank's own ids of its users, or `SYSTEM`. Times are microseconds since 1970-01-01 UTC by the bank's
clock. Every call may raise `RailRefused` (nothing moved, nothing will) or `RailUnknown` (no answer that says so).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from app.money import Credits

SYSTEM = "system"
"""The owner of the bank's own account, which credits come from and go to."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is to be moved. `reference` is ours and the same whenever it is sent or looked for.

    `undoes` is the id of the movement that is to be charged back, if this is no payment.
    """

    reference: str
    payer: str
    payee: str
    amount: Credits
    description: str
    undoes: str | None = None


@dataclass(frozen=True, slots=True)
class Movement:
    """Credits that have moved from one account to another.

    Attributes:
        id: The bank's own.
        number: What the bank shows people, or its id.
        at: When it moved.
        payer: Owner.
        payee: Owner.
        amount: Always positive; not whole where somebody paid a part of a credit.
        description: As whoever paid has written it.
        reference: Ours, if the movement carries one that can be seen.
        undoes: Id of the movement that it charges back, if it does.
        details: Whether `reference` and `undoes` are known for sure; a row of a list may leave them out.
    """

    id: str
    number: str
    at: int
    payer: str
    payee: str
    amount: Decimal
    description: str
    reference: str | None = None
    undoes: str | None = None
    details: bool = True


@dataclass(frozen=True, slots=True)
class NewUser:
    """An account to be opened: `code` is what its printed tile says, by which it can be paid."""

    user: str
    name: str
    password: str
    code: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """An invitation to pay that can be taken once; `link` opens it. `movement` is its id once it is paid.

    `state` is open, approved, processed, canceled or expired.
    """

    number: str
    state: str
    link: str
    movement: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check of the bank looked at; `advice` says how to mend it, and is empty when all is well."""

    what: str
    found: str
    ok: bool
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of the bank found, in the order in which it looked."""

    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether payments can be relayed."""
        return all(finding.ok for finding in self.findings)


class Rail(Protocol):
    """A bank outside."""

    @property
    def name(self) -> str:
        """What tells this bank from others, such as its address."""

    def server_time(self) -> int:
        """Now, by the bank's clock."""

    def pay(self, instruction: Instruction) -> Movement:
        """Move credits, or charge a movement back. Sent once; what comes of it is for the caller to find out."""

    def find(self, instruction: Instruction, *, since: int) -> tuple[Movement, ...]:
        """Movements since a moment that carry the instruction's reference (or charge back what it undoes)."""

    def alike(self, instruction: Instruction, *, since: int) -> tuple[Movement, ...]:
        """Movements since a moment between the same owners over the same amount, whatever they carry."""

    def movements(self, *, since: int) -> Iterator[Movement]:
        """Everything that moved since a moment, oldest first, however many pages it takes."""

    def detailed(self, movement: Movement) -> Movement:
        """The movement with what a list leaves out."""

    def balance(self, owner: str) -> Decimal:
        """What is in an account."""

    def find_user(self, name: str) -> str | None:
        """The owner with this login name, or None."""

    def add_user(self, new: NewUser) -> str:
        """Open an account with a password and the code of its tile; answer its owner."""

    def set_password(self, owner: str, password: str) -> None:
        """Give an account another password."""

    def open_ticket(self, instruction: Instruction, *, webhook: str) -> Ticket:
        """Open a ticket by which only the payer can pay, and only once we have checked it."""

    def ticket(self, number: str) -> Ticket:
        """How a ticket stands."""

    def process_ticket(self, number: str, reference: str) -> Movement:
        """Let an approved ticket be paid now. Doing so twice pays once."""

    def cancel_ticket(self, number: str) -> None:
        """Close an open ticket; one that can't be canceled any more is left as it is."""

    def listen(self, heard: Callable[[], None]) -> Callable[[], None]:
        """Call `heard`, from another thread, whenever something may have moved; answers what ends it."""

    def check(self, *, webhook: str) -> Report:
        """Look at all that is needed for relaying payments; changes nothing."""
