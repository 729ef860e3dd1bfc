"""The geometry of sheets, in millimetres."""

import pytest

from qr import Duplex, Paper, SheetError, SheetOptions, Side, page_count, tile_size
from qr.imposition import cuts, pages


@pytest.mark.parametrize(
    ("settings", "columns", "rows"),
    [
        ({}, 1, 5),
        ({"paper": Paper.LETTER}, 1, 4),
        ({"duplex": Duplex.LONG}, 2, 5),
        ({"duplex": Duplex.LONG, "paper": Paper.LETTER}, 2, 4),
        ({"duplex": Duplex.SHORT, "gap_mm": 3}, 2, 4),
        ({"duplex": Duplex.LONG, "tile_width_mm": 63, "tile_height_mm": 88}, 3, 3),
        ({"tile_width_mm": 63, "tile_height_mm": 88}, 1, 3),
        ({"duplex": Duplex.LONG, "margin_mm": 20}, 2, 4),
        ({"duplex": Duplex.LONG, "margin_mm": 30}, 1, 4),
    ],
)
def test_as_many_tiles_as_fit_are_on_a_page(settings, columns, rows):
    options = SheetOptions(**settings)
    assert (options.columns, options.rows) == (columns, rows)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("duplex", list(Duplex))
@pytest.mark.parametrize("gap", [0, 2.5, 7])
def test_no_tile_leaves_the_margins_or_touches_another(paper, duplex, gap):
    options = SheetOptions(paper=paper, duplex=duplex, gap_mm=gap)
    for page in pages(23, options):
        for place in page.places:
            assert place.x_mm >= options.margin_mm - 1e-9
            assert place.y_mm >= 13 - 1e-9
            assert place.x_mm + 85 <= paper.width_mm - options.margin_mm + 1e-9
            assert place.y_mm + 54 <= paper.height_mm - 13 + 1e-9
        corners = sorted((round(place.x_mm, 6), round(place.y_mm, 6)) for place in page.places)
        assert len(set(corners)) == len(corners)
        for x1, y1 in corners:
            assert not any(
                (x1, y1) != (x2, y2) and abs(x1 - x2) < 85 - 1e-6 and abs(y1 - y2) < 54 - 1e-6
                for x2, y2 in corners
            )


@pytest.mark.parametrize("duplex", list(Duplex))
def test_every_tile_has_both_halves_once(duplex):
    placed = [(p.tile, p.side) for page in pages(23, SheetOptions(duplex=duplex)) for p in page.places]
    assert sorted(placed) == sorted((tile, side) for tile in range(23) for side in Side)


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("paper", list(Paper))
def test_a_back_lies_exactly_behind_its_front_when_the_sheet_is_turned(paper, duplex):
    options = SheetOptions(paper=paper, duplex=duplex)
    laid = list(pages(13, options))
    for front, back in zip(laid[0::2], laid[1::2], strict=True):
        assert not front.back
        assert back.back
        for ahead, behind in zip(front.places, back.places, strict=True):
            assert ahead.tile == behind.tile
            if duplex is Duplex.LONG:
                seen = paper.width_mm - behind.x_mm - options.tile_width_mm, behind.y_mm
            else:
                seen = behind.x_mm, paper.height_mm - behind.y_mm - options.tile_height_mm
            assert seen == pytest.approx((ahead.x_mm, ahead.y_mm))


def test_a_short_edge_flip_stands_the_backs_on_their_heads_so_that_the_tile_turns_like_a_page():
    assert all(p.turned for p in list(pages(3, SheetOptions(duplex=Duplex.SHORT)))[1].places)
    assert not any(p.turned for p in list(pages(3, SheetOptions(duplex=Duplex.LONG)))[1].places)


def test_folded_halves_lie_side_by_side():
    page = next(pages(1, SheetOptions()))
    front, back = page.places
    assert (front.side, back.side) == (Side.PUBLIC, Side.PRIVATE)
    assert back.x_mm - front.x_mm == 85
    assert back.y_mm == front.y_mm


@pytest.mark.parametrize(("duplex", "expected"), [(Duplex.NONE, 5), (Duplex.LONG, 6), (Duplex.SHORT, 6)])
def test_pages_are_counted_with_their_backs(duplex, expected):
    options = SheetOptions(duplex=duplex)
    assert page_count(24, options) == expected == len(list(pages(24, options)))


def test_tiles_without_a_gap_share_their_cuts():
    vertical, level, *folds = cuts(SheetOptions(duplex=Duplex.LONG))
    assert vertical == pytest.approx((20, 105, 190))
    assert level == pytest.approx((13.5, 67.5, 121.5, 175.5, 229.5, 283.5))
    assert folds == [(), ()]


def test_a_fold_runs_between_the_halves():
    assert cuts(SheetOptions())[2] == pytest.approx((105,))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"tile_width_mm": 120},
            "with its other half beside it does not fit on A4 .* up to 97 x 271 mm does",
        ),
        ({"tile_width_mm": 200, "duplex": Duplex.LONG}, "does not fit on A4 .* up to 194 x 271 mm does"),
        ({"paper": Paper.LETTER, "tile_width_mm": 110}, "does not fit on Letter"),
        ({"tile_width_mm": 20}, "shorter side of a tile must be from 50 to 150 mm, not 20"),
        (
            {"tile_width_mm": 60, "tile_height_mm": 60},
            "longer side of a tile must be from 75 to 200 mm, not 60",
        ),
        ({"tile_width_mm": -85}, "shorter side"),
        ({"tile_width_mm": float("nan")}, "side of a tile must be"),
        ({"tile_height_mm": float("inf")}, "side of a tile must be"),
        ({"gap_mm": -1}, "gap must be from 0 to 30 mm, not -1"),
        ({"margin_mm": 100}, "margin must be from 4 to 40 mm, not 100"),
    ],
)
def test_an_impossible_grid_is_refused_and_the_possible_is_named(settings, said):
    with pytest.raises(SheetError, match=said):
        SheetOptions(**settings)


@pytest.mark.parametrize("count", [0, -5, 1.5, "abc", None, True, 5001, 1_000_000])
def test_silly_counts_are_refused_with_the_allowed_range(count):
    with pytest.raises(SheetError, match="whole number from 1 to 5000"):
        next(pages(count, SheetOptions()))


@pytest.mark.parametrize(
    ("text", "size"), [("85x54", (85, 54)), ("85X54", (85, 54)), ("63.5 × 88.9 mm", (63.5, 88.9))]
)
def test_a_size_is_read_as_it_is_typed(text, size):
    assert tile_size(text) == size


@pytest.mark.parametrize("text", ["", "85", "85x", "axb", "85x54x3"])
def test_a_size_that_is_none_is_refused(text):
    with pytest.raises(SheetError, match="like 85x54"):
        tile_size(text)
