"""From the text of a deck file to a `Deck`."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.money import MAX_CREDITS, Credits
from app.rules.decks.deck import Action, Card, Deck, Effect
from app.rules.decks.table import MAX_LIST, Table, parse, wrong

SHOWABLE_CREDITS = 1_000_000
"""Highest starting balance and price: what a phone can show large."""


@dataclass(frozen=True, slots=True)
class _Character:
    card: Card
    action: str
    amount: Credits
    cost: Credits
    blocks: tuple[str, ...]
    sues: bool


def load(text: str) -> Deck:
    """Read a deck file.

    Raises:
        Invalid: Its field is the key that is missing, unknown, of the wrong type or out of range; `deck`
            where the text is no TOML at all.
    """
    top = parse(text)
    name = top.text("name")
    starting_credits = _price(top, "starting_credits", 1)
    cards_dealt = top.number("cards_dealt", 1, 10)
    min_players = top.number("min_players", 2, MAX_LIST)
    max_players = top.number("max_players", min_players, MAX_LIST)
    spare_cards = top.number("spare_cards", 0, MAX_LIST, default=2)
    strengths = top.numbers("strengths", 1, 9)
    house = top.texts("house")
    characters = [_character(key, table, strengths) for key, table in top.tables("characters")]
    specials = [_special(key, table) for key, table in top.tables("specials")]
    top.finish()
    if not characters:
        raise wrong("%(key)s is missing.", "characters")
    _check_blocks(characters)
    deck = Deck(
        name=name,
        starting_credits=starting_credits,
        cards_dealt=cards_dealt,
        min_players=min_players,
        max_players=max_players,
        cards=(*(c.card for c in characters), *(card for card, _ in specials)),
        actions=(*_attacks(characters), *(action for _, action in specials)),
        suing=_suing(characters),
        house=house,
    )
    _check_names(deck)
    _check_size(deck, spare_cards)
    _check_house(deck)
    return deck


def _character(key: str, table: Table, strengths: tuple[int, ...]) -> _Character:
    character = _Character(
        card=Card(key, table.text("name"), len(strengths), strengths),
        action=table.word("action"),
        amount=_price(table, "amount", 1),
        cost=_price(table, "cost", 0, default=0),
        blocks=table.texts("blocks"),
        sues=table.flag("sues"),
    )
    table.finish()
    return character


def _special(key: str, table: Table) -> tuple[Card, Action]:
    card = Card(key, table.text("name"), table.number("copies", 1, MAX_LIST), ())
    try:
        effect = Effect(table.word("effect"))
    except ValueError as error:
        known = ", ".join(Effect)
        raise wrong("%(key)s must be one of: %(known)s.", table.at("effect"), known=known) from error
    amount = Credits(0) if effect is Effect.TARGET_LOSES_CARD else _price(table, "amount", 1)
    cost = _price(table, "cost", 0, default=0)
    table.finish()
    return card, Action(key, card.name, key, amount, cost, effect, general=True, blocked_by=())


def _price(table: Table, key: str, low: int, default: int | None = None) -> Credits:
    return Credits(table.number(key, low, min(SHOWABLE_CREDITS, MAX_CREDITS), default))


def _attacks(characters: list[_Character]) -> Iterator[Action]:
    for c in characters:
        yield Action(
            key=c.action,
            name=c.action.replace("_", " ").capitalize(),
            card=c.card.key,
            amount=c.amount,
            cost=c.cost,
            effect=Effect.TARGET_PAYS,
            general=False,
            blocked_by=tuple(other.card.key for other in characters if c.action in other.blocks),
        )


def _suing(characters: list[_Character]) -> str | None:
    suing = [c.card.key for c in characters if c.sues]
    if len(suing) > 1:
        raise wrong("%(key)s: only one character can sue.", f"characters.{suing[1]}.sues")
    return suing[0] if suing else None


def _check_blocks(characters: list[_Character]) -> None:
    attacks = {c.action for c in characters}
    for c in characters:
        for blocked in c.blocks:
            if blocked not in attacks:
                message = "%(key)s: no character has the action %(action)s."
                raise wrong(message, f"characters.{c.card.key}.blocks", action=blocked)


def _check_names(deck: Deck) -> None:
    """Refuse a deck in which two actions, or two cards, would be read as the same word."""
    for kind, names in (("action", [a.key for a in deck.actions]), ("card", [c.key for c in deck.cards])):
        twice = {name for name in names if names.count(name) > 1}
        for name in sorted(twice):
            raise wrong("%(key)s is the name of more than one %(kind)s.", name, kind=kind)
    for action in deck.actions:
        if deck.named(action.key) is not action or deck.named(action.name) is not action:
            raise wrong("%(key)s can be mistaken for another action.", action.key)


def _check_size(deck: Deck, spare_cards: int) -> None:
    """Refuse a deck of which the fullest table leaves too few cards to exchange a shown one for."""
    needed = deck.max_players * deck.cards_dealt + spare_cards
    if needed > deck.size:
        message = (
            "%(key)s: so many players need %(needed)s cards, %(spare)s of them spare; there are %(size)s."
        )
        raise wrong(message, "max_players", needed=needed, spare=spare_cards, size=deck.size)


def _check_house(deck: Deck) -> None:
    for pattern in deck.house:
        if not deck.matched(pattern):
            raise wrong("%(key)s: the file has no %(pattern)s.", "house", pattern=pattern)
