"""Gorilla Warfare on the phones: what each prompt says, and that no page tells what its reader may not see."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from app.rules.gorilla_warfare.cards import Kind
from app.services.ids import grouped
from app.web.games.gorilla_warfare import words
from tests.integration.api.calling import Caller, events
from tests.integration.apps import app_over
from tests.integration.evening import HandClock
from tests.integration.gorilla import arranged, begun
from tests.integration.web.conftest import Phone
from tests.unit.rules.gorilla import Dealt

ADA = "evasion evasion / command raid kamikaze"
CYD = "command defence / raid kamikaze deployment"


class Scene:
    """A match that is dealt as told, on everybody's phones."""

    def __init__(self, folder: Path, table: Dealt, **options: object):
        url = f"sqlite:///{folder / 'scene.sqlite'}"
        self.program = arranged(url, HandClock(), table)
        self.evening = begun(self.program, " ".join(table.players), **options)
        self.app = app_over(self.program)
        self.app.config["TESTING"] = True
        self.phones = {user: Phone(self.app, user) for user in table.players}

    @property
    def path(self) -> str:
        return f"/tables/{self.evening.id}"

    def sees(self, user: str, *texts: str, pick: str = "") -> Phone:
        return self.phones[user].get(self.path + (f"?pick={pick}" if pick else "")).says(*texts)


@pytest.fixture
def scenes(tmp_path: Path) -> Iterator[list[Scene]]:
    """Scenes to be closed at the end."""
    opened: list[Scene] = []
    yield opened
    for scene in opened:
        scene.program.close()


@pytest.fixture
def dealt(scenes: list[Scene], tmp_path: Path):
    def deal(bob: str, pile: str = "", *, ada: str = ADA, cyd: str = CYD) -> Scene:
        scenes.append(Scene(tmp_path, Dealt(pile, ada=ada, bob=bob, cyd=cyd)))
        return scenes[-1]

    return deal


def test_a_turn_is_played_by_its_buttons(dealt):
    scene = dealt("command saving_grace / raid raid evasion", "reconnaissance")
    bob = scene.sees(
        "bob", "Your turn.", "Play at least one card.", "Command", "Saving Grace", "Your deck 3 cards"
    )
    assert "Finish your turn" not in bob.words
    bob = scene.sees("bob", "Command. Who draws?", "Cyd", "3 cards in the deck", pick="command")
    bob.press("Cyd").says("You play Command against Cyd.", "Waiting for Cyd to answer.")
    cyd = scene.sees(
        "cyd", "Bob plays Command against you.", "Do you stop it?", "You draw a card, under your deck."
    )
    cyd.says("Stop it with your Defence", "Your deck gives you Raid for it.")
    cyd.press("Stop it with your Defence").says("Bob is choosing.", "Cyd stops Command with a Defence.")
    bob = scene.sees("bob", "Play another, or finish.", "You draw one card, under your deck.")
    bob.press("Finish your turn").says("Cyd is choosing.", "Bob draws. That is Reconnaissance.")


def test_whoever_has_no_defence_sees_the_same_question_with_that_answer_shut(dealt):
    scene = dealt("raid evasion")
    scene.sees("bob", "Raid. Which card do you take?", "left card", "right card", pick="raid").press("Ada")
    scene.sees(
        "ada", "Bob plays Raid against you.", "Stop it with a Defence", "You have none to answer with."
    )
    scene.phones["ada"].says("You lose Evasion.")
    scene.sees("cyd", "Bob plays Raid against Ada.", "A card is stolen, unseen.")


def test_what_tells_of_held_cards_is_covered_with_the_hand_for_everybody_who_is_asked(dealt):
    scene = dealt("kamikaze evasion", cyd="defence command")
    scene.evening.play("bob play kamikaze")
    for user in ("ada", "cyd"):
        page = scene.sees(user, "Uncover your hand").html
        assert re.search(r'class="choices list secret" id="moves"', page)
        assert not re.search(r"Defence", page[page.index('class="stage') : page.index('id="moves"')])


def test_what_was_looked_at_is_shown_to_who_looked_until_the_turn_ends(dealt):
    scene = dealt("reconnaissance evasion / evasion raid raid", "saving_grace collateral_damage kamikaze")
    scene.sees("bob", pick="reconnaissance").press("The top three of the draw pile")
    scene.phones["bob"].says("Only you see: the draw pile, from the top", "Collateral Damage")
    for user in ("ada", "cyd"):
        assert "Collateral Damage" not in scene.sees(user, "Bob looks at the draw pile.").words
    scene.sees("bob").press("Finish your turn")
    assert "Only you see" not in scene.phones["bob"].words


def private(html: str) -> list[str]:
    """What of a page's lines is covered with the hand."""
    return re.findall(r'<span class="private">(.*?)</span>', html)


def test_what_a_line_says_to_one_player_alone_is_covered_with_the_hand_until_the_game_is_over(dealt):
    scene = dealt("reconnaissance evasion / evasion raid raid", "saving_grace collateral_damage kamikaze")
    scene.evening.play("bob play reconnaissance draw_pile", "bob done")
    seen = [
        "There: Saving Grace, Collateral Damage and Kamikaze.",
        "That is Evasion.",
        "That is Saving Grace.",
    ]
    for page in ("", "/log", "/with/bob"):
        bob = scene.phones["bob"].get(scene.path + page)
        assert sorted(private(bob.html)) == sorted(seen)
        bob.says("Bob looks at the draw pile.", "Covered.")
        assert all(bob.words.count(sentence) == 1 for sentence in seen)
    assert private(scene.phones["ada"].get(f"{scene.path}/log").html) == []
    scene.evening.close()
    for user in ("ada", "bob"):
        page = scene.phones[user].get(f"{scene.path}/log").says(*seen)
        assert private(page.html) == []
        assert "Covered." not in page.words


def test_a_sign_beside_a_line_is_of_a_card_that_everybody_saw(dealt):
    scene = dealt("raid evasion", ada="kamikaze evasion / command raid command")
    scene.evening.play("bob play raid ada 1", "ada allow")
    bob = scene.phones["bob"].get(f"{scene.path}/log").says("It was Kamikaze.")
    assert 'class="sign kamikaze' not in bob.html


@pytest.mark.parametrize(("way", "what"), [("swap_hands", "swap hands"), ("swap_decks", "swap decks")])
def test_an_attack_says_whether_it_is_about_hand_or_deck(dealt, way, what):
    scene = dealt("fog_of_war fog_of_war / reconnaissance raid raid")
    bob = scene.sees("bob", pick="fog_of_war")
    bob.says("Hands with Cyd 2 cards in the hand", "Decks with Cyd 3 cards in the deck")
    scene.evening.play(f"bob play fog_of_war {way} cyd")
    scene.sees("cyd", f"Bob plays Fog of War to {what} with you.")
    scene.sees("ada", f"Bob plays Fog of War to {what} with Cyd.")
    scene.sees("bob", f"You play Fog of War to {what} with Cyd.")


def test_a_look_at_a_hand_says_so_and_counts_its_cards(dealt):
    scene = dealt("reconnaissance evasion")
    scene.sees("bob", "Cyd's hand 2 cards in the hand", pick="reconnaissance").press("Cyd's hand")
    scene.phones["bob"].says("You play Reconnaissance to see the hand of Cyd.")
    scene.sees("cyd", "Bob plays Reconnaissance to see your hand.")
    scene.sees("ada", "Bob plays Reconnaissance to see the hand of Cyd.")


@pytest.mark.parametrize("top", ["raid", "saving_grace"])
def test_a_button_that_would_tell_the_own_deck_says_less_while_that_is_covered(dealt, top):
    scene = dealt("command evasion", cyd=f"defence defence / {top} kamikaze deployment")
    scene.evening.play("bob play command cyd")
    html = scene.sees("cyd", f"Your deck gives you {words.card(top)} for it.").html
    shown = re.sub(r'<small class="of-deck">.*?</small>', "", html[html.index('id="moves"') :])
    assert "The top of your deck comes into your hand: look there first." in shown
    assert "Your deck gives" not in shown


def test_several_who_are_awaited_are_named_as_everywhere_else(dealt):
    scene = dealt("kamikaze evasion")
    scene.evening.play("bob play kamikaze")
    scene.sees("bob", "Waiting for Ada and Cyd to answer.")


@pytest.mark.parametrize(
    ("hand", "lines", "says"),
    [
        ("evasion raid / raid command raid", ("bob play evasion",), "No draw, thanks to Evasion."),
        ("saving_grace raid", (), "The discard pile is empty: no effect."),
        ("kamikaze raid", ("bob play kamikaze",), "You play Kamikaze."),
        (
            "deployment raid / command command command",
            ("bob play deployment",),
            "Deploy a card of your deck.",
        ),
    ],
)
def test_each_choice_says_what_it_does_at_this_moment(dealt, hand, lines, says):
    scene = dealt(hand)
    scene.evening.play(*lines)
    scene.sees("bob", says)


def test_finishing_says_that_it_will_kill_when_the_own_deck_tells(dealt):
    scene = dealt("fog_of_war fog_of_war / fog_of_war fog_of_war evasion", "collateral_damage")
    scene.evening.play("bob play fog_of_war shuffle", "bob play fog_of_war shuffle")
    scene.evening.play("cyd play command ada", "ada allow", "cyd done", "ada play evasion", "ada done")
    scene.evening.play("bob play fog_of_war shuffle")
    scene.sees("bob", "Finish your turn", "You draw one card, under your deck.", "Collateral Damage")
    scene.evening.play("bob done", "cyd play raid bob 1", "bob allow")
    scene.sees("bob", "Collateral Damage: Bob is out.")


def test_a_kamikaze_is_asked_twice_and_everybody_answers(dealt):
    scene = dealt("kamikaze raid", "evasion collateral_damage evasion")
    scene.sees("bob", "Kamikaze. Are you sure?", "you draw last", pick="kamikaze").press("Everybody draws")
    for user in ("ada", "cyd"):
        scene.sees(user, "Bob plays Kamikaze.", "Collateral Damage kills at once.").press("Let it happen")
    scene.sees("cyd", "Collateral Damage: Ada is out.")


def test_a_defence_in_front_lies_at_its_seat_for_all_to_see(dealt):
    scene = dealt("defence evasion", cyd="command raid")
    scene.evening.play("bob play defence", "bob done", "cyd play command bob")
    scene.sees("ada", "a Defence in front")
    scene.sees("bob", "Stop it with the Defence in front", "That Defence is used up.")


def test_the_host_does_for_others_what_their_silence_would_do(dealt):
    scene = dealt("command defence", cyd="raid command")
    for says, then in (
        ("For Bob: play the first card", "answer"),
        ("For Cyd: let it happen", "turn"),
        ("For Bob: finish the turn", "turn"),
    ):
        scene.phones["ada"].get(f"{scene.path}/corner").says(says).press(says)
        assert scene.evening.phase == then
    assert scene.evening.turn == "cyd"
    scene.phones["ada"].get(f"{scene.path}/log").says("Bob plays Command against Cyd. (Ada for Bob)")


def test_at_the_end_whoever_fell_later_stands_before_whoever_fell_earlier(dealt):
    scene = dealt("raid evasion")
    scene.evening.play("ada resign", "cyd resign")
    scene.sees("bob", "You won.", "1 Bob you outlived 2 players 2 Cyd outlived 1 player 3 Ada")


def test_the_rules_page_says_what_the_deck_holds_and_marks_the_rulings(app):
    page = Phone(app).get("/rules?game=gorilla_warfare")
    page.says("Gorilla Warfare", "4 of the cards are Collateral Damage", "6 cards. house", "Fog of War")


def test_every_card_has_a_name_a_sign_and_a_pattern_of_its_own():
    static = files("app.web") / "static"
    sprite = (static / "img" / "signs.svg").read_text(encoding="utf-8")
    styles = (static / "css" / "tokens.css").read_text(encoding="utf-8")
    patterns = set()
    for kind in Kind:
        assert f'id="{kind}"' in sprite
        (pattern,) = re.findall(rf"^\.{kind} {{ --c: var\(--{kind}\); --p: (.*); }}$", styles, re.M)
        patterns.add(pattern)
    assert len(patterns) == len(Kind)
    assert set(words.CARD) == set(Kind)


def test_no_page_of_a_whole_game_shows_a_card_that_its_reader_may_not_see(dealt):
    """The words of the pages are searched for every kind of card that lies nowhere the reader can look."""
    scene = dealt("raid command")
    chance, evening = Random(7), scene.evening
    for _ in range(60):
        if evening.winners is not None:
            break
        for user, phone in scene.phones.items():
            view = evening.view(user)
            seen = {*view["hand"], *view["deck"], view["discard_top"], *view["played"]}
            seen |= {card for look in view["looks"] for card in look["cards"]}
            seen |= {card for player in view["players"] for card in player["front"]} | {"defence"}
            shown = phone.get(scene.path).html
            panel = shown[shown.index('class="panel"') : shown.index('class="stage')]
            assert set(re.findall(r'class="sign (\w+)', panel)) <= seen
        user = chance.choice(evening.waiting)
        moves = [move for move in evening.moves(user) if move["type"] not in ("resign", "undo")]
        evening.services.play.play(evening.actor(user), evening.id, chance.choice(moves))


# Two worlds that differ only in what ada can't see

PILE = "saving_grace command saving_grace"
WORLDS = (
    Dealt(
        PILE,
        ada=ADA,
        bob="command defence / raid raid evasion",
        cyd="defence defence / raid defence fog_of_war",
    ),
    Dealt(
        "kamikaze command collateral_damage",
        ada=ADA,
        bob="command raid / defence deployment evasion",
        cyd="raid reconnaissance / command command deployment",
    ),
)
STORY = (
    "bob play command cyd",
    "cyd allow",
    "bob done",
    "cyd resign",
    "ada play evasion",
    "ada done",
    "bob play defence",
    "bob done",
    "ada play command bob",
    "bob allow",
)


def sent_to_ada(scene: Scene) -> list[str]:
    """Pages, log, answers to programs, the stream, and who is asked until when: all but what is new in every answer."""
    paths = ("", "/log", "/corner", "/with/bob", "?pick=command")
    pages = [scene.phones["ada"].get(scene.path + path).html for path in paths]
    ada = Caller(scene.app, scene.program.services.people.enter("ada-secret").token)
    answers = [ada.get(scene.path + part).text for part in ("", "/log?limit=500")]
    stream = next(events(ada.get(f"{scene.path}/stream", headers={"Last-Event-ID": "0"}, buffered=False)))
    code = scene.evening.code
    new = re.compile(
        rf'content="\w+"|name="(csrf|key)" value="[^"]*"|{scene.evening.id}|{code}|{grouped(code)}'
    )
    return [new.sub("", text) for text in (*pages, *answers, str(stream))]


def test_what_ada_cannot_see_changes_nothing_that_she_is_sent_and_no_moment_at_which_somebody_is_asked(
    scenes, tmp_path
):
    for number, table in enumerate(WORLDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        scenes.append(Scene(folder, table, timer_s=20))
    one, other = scenes
    assert one.evening.view("bob")["hand"] != other.evening.view("bob")["hand"]
    for line in STORY:
        assert sent_to_ada(one) == sent_to_ada(other)
        one.evening.play(line)
        other.evening.play(line)
    assert sent_to_ada(one) == sent_to_ada(other)
    assert one.evening.view("bob")["deck"] != other.evening.view("bob")["deck"]
