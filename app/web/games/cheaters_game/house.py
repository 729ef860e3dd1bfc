"""The house rules of Cheater's Game in words: what the settings' form asks, and what the rules page says."""

from flask_babel import lazy_gettext as _l

from app.rules.cheaters_game.settings import MOST_ROUNDS
from app.rules.cheaters_game.sheet import MOST_PLAYERS
from app.web.games.options import Number, Option, Switch

OPTIONS: tuple[Option, ...] = (
    Number("rounds", _l("How many rounds"), low=1, high=MOST_ROUNDS),
    Switch(
        "race",
        _l("Win The Race: the game ends after a round in which somebody has more than 100 points."),
        hint=_l("A printed variant. The number of rounds does not count then."),
    ),
    Number("starting_seat", _l("Which seat starts"), low=1, high=MOST_PLAYERS),
    Switch(
        "leader_rolls",
        _l("A die is rolled for the leader too."),
        _l("No die is rolled for the leader, only for each companion."),
    ),
    Switch(
        "forming_rolls_all",
        _l("Who forms an alliance also rolls for those led before."),
        _l("Who forms an alliance rolls for the new one alone."),
    ),
    Switch(
        "shared_pool",
        _l("Doubles are looked for among all the dice of a turn."),
        _l("Doubles are looked for among the dice of each alliance."),
    ),
    Switch(
        "declined_costs_turn",
        _l("If nobody accepts, the turn is over."),
        _l("If nobody accepts, the turn goes on."),
    ),
    Switch(
        "ask_again",
        _l("Who has declined can be asked again in the same turn."),
        _l("Who has declined is not asked again in that turn."),
    ),
    Switch(
        "equal_scores_share",
        _l("Who is equal after all that shares the win."),
        _l("Who is equal after all that has not won."),
    ),
)
