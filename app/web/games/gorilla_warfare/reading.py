"""What a view of Gorilla Warfare has besides: the attack, one's own cards, what one has looked at, and the piles."""

from dataclasses import dataclass

from app.web import reading
from app.web.reading import View, common


@dataclass(frozen=True, slots=True)
class Attack:
    """A card that was played and waits for answers; `target` is None when it goes against everybody."""

    player: str
    card: str
    target: str | None
    way: str | None
    position: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """What the viewer has looked at in this turn: the draw pile, or the hand of `whose`."""

    whose: str | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table(reading.Table):
    """A table of Gorilla Warfare as one viewer may see it; cards are told by their kind.

    `deck` is the viewer's own, from the top.
    """

    attack: Attack | None
    played: tuple[str, ...]
    evaded: bool
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    looks: tuple[Look, ...]
    draw_pile: int
    discard_pile: int
    discard_top: str | None

    @property
    def others(self) -> tuple[reading.Sitting, ...]:
        """Everybody else who is in the game, from the viewer's left on."""
        place = next((n for n, player in enumerate(self.players) if player.user == self.you), 0)
        clockwise = (*self.players[place + 1 :], *self.players[:place])
        return tuple(player for player in clockwise if not player.out)

    def in_front(self, user: str | None) -> int:
        """How many DEFENCE cards lie in front of a player."""
        player = self.player(user)
        return len(player.facts.get("front") or ()) if player else 0


def read(view: View) -> Table:
    """Read a view of Gorilla Warfare."""
    attack = view.get("action")
    return Table(
        **common(view),
        attack=Attack(attack["player"], attack["card"], attack["target"], attack["way"], attack["position"])
        if attack
        else None,
        played=tuple(view.get("played") or ()),
        evaded=bool(view.get("evaded")),
        hand=tuple(view.get("hand") or ()),
        deck=tuple(view.get("deck") or ()),
        looks=tuple(Look(look["at"], tuple(look["cards"])) for look in view.get("looks") or ()),
        draw_pile=view.get("draw_pile") or 0,
        discard_pile=view.get("discard_pile") or 0,
        discard_top=view.get("discard_top"),
    )
