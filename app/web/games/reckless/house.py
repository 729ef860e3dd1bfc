"""The house rules of Reckless in words: what the settings' form asks, and what the rules page says."""

from flask_babel import lazy_gettext as _l

from app.rules.reckless.settings import OutOfCards
from app.web.games.options import Number, Option, Switch

OPTIONS: tuple[Option, ...] = (
    Switch("challenger_may_counter", _l("A target who lost a challenge may still answer.")),
    Switch("pass_with_cards", _l("Passing is open to those who could act.")),
    Switch("sue_a_lawsuit", _l("A lawsuit can be sued for, not only matched.")),
    Switch("undecided_match_pays", _l("A match in which neither can show lets the action succeed.")),
    Switch("match_costs_card", _l("The loser of a match loses a card too.")),
    Switch("match_cards_return", _l("Cards shown in a match go back and are replaced.")),
    Switch(
        "lost_cards_return",
        _l("A lost card goes back into the deck."),
        _l("A lost card leaves the game, face up."),
    ),
    Switch(
        "bankrupt_cards_return",
        _l("The cards of whoever is out go back into the deck."),
        _l("The cards of whoever is out leave the game."),
    ),
    Switch("equal_balances_share", _l("Equal balances share the win."), _l("Equal balances: nobody wins.")),
    Switch(
        "resign_at_once",
        _l("Whoever resigns is out at once, open debts and all."),
        _l("Whoever resigns first pays what is owed."),
    ),
    Switch(
        "out_of_cards",
        _l("Whoever has no cards left is out."),
        hint=_l("Otherwise they stay and can only be robbed."),
        values=(str(OutOfCards.PLAYS_ON), str(OutOfCards.ELIMINATED)),
    ),
    Number(
        "starting_seat",
        _l("Which seat starts"),
        low=1,
        high=8,
        hint=_l("The first seat deals; to its left sits the second."),
    ),
)
