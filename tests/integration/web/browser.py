"""Phones with a real browser, for the tests of what needs one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.serving import WSGIRequestHandler, make_server

SCREEN = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


class Silent(WSGIRequestHandler):
    """Keeps the test's output to itself."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The application on a port of its own; its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        app.extensions["reckless"].hub.close()
        server.shutdown()
        server.server_close()
        thread.join()


class Handset:
    """One person's phone: a browser profile of its own, signed in by the tile's private link."""

    def __init__(self, browser: Browser, base: str, user: str = "", **options: Any):
        self.base = base
        self.faults: list[str] = []
        settings: dict[str, Any] = {
            "viewport": SCREEN,
            "is_mobile": True,
            "has_touch": True,
            "base_url": base,
            # A mark that beats while a phone waits would be drawn sixty times a second.
            "reduced_motion": "reduce",
        }
        self.context: BrowserContext = browser.new_context(**(settings | options))
        self.context.set_default_timeout(90_000)
        self.page: Page = self.open()
        if user:
            self.page.goto(f"/enter#{user}-secret")
            self.page.wait_for_url("**/tables/**")

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        return page

    def tap(self, words: str) -> None:
        self.page.get_by_role("button", name=words).first.click()

    def sees(self, words: str) -> None:
        self.page.get_by_text(words).first.wait_for()
