"""What leaves a match of Gorilla Warfare for pages and programs: the hands and decks of others never do."""

from app.errors import Json
from app.rules.core import Player
from app.rules.gorilla_warfare.cards import Card, kind_of
from app.rules.gorilla_warfare.legal import phase_name, waiting_for
from app.rules.gorilla_warfare.settings import Settings
from app.rules.gorilla_warfare.state import Attack, Over, Seat, Standing, State, Window


def view(state: State, viewer: Player | None) -> dict[str, Json]:
    """Return the match as this viewer may see it; None sees what any stranger may.

    Cards are told by their kind, never by which single card they are: printed cards look alike. The viewer's own are
    `hand`, from the left, `deck`, from the top, and `looks`, what was looked at in this turn; the others' and the draw
    pile are numbers. The `total` of a player is how many they have outlived.
    """
    own = state.seat(viewer)
    turn = state.turn
    return {
        "phase": phase_name(state),
        "turn": None if isinstance(state.now, Over) else turn.player,
        "played": turn.played,
        "evaded": turn.evaded,
        "action": _attack(state.now.attack) if isinstance(state.now, Window) else None,
        "waiting_for": waiting_for(state),
        "draw_pile": len(state.draw) + len(state.aside),
        "discard_pile": len(state.discard),
        "discard_top": kind_of(state.discard[0]) if state.discard else None,
        "players": tuple(_seat(state, seat) for seat in state.seats),
        "hand": _kinds(own.hand) if own else (),
        "deck": _kinds(own.deck) if own else (),
        "looks": tuple({"at": look.whose, "cards": _kinds(look.cards)} for look in turn.looks)
        if own and viewer == turn.player
        else (),
        "winners": winners(state),
    }


def actions(settings: Settings) -> tuple[dict[str, Json], ...]:
    """Return every kind of card of the deck in force: its name, and how many there are.

    `house` names the values that the printed rules don't give.
    """
    return tuple(
        {
            "action": kind,
            "name": kind.title,
            "card": kind,
            "card_name": kind.title,
            "copies": count,
            "house": ("copies",) if settings.deck.is_house_ruling(f"cards.{kind}") else (),
        }
        for kind, count in settings.deck.counts
    )


def winners(state: State) -> tuple[Player, ...] | None:
    """Return the last one standing; None while the match goes on, nobody if the table was closed before."""
    return state.now.winners if isinstance(state.now, Over) else None


def question(state: State) -> object:
    """Return what is being asked right now, without the answers that have come in."""
    match state.now:
        case Window(attack):
            return "answer", attack, state.plays
        case now:
            return now, state.plays


def _kinds(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(kind_of, cards))


def _attack(attack: Attack) -> dict[str, Json]:
    return {
        "player": attack.player,
        "card": attack.card,
        "target": attack.target,
        "way": attack.way,
        "position": attack.position,
    }


def _seat(state: State, seat: Seat) -> dict[str, Json]:
    fallen = len(state.seats) - len(state.playing)
    return {
        "user": seat.player,
        "cards": len(seat.hand),
        "deck_cards": len(seat.deck),
        "front": _kinds(seat.front),
        "out": not seat.in_game,
        "resigned": seat.standing is Standing.RESIGNED,
        "total": fallen if seat.in_game else seat.fell - 1,
    }
