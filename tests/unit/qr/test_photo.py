"""Pictures that people upload, some of them hostile."""

import struct
import subprocess
import sys
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageFilter

from qr import PictureError, SheetOptions, decode_image, render_png
from qr.photo import MAX_BYTES
from tests.unit.qr.kit import tiles


@pytest.fixture(scope="module")
def tile(tmp_path_factory):
    made = tiles(1)
    public, _ = render_png(made, SheetOptions(), tmp_path_factory.mktemp("png"))
    with Image.open(public) as picture:
        return made[0], picture.convert("RGB")


def saved(picture, kind="JPEG", **how):
    out = BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def photo(picture, *, angle=14, size=(4000, 3000), blur=1.5):
    """A tile that lies somewhat askew on a brown table, as a phone of twelve megapixels sees it."""
    card = picture.resize((picture.width * 2, picture.height * 2))
    card = card.rotate(angle, expand=True, fillcolor=(84, 60, 40), resample=Image.Resampling.BICUBIC)
    table = Image.new("RGB", size, (84, 60, 40))
    table.paste(card, ((size[0] - card.width) // 2, (size[1] - card.height) // 2))
    return table.filter(ImageFilter.GaussianBlur(blur))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP"])
def test_a_tile_is_read_from_every_usual_kind_of_picture(tile, kind):
    assert decode_image(saved(tile[1], kind)) == (tile[0].pay_url,)


@pytest.mark.parametrize("angle", [0, 14, 90, 133, 180, 270])
def test_a_phones_photo_is_read_at_any_angle(tile, angle):
    assert decode_image(saved(photo(tile[1], angle=angle), quality=75)) == (tile[0].pay_url,)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_that_says_it_lies_on_its_side_is_read(tile, orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert decode_image(saved(photo(tile[1], size=(2400, 1800)), exif=exif)) == (tile[0].pay_url,)


def test_a_code_without_a_ground_is_read_as_on_white(tile):
    clear = tile[1].convert("RGBA")
    clear.putdata([(r, g, b, 0 if r > 200 else 255) for r, g, b, _ in clear.get_flattened_data()])
    assert decode_image(saved(clear, "PNG")) == (tile[0].pay_url,)


def test_a_small_screenshot_is_read(tile):
    assert decode_image(saved(tile[1].resize((380, 242)), "PNG")) == (tile[0].pay_url,)


def test_a_picture_without_a_code_is_empty_not_wrong():
    assert decode_image(saved(Image.new("RGB", (800, 600), "white"))) == ()


@pytest.mark.parametrize(
    "data",
    [
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.4",
        b"\xff\xd8\xff" + b"\x00" * 500,
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 50,
        b"RIFF\x00\x00\x00\x00WEBPVP8 ",
    ],
)
def test_what_is_no_picture_is_refused_in_words(data):
    with pytest.raises(PictureError, match="not a picture we can read"):
        decode_image(data)


def test_nothing_is_refused_too():
    with pytest.raises(PictureError, match="empty"):
        decode_image(b"")


def test_half_a_picture_is_refused(tile):
    whole = saved(tile[1], "PNG")
    with pytest.raises(PictureError):
        decode_image(whole[: len(whole) // 2])


def test_a_file_too_large_is_not_opened():
    with pytest.raises(PictureError, match="larger than 12 MB"):
        decode_image(b"\xff\xd8" + b"\x00" * MAX_BYTES)


def png(width, height):
    """A tiny file that claims to be a huge picture."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 4096))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(30_000, 30_000), (60_000, 1_000), (2**31 - 1, 2)])
def test_a_bomb_is_refused_by_its_head(size):
    with pytest.raises(PictureError):
        decode_image(png(*size))


def test_a_progressive_jpeg_of_so_many_pixels_is_refused_by_its_head():
    large = Image.new("L", (9_000, 6_000))
    assert decode_image(saved(large)) == ()
    with pytest.raises(PictureError, match="too many pixels"):
        decode_image(saved(large, progressive=True))


def test_a_code_in_a_huge_picture_with_a_palette_is_read(tile):
    card = tile[1].resize((3_400, 3_400 * tile[1].height // tile[1].width))
    huge = Image.new("RGB", (7_000, 7_000), "white")
    huge.paste(card, (1_800, 1_800))
    assert decode_image(saved(huge.convert("P"), "PNG")) == (tile[0].pay_url,)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts memory in another way")
def test_large_pictures_at_once_take_the_memory_of_one():
    """Each takes more than 100 MB; a phone can send as many as it likes."""
    script = (
        "import io, resource, sys, threading\n"
        "from PIL import Image\n"
        "from qr import decode_image\n"
        "out = io.BytesIO(); Image.new('P', (7_000, 7_000)).save(out, 'PNG')\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "threads = [threading.Thread(target=decode_image, args=(out.getvalue(),)) for _ in range(4)]\n"
        "[thread.start() for thread in threads]; [thread.join() for thread in threads]\n"
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "print(grown // (1024 * 1024 if sys.platform == 'darwin' else 1024))\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(told.stdout) < 300
