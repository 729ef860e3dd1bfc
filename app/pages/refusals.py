"""Why a payment was refused, in words that are translated."""

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

REFUSED: Mapping[str, LazyString] = {
    "no_game": _l("You are not in a running game, so there is nobody to pay."),
    "game_over": _l("This game is over. Nothing can be paid any more."),
    "nothing_due": _l("Nothing is due at this table right now."),
    "not_the_payer": _l("You don't owe anything right now."),
    "wrong_payee": _l("You owe somebody else."),
    "wrong_amount": _l("That is not the amount you owe."),
    "wrong_action": _l("That is not the action that was played."),
    "already_settled": _l("This debt is paid already. Nothing moved a second time."),
    "insufficient_balance": _l("There is not that much in the account."),
    "self_payment": _l("You can't pay yourself."),
    "bad_amount": _l("An amount is a whole number of credits from 1 to 1,000,000,000, in digits alone."),
}
"""Why a payment was refused, by its stable code."""
