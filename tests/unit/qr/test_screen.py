"""Codes on screens and in terminals."""

import re
from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image

from qr import PayloadError, encode, qr_svg, qr_terminal

TEXT = "http://192.168.178.23:8080"


def drawn(rows):
    picture = Image.new("L", (len(rows[0]), len(rows)))
    picture.putdata([0 if dark else 255 for row in rows for dark in row])
    return picture.resize((picture.width * 6, picture.height * 6), Image.Resampling.NEAREST)


def test_a_code_on_a_page_brings_its_own_white_margin_of_four_modules():
    root = ElementTree.fromstring(qr_svg(TEXT, title="Join"))
    full = str(encode(TEXT).size + 8)
    ground = root.find("{*}rect")
    assert root.get("viewBox") == f"0 0 {full} {full}"
    assert (ground.get("width"), ground.get("height"), ground.get("fill")) == (full, full, "#fff")
    assert root.find("{*}path").get("fill") == "#000"


def test_the_shapes_on_a_page_are_the_code():
    path = ElementTree.fromstring(qr_svg(TEXT, title="Join")).find("{*}path").get("d")
    side = encode(TEXT).size + 8
    rows = [[False] * side for _ in range(side)]
    for x, y, w, h in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path):
        for row in range(int(y), int(y) + int(h)):
            for column in range(int(x), int(x) + int(w)):
                rows[row][column] = True
    assert [code.text for code in zxingcpp.read_barcodes(drawn(rows))] == [TEXT]


def test_a_title_is_for_screen_readers_and_can_not_break_out():
    svg = qr_svg(TEXT, title='"><script>alert(1)</script>')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == root.find("{*}title").text == '"><script>alert(1)</script>'
    assert "<script" not in svg


def test_a_size_is_set_only_where_it_is_asked_for():
    assert 'width="200" height="200"' in qr_svg(TEXT, title="Join", size=200)
    assert ' width="200"' not in qr_svg(TEXT, title="Join")


@pytest.mark.parametrize("colour", [True, False])
def test_a_code_in_a_terminal_can_be_read(colour):
    text = qr_terminal(TEXT, colour=colour)
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in text.splitlines()]
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in lines:
        for half in (0, 1):
            rows.append([bool(halves[cell][half]) is colour for cell in line])
    assert [code.text for code in zxingcpp.read_barcodes(drawn(rows))] == [TEXT]


def test_colours_are_set_and_reset_on_every_line():
    for line in qr_terminal(TEXT).splitlines():
        assert line.startswith("\x1b[38;2;0;0;0;48;2;255;255;255m")
        assert line.endswith("\x1b[0m")


def test_an_empty_text_makes_no_code():
    with pytest.raises(PayloadError):
        qr_svg("", title="Join")
