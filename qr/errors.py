"""Every error this package raises on purpose: a sentence for a person, as a translatable text and its facts.

QrError (message, facts)
├─ SheetError                the sheet that was asked for can't be made
│   ├─ UndrawableText        (characters) no embedded font has these characters
│   └─ ThemeError            a theme can't be read, or its codes and texts could not be
├─ PayloadError              the text is not a payment code, or can't be made into one
│   └─ PrivateCode           it is the private half of a tile: nothing to pay, and not to be shown around
└─ PictureError              the file is not a picture we read, or too large
"""

from collections.abc import Mapping


class QrError(ValueError):
    """What was asked for can't be done; the message says why and what would be right.

    Attributes:
        message: English text with `%(name)s` places, usable as a msgid.
        facts: The values for those places.
    """

    def __init__(self, message: str, **facts: object) -> None:
        self.message = message
        self.facts: Mapping[str, object] = facts
        super().__init__(message, facts)

    def __str__(self) -> str:
        return self.message % self.facts


class SheetError(QrError):
    """The sheet, tile or count that was asked for is impossible."""


class UndrawableText(SheetError):
    """Texts hold characters that none of the embedded fonts has.

    Attributes:
        characters: Each such text with the characters that are missing.
    """

    def __init__(self, characters: Mapping[str, tuple[str, ...]]) -> None:
        self.characters = dict(characters)
        shown = "; ".join(f"{text}: {' '.join(missing)}" for text, missing in self.characters.items())
        super().__init__(
            "These can't be printed, no font on board has the characters: %(texts)s", texts=shown
        )


class ThemeError(SheetError):
    """A theme can't be read, or what it makes of a tile could not be."""


class PayloadError(QrError):
    """A text is not a payment code of ours, or can't be made into one."""


class PrivateCode(PayloadError):
    """The private sign-in code was scanned where a payment code was expected."""


class PictureError(QrError):
    """A file is not a picture that can be searched for codes."""
