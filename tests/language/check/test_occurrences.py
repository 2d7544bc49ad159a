"""Every variable's place, to the character: inside escapes, lists, tests and broken lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import cogscript
from cogscript.language.check.occurrences import occurrences
from cogscript.language.document import read
from cogscript.language.model import variables
from cogscript.language.syntax import comments, strings
from tests.language.strategies import texts, workflows


def places(text: str) -> list[tuple[str, str]]:
    """Each variable's name, with the text at its place."""
    workflow = read(text)
    found = []
    for operation in workflow.walk():
        for each in operation.texts():
            for occurrence in occurrences(each, workflow.source):
                assert occurrence.span is not None
                found.append((occurrence.name, text[occurrence.span.start : occurrence.span.end]))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TYPE(text=__CogName_a__)", [("a", "__CogName_a__")]),  # an error, with a place
        ("TYPE(text='a __CogName_x__ b')", [("x", "__CogName_x__")]),
        (
            r"TYPE(text='\u4e2d\n__CogName_x__\'__CogName_y__')",
            [("x", "__CogName_x__"), ("y", "__CogName_y__")],
        ),
        (r"TYPE(text='\d\N{BULLET}__CogName_x__')", [("x", "__CogName_x__")]),
        (r"TYPE(text='__CogName_a\x62c__')", [("abc", r"__CogName_a\x62c__")]),
        ("TYPE(text='__CogName_x__\\\n more')", [("x", "__CogName_x__")]),
        ("LLM(prompt='''one\n__CogName_x__''')", [("x", "__CogName_x__")]),
        ("TYPE(text='__CogName_a____CogName_b__')", [("a", "__CogName_a__"), ("b", "__CogName_b__")]),
        ("CLICK(keys=['Shift', '__CogName_k__'])", [("k", "__CogName_k__")]),
        ("IF(test=NOT(test=EXISTS(file='__CogName_f__')))", [("f", "__CogName_f__")]),
        ("GESTURE(actions=[KEY_PRESS(key='__CogName_k__')])", [("k", "__CogName_k__")]),
        ("TYPE(text='👍 __CogName_价格__', x='__CogName_价格__')", [("价格", "__CogName_价格__")] * 2),
        (r"TYPE(text='\t__CogName_x__", [("x", "__CogName_x__")]),
        ("TYPE（text=“__CogName_x__”）", [("x", "__CogName_x__")]),
    ],
)
def test_a_variable_is_where_it_stands_in_the_file(text: str, expected: list[tuple[str, str]]) -> None:
    assert places(text) == expected


@settings(max_examples=200, deadline=None)
@given(workflows())
def test_the_place_of_a_variable_spells_its_name(workflow: cogscript.Workflow) -> None:
    text = cogscript.format(workflow)
    named = [name for each in workflow.walk() for each in each.texts() for name in variables.names(each.text)]
    found = places(text)
    assert sorted(name for name, _ in found) == sorted(named)
    for name, spelt in found:
        assert strings.unquote(f"'{spelt}'") == variables.spell(name)


@given(texts)
def test_each_character_of_a_text_has_its_place(text: str) -> None:
    for literal in (strings.quote(text), strings.quote_prose(text)):
        spans = strings.places(literal)
        assert len(spans) == len(text)
        mark = literal[:3] if literal.startswith("'''") else literal[:1]
        again = "".join(strings.unquote(mark + literal[start:end] + mark) for start, end in spans)
        assert again == text


def test_items_of_lists_have_places() -> None:
    text = "CALL(workflow='a.cog', rows=['a', [1, [[2,3]]], KEY_UP(key='a')])"
    (call,) = read(text).operations
    assert call.spans is not None
    first, second, third = call.spans["rows"].items
    cut = lambda span: text[span[0] : span[1]]  # noqa: E731
    assert [cut(first), cut(second), cut(third)] == ["'a'", "[1, [[2,3]]]", "KEY_UP(key='a')"]
    assert [cut(each) for each in second.items] == ["1", "[[2,3]]"]
    assert call.item_span_of("rows", 0) == (first.start, first.end)


def test_comments_have_places() -> None:
    text = "# one\nCLICK(element_info='# no',  # two\n)  # three\nTYPE(text='# unclosed\n#four"
    assert [text[start:end] for start, end in comments.spans(text)] == ["# one", "# two", "# three", "#four"]
