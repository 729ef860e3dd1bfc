"""The modules of a code, against encoders that share no line with ours."""

import pytest
import segno

from qr import Level, PayloadError, encode
from qr.symbol import _MASK, encode_for, made, made_fast

TEXTS = (
    "k7m2qxd",
    "1234567890123",
    "HTTPS://RECKLESS.EXAMPLE.ORG/T/7K3MQ9ZT4",
    "https://reckless.example.org/pay/?to=k7m2qxd",
    "https://reckless.example.org/enter#Zk3_aB-9xQ7vT2mN4pR8sW",
    "http://reckless.local/pay/?to=k7m2qxd&amount=50&description=ponzi_scheme",
)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", TEXTS)
def test_both_encoders_make_the_same_modules(text, level):
    assert made(text, 9, level) == made_fast(text, 9, level)


@pytest.mark.parametrize("text", TEXTS)
def test_the_fast_encoder_is_used_where_codes_are_printed_and_agrees_about_the_smallest(text):
    assert encode_for(text, side_mm=1) == encode(text)


# After a text of whole bytes segno puts one more byte of padding than the norm asks for; no decoder minds, but the
# modules differ. Digits and capitals end within a byte.
@pytest.mark.parametrize("text", [text for text in TEXTS if text == text.upper()])
def test_every_module_is_the_same_in_segno(text):
    symbol = encode(text)
    oracle = segno.make(
        text, version=symbol.version, error=symbol.level, mask=_MASK, boost_error=False, micro=False
    )
    assert symbol.rows == tuple(tuple(bool(module) for module in row) for row in oracle.matrix)


@pytest.mark.parametrize("text", TEXTS)
def test_a_code_is_no_larger_than_medium_correction_needs(text):
    assert encode(text).version == segno.make(text, error="m", boost_error=False, micro=False).version


@pytest.mark.parametrize("text", TEXTS)
def test_better_correction_is_taken_where_it_costs_no_size(text):
    symbol = encode(text)
    better = segno.make(text, error="q", boost_error=False, micro=False).version
    assert symbol.level is (Level.Q if better == symbol.version else Level.M)


@pytest.mark.parametrize("text", TEXTS)
def test_the_blocks_cover_every_dark_module_once_and_no_light_one(text):
    symbol = encode(text)
    covered = [(c, r) for x, y, w, h in symbol.blocks() for c in range(x, x + w) for r in range(y, y + h)]
    dark = [(c, r) for r, row in enumerate(symbol.rows) for c, module in enumerate(row) if module]
    assert sorted(covered) == sorted(dark)


@pytest.mark.parametrize("text", ["", "x" * 1000])
def test_a_text_that_makes_no_printable_code_is_refused(text):
    with pytest.raises(PayloadError):
        encode(text)
