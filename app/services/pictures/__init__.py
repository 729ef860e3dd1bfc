"""A game in pictures: what happened, as shapes that become SVG on pages and ink on paper."""

from app.services.pictures.drawing import Drawing, Shade
from app.services.pictures.facts import Claims, MatchFacts
from app.services.pictures.service import Pictures, Story

__all__ = ["Claims", "Drawing", "MatchFacts", "Pictures", "Shade", "Story"]
