"""Reading after an edit gives what reading the whole text gives, to the place of every argument."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.reparsing import first_parse, reparse

CASES = Path(__file__).resolve().parents[1] / "cases"
SAMPLES = [
    path.read_text(encoding="utf-8") for path in sorted((CASES.parents[1] / "workflows").rglob("*.cog"))
]

PIECES = [
    "", "\n", "(", ")", "[", "]", "'", '"', "'''", ",", "#", " ", "x", "IF(test=", "END_IF()\n", "CLICK(",
    "END\n", "KEY_PRESS(key='a')\n", "VISIBLE(element_info='a')", "\nTYPE(text='a')\n", "，", "__CogName_a__",
    "😀",
]  # fmt: skip


def facts(workflow: Workflow) -> tuple[object, ...]:
    operations = [everything(each) for each in workflow.walk()]
    return operations, workflow.trailing, sorted(map(said, workflow.diagnostics), key=str)


def everything(operation: Operation) -> tuple[object, ...]:
    nested = [everything(each) for each in operation.arguments.values() if isinstance(each, Operation)]
    return (
        repr(operation), operation.start, operation.end, operation.line, operation.column, operation.spans,
        operation.leading, operation.trailing, nested, operation.closer and operation.closer.span,
    )  # fmt: skip


def said(diagnostic: Diagnostic) -> tuple[object, ...]:
    assert diagnostic.source is not None
    return diagnostic._replace(source=None), diagnostic.source.text


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_reparsed_text_is_the_same_as_one_read_anew(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SAMPLES))
    parsed = first_parse(text, "a.cog")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.sampled_from([0, 0, 1, 5, 60])))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[end:]
        parsed = reparse(parsed, text)
        assert facts(parsed.workflow) == facts(first_parse(text, "a.cog").workflow)


@pytest.mark.parametrize(
    ("lines", "line", "typed"),
    [
        (["SCREENSHOT(box=[[0,0,500,600]])", "KEY_PRESS(key='Esc')", "END()"], "[[0,", "#"),
        (["LAUNCH(app='a')", "GESTURE(actions=[KEY_DOWN(key='a'),", "KEY_UP(key='a')", "])"], "LAUNCH", "\n"),
        (["INPUT(default='http", "TYPE(text='a')", "://1', prompt='b')", "TYPE(text='c')"], "http", "\n"),
        (["CLICK(box=[[1,2]])", "TYPE(text='a')", "TYPE(text='b')", ")"], "[[1", " "),
    ],
    ids=["an open list", "a broken list below", "a broken text", "a stray bracket at the end"],
)
def test_what_an_edit_leaves_open_is_read_with_what_comes_below(
    lines: list[str], line: str, typed: str
) -> None:
    text = "\n".join(lines) + "\n"
    at = text.index(line) + len(line)
    edited = text[:at] + typed + text[at:]
    parsed = reparse(first_parse(text, "a.cog"), edited)
    assert facts(parsed.workflow) == facts(first_parse(edited, "a.cog").workflow)


@pytest.mark.parametrize(
    "typed", ["CLICK(elem", "IF(test=VISIBLE(", "TYPE(text='Hel", "QUO", "CLICK(box=[[1,2"]
)
def test_a_line_that_is_being_typed_costs_no_whole_parse(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"CLICK(element_info='Save {number}')\n" for number in range(50))
    at = text.index("CLICK(element_info='Save 25')")
    parsed = first_parse(text, "a.cog")
    whole = first_parse(text[:at] + typed + "\n" + text[at:], "a.cog")
    monkeypatch.setattr("cogscript.language.reparsing.first_parse", lambda *_: pytest.fail("read as a whole"))
    for length in range(1, len(typed) + 1):
        parsed = reparse(parsed, text[:at] + typed[:length] + "\n" + text[at:])
    assert facts(parsed.workflow) == facts(whole.workflow)
