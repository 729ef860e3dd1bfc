"""A view of interface.md, read into typed values once, so that the pages know its shape in this one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

View: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at the table; `cards` is None where cards are not counted."""

    user: str
    name: str
    balance: int
    cards: int | None
    lost: tuple[str, ...]
    bankrupt: bool
    out: bool
    leaving: bool


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the tariff: what can be played by claiming a card; amount and cost are whole credits."""

    key: str
    name: str
    card: str
    card_name: str
    amount: int
    cost: int
    effect: str
    general: bool
    blocked_by: tuple[str, ...]
    suable: bool
    house: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """The action that was declared; `target` is None when it goes against everybody."""

    actor: str
    target: str | None
    key: str
    card: str
    amount: int
    general: bool


@dataclass(frozen=True, slots=True)
class Countered:
    """The target's answer; `kind` is block, match or sue."""

    player: str
    kind: str
    card: str


@dataclass(frozen=True, slots=True)
class Debt:
    """A payment due."""

    id: int
    payer: str
    payee: str
    amount: int
    action: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table as one viewer may see it; `you` is the viewer, seated or not."""

    id: str
    code: str
    seq: int
    match: int
    status: str
    phase: str
    validation: str
    mode: str
    you: str
    host: str
    turn: str | None
    action: Declared | None
    counter: Countered | None
    challenger: str | None
    prompt: View
    waiting_for: tuple[str, ...]
    seconds_left: int | None
    legal: tuple[View, ...]
    due: tuple[Debt, ...]
    players: tuple[Sitting, ...]
    hand: tuple[View, ...]
    winners: tuple[str, ...]
    tariff: tuple[Action, ...]

    @property
    def is_host(self) -> bool:
        """Whether the viewer is the table's host."""
        return self.you == self.host

    @property
    def seated(self) -> bool:
        """Whether the viewer has a seat."""
        return self.player(self.you) is not None

    @property
    def asked(self) -> bool:
        """Whether the viewer is awaited in a running game."""
        return self.status == "playing" and self.you in self.waiting_for

    def player(self, user: str | None) -> Sitting | None:
        """The sitting of that user, if there is one."""
        return next((p for p in self.players if p.user == user), None)

    def name(self, user: str | None) -> str:
        """The display name of that user; the login when the user has no seat."""
        sitting = self.player(user)
        return sitting.name if sitting else (user or "")

    def allows(self, kind: str) -> tuple[View, ...]:
        """The viewer's legal moves of that type."""
        return tuple(move for move in self.legal if move["type"] == kind)

    def priced(self, key: str) -> Action | None:
        """The tariff's line for that action, if the deck has it."""
        return next((action for action in self.tariff if action.key == key), None)

    def claimed_by(self, card: str) -> Action | None:
        """The tariff's line for the action that claims that card."""
        return next((action for action in self.tariff if action.card == card), None)


def read(view: View) -> Table:
    """Read a view; what the game leaves out is empty."""
    return Table(
        id=view["id"],
        code=view["code"],
        seq=view["seq"],
        match=view["match"],
        status=view["status"],
        phase=view["phase"],
        validation=view["validation"],
        mode=view["mode"],
        you=view["you"],
        host=view["host"],
        turn=view.get("turn"),
        action=_declared(view.get("action")),
        counter=_countered(view.get("counter")),
        challenger=view.get("challenger"),
        prompt=view.get("prompt") or {},
        waiting_for=tuple(view.get("waiting_for") or ()),
        seconds_left=view.get("seconds_left"),
        legal=tuple(view.get("legal_moves") or ()),
        due=tuple(
            Debt(d["id"], d["payer"], d["payee"], d["amount"], d["action"]) for d in view.get("due") or ()
        ),
        players=tuple(_sitting(player) for player in view["players"]),
        hand=tuple(view.get("hand") or ()),
        winners=tuple(view.get("winners") or ()),
        tariff=tariff(view.get("actions") or ()),
    )


def tariff(lines: tuple[View, ...] | list[View]) -> tuple[Action, ...]:
    """Read a tariff as `Game.actions` gives it."""
    return tuple(
        Action(
            key=line["action"],
            name=line["name"],
            card=line["card"],
            card_name=line["card_name"],
            amount=line["amount"],
            cost=line["cost"],
            effect=str(line["effect"]),
            general=line["general"],
            blocked_by=tuple(line["blocked_by"]),
            suable=line["suable"],
            house=tuple(line["house"]),
        )
        for line in lines
    )


def _sitting(player: View) -> Sitting:
    return Sitting(
        user=player["user"],
        name=player["name"],
        balance=player["balance"],
        cards=player.get("cards"),
        lost=tuple(player.get("lost") or ()),
        bankrupt=bool(player.get("bankrupt")),
        out=bool(player.get("out")),
        leaving=bool(player.get("leaving")),
    )


def _declared(raw: View | None) -> Declared | None:
    if not raw:
        return None
    return Declared(raw["player"], raw["target"], raw["action"], raw["card"], raw["amount"], raw["general"])


def _countered(raw: View | None) -> Countered | None:
    return Countered(raw["player"], str(raw["type"]), raw["character"]) if raw else None
