"""What codes can bear, and that the trials are real: weak codes fail them."""

from dataclasses import replace

import pytest
from PIL import Image, ImageOps

from qr import BAR, CodeKind, Duplex, Level, SheetOptions, Trial, encode, encode_for, verify_pdf
from qr.proof import HARMS, Sample, failed_trials, read_one, score
from qr.symbol import MODULE_GOOD_MM
from tests.unit.qr.kit import sheet, tiles

LINK = "https://reckless.example.org/pay/?to=k7m2qxb"


def sample_of(symbol, *, px=4, module_mm=0.6):
    modules = Image.frombytes("L", (symbol.size, symbol.size), symbol.modules)
    large = modules.resize((symbol.size * px, symbol.size * px), Image.Resampling.NEAREST)
    return Sample(ImageOps.expand(large, 4 * px, 255), symbol.size, px, module_mm)


def test_a_usual_sheet_bears_everything():
    for duplex in Duplex:
        pdf, layout = sheet(tiles(10), SheetOptions(duplex=duplex))
        verification = verify_pdf(pdf, layout)
        assert (verification.score, verification.below) == (100, ())
        assert [tile.user for tile in verification.scores] == [tile.user for tile in tiles(10)]


@pytest.mark.parametrize(
    "text", [LINK, "k7m2qxb", LINK.replace("/pay/?to=k7m2qxb", "/enter#Zk3_aB-9xQ7vT2mN4pR8sW")]
)
def test_a_sturdy_code_is_read_with_a_quarter_covered_and_a_small_one_is_not(text):
    sturdy, small = encode_for(text, 30), encode(text)
    assert sturdy.level is Level.H
    assert failed_trials(sample_of(sturdy), text) == ()
    assert Trial.COVER in failed_trials(sample_of(small), text)


def test_a_quarter_of_the_area_is_covered():
    symbol = encode_for(LINK, 30)
    before = sample_of(symbol)
    after = HARMS[Trial.COVER](before)
    side = symbol.size * 4
    inside = (16, 16, 16 + side, 16 + side)
    covered = after.crop(inside).histogram()[214]
    assert covered / side**2 == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("trial", [Trial.BLUR, Trial.SMEAR])
def test_the_same_harm_on_paper_is_more_than_fine_modules_bear(trial):
    symbol = encode_for(LINK, 30)
    coarse, fine = sample_of(symbol, module_mm=0.6), sample_of(symbol, module_mm=0.2)
    assert read_one(HARMS[trial](coarse)) == LINK
    assert read_one(HARMS[trial](fine)) is None


@pytest.mark.parametrize("trial", list(Trial))
def test_every_trial_changes_the_picture_and_not_its_size(trial):
    sample = sample_of(encode_for(LINK, 30))
    harmed = HARMS[trial](sample)
    assert harmed.size == sample.picture.size
    assert harmed.tobytes() != sample.picture.tobytes()


def test_a_code_that_says_something_else_passes_no_trial():
    assert len(failed_trials(sample_of(encode_for(LINK, 30)), "other")) == len(Trial)


def test_the_strongest_level_is_taken_that_leaves_modules_of_half_a_millimetre():
    for side in (15, 18, 20, 22, 24, 30, 40):
        symbol = encode_for(LINK, side)
        if symbol.level is Level.H:
            assert side / symbol.size_with_quiet >= MODULE_GOOD_MM
    assert encode_for(LINK, 15) == encode(LINK)


def test_points_count_trials():
    assert [score(failed) for failed in range(6)] == [100, 80, 60, 40, 20, 0]
    assert score(1) == BAR


def test_a_sheet_below_the_bar_names_tile_code_and_trial():
    options = SheetOptions(tile_width_mm=75, tile_height_mm=50, code=CodeKind.BOTH)
    made = tiles(2)
    made[1] = replace(made[1], pay_url="https://reckless.example.org/pay/?to=k")
    pdf, layout = sheet(made, options)
    verification = verify_pdf(pdf, layout)
    assert verification.ok
    assert made[0].user in [tile.user for tile in verification.below]
    weak = verification.below[0]
    assert weak.score < BAR
    assert ("pay", "cover") in weak.failed
