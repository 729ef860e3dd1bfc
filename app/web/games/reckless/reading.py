"""What a view of Reckless has besides: the claim and its answer, what is asked, the hand, and the tariff."""

from dataclasses import dataclass

from app.web import reading
from app.web.reading import View, common


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
class Table(reading.Table):
    """A table of Reckless as one viewer may see it."""

    action: Declared | None
    counter: Countered | None
    challenger: str | None
    prompt: View
    hand: tuple[View, ...]
    tariff: tuple[Action, ...]

    @property
    def dealt(self) -> bool:
        """Whether the service deals the cards."""
        return self.mode == "dealer"

    def holds(self, card: str) -> bool:
        """Whether the viewer's hand, where it is known, has that card."""
        return any(held["card"] == card for held in self.hand)

    def strength(self, move: View) -> int | None:
        """The strength of the card that a move of the viewer's names, where it is known which one that is."""
        fitting = [held["strength"] for held in self.hand if held["card"] == move["card"]]
        return move.get("strength") or next(iter(fitting), None)

    def priced(self, key: str) -> Action | None:
        """The tariff's line for that action, if the deck has it."""
        return next((action for action in self.tariff if action.key == key), None)

    def claimed_by(self, card: str) -> Action | None:
        """The tariff's line for the action that claims that card."""
        return next((action for action in self.tariff if action.card == card), None)


def read(view: View) -> Table:
    """Read a view of Reckless."""
    return Table(
        **common(view),
        action=_declared(view.get("action")),
        counter=_countered(view.get("counter")),
        challenger=view.get("challenger"),
        prompt=view.get("prompt") or {},
        hand=tuple(view.get("hand") or ()),
        tariff=tariff(view.get("actions") or ()),
    )


def tariff(lines: tuple[View, ...] | list[View]) -> tuple[Action, ...]:
    """Read a tariff as the game's `actions` gives it."""
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


def _declared(raw: View | None) -> Declared | None:
    if not raw:
        return None
    return Declared(raw["player"], raw["target"], raw["action"], raw["card"], raw["amount"], raw["general"])


def _countered(raw: View | None) -> Countered | None:
    return Countered(raw["player"], str(raw["type"]), raw["character"]) if raw else None
