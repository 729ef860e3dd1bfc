"""How the stories tell what happens in Reckless."""

from app.rules import Event
from tests.unit.rules.dealt import DealtReckless
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
    "shuffled": "the deck of {cards} is shuffled",
    "drew": "{player} draws {cards}",
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


def in_words(names: dict[str, str], copy: dict) -> str:
    """`Banker 2x`."""
    return f"{names[copy['card']]} {copy['strength']}x" if copy["strength"] else names[copy["card"]]


def seen(table: DealtReckless, who: str) -> str:
    """What somebody holds, or what everybody sees of the cards."""
    names = {str(action["card"]): action["card_name"] for action in table.rules.actions(table.settings)}
    if who != "table":
        hand = table.seen_by(who)["hand"]
        return f"{who} holds {' and '.join(in_words(names, one) for one in hand) or 'nothing'}"
    seats = (
        f"{player} {table.cards(player)}"
        + "".join(f" +{names.get(card, card)}" for card in table.seat(player)["lost"])
        for player in table.players
    )
    return f"face down: {', '.join(seats)}; in the deck: {table.view['in_deck']}"


def told(table: Table, event: Event) -> str:
    """An event as a sentence."""
    names = {str(action["card"]): action["card_name"] for action in table.rules.actions(table.settings)}
    facts = {
        name: "not said" if value is None else names.get(str(value), value) if name in CARDS else value
        for name, value in event.facts.items()
    }
    if event.kind == "drew":
        facts["cards"] = " and ".join(in_words(names, one) for one in event.facts["cards"])
    sentence = TOLD[event.kind].format(**facts).replace("_", " ")
    if event.kind == "declared" and event.facts["target"]:
        sentence += f" against {event.facts['target']}"
    if event.kind in ("shown", "card_lost") and event.facts.get("strength"):
        sentence += f", {event.facts['strength']}x"
    return sentence + GOES_BACK.get((event.kind, event.facts.get("goes_back")), "")
