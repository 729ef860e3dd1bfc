"""A TOML table that is read strictly: every fault names its key, and what nobody asked for is a fault too."""

import re
import tomllib
from collections.abc import Iterator

from app.errors import Invalid, Json

MAX_FILE = 20_000
"""Characters in a deck file; the shipped one has about 2,000."""

MAX_LIST = 30
"""Entries in one list or table: more kinds of card fit no table and no phone."""

_WORD = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)


def wrong(message: str, key: str, **facts: Json) -> Invalid:
    """Return the error for one key of the file; the message says the key as `%(key)s`."""
    return Invalid(message, field=key, key=key, **facts)


def game_named(text: str) -> str | None:
    """Return for which game a deck file says it is, by its key `game`; None if it doesn't say.

    Raises:
        Invalid: If it is no TOML, or the key is no text.
    """
    name = _loaded(text).get("game")
    if name is not None and not isinstance(name, str):
        raise wrong("%(key)s must be a text.", "game")
    return name


def parse(text: str) -> "Table":
    """Read a text as TOML, without its key `game`: for which game it is was asked before.

    Raises:
        Invalid: With the field `deck`, if it is too long or no TOML.
    """
    return Table({key: value for key, value in _loaded(text).items() if key != "game"})


def _loaded(text: str) -> dict[str, object]:
    if len(text) > MAX_FILE:
        raise Invalid("A deck file has at most %(high)s characters.", field="deck", high=MAX_FILE)
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Invalid("This deck file holds half a character.", field="deck")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Invalid("This deck file is not TOML: %(why)s", field="deck", why=str(error)) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise Invalid("This deck file holds a number that is too long.", field="deck") from error
    except RecursionError as error:
        raise Invalid("This deck file is nested too deeply.", field="deck") from error


class Table:
    """One table of the file: a value is taken by type and range, and `finish` refuses what was not taken."""

    def __init__(self, data: dict[str, object], path: str = "") -> None:
        self._data = dict(data)
        self._path = path

    def at(self, key: str) -> str:
        """Return the full name of a key in this table."""
        return f"{self._path}.{key}" if self._path else key

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Take a whole number of this range."""
        return self._number(key, self._take(key, default), low, high)

    def numbers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """Take a list of at least one whole number of this range."""
        values = self._list(key, self._take(key))
        if not values:
            raise wrong("%(key)s is an empty list.", self.at(key))
        return tuple(self._number(key, value, low, high) for value in values)

    def text(self, key: str) -> str:
        """Take a short printable text."""
        value = self._take(key)
        if not isinstance(value, str) or not 1 <= len(value.strip()) <= 40 or not value.isprintable():
            raise wrong("%(key)s must be a text of 1 to 40 characters.", self.at(key))
        return value.strip()

    def word(self, key: str) -> str:
        """Take a word of lower-case letters, digits and underscores."""
        value = self._take(key)
        if not isinstance(value, str):
            raise wrong("%(key)s must be a text.", self.at(key))
        return self._word(value, self.at(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts, empty if it is missing."""
        values = self._list(key, self._take(key, default=[]))
        texts = tuple(value for value in values if isinstance(value, str))
        if len(texts) < len(values):
            raise wrong("%(key)s must be a list of texts.", self.at(key))
        return texts

    def flag(self, key: str) -> bool:
        """Take true or false, false if it is missing."""
        value = self._take(key, default=False)
        if not isinstance(value, bool):
            raise wrong("%(key)s must be true or false.", self.at(key))
        return value

    def tables(self, key: str) -> Iterator[tuple[str, "Table"]]:
        """Take a table of tables, in the order of the file; none if it is missing."""
        value = self._take(key, default={})
        if not isinstance(value, dict) or len(value) > MAX_LIST:
            raise wrong("%(key)s must be a table of at most %(high)s tables.", self.at(key), high=MAX_LIST)
        for name, inner in value.items():
            path = self.at(f"{key}.{name}")
            if not isinstance(inner, dict):
                raise wrong("%(key)s must be a table.", path)
            yield self._word(name, path), Table(inner, path)

    def table(self, key: str) -> "Table":
        """Take one inner table."""
        value = self._take(key)
        if not isinstance(value, dict):
            raise wrong("%(key)s must be a table.", self.at(key))
        return Table(value, self.at(key))

    def finish(self) -> None:
        """Refuse the keys that were not taken: a misspelt key would otherwise be a silent default."""
        for key in self._data:
            raise wrong("%(key)s is not a key of a deck file.", self.at(key))

    def _take(self, key: str, default: object = None) -> object:
        value = self._data.pop(key, default)
        if value is None:
            raise wrong("%(key)s is missing.", self.at(key))
        return value

    def _list(self, key: str, value: object) -> list[object]:
        if not isinstance(value, list) or len(value) > MAX_LIST:
            raise wrong("%(key)s must be a list of at most %(high)s values.", self.at(key), high=MAX_LIST)
        return value

    def _number(self, key: str, value: object, low: int, high: int) -> int:
        # `true` is an int to Python, and 40.0 equals 40: only a whole number as such is meant.
        if type(value) is not int or not low <= value <= high:
            message = "%(key)s must be a whole number from %(low)s to %(high)s."
            raise wrong(message, self.at(key), low=low, high=high)
        return value

    def _word(self, value: str, path: str) -> str:
        if not _WORD.fullmatch(value):
            raise wrong("%(key)s must be a word of lower-case letters, digits and underscores.", path)
        return value
