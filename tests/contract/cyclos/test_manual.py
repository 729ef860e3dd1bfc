"""docs/cyclos.md lists what is there. Where it differs from the code, the test shows what should stand there."""

from pathlib import Path

from app.cyclos_api import OPERATIONS

MANUAL = Path(__file__).parents[3] / "docs" / "cyclos.md"


def table() -> str:
    """The list of operations, as it stands in the manual."""
    rows = ["| call | operation | does |", "| --- | --- | --- |"]
    for one in sorted(OPERATIONS, key=lambda one: (one.path, one.method)):
        rows.append(
            f"| `{one.method} {one.path}` | `{one.id}`{' (guests too)' if one.guest else ''} | {one.does} |"
        )
    return "\n".join(rows)


def test_the_manual_lists_every_operation_as_the_code_has_it():
    assert table() in MANUAL.read_text(encoding="utf-8"), f"\n{table()}\n"
