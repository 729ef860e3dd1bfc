"""Print runs of tiles; for organizers."""

from flask import Response, current_app

from app.api import tile_shapes
from app.api.access import caller, services
from app.api.calls import Calls, key
from app.services.tiles.batches import Batch
from app.services.tiles.sheets import read_sheet

CALLS = Calls("tiles", "Printing tiles; for organizers.")


@CALLS.call("POST", "/tile-batches", takes=tile_shapes.NewBatch, gives=tile_shapes.Batch, status=201)
def issue_tiles(count: object, label: str) -> Batch:
    """Open accounts: organizer. Their secrets are in this answer only."""
    return services().tiles.issue(caller(), count=count, label=label, key=key())


@CALLS.call("GET", "/tile-batches", gives=tile_shapes.Batches)
def list_batches() -> dict[str, object]:
    """All print runs, newest first, without secrets: organizer."""
    return {"items": services().tiles.batches(caller())}


@CALLS.call(
    "GET", "/tile-batches/<batch_id>/sheet.pdf", query=tile_shapes.SheetQuery, media_type="application/pdf"
)
def print_sheet(batch_id: str, **options: str) -> Response:
    """The printable sheet, after every code on it was read back: organizer.

    The secrets are kept until the run is marked as printed, for 24 hours at most.
    """
    laid_out, look = read_sheet(options)
    sheet = services().tiles.sheet(caller(), batch_id, laid_out, look=look)
    response = current_app.response_class(sheet.pdf, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="tiles-{batch_id}.pdf"'
    return response


@CALLS.call("POST", "/tile-batches/<batch_id>/printed", status=204)
def mark_as_printed(batch_id: str) -> None:
    """Say that the sheet is printed: organizer. The secrets are erased at once."""
    services().tiles.printed(caller(), batch_id, key())
