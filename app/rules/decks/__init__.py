"""Deck files: all that the cards print, and the rules leave open, is data in one TOML file for each deck."""

from app.rules.decks.deck import Action, Card, Deck, Effect, plain
from app.rules.decks.reading import load
from app.rules.decks.table import game_named

__all__ = ["Action", "Card", "Deck", "Effect", "game_named", "load", "plain"]
