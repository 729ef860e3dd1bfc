"""Papers: what is printed of the past, as PDF files that read well in black alone."""

from app.services.papers.paper import PAPERS
from app.services.papers.service import Papers
from app.services.papers.words import Words

__all__ = ["PAPERS", "Papers", "Words"]
