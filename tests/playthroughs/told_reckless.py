"""How the stories tell what happens in Reckless."""

from app.rules import Event
from tests.unit.rules.kit import Table

TOLD = {
    "declared": "{player} claims the {card} for {action}",
    "passed": "{player} passes",
    "allowed": "{player} lets it pass",
    "challenged": "{player} challenges {claimant}'s {card}",
    "shown": "{player} shows the {card}",
    "declined": "{player} does not show the {card}",
    "card_lost": "{player} lays a card face up: {card}",
    "conceded": "{player} concedes",
    "countered": "{player} claims the {character} to {type}",
    "blocked": "blocked: nobody owes anything",
    "action_off": "the action is off",
    "match_won": "{player} is the stronger",
    "match_undecided": "nobody is the stronger",
    "owed": "{payer} owes {payee} {amount} for {action}",
    "paid": "{payer} paid {payee} {amount}",
    "bankrupt": "{player} is bankrupt",
    "leaving": "{player} leaves when this turn ends",
    "resigned": "{player} has left",
    "eliminated": "{player} is out of cards and out of the game",
    "returned": "{player} is back in the game",
    "corrected": "the balances were corrected",
    "closed": "the table is closed",
    "turn": "it is {player}'s turn",
    "over": "the game is over",
}

GOES_BACK = {
    ("shown", False): " and keeps it",
    ("card_lost", True): ", and it goes back into the deck",
    ("bankrupt", False): ", and the cards leave the game",
}
"""What else is told where a house rule says otherwise than usual what becomes of a card."""

CARDS = ("card", "character")
"""Facts that name a card."""


def told(table: Table, event: Event) -> str:
    """An event as a sentence."""
    names = {str(action["card"]): action["card_name"] for action in table.rules.actions(table.settings)}
    facts = {
        name: "not said" if value is None else names.get(str(value), value) if name in CARDS else value
        for name, value in event.facts.items()
    }
    sentence = TOLD[event.kind].format(**facts).replace("_", " ")
    if event.kind == "declared" and event.facts["target"]:
        sentence += f" against {event.facts['target']}"
    if event.kind == "shown" and event.facts.get("strength"):
        sentence += f", {event.facts['strength']}x"
    return sentence + GOES_BACK.get((event.kind, event.facts.get("goes_back")), "")
