"""The organizer's laptop."""

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect


class Desk:
    """The desk at `/organizer/`, driven by what the organizer reads and clicks."""

    def __init__(self, context: BrowserContext, url: str):
        self.context = context
        self.url = url
        self.faults: list[str] = []
        context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        self.page: Page = context.new_page()

    def accepts(self, link: str, password: str) -> None:
        """Open the one-time link and set a password."""
        self.page.goto(link)
        self.page.get_by_label("Password").fill(password)
        self.clicks("Set it and sign in")
        self.page.wait_for_url("**/organizer/")

    def signs_in(self, user: str, password: str) -> None:
        """Sign in by hand and go to the desk."""
        self.page.goto(self.url)
        self.page.get_by_label("User").fill(user)
        self.page.get_by_label("Password").fill(password)
        self.clicks("Sign in")
        self.page.get_by_role("link", name="Organizer's desk").click()

    def issues(self, count: int, label: str) -> None:
        """Open accounts for so many tiles, and go to their sheet."""
        self.goes_to("Tiles")
        self.page.get_by_label("How many").fill(str(count))
        self.page.get_by_label("Label").fill(label)
        self.clicks("Open the accounts")
        expect(self.page.locator("h1")).to_have_text(f"{label}: {count} tiles")

    def downloads_the_sheet(self, to: Path) -> bytes:
        """Have the sheet made and checked, and save it."""
        self.clicks("Make and check it")
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="Download the sheet").click()
        download.value.save_as(to)
        return to.read_bytes()

    def has_printed(self) -> None:
        """Say so, which erases the secrets."""
        self.clicks("They are printed: erase")
        expect(self.page.locator("#notes")).to_contain_text("sign-in codes are erased")

    def checks_the_books(self) -> str:
        """Ask for the check; what it says."""
        self.goes_to("Books")
        self.clicks("Check everything")
        return self.page.locator("#verdict h2").inner_text()

    def goes_to(self, part: str) -> None:
        self.page.get_by_role("navigation", name="Organizer's desk").get_by_role("link", name=part).click()

    def clicks(self, words: str) -> None:
        self.page.get_by_role("button", name=words).click()
