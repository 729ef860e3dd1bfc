"""A view of interface.md, read into typed values once, so that the pages know its shape in this one place.

What every game's view has is read here; what one game adds, its presenter reads in `app.web.games`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

View: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at the table; `facts` is all that the view says, `cards` None where cards are not counted."""

    user: str
    name: str
    balance: int
    cards: int | None
    lost: tuple[str, ...]
    bankrupt: bool
    out: bool
    leaving: bool
    left: bool
    new: bool
    facts: View


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
    """One table as one viewer may see it; `you` is the viewer, seated or not.

    `fewest` and `most` are how many can play; `facts` is the whole view, with what the game adds to it.
    """

    id: str
    code: str
    game: str
    mode: str
    validation: str
    options: View
    seq: int
    match: int
    status: str
    phase: str
    you: str
    host: str
    turn: str | None
    waiting_for: tuple[str, ...]
    seconds_left: int | None
    legal: tuple[View, ...]
    due: tuple[Debt, ...]
    players: tuple[Sitting, ...]
    winners: tuple[str, ...]
    fewest: int
    most: int
    facts: View

    @property
    def zone(self) -> str | None:
        """The time zone of the table's event, or None."""
        event: View = self.facts.get("event") or {}
        return event.get("zone")

    @property
    def chance(self) -> View | None:
        """What is public of the seed that everything is drawn from (`hash`, and `seed` once it is over), or None."""
        found: View | None = self.facts.get("chance")
        return found

    @property
    def ended(self) -> str:
        """The name of the table's event once that has ended, so that nothing changes here any more, or ""."""
        event: View = self.facts.get("event") or {}
        return str(event["name"]) if event.get("ended") else ""

    @property
    def is_done(self) -> bool:
        """Whether no game can begin here any more."""
        return bool(self.ended) or (self.status == "over" and not self.match)

    @property
    def is_host(self) -> bool:
        """Whether the viewer is the table's host."""
        return self.you == self.host

    @property
    def seated(self) -> bool:
        """Whether the viewer has a seat."""
        you = self.player(self.you)
        return you is not None and not you.left

    @property
    def plays(self) -> bool:
        """Whether the viewer has a seat and is not out."""
        you = self.player(self.you)
        return you is not None and not (you.left or you.out or you.bankrupt)

    @property
    def is_out(self) -> bool:
        """Whether the viewer has a seat and plays no more."""
        return self.seated and not self.plays

    @property
    def asked(self) -> bool:
        """Whether the viewer is awaited in a running game."""
        return self.status == "playing" and not self.paused and self.you in self.waiting_for

    @property
    def paused(self) -> View | None:
        """By whom and why the game stands still, or None."""
        found: View | None = self.facts.get("paused")
        return found

    def player(self, user: str | None) -> Sitting | None:
        """The sitting of that user, if there is one."""
        return next((p for p in self.players if p.user == user), None)

    def name(self, user: str | None) -> str:
        """The display name of that user, who may have left since; the login of somebody who never sat here."""
        sitting = self.player(user)
        gone: Mapping[str, str] = self.facts.get("gone") or {}
        return sitting.name if sitting else gone.get(user or "", user or "")

    def allows(self, kind: str) -> tuple[View, ...]:
        """The viewer's legal moves of that type."""
        return tuple(move for move in self.legal if move["type"] == kind)


def common(view: View) -> dict[str, Any]:
    """The fields of a `Table`, by name; what the game leaves out is empty."""
    fewest, most = view.get("seats") or (2, 8)
    return {
        "id": view["id"],
        "code": view["code"],
        "game": view["game"],
        "mode": view["mode"],
        "validation": view["validation"],
        "options": view.get("options") or {},
        "seq": view["seq"],
        "match": view["match"],
        "status": view["status"],
        "phase": view["phase"],
        "you": view["you"],
        "host": view["host"],
        "turn": view.get("turn"),
        "waiting_for": tuple(view.get("waiting_for") or ()),
        "seconds_left": view.get("seconds_left"),
        "legal": tuple(view.get("legal_moves") or ()),
        "due": tuple(
            Debt(d["id"], d["payer"], d["payee"], d["amount"], d["action"]) for d in view.get("due") or ()
        ),
        "players": tuple(_sitting(player) for player in view["players"]),
        "winners": tuple(view.get("winners") or ()),
        "fewest": fewest,
        "most": most,
        "facts": view,
    }


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
        left=bool(player.get("left")),
        new=bool(player.get("new")),
        facts=player,
    )
