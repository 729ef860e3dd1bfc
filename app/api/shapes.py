"""What programs send and get: marshmallow schemas that check, show, and make the OpenAPI document.

Those about tiles stand in `tile_shapes`.
"""

from collections.abc import Mapping

from marshmallow import INCLUDE, fields, validate

from app.api.fields import SAID, Shape, Time, shown_time, text, whole
from app.errors import Json
from app.money import MAX_CREDITS
from app.services.ground.firm import Firm

MAX_PAGE = 500


class Nothing(Shape):
    """A body without fields."""


class Problem(Shape):
    """What went wrong: an RFC 9457 problem document."""

    type = fields.String(required=True, metadata={"description": "Where the code is explained."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "A sentence for people; it may change."})
    code = fields.String(required=True, metadata={"description": "Stable; for programs."})
    expected = fields.Dict(metadata={"description": "Where a rule was broken: what would be right."})
    field = fields.String(metadata={"description": "Which part of the request can't be read."})
    retry_after_s = fields.Integer()


class Credentials(Shape):
    """What is printed on a tile, or an organizer's name and password."""

    user = text(required=True)
    password = text(required=True)


class Session(Shape):
    """A new session; its token is told once."""

    token = fields.String(required=True)
    user = fields.String(required=True, attribute="actor.user")
    name = fields.String(required=True, attribute="actor.name")
    role = fields.String(required=True, attribute="actor.role")


class Me(Shape):
    """Who is signed in, and the table at which they sit, or sat last and another game can begin."""

    user = fields.String(required=True)
    name = fields.String(required=True)
    role = fields.String(required=True)
    table = fields.String(required=True, allow_none=True)


class Settings(Shape):
    """How a table plays."""

    game = text()
    mode = text(metadata={"description": "table or dealer"})
    validation = text(metadata={"description": "strict, honor or open"})
    deck = text(
        most=20_000,
        allow_none=True,
        metadata={"description": "The text of a deck file, or the name of one that the service has"},
    )
    options = fields.Dict(
        keys=fields.String(),
        error_messages=SAID,
        metadata={"description": "timer_s, host_may_undo, and the game's own"},
    )


class NewTable(Settings):
    """A new table: how it plays, and where it belongs."""

    event = text(
        metadata={
            "description": "Id of its event, or an empty text; left out, the one event that runs if there is just one"
        }
    )


class Pause(Shape):
    """Why a match is paused; the whole table can read it."""

    reason = text()


class Opened(Shape):
    """A new table."""

    id = fields.String(required=True)
    code = fields.String(required=True)
    join_url = fields.String(required=True)


class TableCard(Shape):
    """A table at a glance; seats and waiting_for are display names."""

    id = fields.String(required=True)
    code = fields.String(required=True)
    game = fields.String(required=True)
    validation = fields.String(required=True)
    status = fields.String(required=True, metadata={"description": "lobby, playing or over"})
    phase = fields.String(required=True)
    match = fields.Integer(required=True)
    host = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    waiting_for = fields.List(fields.String(), required=True)
    since = Time(required=True)


class TableCards(Shape):
    """Tables, the last to change first."""

    items = fields.List(fields.Nested(TableCard), required=True)


class NewSeat(Shape):
    """Who sits down, and what the others call them; the caller under their own name if left out.

    With `bot` and no user a new bot sits down; with a user it plays on for them from here on, until "none".
    """

    user = text(allow_none=True)
    name = text(allow_none=True)
    bot = fields.String(
        allow_none=True,
        validate=validate.OneOf(("easy", "medium", "hard", "none")),
        metadata={"description": "How well a bot plays; none: the seat's own player plays again"},
    )


class SeatQuery(Shape):
    """Whose seat; the caller's own if left out."""

    user = text()


class Debt(Shape):
    """A payment due."""

    id = fields.Integer(required=True)
    payer = fields.String(required=True)
    payee = fields.String(required=True)
    amount = fields.Integer(required=True)
    action = fields.String(required=True)


class Player(Shape):
    """Somebody at the table; the game adds more. `cards` is null where cards are not counted."""

    class Meta:
        """Games add fields of their own."""

        unknown = INCLUDE

    user = fields.String(required=True)
    name = fields.String(required=True)
    balance = fields.Integer(required=True)
    cards = fields.Integer(required=True, allow_none=True)
    lost = fields.List(fields.String(), required=True)
    bankrupt = fields.Boolean(required=True)


class LastPayment(Shape):
    """The payment that was booked last in this match."""

    number = fields.String(required=True)
    payer = fields.String(required=True)
    payee = fields.String(required=True)
    amount = fields.Integer(required=True)
    action = fields.String(required=True)
    confirmation = fields.String(required=True)
    at = fields.String(required=True)
    seq = fields.Integer(required=True)


class Chance(Shape):
    """What is public of the seed that cards and dice are drawn from; null where people report what they do."""

    hash = fields.String(required=True, metadata={"description": "SHA-256 of the seed"})
    seed = fields.String(required=True, allow_none=True, metadata={"description": "Once the match is over"})


class View(Shape):
    """A table as the caller may see it; `legal_moves` lists all that the caller can do now.

    Each game adds fields of its own, and moves of its own: a program that plays needs `legal_moves` alone.
    """

    class Meta:
        """Games add fields of their own."""

        unknown = INCLUDE

    id = fields.String(required=True)
    code = fields.String(required=True)
    join_url = fields.String(required=True)
    game = fields.String(required=True)
    mode = fields.String(required=True)
    validation = fields.String(required=True)
    options = fields.Dict(required=True)
    host = fields.String(required=True)
    you = fields.String(required=True)
    status = fields.String(required=True, metadata={"description": "lobby, playing or over"})
    match = fields.Integer(required=True)
    seq = fields.Integer(required=True, metadata={"description": "The last line of the log"})
    phase = fields.String(required=True)
    turn = fields.String(required=True, allow_none=True)
    action = fields.Dict(required=True, allow_none=True)
    counter = fields.Dict(required=True, allow_none=True)
    waiting_for = fields.List(fields.String(), required=True)
    deadline = fields.String(required=True, allow_none=True)
    seconds_left = fields.Integer(required=True, allow_none=True)
    legal_moves = fields.List(fields.Dict(), required=True)
    due = fields.List(fields.Nested(Debt), required=True)
    players = fields.List(fields.Nested(Player), required=True)
    winners = fields.List(fields.String(), required=True, allow_none=True)
    actions = fields.List(fields.Dict(), required=True, metadata={"description": "The tariff in force"})
    last_payment = fields.Nested(LastPayment, required=True, allow_none=True)
    seats = fields.List(
        fields.Integer(), required=True, metadata={"description": "How many can play: the fewest, the most"}
    )
    chance = fields.Nested(Chance, required=True, allow_none=True)
    hand = fields.List(
        fields.Raw(), metadata={"description": "Your own cards, where the service deals them; nobody else's"}
    )
    event = fields.Dict(
        required=True,
        allow_none=True,
        metadata={
            "description": "`id`, `name` and time `zone` of the event it belongs to, and whether it has `ended`"
        },
    )
    paused = fields.Dict(
        required=True,
        allow_none=True,
        metadata={
            "description": "`by` whom and for what `reason` the match stands still; no move is legal then"
        },
    )
    no_undo = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Why the caller takes no move back now: " + ", ".join(Firm) + "; null if they can"
        },
    )
    may = fields.Dict(
        required=True,
        metadata={"description": "Whether the caller may `run` the table (host), and is a `referee` there"},
    )


def shown_view(view: Mapping[str, Json], public_url: str) -> dict[str, Json]:
    """A view as it leaves the service: with the address of the table's door, and times as all answers have them."""
    last = view["last_payment"]
    if isinstance(last, Mapping) and isinstance(last["at"], int):
        last = {**last, "at": shown_time(last["at"])}
    return {**view, "last_payment": last, "join_url": join_url(public_url, str(view["code"]))}


def join_url(public_url: str, code: str) -> str:
    """The address behind the code on the host's screen."""
    return f"{public_url}/join/{code}"


class Move(Shape):
    """A move: its type, and what belongs to it."""

    class Meta:
        """The game reads the rest, and refuses by name what it does not know."""

        unknown = INCLUDE

    type = text(required=True)
    on_behalf_of = text(
        data_key="for", allow_none=True, metadata={"description": "The absent player; for the host"}
    )
    expected_seq = whole(
        0,
        2**53,
        strict=True,
        allow_none=True,
        metadata={
            "description": "seq of the view that was looked at: refused if another question was asked since"
        },
    )


class NewPayment(Shape):
    """A payment."""

    to = text(
        required=True,
        metadata={"description": "User name of the payee; a pay link, a ticket's link or a card's value too"},
    )
    amount = fields.Raw(
        required=True,
        allow_none=True,
        error_messages=SAID,
        metadata={"type": "integer", "minimum": 1, "maximum": 10**9, "description": "Whole credits"},
    )
    action = text(allow_none=True)
    on_behalf_of = text(
        data_key="for", allow_none=True, metadata={"description": "The absent payer; for the host"}
    )


class Transfer(Shape):
    """A booked transfer; `confirmation` is the same four digits on both phones."""

    number = fields.String(required=True)
    table = fields.String(required=True, attribute="table_id")
    match = fields.Integer(required=True)
    kind = fields.String(
        required=True, metadata={"description": "payment, grant, return, charge, award or reversal"}
    )
    payer = fields.String(required=True)
    payer_name = fields.String(required=True)
    payee = fields.String(required=True)
    payee_name = fields.String(required=True)
    amount = fields.Integer(required=True)
    action = fields.String(required=True)
    level = fields.String(required=True, metadata={"description": "How it was checked: strict, honor, open"})
    at = Time(required=True)
    confirmation = fields.String(required=True)
    seal = fields.String(required=True)
    reverses = fields.String(required=True, allow_none=True)
    reversed_by = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True)


class TransferQuery(Shape):
    """Which transfers; newest first."""

    table = text()
    user = text()
    event = text(metadata={"description": "Only at tables of this event"})
    kind = text(metadata={"description": "payment, grant, return, reversal, charge, award"})
    action = text()
    amount = whole(1, MAX_CREDITS, metadata={"description": "Exactly so many credits"})
    least = whole(1, MAX_CREDITS, metadata={"description": "So many credits or more"})
    most = whole(1, MAX_CREDITS, metadata={"description": "So many credits or fewer"})
    after = text(metadata={"description": "`next` of the page before"})
    limit = whole(1, MAX_PAGE)


class Transfers(Shape):
    """A page of transfers, newest first; `next` is null on the last one."""

    items = fields.List(fields.Nested(Transfer), required=True)
    next = fields.String(required=True, allow_none=True)


class Reversal(Shape):
    """Why a transfer is reversed."""

    reason = text(required=True)


class LogQuery(Shape):
    """Which lines; oldest first."""

    after = whole(0, 2**53)
    limit = whole(1, MAX_PAGE)


class Line(Shape):
    """A line of a table's log; `transfer` is the number of the payment or correction that it booked."""

    seq = fields.Integer(required=True)
    match = fields.Integer(required=True)
    at = Time(required=True)
    kind = fields.String(required=True)
    actor = fields.String(required=True)
    data = fields.Dict(required=True)
    transfer = fields.String(required=True, allow_none=True)


class Lines(Shape):
    """Lines of a table's log, oldest first; `next` is the number to ask `after`, null if that was all."""

    items = fields.List(fields.Nested(Line), required=True)
    next = fields.Integer(required=True, allow_none=True)


class StreamQuery(Shape):
    """What is known already."""

    after = whole(0, 2**53, metadata={"description": "The last event seen; Last-Event-ID wins"})


class Fault(Shape):
    """The first thing that is wrong in the books of a table."""

    table = fields.String(required=True, attribute="table_id")
    where = fields.String(required=True)
    found = fields.String(required=True)
    expected = fields.String(required=True)


class Verdict(Shape):
    """What a check of all books found."""

    ok = fields.Boolean(required=True)
    tables = fields.Integer(required=True)
    lines = fields.Integer(required=True)
    transfers = fields.Integer(required=True)
    leaves = fields.Integer(required=True, metadata={"description": "Lines in the Merkle logs."})
    checkpoints = fields.Integer(required=True, metadata={"description": "Signed checkpoints over them."})
    faults = fields.List(fields.Nested(Fault), required=True)
