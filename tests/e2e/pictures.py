"""The README's pictures, taken from a running service: `python -m tests.e2e.pictures`."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from qr.raster import rasters
from tests.conftest import ROOT, find_chromium
from tests.e2e.conftest import DESK, FLAGS, PHONE
from tests.e2e.desk import Desk
from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import ORGANIZER, PASSWORD, Caller, Service, served

FOLDER = ROOT / "docs" / "pictures"
ADDRESS = "https://reckless.example.org"
MOST_BYTES = 150_000
SHEET_DPI = 110


def take(service: Service, browser: Browser) -> dict[str, bytes]:
    """Play a little, and take the pictures on the way; by name."""
    organizer = service.add_organizer()
    evening = Evening(service, organizer, "ada bob cyd dee")
    evening.a_debt().pay("ada bob 50")
    evening.play("cyd declare bribe bob").allow().play("bob concede").pay("bob cyd 40")
    evening.play("dee declare collusion cyd", "bob challenge", "dee decline", "dee lose_card ceo")
    evening.play("ada declare ponzi_scheme").allow()
    for debtor in ("bob", "cyd", "dee"):
        evening.pay(f"{debtor} ada 10")
    evening.play("bob declare fraud ada").allow()

    ada, bob = (
        evening.hand(Phone(browser.new_context(**PHONE)), who, base=service.url) for who in ("ada", "bob")
    )
    ada.sees("Bob claims the Banker: fraud, 50 from you.")
    pictures = {"table": ada.page.screenshot()}
    ada.concedes(50)
    ada.sees("You owe Bob.")
    ada.opens(f"{service.url}/pay/?to={evening.tiles['bob'].user}")
    pictures["pay"] = ada.page.screenshot()
    ada.pays("Bob", 50)
    bob.page.wait_for_selector("#paid-to-me")
    pictures["paid"] = ada.page.screenshot(animations="disabled")

    desk = Desk(browser.new_context(**DESK), service.url)
    desk.signs_in(ORGANIZER, PASSWORD)
    a_hall_with_a_dispute(service, organizer, evening)
    desk.goes_to("Tables")
    pictures["desk"] = desk.page.screenshot()
    run = organizer.post("/tile-batches", count=5, label="Friday at the club")["id"]
    page = next(rasters(organizer.file(f"/tile-batches/{run}/sheet.pdf"), SHEET_DPI, colour=True))
    pictures["sheet"] = as_png(page.picture)
    return pictures


def a_hall_with_a_dispute(service: Service, organizer: Caller, first: Evening) -> None:
    """More tables at other moments, one of them paused, and all tiles printed."""
    disputed, doubted, played = (
        Evening(service, organizer, who) for who in ("max nora olli", "pia quin rosa", "sam tess udo vera")
    )
    disputed.play("nora declare fraud max")
    organizer.post(f"{disputed.path}/pause", reason="Was that the Banker?")
    doubted.play("quin declare bribe rosa")
    waiting = Evening(service, organizer, "kim lee", start=False)
    for each in (first, disputed, doubted, played, waiting):
        organizer.post(f"/tile-batches/{each.batch}/printed")


def as_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def small(picture: bytes) -> bytes:
    """The same with so few colours that it is light."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    return as_png(image.quantize(112, dither=Image.Dither.NONE))


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    with (
        tempfile.TemporaryDirectory() as place,
        served(Path(place), "--public-url", ADDRESS) as service,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        pictures = {name: small(picture) for name, picture in take(service, browser).items()}
        browser.close()
    for name, picture in pictures.items():
        assert len(picture) < MOST_BYTES, (name, len(picture))
        (folder / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
