"""An evening of an event of many tables with disputes, at whose end the books prove."""

from itertools import cycle

from app.errors import Conflict
from app.services.actor import command_line
from app.services.history import Verdict
from app.services.program import Program
from tests.integration.api.calling import add_organizer
from tests.integration.evening import ORGANIZER, Evening, refusal_of


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
        case "a dispute over a card":
            table.a_debt()
            pausing = table.services.pausing
            pausing.pause(ORGANIZER, table.id, reason="was that the Banker?")
            assert isinstance(refusal_of(table.pay_all), Conflict)
            pausing.resume(ORGANIZER, table.id)
            table.pay_all()
        case "a lie that was called":
            actor, target, third = (table.users[(table.users.index(table.turn) + n) % 3] for n in range(3))
            table.play(f"{actor} declare fraud {target}", f"{third} challenge", f"{actor} decline")
            table.play(f"{actor} lose_card")
        case "somebody who went home":
            table.play(f"{table.users[-1]} resign", by="olga")
        case _:  # a table that breaks up
            table.a_debt().close("olga")


KINDS = (
    "a payment by mistake",
    "a slip of the finger",
    "a dispute over a card",
    "a lie that was called",
    "the wrong amount",
    "somebody who went home",
    "a table that breaks up",
)


def evening_of(program: Program, count: int) -> tuple[Program, str, Verdict]:
    """An event of so many tables, two games each, with a restart between them, ended; what the proof says."""
    event = program.services.events.open(command_line(), name="Club evening", zone="Europe/Berlin").id
    add_organizer(program, "olga")
    program.services.events.give_role(command_line(), event, user="olga", role="referee")
    tables = [Evening(program, f"a{n} b{n} c{n}").start() for n in range(count)]
    for table, kind in zip(tables, cycle(KINDS), strict=False):
        dispute(table, kind)
    program.services.proofs.publish()
    early = program.services.proofs.checkpoint(event).note
    program = tables[0].restart().program
    for table, kind in zip(tables, cycle(KINDS[1:6]), strict=False):
        table = table.over(program)
        if table.view()["status"] == "playing":
            table.close("olga")
        dispute(table.start(), kind)
    for table in tables:
        if (now := table.over(program)).view()["status"] == "playing":
            now.close("olga")
    program.services.events.end(command_line(), event)
    program.services.proofs.publish()
    assert program.services.proofs.holds(early)
    return program, event, program.services.history.verify()


def test_an_event_with_disputes_and_a_restart_ends_in_books_that_prove(program: Program):
    program, event, verdict = evening_of(program, 7)
    assert verdict.faults == ()
    assert (verdict.tables, verdict.leaves) == (7, verdict.lines)
    after = refusal_of(program.services.events.end, command_line(), event)
    assert isinstance(after, Conflict)
    program.close()
