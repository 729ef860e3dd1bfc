"""What the scanner understands: photos, typing, frames; and where it leads."""

import io

import pytest
from PIL import Image, ImageOps

import qr
from app.services.payments.ticket import TicketDraft
from tests.integration.evening import Evening, add_tiles, player
from tests.integration.web.conftest import Phone


@pytest.fixture
def cyd(evening: Evening, phone):
    evening.start().a_debt()
    return phone("cyd").get("/scan")


def photo(text: str) -> bytes:
    symbol = qr.encode(text)
    picture = Image.new("L", (symbol.size, symbol.size), 255)
    for x, y, width, height in symbol.blocks():
        picture.paste(0, (x, y, x + width, y + height))
    picture = ImageOps.expand(picture.resize((symbol.size * 8, symbol.size * 8)), 60, 255)
    out = io.BytesIO()
    picture.save(out, "JPEG")
    return out.getvalue()


def test_a_photo_of_a_tile_opens_the_payment(cyd):
    data = {"csrf": cyd.csrf(), "photo": (io.BytesIO(photo("http://tiles.test/pay/?to=bob")), "tile.jpg")}
    cyd.page = cyd.client.post("/scan", data=data, follow_redirects=True)
    cyd.says("You owe Bob 50.")


def test_a_photo_without_a_code_says_what_helps(cyd):
    blank = io.BytesIO()
    Image.new("RGB", (200, 200), "white").save(blank, "PNG")
    blank.seek(0)
    cyd.page = cyd.client.post(
        "/scan", data={"csrf": cyd.csrf(), "photo": (blank, "x.png")}, follow_redirects=True
    )
    cyd.says("No code can be seen in this picture.")


def test_a_file_that_is_no_picture_is_refused_in_words(cyd):
    data = {"csrf": cyd.csrf(), "photo": (io.BytesIO(b"MZ not a picture"), "x.exe")}
    cyd.page = cyd.client.post("/scan", data=data, follow_redirects=True)
    assert cyd.path == "/scan"
    assert "Traceback" not in cyd.words


@pytest.mark.parametrize(
    "typed",
    [
        "bob",
        "http://tiles.test/pay/?to=bob",
        "HTTP://TILES.TEST/PAY/?TO=BOB",
        "hTTp://Tiles.Test/pay/?To=bob",
        "tiles.test/pay/?to=bob",
    ],
)
def test_every_spelling_of_a_code_leads_to_the_same_payment(cyd, typed):
    cyd.send("/scan", typed=typed).says("You owe Bob 50.")


@pytest.mark.parametrize("spelling", [str, str.upper, lambda code: f"http://tiles.test/join/{code}"])
def test_a_tables_code_leads_to_its_door(evening, app, program, spelling):
    add_tiles(program, "eve")
    page = Phone(app, "eve").get("/scan").send("/scan", typed=spelling(evening.code))
    assert page.path == f"/join/{evening.code}"


def test_whoever_sits_there_is_led_on_to_the_table(evening, phone):
    page = phone("ada").get("/scan").send("/scan", typed=evening.code)
    assert page.path == f"/tables/{evening.id}"


def test_another_places_code_leads_nowhere(cyd):
    cyd.send("/scan", typed="https://evil.test/pay/?to=bob").says(
        "This code belongs to another place (evil.test)"
    )
    assert cyd.path == "/scan"


def test_the_private_side_of_a_tile_is_not_for_paying_and_not_repeated(cyd):
    cyd.send("/scan", typed="http://tiles.test/enter#abcdefghijklmnopqrstuv").says("private side")
    assert "abcdefghijklmnopqrstuv" not in cyd.html


def test_a_frame_of_the_camera_is_answered_with_where_it_leads(cyd):
    headers = {"X-CSRF-Token": cyd.csrf(), "X-Requested-With": "reckless"}
    found = cyd.client.post("/scan/frame", data=photo("http://tiles.test/pay/?to=bob"), headers=headers)
    assert found.json == {"go": "/pay/?to=bob"}


def test_the_page_without_script_offers_the_phones_camera_a_photo_and_typing(cyd):
    cyd.says("Your phone's own camera", "A photo of the code", "The code under the picture")


def test_a_tickets_code_opens_its_page_photographed_or_typed(cyd):
    tickets = cyd.client.application.extensions["reckless"].tickets
    number = tickets.create(player("bob"), "bob", TicketDraft(amount=50, action="fraud")).number
    link = f"http://tiles.test/pay/{number}"
    data = {"csrf": cyd.csrf(), "photo": (io.BytesIO(photo(link)), "ticket.jpg")}
    cyd.page = cyd.client.post("/scan", data=data, follow_redirects=True)
    assert cyd.path == f"/pay/{number}"
    cyd.says("Bob asks for 50. For fraud.")
    for said in (number, link.upper().replace(number.upper(), number)):
        cyd.get("/scan")
        cyd.send("/scan", typed=said)
        assert cyd.path == f"/pay/{number}", said
    cyd.send(f"/pay/{number}")
    cyd.says("You paid Bob 50.")
    cyd.get(f"/pay/{number}").says("You paid Bob 50.")
    assert Phone(cyd.client.application).get(f"/pay/{number}").says("This is paid already.")
    assert Phone(cyd.client.application).get("/pay/nothing").page.status_code == 404


def test_a_shops_ticket_leads_its_payer_back_there(cyd):
    tickets = cyd.client.application.extensions["reckless"].tickets
    shop = {"success_url": "https://shop.test/paid", "cancel_url": "https://shop.test/no"}
    number = tickets.create(player("bob"), "bob", TicketDraft(amount=50, order_id="7", **shop)).number
    cyd.get(f"/pay/{number}").says("No, back to the shop")
    assert f'href="https://shop.test/no?orderId=7&amp;ticketNumber={number}"' in cyd.html
    cyd.send(f"/pay/{number}")
    cyd.says("Agreed. Bob takes the payment from here.", "On to shop.test")
    assert f'href="https://shop.test/paid?orderId=7&amp;ticketNumber={number}"' in cyd.html


def test_a_ticket_that_is_not_owed_says_so_and_stays_open(cyd, phone):
    tickets = cyd.client.application.extensions["reckless"].tickets
    number = tickets.create(player("bob"), "bob", TicketDraft(amount=40)).number
    cyd.get(f"/pay/{number}").send(f"/pay/{number}")
    cyd.says("That is not the amount you owe. Nothing moved.")
    bob = phone("bob").get(f"/pay/{number}").says("You ask for 40.")
    bob.send(f"/pay/{number}/cancel")
    bob.says("This request was withdrawn. Nothing moved.")
