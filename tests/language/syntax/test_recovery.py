"""What an editor gets while a person types: the tree of what can be read, and one message a mistake."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.language.check.checker import check
from cogscript.language.document import read
from cogscript.language.model.tree import Operation, Workflow
from tests.language.test_properties import pieces


def codes(workflow: Workflow) -> list[str]:
    return [each.code for each in check(workflow)]


def source_of(operation: Operation, parameter: str, text: str) -> str:
    span = operation.span_of(parameter)
    assert span is not None
    return text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        ("CLICK(box=[[1,2", "CLICK(box=Box(1, 2))", "unclosed-bracket"),
        ("CLICK(element_info='Sa", "CLICK(element_info='Sa')", "unclosed-string"),
        ('CLICK(element_info="', "CLICK(element_info='')", "unclosed-string"),
        ("CLICK(", "CLICK()", "unclosed-bracket"),
        ("CLICK(bo", "CLICK()", "unclosed-bracket"),
        ("CLICK(box=", "CLICK(box=None)", "unclosed-bracket"),
        ("CLICK(box=)", "CLICK(box=None)", "missing-value"),
        ("CLICK(box=[[1,2,3,4]], ", "CLICK(box=Box(1, 2, 3, 4))", "unclosed-bracket"),
        ("CLICK(keys=['Shift', 'Ct", "CLICK(keys=['Shift', 'Ct'])", "unclosed-string"),
        (
            "WAIT_FOR(test=VISIBLE(element_info='a",
            "WAIT_FOR(test=VISIBLE(element_info='a'))",
            "unclosed-string",
        ),
        ("CLICK(element_info='a' id=3)", "CLICK(element_info='a', id=3)", "missing-comma"),
        ("CLICK(element_info='a',,id=3)", "CLICK(element_info='a', id=3)", "syntax"),
        ("CALL(a=[1 2], b=[3)", "CALL(a=[1, 2], b=[3])", "unclosed-bracket"),
        ("CALL(a=[1, b=2)", "CALL(a=[1], b=2)", "unclosed-bracket"),
        ("CLICK(element_info='a'))", "CLICK(element_info='a')", "stray-bracket"),
        ("1. CLICK(element_info='a')", "CLICK(element_info='a')", "syntax"),
        ("CLICK（element_info=“保存”）", "CLICK(element_info='保存')", "full-width"),
        ("LLM(prompt='''a\nb", "LLM(prompt='a\\nb')", "unclosed-string"),
        ("CLI", "CLI()", "missing-brackets"),
    ],
)
def test_a_line_that_is_being_typed_is_in_the_tree_with_one_message(text: str, said: str, code: str) -> None:
    workflow = read(text)

    assert [repr(each) for each in workflow.operations] == [said]
    assert codes(workflow) == [code]


def test_places_are_those_of_the_text() -> None:
    text = "CLICK(box=[[1,2\n# next\nTYPE(element_info='Sa, \nWAIT(seconds=1)\n"
    click, typed, wait = read(text).operations

    assert source_of(click, "box", text) == "[[1,2"
    assert source_of(typed, "element_info", text) == "'Sa, "
    assert (typed.line, wait.line) == (3, 4)
    assert typed.description == "next"
    assert text[wait.start : wait.end] == "WAIT(seconds=1)"


def test_a_place_where_a_value_is_still_missing_is_known() -> None:
    text = "CLICK(box=, element_info=   )"
    (click,) = read(text).operations

    assert click.span_of("box") == (10, 10)
    assert click.span_of("element_info") == (25, 25)


def test_the_space_behind_what_was_typed_belongs_to_the_line() -> None:
    text = "CLICK(box=[[1,2,3,4]],   # the box\nEND()"
    click, _ = read(text).operations

    assert text[: click.end] == "CLICK(box=[[1,2,3,4]],   "
    assert click.trailing == "# the box"


def test_a_call_over_several_lines_with_one_mistake_gives_one_message() -> None:
    text = "CLICK(\n  element_info='Save,\n  box=[[1,2,3,4]],\n)\nTYPE(text='x')\n"
    click, typed = read(text).operations

    assert codes(read(text)) == ["unclosed-string"]
    assert click.arguments["box"] == cogscript.Box.of(1, 2, 3, 4)
    assert typed.name == "TYPE"


def test_a_long_text_without_its_end_ends_before_the_next_operation() -> None:
    workflow = read(
        "LLM(output='__CogName_a__', prompt='''Sum up:\nwhat follows\nTYPE(text='__CogName_a__')\n"
    )

    assert [each.name for each in workflow.operations] == ["LLM", "TYPE"]
    assert workflow.operations[0].arguments["prompt"] == "Sum up:\nwhat follows"
    assert codes(workflow) == ["unclosed-string"]


def test_a_broken_opener_still_opens_its_block() -> None:
    workflow = read("IF(test=\n  CLICK(element_info='a')\nELSE(\n  WAIT(seconds=1)\nEND_IF()\nEND()\n")
    condition, end = workflow.operations

    assert [each.name for each in condition.body or []] == ["CLICK"]
    assert [each.name for each in condition.branches[0].body or []] == ["WAIT"]
    assert end.name == "END"
    assert codes(workflow) == ["unclosed-bracket", "unclosed-bracket"]


def test_a_block_without_its_end_holds_its_body() -> None:
    workflow = read("WAIT(seconds=1)\nREPEAT(times=3)\n  CLICK(element_info='a')\n  CLICK(element_inf='b')\n")
    _, repeat = workflow.operations

    assert [each.name for each in repeat.body or []] == ["CLICK", "CLICK"]
    assert codes(workflow) == ["unclosed-block", "unknown-parameter"]


def test_a_line_that_belongs_to_no_block_stays_in_the_tree() -> None:
    workflow = read("ELSE()\nWAIT(seconds=1)\nEND_IF()\n")

    assert [each.name for each in workflow.operations] == ["ELSE", "WAIT", "END_IF"]


def test_variables_are_followed_through_broken_lines() -> None:
    text = "SET(output='__CogName_a__', value='1'\nTYPE(text='__CogName_a__ __CogName_b__')\n"

    assert codes(read(text)) == ["unclosed-bracket", "unset-variable"]


@pytest.mark.parametrize("line", ["SET(output='__CogName_a", "SET(output=", "SET(", "SE"])
def test_a_line_that_may_set_a_variable_is_no_reason_for_a_second_message(line: str) -> None:
    assert len(codes(read(f"{line}\nTYPE(text='__CogName_a__')\n"))) == 1


def test_a_line_that_sets_nothing_changes_nothing() -> None:
    assert codes(read("CLICK(element_info='a\nTYPE(text='__CogName_b__')\n")) == [
        "unclosed-string",
        "unset-variable",
    ]


def test_parsing_raises_where_reading_does_not() -> None:
    with pytest.raises(cogscript.CogError) as caught:
        cogscript.parse("CLICK(box=[[1,2\nWAIT()\nTYPE(text='__CogName_given__')\n")
    # Which variables a run is given is not known to the parser: it says nothing of them.
    assert [each.code for each in caught.value.diagnostics] == ["unclosed-bracket", "missing-parameter"]


def test_a_broken_tree_is_not_written() -> None:
    with pytest.raises(cogscript.CogError):
        cogscript.format(read("CLICK(box=[[1,2\n"))


@settings(max_examples=300, deadline=None)
@given(pieces)
def test_any_text_has_a_tree_whose_places_are_in_it(text: str) -> None:
    workflow = read(text)
    assert workflow.source is not None
    length = len(workflow.source.text)
    for operation in workflow.walk():
        assert 0 <= operation.start < operation.end <= length
        for span in (operation.spans or {}).values():
            assert operation.start <= span.start <= span.value_start <= span.end <= operation.end
    for each in check(workflow):
        assert each.span is not None
        assert 0 <= each.span.start <= each.span.end <= length


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_beginning_of_a_file_has_a_tree(data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(WHOLE)))
    workflow = read(WHOLE[:cut])
    complete = WHOLE[:cut].rpartition("\n")[0]
    read_names = [each.name for each in workflow.walk()]
    assert read_names[: len(list(read(complete).walk()))] == [each.name for each in read(complete).walk()]
    codes(workflow)


WHOLE = """WORKFLOW(title='Approve')
INPUT(output='__CogName_limit__', default='500')
# Each invoice
FOR_EACH(rows='invoices.csv')
  TYPE(box=[[352,102,786,139]], text='__CogName_number__ \\u4e2d', enter=True)
  GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='a'), KEY_UP(key='Lcontrol')])
  IF(test=ANY(tests=[LESS(left='__CogName_total__', right=3), EXISTS(file='x')]))
    LLM(prompt='''Sum up
the invoice''', output='__CogName_sum__')
  ELSE()
    CLICK(element_info="it's", keys=['Shift'])
  END_IF()
END_FOR_EACH()
END()
"""
