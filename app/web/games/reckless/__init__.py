"""Reckless on the pages."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.rules.reckless.settings import HOUSE_RULES
from app.web.games.base import Presenter
from app.web.games.reckless import hints, phrases, sheet, stage, told, words
from app.web.games.reckless.house import OPTIONS
from app.web.games.reckless.reading import Table, read
from app.web.reading import Sitting, View
from app.web.screen import Absent, Chip, Details, Price, Rules, Stage


class Reckless(Presenter[Table]):
    """How Reckless is shown."""

    game = "reckless"
    options = OPTIONS
    defaults = HOUSE_RULES
    scored = _l("Credits")
    signs = words.SIGNS
    minor = frozenset({"allowed", "shuffled", "drew"})
    holding = "web/hand.html"

    def read(self, view: View) -> Table:
        """Read a view of Reckless."""
        return read(view)

    def panel_values(self, table: Table) -> Mapping[str, Any]:
        """The viewer's own hand, where the service dealt one."""
        hand = [Chip(held["card"], words.copy(table, held["card"], held["strength"])) for held in table.hand]
        return {"hand": hand}

    def stage(self, table: Table, pick: str) -> Stage:
        """One stage for each phase."""
        return stage.stage(table, pick)

    def waits(self, table: Table) -> str:
        """Who else is awaited, and for what."""
        return phrases.waits(table)

    def details(self, table: Table, player: Sitting) -> Details:
        """Balance, cards face down, and those that were lost."""
        lost = tuple(
            Chip(
                card,
                _("lost a card")
                if card == "unknown"
                else _("lost %(card)s", card=words.the_card(table, card)),
            )
            for card in player.lost
        )
        gone = _("bankrupt") if player.bankrupt else _("out") if player.out else ""
        return Details(score=player.balance, cards=player.cards or 0, chips=lost, gone=gone)

    def absent(self, table: Table) -> tuple[Absent, ...]:
        """What silence would mean, or paying."""
        return stage.absent(table)

    def told(self, table: Table, kind: str, facts: View) -> str:
        """An event as a sentence."""
        return told.told(table, kind, facts)

    def booked(self, table: Table, booking: View) -> str:
        """The cost of an action."""
        return _("It cost %(amount)d.", amount=booking["amount"])

    def action(self, table: Table, key: str) -> str:
        """`Fraud`."""
        return words.action(table, key)

    def an_action(self, table: Table, key: str) -> str:
        """`fraud`, `a bribe`."""
        return words.an_action(table, key)

    def card_of(self, table: Table, action: str) -> str:
        """The card that an action claims."""
        return words.card_of_action(table, action)

    def prices(self, table: Table) -> tuple[Price, ...]:
        """What the price list has."""
        return tuple(
            Price(line.key, words.action(table, line.key), line.card, line.amount)
            for line in table.tariff
            if line.amount
        )

    def moral(self, table: Table) -> str:
        """What there is to say about those who did not win."""
        others = len(table.players) > len(table.winners) > 0
        return _("Everybody else was in it for the company.") if others else ""

    def resigning(self, table: Table) -> str:
        """The money stays; what is owed is paid first, or not."""
        you = table.player(table.you)
        balance = you.balance if you else 0
        if self.in_force(table)["resign_at_once"]:
            return _("You are out of the game at once and keep your %(balance)d.", balance=balance)
        return _(
            "You are out of the game and keep your %(balance)d; what you owe is paid first.", balance=balance
        )

    def ending(self, table: Table) -> str:
        """Balances decide."""
        return _("The game stops here for everybody: whoever has most money wins, open debts are void.")

    def hint(self, table: Table) -> str:
        """Each prompt explained."""
        return hints.hint(table)

    def rules(self, table: Table, deck: str) -> Rules:
        """The cards of the deck in force, a turn, the end, silence."""
        return sheet.rules(table, deck, self.in_force(table))
