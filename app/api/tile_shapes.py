"""What programs send and get about tiles: print runs, their secrets and their sheets."""

from marshmallow import fields

from app.api.fields import SAID, Shape, Time, text


class NewBatch(Shape):
    """How many accounts to open, and what the print run is called."""

    count = fields.Raw(required=True, error_messages=SAID, metadata={"type": "integer"})
    label = text(required=True)


class Tile(Shape):
    """An account with its secrets, in this answer only."""

    user = fields.String(required=True)
    name = fields.String(required=True)
    password = fields.String(required=True)
    pay_url = fields.String(required=True)
    enter_url = fields.String(required=True)


class Batch(Shape):
    """A print run with its secrets."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    tiles = fields.List(fields.Nested(Tile), required=True)


class BatchCard(Shape):
    """A print run without its secrets; it is printable while they are kept."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    count = fields.Integer(required=True)
    created_at = Time(required=True)
    created_by = fields.String(required=True)
    printed_at = Time(required=True, allow_none=True)
    printable = fields.Boolean(required=True)


class Batches(Shape):
    """All print runs, newest first."""

    items = fields.List(fields.Nested(BatchCard), required=True)


class SheetQuery(Shape):
    """How a sheet is to look; what is not named is as usual."""

    paper = text(metadata={"description": "a4 or letter"})
    tile = text(metadata={"description": "Size in mm, like 85x54"})
    gap = text(metadata={"description": "Between tiles, in mm"})
    margin = text(metadata={"description": "At the edges of the paper, in mm"})
    duplex = text(metadata={"description": "none, long or short"})
    marks = text(metadata={"description": "crop, lines or none"})
    code = text(metadata={"description": "link, user or both"})
    fold = text(metadata={"description": "side or top: where a half that is folded behind lies before"})
    bleed = text(metadata={"description": "Beyond the cut, in mm; the gap grows with it"})
    skip = text(metadata={"description": "Places on the first sheet that are used already"})
    labels = text(metadata={"description": "Code of a label sheet, like Avery C32010"})
    design = text(metadata={"description": "colour, ink, or the name of a theme"})
    language = text(metadata={"description": "en, nl, de, it, fr or es"})
    printer = text(metadata={"description": "A printer that was measured"})
