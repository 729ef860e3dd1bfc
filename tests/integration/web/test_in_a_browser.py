"""What only a browser shows: live tables, payments over bad connections, scanners without cameras, looks."""

import io
import threading
from collections.abc import Iterator

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Playwright, Route, expect

from tests.integration.evening import Evening, add_tiles, set_password
from tests.integration.web.browser import ARGUMENTS, Handset, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser(chromium: str, playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def base(app) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def handset(browser, base, evening):
    opened: list[Handset] = []

    def of(user: str = "", **options) -> Handset:
        opened.append(Handset(browser, base, user, **options))
        return opened[-1]

    yield of
    for one in opened:
        one.context.close()
        assert one.faults == []


@pytest.fixture
def debt(evening):
    """Cyd owes Bob 50."""
    return evening.start().a_debt()


def test_the_secret_leaves_the_address_bar_at_once(handset):
    ada = handset("ada")
    ada.page.go_back()
    assert "secret" not in ada.page.url
    assert "ada-secret" not in ada.page.evaluate("JSON.stringify(performance.getEntries().map(e => e.name))")


def test_a_move_shows_on_the_other_phones_without_touching_them(evening, handset):
    ada, bob = handset("ada"), handset("bob")
    ada.sees("Who is in?")
    evening.start()
    ada.sees("Bob is choosing.")
    bob.sees("Your turn.")
    bob.page.get_by_role("link", name="Fraud").click()
    bob.tap("Ada has")
    ada.sees("Bob claims the Banker: fraud, 50 from you.")
    expect(ada.page).to_have_title("● You are asked · Reckless")
    assert "asked" in ada.page.locator("#icon").get_attribute("href")


def test_who_taps_faster_than_the_page_is_drawn_loses_no_tap_and_picks_nobody_by_a_second_one(
    program, handset
):
    Evening(program, "ann ben cid", game="cheaters_game", mode="table").start()
    ann = handset("ann")
    form = ann.page.get_by_role("link", name="Form an alliance")
    form.evaluate("link => { link.click(); link.click(); }")
    ann.sees("With whom?")
    expect(ann.page.locator(".choice.picked")).to_have_count(0)
    people = ann.page.locator(".choice[data-pick]")
    people.evaluate_all("links => links.forEach((link) => link.click())")
    ann.page.get_by_role("button", name="Invite Ben and Cid").wait_for()


def test_both_phones_turn_and_show_the_same_four_digits(debt, handset):
    bob, cyd = handset("bob"), handset("cyd")
    bob.sees("Cyd owes you.")
    cyd.tap("Pay Bob 50")
    cyd.sees("You paid Bob 50.")
    bob.sees("Cyd paid you 50.")
    digits = [one.page.locator(".digits").inner_text() for one in (bob, cyd)]
    assert digits[0] == digits[1]
    bob.tap("Back to the table")
    bob.page.locator("#paid-to-me").wait_for(state="detached")


def test_a_payment_that_was_seen_does_not_cover_the_table_again(debt, handset):
    debt.pay("cyd bob 50")
    bob = handset("bob")
    bob.sees("Cyd is choosing.")
    assert not bob.page.locator("#paid-to-me").count()


def test_balances_that_start_anew_are_not_shown_as_payments(debt, handset):
    ada = handset("ada")
    ada.sees("Cyd owes Bob 50.")
    ada.page.evaluate(
        """() => {
          window.flown = [];
          const note = (part) => part.matches?.(".delta") && window.flown.push(part.textContent);
          const watch = (changes) => changes.forEach((one) => one.addedNodes.forEach(note));
          new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    debt.pay("cyd bob 50")
    ada.sees("Cyd is choosing.")
    debt.close()
    ada.sees("Bob won.")
    debt.start()
    ada.sees("Bob is choosing.")
    assert set(ada.page.evaluate("window.flown")) == {"+50", "−50"}
    assert len(ada.page.evaluate("window.flown")) == 2


def test_a_double_tap_pays_once(debt, handset):
    cyd = handset("cyd")
    cyd.page.get_by_role("button", name="Pay Bob 50").dblclick()
    cyd.sees("You paid Bob 50.")
    assert debt.balances["cyd"] == 150


def test_a_lost_answer_is_checked_with_the_same_key_and_never_called_failed(debt, handset):
    cyd = handset("cyd")
    lost = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    cyd.page.route("**/pay/", lose_first)
    cyd.tap("Pay Bob 50")
    cyd.sees("You paid Bob 50.")
    assert debt.balances["cyd"] == 150
    cyd.faults.clear()  # the browser's own word for the lost answer


def test_a_payment_without_an_answer_shows_checking(debt, handset):
    cyd = handset("cyd")
    cyd.page.route("**/pay/", lambda route: route.abort())
    cyd.tap("Pay Bob 50")
    cyd.sees("Checking")
    assert "fail" not in cyd.page.locator("body").inner_text().lower()
    cyd.page.unroute("**/pay/")
    cyd.sees("You paid Bob 50.")
    cyd.faults.clear()


def test_a_page_closed_before_the_answer_asks_again_when_it_opens(debt, handset):
    cyd = handset("cyd")
    reached = threading.Event()

    def swallow(route: Route) -> None:
        route.fetch()
        reached.set()

    cyd.page.route("**/pay/", swallow)
    cyd.tap("Pay Bob 50")
    while not reached.is_set():
        cyd.page.wait_for_timeout(50)
    cyd.page.close()
    cyd.page = cyd.open()
    cyd.page.goto(f"/tables/{debt.id}")
    cyd.sees("You paid Bob 50.")
    assert debt.balances["cyd"] == 150


def test_an_answer_ahead_is_sent_when_its_moment_comes(evening, handset):
    ada = handset("ada")
    evening.start().play("bob declare fraud ada")
    ada.page.get_by_text("Answer ahead").click()
    ada.tap("then block with the CEO")
    ada.sees("Waiting for Cyd to let it pass or challenge.")
    evening.play("cyd allow")
    ada.sees("You block with the CEO.")
    assert evening.phase == "challenge_counter"


def test_an_answer_ahead_is_not_lost_when_its_moment_comes_before_the_first_one_is_drawn(evening, handset):
    ada = handset("ada")
    evening.start().play("bob declare fraud ada")

    def answered_late(route: Route) -> None:
        answer = route.fetch()
        evening.play("cyd allow")
        route.fulfill(response=answer)

    ada.page.route("**/moves", answered_late, times=1)
    ada.page.get_by_text("Answer ahead").click()
    ada.tap("then block with the CEO")
    ada.sees("You block with the CEO.")


def test_an_answer_ahead_is_dropped_when_another_moment_comes(evening, handset):
    ada = handset("ada")
    evening.start().play("bob declare fraud ada")
    ada.page.get_by_text("Answer ahead").click()
    ada.tap("then pay 50")
    ada.sees("Waiting for Cyd to let it pass or challenge.")
    evening.play("cyd challenge", "bob decline")
    ada.sees("Bob loses a card.")
    evening.play("bob lose_card", "cyd pass") if "pass" in str(evening.moves("cyd")) else evening.play(
        "bob lose_card"
    )
    evening.play("cyd declare fraud ada").allow()
    ada.sees("The claim stands. You may bluff.")
    ada.page.wait_for_timeout(500)
    assert evening.phase == "counter"
    # A phone that slept through the moments in between sends its answer after all, and is told that they are past.
    ada.faults[:] = [fault for fault in ada.faults if "409 (CONFLICT)" not in fault]


def test_focus_and_open_parts_stay_where_they_are_over_an_update(evening, handset):
    evening.start().play("bob declare fraud ada")
    ada = handset("ada")
    ada.page.get_by_text("Answer ahead").click()
    ada.page.get_by_role("button", name="Challenge").focus()
    evening.play("cyd allow")
    ada.page.locator(".waiting").wait_for(state="detached")
    assert ada.page.evaluate("document.activeElement.textContent").strip().startswith("Challenge")
    assert ada.page.locator("#ahead").get_attribute("open") is not None


def test_eight_tabs_hold_one_stream_and_all_keep_up(evening, handset):
    ada = handset("ada")
    tabs = [ada.page] + [ada.open() for _ in range(7)]
    for tab in tabs[1:]:
        tab.goto(f"/tables/{evening.id}")
    evening.start()
    for tab in tabs:
        tab.bring_to_front()
        tab.get_by_role("heading", name="Bob is choosing.").wait_for()
    states = [tab.locator("#link").get_attribute("data-state") for tab in tabs]
    assert sorted(states) == ["live"] + 7 * ["polling"]


def test_the_line_says_honestly_that_the_connection_is_gone(evening, handset):
    ada = handset("ada")
    ada.page.locator("#link[data-state=live]").wait_for()
    for part in ("stream", "fragment"):
        ada.page.route(f"**/{part}", lambda route: route.abort())
    ada.page.reload()
    ada.page.locator("#link[data-state=lost]").wait_for()
    ada.sees("no connection for")
    for part in ("stream", "fragment"):
        ada.page.unroute(f"**/{part}")
    ada.page.locator("#link[data-state=live]").wait_for()
    ada.faults.clear()  # the browser's own words for the connection that was refused


def test_everything_works_with_script_off(evening, handset, program):
    evening.start()
    bob = handset(java_script_enabled=False)
    set_password(program, "bob", "k7m2qx9tr")
    bob.page.goto("/")
    bob.page.get_by_label("User").fill("bob")
    bob.page.get_by_label("Password").fill("k7m 2qx 9tr")
    bob.tap("Sign in")
    bob.page.get_by_role("link", name="Fraud").click()
    bob.tap("Ada has")
    evening.allow().play("ada concede")
    evening.pay("ada bob 50")
    bob.page.reload()
    assert evening.balances["bob"] == 250


@pytest.mark.parametrize("stub", ["undefined", "null"])
def test_a_scanner_without_a_camera_says_why_and_throws_nothing(evening, handset, stub):
    ada = handset("ada")
    ada.page.add_init_script(f"Object.defineProperty(navigator, 'mediaDevices', {{ value: {stub} }})")
    ada.page.goto("/scan")
    ada.sees("Any of these gets to the same place.")
    ada.page.get_by_label("The code under the picture").fill("bob")
    ada.tap("Find it")
    ada.page.wait_for_url("**/pay/?to=bob")


def test_a_refused_camera_is_told(evening, handset):
    ada = handset("ada")
    ada.page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    )
    ada.page.goto("/scan")
    ada.sees("The camera was refused.")


ONE_TILE_IN_VIEW = """
window.asked = 0;
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas');
  setInterval(() => canvas.getContext('2d').fillRect(0, 0, 9, 9), 50);
  return canvas.captureStream(10);
};
window.BarcodeDetector = class {
  static async getSupportedFormats() { return ['qr_code']; }
  async detect() {
    window.asked += 1;
    return window.asked < 5 ? [] : [{ rawValue: window.asked % 2 ? 'bob' : 'ada' }];
  }
};
"""


def test_one_tile_held_in_view_asks_once_and_works_again_after_back(debt, handset):
    cyd = handset("cyd")
    asked = []
    cyd.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    cyd.page.add_init_script(ONE_TILE_IN_VIEW)
    cyd.page.goto("/scan")
    cyd.page.wait_for_url("**/pay/?to=bob")
    cyd.sees("You owe Bob 50.")
    assert len(asked) == 1
    cyd.page.go_back()
    cyd.page.wait_for_url("**/pay/?to=bob")
    assert len(asked) == 2
    cyd.page.get_by_role("link", name="Scan another").click()
    cyd.page.wait_for_url("**/pay/?to=bob")
    assert len(asked) == 3


FRAMES = """
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 480;
  const image = new Image();
  image.src = 'data:image/png;base64,%s';
  await image.decode();
  const draw = () => {
    const brush = canvas.getContext('2d');
    brush.fillStyle = 'white';
    brush.fillRect(0, 0, 480, 480);
    brush.imageSmoothingEnabled = false;
    brush.drawImage(image, 60, 60, 360, 360);
  };
  setInterval(draw, 100);
  draw();
  return canvas.captureStream(10);
};
delete window.BarcodeDetector;
"""


def test_without_a_detector_the_server_reads_the_frames(debt, handset):
    import base64

    from tests.integration.web.test_scanning import photo

    cyd = handset("cyd")
    cyd.page.add_init_script(FRAMES % base64.b64encode(photo("http://tiles.test/pay/?to=bob")).decode())
    cyd.page.goto("/scan")
    cyd.page.wait_for_url("**/pay/?to=bob")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("inverted", [False, True])
def test_codes_are_dark_on_white_with_their_own_margin_in_every_theme(debt, handset, scheme, inverted):
    bob = handset("bob", color_scheme=scheme, forced_colors="active" if inverted else "none")
    bob.page.goto("/receive")
    picture = Image.open(io.BytesIO(bob.page.locator(".qr").screenshot())).convert("L")
    assert zxingcpp.read_barcodes(picture, try_invert=False)[0].text.startswith(
        "http://tiles.test/pay/?to=bob"
    )
    side = picture.width
    margin = picture.crop((2, 2, side // 12, picture.height - 2))
    assert margin.getextrema()[0] > 240


PAGES = (
    "/",
    "/?lobby",
    "/rules",
    "/receive",
    "/scan",
    "/pay/?to=bob",
    "/tables/{id}",
    "/tables/{id}/log",
    "/tables/{id}/corner",
    "/tables/{id}/corner?sure=resign",
)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_its_screen_and_every_target_is_large_enough(debt, handset, width):
    cyd = handset("cyd", viewport={"width": width, "height": 844})
    for address in PAGES:
        cyd.page.goto(address.format(id=debt.id))
        assert cyd.page.evaluate("document.documentElement.scrollWidth") <= width, address
        small = cyd.page.evaluate(
            """[...document.querySelectorAll('main button, main a, main summary, .bar a, .bar summary')]
               .filter(e => e.checkVisibility()).map(e => [e.textContent.trim(), e.getBoundingClientRect()])
               .filter(([t, r]) => r.height < 47.5 && r.width > 0).map(([t, r]) => `${t} ${r.height}`)"""
        )
        assert small == [], address


def test_nothing_moves_while_the_table_loads(debt, handset):
    cyd = handset("cyd")
    cyd.page.add_init_script(
        """window.moved = 0;
        new PerformanceObserver(l => l.getEntries().forEach(e => { window.moved += e.value; }))
          .observe({ type: 'layout-shift', buffered: true });"""
    )
    for address in ("/tables/{id}", "/pay/?to=bob", "/receive", "/"):
        cyd.page.goto(address.format(id=debt.id))
        cyd.page.wait_for_timeout(400)
        assert cyd.page.evaluate("window.moved") < 0.02, address


def test_a_payment_sent_as_the_session_ended_is_done_once_after_signing_in_again(debt, handset):
    cyd = handset("cyd")
    # The thumb is faster than the page's own look, which would find the session ended too.
    cyd.page.route("**/fragment*", lambda route: route.abort())
    debt.services.people.sign_out(next(c["value"] for c in cyd.context.cookies() if c["name"] == "reckless"))
    cyd.tap("Pay Bob 50")
    cyd.sees("Or sign in by hand")
    cyd.page.unroute("**/fragment*")
    assert debt.balances["cyd"] == 200
    cyd.page.goto("/enter#cyd-secret")
    cyd.sees("You paid Bob 50.")
    assert debt.balances["cyd"] == 150
    cyd.faults.clear()


def test_the_code_that_is_held_up_turns_when_it_is_paid(debt, handset):
    bob = handset("bob")
    bob.page.goto("/receive")
    bob.sees("Cyd owes you.")
    receipt = debt.pay("cyd bob 50")
    bob.sees("Cyd paid you 50.")
    assert bob.page.locator(".digits").inner_text() == receipt.confirmation
    bob.tap("Back to the table")
    bob.page.wait_for_url(f"**/tables/{debt.id}")


def test_whoever_was_signed_out_comes_back_to_the_table_itself(evening, handset, program):
    set_password(program, "ada", "k7m2qx9tr")
    ada = handset("ada")
    program.services.people.sign_out(
        next(c["value"] for c in ada.context.cookies() if c["name"] == "reckless")
    )
    evening.start()
    ada.sees("Or sign in by hand")
    ada.page.get_by_label("User").fill("ada")
    ada.page.get_by_label("Password").fill("k7m2qx9tr")
    ada.tap("Sign in")
    ada.page.wait_for_url(f"**/tables/{evening.id}")
    ada.faults.clear()  # the browser's own word for the answers it got meanwhile


def test_who_wants_to_sit_down_sees_others_take_their_seats_and_the_game_begin(handset, program, evening):
    add_tiles(program, "dan", "eve")
    phone = handset()
    phone.page.goto("/enter#dan-secret")
    phone.page.wait_for_url("**/")
    phone.page.goto(f"/join/{evening.code}")
    phone.page.locator("#name").fill("Danny")
    evening.sit("eve")
    expect(phone.page.locator("#live")).to_contain_text("Eve")
    assert phone.page.locator("#name").input_value() == "Danny"
    evening.start()
    expect(phone.page.get_by_text("They are playing already.")).to_be_visible()
    expect(phone.page.locator("#sit")).to_have_count(0)


def test_keys_are_told_of_where_there_are_any(handset, evening):
    evening.start().close()
    phone, laptop = handset("ada"), handset("bob", is_mobile=False, has_touch=False)
    for one, count in ((phone, 0), (laptop, 1)):
        one.page.goto(f"/tables/{evening.id}/replay")
        shown = one.page.get_by_text("The arrow keys go back and forth.").filter(visible=True)
        expect(shown).to_have_count(count)
