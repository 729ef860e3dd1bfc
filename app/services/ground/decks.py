"""Deck files that a table can choose by name: those in the box, and those in the organizer's folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from app.errors import ConfigError, Invalid
from app.rules import GAMES, Game
from app.rules.decks import game_named

MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A deck file at a glance.

    `name` is what a table chooses it by, `title` what the file calls itself, `game` what is played with it. `error`
    says, in English, why the file can't be played; such a file has no title.
    """

    name: str
    title: str
    game: str
    error: str | None = None


class Decks:
    """The deck files at hand. The folder is read anew each time, so that a new file is found without a new start."""

    def __init__(self, folder: Path | None) -> None:
        """Look into this folder; None is none."""
        self._folder = folder

    def check(self) -> None:
        """Look at every file of the folder.

        Raises:
            ConfigError: On the first that can't be played, with its name and the key that is wrong.
        """
        try:
            broken = [deck for deck in self.cards() if deck.error]
        except OSError as error:
            raise ConfigError(
                "The folder of decks %(folder)s can't be read (%(reason)s).",
                folder=str(self._folder),
                reason=error.strerror or str(error),
            ) from error
        for deck in broken:
            raise ConfigError(
                "The deck file %(file)s can't be played: %(why)s",
                file=str(self._folder and self._folder / f"{deck.name}.toml"),
                why=deck.error,
            )

    def cards(self) -> tuple[DeckCard, ...]:
        """All decks that can be chosen by name, those in the box first, and the files that are broken."""
        box = (
            DeckCard(name, _shipped_title(game.name), game.name)
            for game in GAMES.values()
            if (name := _name_of(game))
        )
        return (*box, *(_card(file) for file in self._files()))

    def text(self, game: Game[Any], chosen: str | None) -> str:
        """The text of the deck that a table has chosen.

        Args:
            game: What is played.
            chosen: The name of a deck or the text of a deck file; None for the deck in the box.

        Raises:
            Invalid: If no deck has this name, or its file can't be read or is for another game.
        """
        if chosen is None or chosen == _name_of(game):
            return shipped_deck(game)
        if game.deck_file is None:
            raise Invalid("%(game)s is played without a deck file.", field="deck", game=game.name)
        if not _is_name(chosen):
            return chosen
        file = next((file for file in self._files() if file.stem == chosen), None)
        if file is None:
            raise Invalid(
                "There is no deck %(name)s: send the text of a deck file, or the name of one of these: %(known)s.",
                field="deck",
                name=chosen[:MAX_NAME],
                known=", ".join(
                    deck.name for deck in self.cards() if deck.game == game.name and not deck.error
                ),
            )
        text = _read(file)
        if _game_of(text) is not game:
            raise Invalid("The deck %(name)s is for another game.", field="deck", name=chosen[:MAX_NAME])
        return text

    def _files(self) -> Iterator[Path]:
        # A file whose name begins with a dot is some program's own: editors and file managers leave them about.
        for file in sorted(self._folder.iterdir()) if self._folder and self._folder.is_dir() else ():
            if file.suffix == ".toml" and not file.name.startswith("."):
                yield file


def shipped_deck(game: Game[Any]) -> str:
    """The text of the deck file that comes with a game; "" if none does."""
    return _file_of_the_box(game.deck_file) if game.deck_file is not None else ""


@cache  # the program's own files stay as they are while it runs
def _file_of_the_box(name: str) -> str:
    return resources.files("app.rules.decks").joinpath(name).read_text(encoding="utf-8")


@cache
def _shipped_title(game: str) -> str:
    return GAMES[game].deck_title(shipped_deck(GAMES[game]))


def _name_of(game: Game[Any]) -> str | None:
    """The name of the deck that comes with a game, if one does."""
    return Path(game.deck_file).stem if game.deck_file else None


def _game_of(text: str) -> Game[Any]:
    """The game that a deck file is for: the one it names, else the first.

    Raises:
        Invalid: If there is none of that name, or it takes no deck file.
    """
    name = game_named(text) or next(iter(GAMES))
    game = GAMES.get(name)
    if game is None or game.deck_file is None:
        raise Invalid(
            "%(key)s must be one of: %(known)s.",
            field="game",
            key="game",
            known=", ".join(game.name for game in GAMES.values() if game.deck_file),
        )
    return game


def _is_name(text: str) -> bool:
    """Whether this is meant as a name: a deck file takes more than one line, and sets keys."""
    return text.isprintable() and "=" not in text


def _card(file: Path) -> DeckCard:
    try:
        if not _is_name(file.stem) or len(file.stem) > MAX_NAME:
            message = "its name must have at most %(most)d printable characters and no equals sign."
            raise Invalid(message, field="deck", most=MAX_NAME)
        if file.stem in map(_name_of, GAMES.values()):
            raise Invalid("a deck in the box has this name already: rename it.", field="deck")
        text = _read(file)
        game = _game_of(text)
        return DeckCard(file.stem, game.deck_title(text), game.name)
    except Invalid as error:
        return DeckCard(file.stem, "", "", " ".join(str(error).split()))


def _read(file: Path) -> str:
    """The text of a file.

    Raises:
        Invalid: If it can't be read, or is no text.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Invalid("A deck file is a text in TOML.", field="deck") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise Invalid("This deck file can't be read: %(why)s", field="deck", why=why) from error
