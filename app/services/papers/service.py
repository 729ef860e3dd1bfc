"""Papers that somebody asks for."""

from app.services.actor import Actor
from app.services.ground import Ground
from app.services.ids import grouped
from app.services.papers import slip
from app.services.papers.paper import framed, pdf
from app.services.papers.words import Words
from app.services.proofs import Proofs
from app.services.zones import as_written, zone_named


class Papers:
    """What one can print of the past."""

    def __init__(self, ground: Ground, proofs: Proofs) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._proofs = proofs

    def slip(self, actor: Actor, table_id: str, *, words: Words | None = None, paper: str = "a4") -> bytes:
        """The result of the game that was played last at a table, as a PDF file.

        Raises:
            Invalid: If there is no such paper.
            NotFound: If no game is over there.
            NotAllowed: As for the table's view.
        """
        found = self._proofs.slip(actor, table_id)
        said = words or Words()
        title = said.slip % {"code": grouped(found.code), "match": found.match}
        zone = zone_named(found.zone)
        at = as_written(found.at, zone)
        return pdf(
            framed(title, as_written(self._ground.clock.now(), zone), said, paper),
            lambda page: slip.draw(page, found, said, at=at, url=self._ground.public_url),
        )
