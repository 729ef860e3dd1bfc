"""An evening of forty tables with disputes, at whose end the books prove."""

from itertools import cycle

from app.services.program import Program
from tests.integration.evening import Evening, refusal_of


def dispute(table: Evening, kind: str) -> None:
    """What goes wrong at a table, and is put right."""
    match kind:
        case "a payment by mistake":
            table.a_debt().pay_all().reverse(table.transfers()[-1].number, reason="paid twice on paper")
        case "a slip of the finger":
            table.play(f"{table.turn} declare bribe {table.users[table.users.index(table.turn) - 1]}").undo()
        case "the wrong amount":
            table.a_debt()
            refusal_of(table.pay, "{} {} 7".format(*table.due[0]))
            table.pay_all()
        case "somebody who went home":
            table.play(f"{table.users[-1]} resign", by="olga")
        case _:  # a table that breaks up
            table.a_debt().close("olga")


def test_forty_tables_with_disputes_end_in_books_that_prove(program: Program):
    kinds = (
        "a payment by mistake",
        "a slip of the finger",
        "the wrong amount",
        "somebody who went home",
        "a table that breaks up",
    )
    tables = [Evening(program, f"a{n} b{n} c{n}").start() for n in range(40)]
    for table, kind in zip(tables, cycle(kinds), strict=False):
        dispute(table, kind)
    proofs = program.services.proofs
    proofs.publish()
    early = proofs.checkpoint().note
    for table, kind in zip(tables, cycle(kinds[1:4]), strict=False):
        if table.view()["status"] == "playing":
            table.close("olga")
        dispute(table.start(), kind)
    proofs.publish()
    verdict = program.services.history.verify()
    assert verdict.faults == ()
    assert (verdict.tables, verdict.leaves) == (40, verdict.lines)
    assert proofs.holds(early)
