"""The pictures of a print run in one ZIP file, which is made while it is taken: the whole of it is never in memory."""

from collections.abc import Iterator, Sequence
from zipfile import ZipFile, ZipInfo

import qr
from app.services.codes import in_words
from app.services.tiles.sheets import Style, Tile, to_print


class _Passing:
    """A file that is only written to, and gives away what was."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes, /) -> int:
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is open."""

    def taken(self) -> bytes:
        """What was written since the last time."""
        given, self._held = bytes(self._held), bytearray()
        return given


def zipped(label: str, tiles: Sequence[Tile], options: qr.SheetOptions, *, style: Style) -> Iterator[bytes]:
    """Yield the parts of a ZIP file with two pictures of every tile, each after its code was read back.

    Their names sort as the tiles do, as in a folder. Who takes only a beginning has a file that can't be opened.

    Raises:
        Invalid: At the first part, if the tiles can't be drawn; later, if a code can't be read back.
    """
    out = _Passing()
    with in_words("options"), ZipFile(out, "w") as archive:
        printed = to_print(label, tiles, style.address)
        for picture in qr.side_pictures(printed, options, words=style.words, theme=style.theme):
            archive.writestr(ZipInfo(picture.name), picture.png)
            yield out.taken()
    yield out.taken()
