"""Themes: what they may say, what is refused with which figures, and that the shipped ones are for everybody."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from qr import (
    COLOUR,
    EMBLEMS,
    INK,
    WORDS,
    SheetOptions,
    Side,
    ThemeError,
    check_contrast,
    read_theme,
    render_pdf,
    undrawable,
    verify_pdf,
)
from qr.contrast import TEXT_CONTRAST, contrast_ratio
from qr.fonts import LABEL_FACES
from qr.raster import rasters
from tests.unit.qr.kit import tiles

# Dichromats' views as linear maps of RGB (Viénot, Brettel and Mollon 1999, in the form used for screens).
_VIEWS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def png(size=(120, 80), shade=255, mode="RGB"):
    out = BytesIO()
    Image.new(mode, size, (shade,) * len(mode)).save(out, "PNG")
    return out.getvalue()


def seen(ink, view):
    return tuple(
        min(255, max(0, round(sum(part * share for part, share in zip(ink, row, strict=True)))))
        for row in _VIEWS[view]
    )


def grey_of(theme):
    out = BytesIO()
    layout = render_pdf(tiles(10), SheetOptions(), out, title="x", theme=theme)
    return out.getvalue(), layout


@pytest.mark.parametrize("theme", [COLOUR, INK])
def test_the_shipped_designs_pass_their_own_check(theme):
    assert check_contrast(theme, SheetOptions()) == 255


@pytest.mark.parametrize("view", list(_VIEWS))
@pytest.mark.parametrize("emblem", EMBLEMS, ids=lambda emblem: emblem.key)
def test_every_colour_is_read_by_the_colour_blind_too(emblem, view):
    ink, paper = seen(COLOUR.text_ink(emblem), view), seen(COLOUR.paper_ink(emblem), view)
    assert contrast_ratio(ink, paper) >= TEXT_CONTRAST


def test_no_two_tiles_of_a_dozen_differ_by_colour_alone():
    assert len({emblem.path for emblem in EMBLEMS}) == len({emblem.ink for emblem in EMBLEMS}) == 12


def test_black_and_white_is_the_black_plate_alone_and_saves_ink():
    colour, layout = grey_of(COLOUR)
    ink, _ = grey_of(INK)
    assert layout.tiles == 10

    def share(pdf):
        (page, *_) = rasters(pdf, 60)
        histogram = page.picture.histogram()
        return sum((255 - shade) * count for shade, count in enumerate(histogram)) / (255 * sum(histogram))

    assert share(ink) < share(colour) * 2 / 3  # most of the rest are the codes


@pytest.mark.parametrize("language", list(WORDS))
def test_every_language_can_be_drawn_and_has_all_three_steps(language):
    words = WORDS[language]
    said = [getattr(words, name) for name in words.__slots__ if name != "steps"] + list(words.steps)
    assert not undrawable(said, LABEL_FACES)
    assert len(set(words.steps)) == 3
    assert words.page % {"page": 1, "pages": 2}
    out = BytesIO()
    layout = render_pdf(
        tiles(1), SheetOptions(tile_width_mm=75, tile_height_mm=50), out, title="x", words=words
    )
    assert verify_pdf(out.getvalue(), layout).ok


def test_no_text_is_left_in_english_by_another_language():
    english = WORDS["en"]
    for language, words in WORDS.items():
        same = {
            name
            for name in words.__slots__
            if language != "en" and getattr(words, name) == getattr(english, name)
        }
        assert same <= {"password"}, language


def test_a_theme_says_colours_pictures_and_the_name_of_the_bank():
    theme = read_theme(
        'name = "Casino"\ndesign = "ink"\nnetwork = "Club bank"\n'
        '[colours]\nframe = "emblem"\npaper = "#FFF8E7"\ntext = "#222222"\ndark = "#101010"\nlight = "#fffffe"\n'
        '[emblems]\ncrown = "#7b1fa2"\n[pictures]\nlogo = "a.png"',
        {"a.png": png()},
    )
    crown = next(emblem for emblem in EMBLEMS if emblem.key == "crown")
    assert (theme.name, theme.network, theme.dark, theme.light) == (
        "Casino",
        "Club bank",
        (16, 16, 16),
        (255, 255, 254),
    )
    assert theme.frame_ink(crown) == (0x7B, 0x1F, 0xA2)
    assert theme.paper_ink(crown) == (0xFF, 0xF8, 0xE7)
    assert set(theme.pictures) == {"logo"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[colours]\nframe = 3", 'written like "#1c2a4a"'),
        ("[colours]\nframe = 'blue'", "not blue"),
        ("[colours]\nshadow = '#000000'", "there are frame, paper, text, dark, light"),
        ("[emblems]\ncat = '#000000'", "has no cat"),
        ("colours = 3", "a table"),
        ("design = 'gold'", "one of: colour, ink"),
        ("name = ''", "1 to 40 characters"),
        ("x" * 20_001, "at most 20000"),
    ],
)
def test_what_a_theme_can_not_say_is_refused_with_what_it_can(text, said):
    with pytest.raises(ThemeError, match=said):
        read_theme(text, {})


def test_codes_on_a_picture_are_measured_where_it_is_darkest():
    grey = read_theme(
        '[colours]\nlight = "none"\npaper = "none"\ntext = "#000000"\n[pictures]\nfront = "f"\nback = "f"',
        {"f": png(shade=200)},
    )
    with pytest.raises(ThemeError, match="stand out by 58 of 100, phones need 70"):
        check_contrast(grey, SheetOptions())
    bright = replace(grey, pictures={"front": png(shade=235), "back": png(shade=235)})
    assert check_contrast(bright, SheetOptions()) == 235
    out = BytesIO()
    layout = render_pdf(tiles(2), SheetOptions(bleed_mm=2, gap_mm=4), out, title="x", theme=bright)
    assert verify_pdf(out.getvalue(), layout).ok


def test_texts_that_vanish_in_a_picture_are_refused():
    busy = Image.effect_noise((200, 130), 90).convert("RGB")
    out = BytesIO()
    busy.save(out, "PNG")
    theme = read_theme(
        '[colours]\npaper = "none"\ntext = "#333333"\n[pictures]\nfront = "f"\nback = "f"',
        {"f": out.getvalue()},
    )
    with pytest.raises(ThemeError, match=r"people need 4\.5"):
        check_contrast(theme, SheetOptions())


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\nbroken", b"x" * (8 * 2**20 + 1)])
def test_a_picture_that_is_none_is_refused(data):
    theme = replace(COLOUR, pictures={"front": data})
    with pytest.raises(ThemeError, match=r"PNG or JPEG|up to 8 MB"):
        check_contrast(theme, SheetOptions())


def test_a_logo_may_be_clear_in_places():
    theme = replace(COLOUR, pictures={"logo": png((60, 30), 90, "RGBA")})
    out = BytesIO()
    layout = render_pdf(tiles(1), SheetOptions(), out, title="x", theme=theme)
    assert verify_pdf(out.getvalue(), layout).ok
    assert Side.PUBLIC
