"""Decks for evenings that are over soon."""

from app.rules import GAMES
from app.services.ground.decks import shipped_deck

BOX = shipped_deck(GAMES["reckless"])

SHORT = (
    BOX.replace('name = "Reckless"', 'name = "Short evening"')
    .replace("starting_credits = 200", "starting_credits = 100")
    .replace('effect = "target_pays"\namount = 50', 'effect = "target_pays"\namount = 250')
)
"""Two debts ruin somebody, and blackmail does it at once."""

assert SHORT.count("= 250") == SHORT.count("= 100") == 1
