"""Places as editors count them, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.language.document import read
from cogscript.language.model import utf16
from cogscript.language.model.diagnostic import Source, Span

LINES = ["CLICK(element_info='a')", "", "TYPE(text='保存 👍 👨‍👩‍👧')", "# 😀😀", "END()"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_the_same_whatever_ends_them(end: str) -> None:
    source = Source(end.join(LINES))
    assert [source.line(number) for number in range(1, 6)] == LINES
    at = source.text.index("😀")
    assert utf16.position(source, at) == (3, 2)
    assert utf16.position(source, at + 1) == (3, 4)
    assert utf16.offset(source, 3, 4) == at + 1
    assert utf16.offset(source, 4, 0) == source.text.index("END()")


def test_half_of_a_pair_is_the_character_before_it() -> None:
    source = Source("# 😀x")
    assert [utf16.offset(source, 0, each) for each in range(6)] == [0, 1, 2, 2, 3, 4]


def test_what_is_outside_the_text_is_at_its_end() -> None:
    source = Source("ab\r\ncd")
    assert utf16.offset(source, 0, 99) == 2
    assert utf16.offset(source, 9, 0) == 6
    assert utf16.position(source, 99) == (1, 2)
    assert utf16.position(source, 3) == (0, 2)  # between CR and LF


def test_an_operation_of_a_file_with_windows_line_ends_is_where_the_editor_has_it() -> None:
    workflow = read("WAIT(seconds=1)\r\n# 😀\r\n  CLICK(element_info='😀', id='b')\r\n")
    assert workflow.source is not None
    click = workflow.operations[1]
    span = click.span_of("id")
    assert span is not None
    assert utf16.range_of(workflow.source, span) == ((2, 30), (2, 33))


@given(st.text(st.sampled_from("a保😀\n\r"), max_size=30), st.integers(0, 30))
def test_there_and_back(text: str, offset: int) -> None:
    source = Source(text)
    place = utf16.position(source, offset)
    assert utf16.position(source, utf16.offset(source, *place)) == place
    before = text[: min(offset, len(text))].replace("\r\n", "\n").replace("\r", "\n")
    if not text[:offset].endswith("\r"):  # which may be half of a line's end
        assert place.line == before.count("\n")
        assert place.character == len(before.rpartition("\n")[2].encode("utf-16-le")) // 2


def test_an_empty_text_has_one_place() -> None:
    assert utf16.range_of(Source(""), Span(0, 0)) == ((0, 0), (0, 0))
