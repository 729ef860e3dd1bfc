"""What happened in a match, counted from its log and its transfers."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.ledger import TransferKind
from app.storage.audit import Booked, Leg, LineFacts

MOST_STEPS = 1_000
"""More points than these tell nobody anything; of longer matches every so many steps are kept."""

_MOVED = (TransferKind.PAYMENT, TransferKind.CHARGE, TransferKind.AWARD)


@dataclass(slots=True)
class Claims:
    """What a player claimed and doubted.

    `made` counts all claims, `proved` and `caught` those that were challenged; `challenges` are the player's own, of
    which `right` hit a bluff.
    """

    made: int = 0
    proved: int = 0
    caught: int = 0
    challenges: int = 0
    right: int = 0

    @property
    def unchallenged(self) -> int:
        """Claims that nobody called, or whose holder gave up by another way."""
        return self.made - self.proved - self.caught


@dataclass(slots=True)
class MatchFacts:
    """A match in numbers.

    Attributes:
        players: Users in seat order.
        steps: Everybody's balance at the start and after each thing that moved credits, thinned out.
        flows: (payer, payee) to the credits that went that way.
        claims: By player; empty where nobody claimed anything.
    """

    players: tuple[str, ...] = ()
    steps: list[dict[str, int]] = field(default_factory=list)
    flows: dict[tuple[str, str], int] = field(default_factory=dict)
    claims: dict[str, Claims] = field(default_factory=dict)


def count(
    lines: Iterable[LineFacts],
    transfers: Iterable[tuple[Booked, tuple[Leg, ...]]],
    match: int,
    seated: tuple[str, ...],
) -> MatchFacts:
    """Count a match.

    Args:
        lines: Of its table, in order; those of other matches are passed over.
        transfers: Of its table with their entries, in order.
        match: Which one.
        seated: Who plays, where the line that says so is not among these.
    """
    facts = MatchFacts(players=seated)
    events: dict[int, list[Mapping[str, Any]]] = {}
    for line in lines:
        if line.match != match:
            continue
        data = json.loads(line.data)
        if line.kind == "start":
            facts.players = tuple(data["players"])
        elif line.kind == "undo":
            events.pop(data["takes_back"], None)
        elif "events" in data:
            events[line.seq] = [event for event in data["events"] if event["audience"] is None]
    _follow_money(facts, transfers, match)
    _follow_claims(facts, (event for group in events.values() for event in group))
    return facts


def _follow_money(facts: MatchFacts, transfers: Iterable[tuple[Booked, tuple[Leg, ...]]], match: int) -> None:
    now: dict[str, int] = {}
    every = 1
    seen = 0

    def keep() -> None:
        facts.steps.append({player: now.get(player, 0) for player in facts.players})

    for transfer, legs in transfers:
        if transfer.match > match:
            break
        counts = transfer.match == match and transfer.kind not in (TransferKind.GRANT, TransferKind.RETURN)
        if counts and not facts.steps:
            keep()
        now.update({leg.owner: leg.balance for leg in legs})
        if not counts:
            continue
        pair, sign = (transfer.payer, transfer.payee), 1
        if transfer.kind not in _MOVED:
            pair, sign = (transfer.payee, transfer.payer), -1
        facts.flows[pair] = facts.flows.get(pair, 0) + sign * transfer.amount
        seen += 1
        if seen % every == 0:
            keep()
        if len(facts.steps) > 2 * MOST_STEPS:
            facts.steps, every = facts.steps[::2], every * 2
    facts.flows = {pair: amount for pair, amount in facts.flows.items() if amount > 0}


def _follow_claims(facts: MatchFacts, events: Iterable[Mapping[str, Any]]) -> None:
    doubts: dict[str, str] = {}

    def of(player: str) -> Claims:
        return facts.claims.setdefault(player, Claims())

    for event in events:
        kind, said = event["kind"], event["facts"]
        match kind:
            case "declared" | "countered":
                of(said["player"]).made += 1
            case "challenged":
                of(said["player"]).challenges += 1
                doubts[said["claimant"]] = said["player"]
            case "shown" if said["player"] in doubts:
                of(said["player"]).proved += 1
                del doubts[said["player"]]
            case "declined" if said["player"] in doubts:
                of(said["player"]).caught += 1
                of(doubts.pop(said["player"])).right += 1
