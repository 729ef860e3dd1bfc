"""What was measured, and whether it is what was aimed at."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One result.

    Attributes:
        name: What was measured.
        value: How much.
        unit: Of what; "x" for a ratio.
        at_least: The aim, if more is better.
        at_most: The aim, if less is better.
        note: What else belongs to it.
    """

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None without one."""
        if self.at_least is not None:
            return self.value >= self.at_least
        if self.at_most is not None:
            return self.value <= self.at_most
        return None

    def line(self) -> str:
        """For people."""
        aim = ""
        if self.met is not None:
            sign, wanted = ("≥", self.at_least) if self.at_least is not None else ("≤", self.at_most)
            aim = f"aim {sign} {_short(wanted or 0)}: {'met' if self.met else 'NOT MET'}"
        return f"  {self.name:<58} {_short(self.value):>8} {self.unit:<8} {aim:<24} {self.note}".rstrip()

    def as_json(self) -> dict[str, object]:
        """For machines."""
        return {**asdict(self), "met": self.met}


def percentile(times: Sequence[float], share: float) -> float:
    """The time within which this share of them lies, 0 to 1."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def median(values: Sequence[float]) -> float:
    """The middle one."""
    return percentile(values, 0.5)


def _short(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
