"""Putting what was typed back into a page: the fields of one form, whatever they are, and nothing else."""

import pytest

from app.pages.refused_forms import filled

OTHER = '<form action="/other"><input name="name" value="mine"></form>'


def form(inside: str) -> str:
    return f'<p>ü &amp; é</p>\n{OTHER}\n<form method="post" action="/here" id="it">{inside}</form>\n{OTHER}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<input name="name">', '<input value="a &quot;b&quot; &lt;c&gt;" name="name">'),
        ('<input name="name" value="old">', '<input value="a &quot;b&quot; &lt;c&gt;" name="name">'),
        ('<textarea name="name">old</textarea>', '<textarea name="name">\na &quot;b&quot; &lt;c&gt;</textarea>'),
        ('<input type="hidden" name="name" value="old">', None),
        ('<input type="password" name="name">', None),
        ('<input type="file" name="name">', None),
        ('<input name="other" value="old">', None),
    ],
)  # fmt: skip
def test_a_text_is_put_where_it_was_typed(before: str, after: str | None):
    assert filled(form(before), "/here", {"name": ['a "b" <c>']}) == form(after or before)


def test_choices_stand_as_they_were_made():
    before = form(
        '<input type="radio" name="way" value="1" checked><input type="radio" name="way" value="2">'
        '<input type="checkbox" name="a" value="1" checked><input type="checkbox" name="b" value="1">'
        '<select name="kind"><option value="x" selected>X</option><option value="y">Y</option></select>'
    )
    after = filled(before, "/here", {"way": ["2"], "b": ["1"], "kind": ["y"]})
    assert after == form(
        '<input type="radio" name="way" value="1"><input checked type="radio" name="way" value="2">'
        '<input type="checkbox" name="a" value="1"><input checked type="checkbox" name="b" value="1">'
        '<select name="kind"><option value="x">X</option><option selected value="y">Y</option></select>'
    )


def test_what_a_form_is_folded_up_in_is_unfolded_and_the_field_at_fault_is_marked():
    other = "<details><summary>Other</summary></details>"
    page = '<details{0} class="more"><form action="/here"><details{0}><input{1} name="n"></details></form></details>'
    after = filled(other + page.format("", "") + other, "/here", {}, wrong="n")
    marks = ' aria-describedby="notes" aria-invalid="true"'
    assert after == other + page.format(" open", marks) + other
