"""What somebody can't see changes nothing that they are sent, through any door, nor when somebody is asked.

Two worlds begin with one database, copied: the same people, sessions, tables and times. They differ in what chance
draws, and only where the viewer can't see it. The same is played in both, and after each move all that the viewer can
get is compared byte for byte. A game joins by an entry in `SECRETS`.
"""

import itertools
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app.factory import create_app
from app.rules import CHANCE, Drawn, Lot
from app.rules.core import shuffle_lot
from app.services.actor import Actor, Role
from app.services.ground.chance import Chance
from app.services.program import Program, open_program
from tests.games.high_card import DECK
from tests.games.registering import high_card_in_the_box
from tests.integration.api.calling import add_organizer
from tests.integration.evening import Evening, HandClock, refusal_of, settings_for
from tests.integration.web.test_gorilla_warfare import STORY as GORILLA_STORY
from tests.integration.web.test_gorilla_warfare import WORLDS as GORILLA_WORLDS
from tests.unit.rules.dealt import DealtReckless
from tests.unit.rules.gorilla import lot_for
from tests.unit.rules.kit import Table

__all__ = ["high_card_in_the_box"]

Lots = Sequence[tuple[int, ...]]

PAGES = (
    "/fragment",
    "/log",
    "/corner",
    "/with/bob",
    "/with/ada",
    "/settings",
    "/pictures",
    "?pick=fraud",
)
ELSEWHERE = ("/receive", "/pay/?to=bob", "/rules?table={id}", "/?lobby", "/scan")


@dataclass(frozen=True)
class Secret:
    """A game with secrets.

    Attributes:
        game: Its name.
        lots: What chance draws in the one world and in the other; what is not said lies as it lay.
        story: What is played in both.
        tried: A move of the viewer's that is not open at the start, so that the answer to it is compared too.
    """

    game: str
    lots: tuple[Lots, Lots]
    story: tuple[str, ...]
    tried: Mapping[str, Any] = field(default_factory=lambda: {"type": "resign", "why": "none"})


def drawn_at(table: Table) -> Lots:
    return [move.numbers for move, _ in table.record if isinstance(move, Drawn)]


def reckless(bobs: str, cyds: str, bob_draws: str) -> Lots:
    """Bob proves a Banker and draws another card; nobody but him may know which, nor what else he holds."""
    table = DealtReckless(hands={"ada": "banker1 lawyer1", "bob": f"banker3 {bobs}", "cyd": f"ceo1 {cyds}"})
    table.next_draws.append(bob_draws)
    for line in RECKLESS_STORY:
        if line.startswith("$"):
            table.pay_all()
        else:
            table.play(line)
    return drawn_at(table)


RECKLESS_STORY = (
    "bob declare fraud ada",
    "cyd allow",
    "ada challenge",
    "bob show banker",
    "ada lose_card lawyer",
    "ada concede",
    "$",
    "cyd declare bribe bob",
    "ada allow",
    "bob challenge",
    "cyd decline",
    "cyd lose_card ceo",
    "ada declare scandal bob",
    "bob allow",
    "cyd allow",
)


def high_card(others: tuple[int, int]) -> Lots:
    top = (7, *others)
    return [lot_for(DECK, [*top, *(card for card in DECK if card not in top)])]


SECRETS = (
    Secret(
        "reckless",
        (reckless("scandal", "lobbyist1", "politician3"), reckless("lawyer2", "politician2", "blackmail")),
        RECKLESS_STORY,
        tried={"type": "show", "card": "banker"},
    ),
    Secret(
        "high_card",
        (high_card((3, 12)), high_card((11, 2))),
        ("ada stay", "bob stay"),
        tried={"type": "draw"},
    ),
    Secret("gorilla_warfare", (drawn_at(GORILLA_WORLDS[0]), drawn_at(GORILLA_WORLDS[1])), GORILLA_STORY),
)
"""Cheater's Game has no secrets: its dice are thrown for all to see."""


class Told(Chance):
    """Chance that draws as it is told, from a seed that is no secret here."""

    def __init__(self, lots: Lots):
        self.lots = list(lots)

    def new_seed(self) -> bytes:
        return b"s" * 32

    def drawn(self, seed: bytes, number: int, lot: Lot) -> Drawn:
        return Drawn(CHANCE, self.lots.pop(0) if self.lots else tuple(n - 1 for n in lot))


class World:
    """A program over a copy of the database, with two doors to it."""

    def __init__(self, url: str, lots: Lots, evening: Evening, tokens: Mapping[str, str]):
        self.clock = HandClock()
        self.program: Program = open_program(settings_for(url), clock=self.clock, chance=Told(lots))
        self.app: Flask = create_app(settings_for(url), self.program)
        # A form's key is drawn anew for every form: here it is counted.
        count = itertools.count()
        self.app.jinja_env.globals["new_key"] = lambda: f"key-{next(count)}"
        self.evening = evening.over(self.program)
        self.tokens = tokens

    def page_and_answers(self, user: str) -> dict[str, tuple[object, ...]]:
        """What this person gets of the table itself: each address with its status, headers and bytes."""
        path = f"/tables/{self.evening.id}"
        got = {path: self._page(user, path)}
        return got | {f"/v1{part}": self._program(user, part) for part in (path, f"{path}/log?limit=500")}

    def sent_to(self, user: str) -> dict[str, tuple[object, ...]]:
        """All that this person can get now."""
        path = f"/tables/{self.evening.id}"
        addresses = [f"{path}{part}" for part in PAGES]
        addresses += [address.format(id=self.evening.id) for address in ELSEWHERE]
        got = {address: self._page(user, address) for address in addresses}
        got |= self.page_and_answers(user)
        got |= {address: self._stream(user, address) for address in (f"{path}/stream", f"/v1{path}/stream")}
        return got

    def asked(self) -> object:
        """Who is asked, until when."""
        view = self.evening.view("olga")
        return view["waiting_for"], view["deadline"], view["phase"]

    def tries(self, user: str, move: Mapping[str, Any]) -> tuple[object, ...]:
        """The answer to a move."""
        headers = {"Authorization": f"Bearer {self.tokens[user]}", "Idempotency-Key": f"try-{user}"}
        answer = self.app.test_client().post(
            f"/v1/tables/{self.evening.id}/moves", json=dict(move), headers=headers
        )
        return answer.status_code, answer.data

    def _page(self, user: str, address: str) -> tuple[object, ...]:
        client = self.app.test_client()
        client.set_cookie("reckless", self.tokens[user])
        return seen(client.get(address))

    def _program(self, user: str, part: str) -> tuple[object, ...]:
        headers = {"Authorization": f"Bearer {self.tokens[user]}"}
        return seen(self.app.test_client().get(f"/v1{part}", headers=headers))

    def _stream(self, user: str, address: str) -> tuple[object, ...]:
        client = self.app.test_client()
        client.set_cookie("reckless", self.tokens[user])
        headers = {"Authorization": f"Bearer {self.tokens[user]}"} if address.startswith("/v1") else {}
        answer = client.get(address, headers={"Last-Event-ID": "0", **headers}, buffered=False)
        chunks = iter(answer.response)
        first = next(chunk for chunk in chunks if "data:" in str(chunk))
        answer.close()
        return answer.status_code, first


def seen(answer: Any) -> tuple[object, ...]:
    headers = tuple((name, value) for name, value in answer.headers if name not in ("Date", "Set-Cookie"))
    return answer.status_code, headers, answer.data


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Callable[[Secret], tuple[World, World]]]:
    """Two worlds with the same past, at whose tables a match is about to begin."""
    opened: list[Program] = []

    def of(secret: Secret) -> tuple[World, World]:
        first = tmp_path / "first.sqlite"
        program = open_program(settings_for(f"sqlite:///{first}"), clock=HandClock())
        add_organizer(program, "olga")
        evening = Evening(program, game=secret.game, mode="dealer", options={"timer_s": 20})
        people = program.services.people
        tokens = {user: people.enter(f"{user}-secret").token for user in (*evening.users, "olga")}
        program.close()
        made = []
        for name, lots in zip(("one", "other"), secret.lots, strict=True):
            copy = tmp_path / f"{name}.sqlite"
            shutil.copy(first, copy)
            made.append(World(f"sqlite:///{copy}", lots, evening, tokens))
            opened.append(made[-1].program)
        return made[0], made[1]

    yield of
    for program in opened:
        program.close()


@pytest.mark.usefixtures("high_card_in_the_box")
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.game)
def test_what_a_viewer_can_not_see_changes_not_one_byte_they_are_sent(worlds, secret):
    one, other = worlds(secret)
    for world in (one, other):
        world.evening.start()
    assert one.evening.view("bob") != other.evening.view("bob"), "these worlds do not differ"
    assert one.tries("ada", secret.tried) == other.tries("ada", secret.tried)
    whole = {"", secret.story[3 % len(secret.story)], secret.story[-1]}
    for line in ("", *secret.story):
        for world in (one, other):
            if line.startswith("$"):
                world.evening.pay_all()
            elif line:
                world.evening.play(line)
            world.clock.pass_(1)
        for user in ("ada", "olga"):
            look = World.sent_to if line in whole else World.page_and_answers
            here, there = look(one, user), look(other, user)
            for address, answer in here.items():
                assert answer == there[address], f"{user} at {address} after {line!r}"
        assert one.asked() == other.asked()


@pytest.mark.usefixtures("high_card_in_the_box")
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.game)
def test_nobody_is_sent_the_seed_or_what_was_drawn_from_it_before_the_end(worlds, secret):
    world, _ = worlds(secret)
    world.evening.start()
    for line in secret.story[:3]:
        world.evening.play(line)
    for user in ("ada", "bob", "olga"):
        for address, answer in world.sent_to(user).items():
            assert (b"s" * 32).hex().encode() not in bytes(str(answer), "utf-8"), address
            assert b'"numbers"' not in bytes(str(answer), "utf-8"), address


def test_a_silent_answer_comes_at_the_same_moment_whatever_is_held(worlds):
    one, other = worlds(SECRETS[0])
    for world in (one, other):
        world.evening.start().play("bob declare fraud ada", "cyd allow", "ada challenge")
        world.clock.pass_(19)
        assert world.evening.services.play.expire() == 0
        world.clock.pass_(2)
        assert world.evening.services.play.expire() == 1
    assert one.asked() == other.asked()
    assert one.evening.phase == "lose_card"


def test_a_stranger_sees_nothing_of_a_table_at_all(worlds):
    world, _ = worlds(SECRETS[0])
    world.evening.start()
    stranger = Actor("eve", "Eve", Role.PLAYER, session="")
    assert refusal_of(world.program.services.tables.view, stranger, world.evening.id).code == "not_allowed"
    assert refusal_of(world.program.services.tables.log, stranger, world.evening.id).code == "not_allowed"


def test_all_orders_of_a_shuffle_can_be_told(worlds):
    """The worlds are made from pure tables: what chance is told must be what it could have drawn."""
    for secret in SECRETS:
        for lots in secret.lots:
            assert all(n >= 0 for lot in lots for n in lot)
    assert len(SECRETS[1].lots[0][0]) == len(shuffle_lot(12))
