"""Themes in files: a TOML text, and the pictures that lie beside it."""

import tomllib
from pathlib import Path

import qr
from app.errors import ConfigError
from app.services.codes import in_words

_MOST_BYTES = 8 * 1024 * 1024 + 1


def theme_in(path: Path) -> qr.Theme:
    """Read a theme and the pictures it names, from its own folder and no other.

    Raises:
        ConfigError: If the file can't be read.
        Invalid: If it is no theme.
    """
    text = _read(path).decode("utf-8", "replace")
    with in_words("theme"):
        return qr.read_theme(text, _pictures(text, path.parent))


def _pictures(text: str, folder: Path) -> dict[str, bytes]:
    try:
        named = tomllib.loads(text).get("pictures", {})
    except tomllib.TOMLDecodeError:
        return {}  # read_theme says what is wrong with it
    names = [name for name in named.values() if isinstance(name, str)] if isinstance(named, dict) else []
    return {name: _read(folder / name) for name in names if Path(name).name == name}


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise ConfigError(
            "%(path)s can't be read (%(reason)s).", path=str(path), reason=error.strerror or str(error)
        ) from error
