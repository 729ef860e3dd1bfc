"""A built copy of the official web frontend, served under /ui/ if the organizers have one; it is no part of ours.

What is a file of the copy is served as it is, everything else under /ui/ is its first page, as its routing wants it;
only the page's base address is written anew. The API that it calls is at /api, and our own pages stay what they are.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, redirect, send_file
from werkzeug.wrappers import Response as AnyResponse

MOUNT = "/ui"
HOUR_S = 3600
_BASE = re.compile(r"<base\s[^>]*>", re.IGNORECASE)


def add_to(app: Flask) -> None:
    """Serve the copy, if the settings name one."""
    if app.config.get("CYCLOS_UI") is None:
        return
    app.add_url_rule(MOUNT, "cyclos_ui_start", _start)
    app.add_url_rule(f"{MOUNT}/", "cyclos_ui_page", _page)
    app.add_url_rule(f"{MOUNT}/<path:name>", "cyclos_ui", _file)


def icons() -> Mapping[str, str]:
    """The copy's icons: name → SVG; none without a copy, or in one that has no such file."""
    folder: Path | None = current_app.config.get("CYCLOS_UI")
    return _icons(folder) if folder is not None else {}


@lru_cache
def _icons(folder: Path) -> Mapping[str, str]:
    file = folder / "svg" / "icons.json"
    if not file.is_file():
        return {}
    found = json.loads(file.read_text(encoding="utf-8"))
    return {str(name): str(svg) for name, svg in found.items()}


def release() -> str:
    """What changes with every build of the copy, so that it loads its translations anew."""
    folder: Path | None = current_app.config.get("CYCLOS_UI")
    page = (folder / "index.html").read_bytes() if folder is not None else b""
    return hashlib.sha256(page).hexdigest()[:12]


def _start() -> AnyResponse:
    return redirect(f"{MOUNT}/")


def _file(name: str) -> AnyResponse:
    """A file of the copy, or its first page."""
    folder: Path = current_app.config["CYCLOS_UI"].resolve()
    found = (folder / name).resolve()
    if not found.is_relative_to(folder) or not found.is_file() or found == folder / "index.html":
        return _page()
    response = send_file(found, conditional=True, max_age=HOUR_S)
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _page() -> AnyResponse:
    """The copy's first page, with the base address under which it is served."""
    folder: Path = current_app.config["CYCLOS_UI"]
    page = (folder / "index.html").read_text(encoding="utf-8")
    response = Response(_BASE.sub(f'<base href="{MOUNT}/">', page, count=1), mimetype="text/html")
    response.headers.update(
        {
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": "frame-ancestors 'none'",
        }
    )
    return response
