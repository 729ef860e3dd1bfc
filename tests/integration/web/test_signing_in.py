"""Coming in by tile and by hand, and going out again."""

import pytest

from tests.integration.evening import add_tiles, set_password


@pytest.fixture
def ada(evening, phone):
    return phone("ada")


def test_a_tiles_private_code_signs_in_and_leads_to_the_table(evening, ada):
    assert ada.path == f"/tables/{evening.id}"


def test_user_and_password_are_typed_in_any_case_and_spacing(evening, program, stranger):
    set_password(program, "bob", "k7m2qx9tr")
    stranger.send("/sign-in", user=" BO b", password="K7M 2QX-9TR")
    assert stranger.path == f"/tables/{evening.id}"


def test_a_wrong_password_leads_back_with_the_reason_and_the_user_kept(evening, stranger):
    stranger.send("/sign-in", user="bob", password="wrong")
    stranger.says("don't fit together")
    assert 'value="bob"' in stranger.html
    assert "wrong" not in stranger.page.request.url


def test_a_page_that_needs_somebody_is_returned_to_after_signing_in(evening, program, stranger):
    set_password(program, "bob", "k7m2qx9tr")
    stranger.get("/pay/?to=ada&amount=50")
    stranger.press("Sign in", user="bob", password="k7m2qx9tr")
    assert stranger.page.request.full_path == "/pay/?to=ada&amount=50"


def test_a_tables_code_scanned_before_the_tile_leads_to_its_seat(evening, program, stranger):
    add_tiles(program, "eve")
    stranger.get(f"/join/{evening.code}").says("Take a tile, scan its inner code")
    stranger.get("/enter").send("/enter", secret="eve-secret")
    stranger.says("A seat is free.").press("Sit down")
    assert stranger.path == f"/tables/{evening.id}"


def test_a_scanned_table_is_kept_in_mind_for_a_while_by_this_site_alone_and_once(evening, program, stranger):
    add_tiles(program, "eve")
    kept = stranger.client.get(f"/join/{evening.code}").headers["Set-Cookie"]
    assert all(part in kept for part in (evening.code, "Max-Age=900", "HttpOnly", "SameSite=Lax"))
    stranger.get("/enter").send("/enter", secret="eve-secret")
    assert stranger.path == f"/join/{evening.code}"
    assert stranger.client.get_cookie("reckless_bound") is None
    stranger.press("Sign out").get("/enter").send("/enter", secret="eve-secret")
    assert stranger.path == "/"


def test_whoever_was_on_the_way_to_another_page_gets_there_all_the_same(evening, program, stranger):
    set_password(program, "bob", "k7m2qx9tr")
    stranger.get(f"/join/{evening.code}").get("/pay/?to=ada&amount=50")
    stranger.press("Sign in", user="bob", password="k7m2qx9tr")
    assert stranger.page.request.full_path == "/pay/?to=ada&amount=50"
    assert stranger.client.get_cookie("reckless_bound") is None


@pytest.mark.parametrize("kept", ["zzzzzz", "../x", "//evil.test", "a" * 500])
def test_a_table_kept_in_mind_that_is_none_leads_to_the_start_page(evening, program, stranger, kept):
    add_tiles(program, "eve")
    stranger.client.set_cookie("reckless_bound", kept)
    stranger.get("/enter").send("/enter", secret="eve-secret")
    assert (stranger.page.request.host, stranger.path) == ("localhost", "/")


@pytest.mark.parametrize("elsewhere", ["//evil.test/", "https://evil.test/", "/\\evil.test"])
def test_nobody_is_led_to_another_place_after_signing_in(evening, program, stranger, elsewhere):
    set_password(program, "bob", "k7m2qx9tr")
    stranger.send("/sign-in", user="bob", password="k7m2qx9tr", next=elsewhere)
    assert stranger.page.request.host == "localhost"


def test_the_session_changes_at_every_sign_in(evening, ada):
    before = ada.client.get_cookie("reckless").value
    ada.get("/enter").send("/enter", secret="ada-secret")
    assert ada.client.get_cookie("reckless").value != before


def test_a_planted_session_is_worth_nothing_after_signing_in(evening, stranger, program):
    stranger.client.set_cookie("reckless", "planted")
    stranger.get("/enter").send("/enter", secret="bob-secret")
    assert program.services.people.actor("planted") is None
    assert stranger.client.get_cookie("reckless").value != "planted"


def test_signing_out_ends_the_session_on_the_server_too(evening, ada, program):
    token = ada.client.get_cookie("reckless").value
    ada.press("Sign out")
    assert ada.client.get_cookie("reckless") is None
    assert program.services.people.actor(token) is None


def test_another_persons_tile_asks_before_it_takes_the_phone(evening, ada):
    ada.get("/enter").send("/enter", secret="bob-secret")
    ada.says("This phone is Ada. Switch?")
    ada.get("/receive").says("ADA")
    ada.get("/enter").send("/enter", secret="bob-secret").press("Switch")
    ada.get("/receive").says("BOB")


def test_the_tile_of_the_person_signed_in_does_not_ask(evening, ada):
    ada.get("/enter").send("/enter", secret="ada-secret")
    assert ada.path == f"/tables/{evening.id}"


def test_opening_a_tiles_link_alone_signs_nobody_in(evening, stranger):
    stranger.get("/enter")
    assert stranger.client.get_cookie("reckless") is None
    stranger.says("sign in by hand")


@pytest.mark.parametrize("token", ["", "0" * 32])
def test_a_form_without_the_pages_token_does_nothing(evening, ada, token):
    before = evening.view()["seq"]
    answer = ada.client.post(f"/tables/{evening.id}/start", data={"csrf": token})
    assert answer.status_code in (303, 403)
    assert evening.view()["seq"] == before


def test_the_token_of_one_session_is_no_good_in_another(evening, phone):
    token = phone("ada").csrf()
    phone("bob").client.post(f"/tables/{evening.id}/leave", data={"csrf": token})
    assert "bob" in [player["user"] for player in evening.view()["players"]]


def test_reading_changes_nothing(evening, ada):
    evening.start()
    before = evening.view()["seq"]
    for address in ("", "/log", "/corner", "/fragment", "/settings", "/with/bob"):
        ada.get(f"/tables/{evening.id}{address}")
        assert ada.page.status_code == 200
    for address in (
        "/pay/?to=bob&amount=10",
        "/receive",
        "/scan",
        "/rules",
        f"/join/{evening.code}",
        "/sign-out",
    ):
        ada.get(address)
    assert evening.view()["seq"] == before
