"""Static files: ours, Bootstrap's style sheet and the display face, under addresses that change with their contents."""

import hashlib
from functools import lru_cache
from importlib import resources
from pathlib import Path

from flask import Response, abort, request, send_file

STATIC = Path(__file__).parent / "static"
BOOTSTRAP = "bootstrap.min.css"
YEAR_S = 365 * 24 * 3600
HOUR_S = 3600
NAMED = "font/"
"""A face never changes under its name: style sheets name it without a version."""
DISPLAY_FACE = "font/bodoni-moda.ttf"


def path_of(name: str) -> Path | None:
    """The file of that name, or None."""
    if name == BOOTSTRAP:
        return Path(str(resources.files("flask_bootstrap"))) / "static" / "bootstrap5" / "css" / BOOTSTRAP
    if name == DISPLAY_FACE:
        return Path(str(resources.files("fontpkg_bodoni_moda"))) / "files" / "BodoniModa[opsz,wght].ttf"
    found = (STATIC / name).resolve()
    return found if found.is_file() and found.is_relative_to(STATIC.resolve()) else None


@lru_cache
def _version(path: Path, _changed_at: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


@lru_cache
def release() -> str:
    """One version for all scripts: they import each other by plain names, so their folder carries it."""
    together = hashlib.sha256()
    for path in sorted((STATIC / "js").glob("*.js")):
        together.update(path.read_bytes())
    return together.hexdigest()[:10]


def address(name: str) -> str:
    """Where a page finds that file."""
    if name.startswith("js/"):
        return f"/assets/js-{release()}/{name[3:]}"
    if name.startswith(NAMED):
        return f"/assets/{name}"
    path = path_of(name)
    return f"/assets/{name}?v={_version(path, path.stat().st_mtime_ns)}" if path else f"/assets/{name}"


def serve(name: str) -> Response:
    """Answer with that file; for ever fresh when its address names a version."""
    folder, _, rest = name.partition("/")
    versioned = folder.startswith("js-")
    path = path_of(f"js/{rest}" if versioned else name)
    if path is None:
        abort(404)
    for_ever = versioned or name.startswith(NAMED) or "v" in request.args
    response = send_file(path, conditional=True, max_age=YEAR_S if for_ever else HOUR_S)
    response.cache_control.public = True
    return response
