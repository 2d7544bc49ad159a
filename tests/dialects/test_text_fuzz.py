"""Whatever text comes in: a workflow that checks and reads back, or a diagnostic; never a traceback."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.dialects import import_text
from cogscript.dialects.core.registry import reader_named
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.rendering import render

TEXT_DIALECTS = ("cogagent", "glm", "ui-tars", "osworld", "pyautogui")

PIECES = [
    "Action: ", "Grounded Operation:", "Thought: ", "Status: ", "Task: ", "History steps: \n", "0. ",
    "(Platform: Mac)", "<<END>>", "<<敏感操作>>", "<think>", "</think>", "<|begin_of_box|>",
    "<|end_of_box|>", "<answer>", "<function=click>",
    "<parameter=point>", "</parameter>", "</function>", "```python\n",
    "\n```\n", "```",
    "assistant: ", "user: ", "CLICK(", "TYPE(text='", "box=[[", "1,2,3,4", "]]", ")", "'", '"', "\\", "\n",
    "\t", ",", "=", "（", "“", "”", "#", "tap [[1,2]]", "[button] a -> CLICK", " at the box [[1,2,3,4]]",
    "click(start_box='", "(1,2)", "<point>1 2</point>", "pyautogui.click(", "pyautogui.", "import ",
    "with pyautogui.hold('a'):\n", "  ", "for i in range(", "x = ", "-", "0.5", "END", "DONE", "Click [1]",
    '[1]: <input> "a";', "{", "}", '{"action_type": "click"', "__CogName_a__", "步骤",
]  # fmt: skip


def imports_or_refuses(text, dialect, **options):
    said = "error["
    try:
        imported = import_text(text, dialect, **options)
    except CogError as refused:
        imported, said = None, render(refused.diagnostics)
    assert said.startswith("error[")
    if imported is None:
        return
    written = cogscript.format(imported.workflow)
    again = cogscript.parse(written)
    assert again == imported.workflow
    assert [each.description for each in again.walk()] == [
        each.description for each in imported.workflow.walk()
    ]
    assert all(each.span is not None for each in imported.diagnostics)
    render(imported.diagnostics)


@pytest.mark.parametrize("dialect", TEXT_DIALECTS)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_its_own_words_in_any_order(dialect, data):
    examples = [action.example for action in reader_named(dialect).ACTIONS.values()]
    part = st.sampled_from(examples) | st.sampled_from(PIECES) | st.text(max_size=6)
    text = "".join(data.draw(st.lists(part, max_size=12)))
    imports_or_refuses(text, dialect, literal=data.draw(st.booleans()))


@pytest.mark.parametrize("dialect", TEXT_DIALECTS)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_an_action_with_characters_cut_or_changed(dialect, data):
    text = data.draw(st.sampled_from([each.example for each in reader_named(dialect).ACTIONS.values()]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    imports_or_refuses(text[:start] + data.draw(st.text(max_size=3)) + text[end:], dialect)


@settings(max_examples=150, deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_any_text_in_any_dialect(text):
    for dialect in (*TEXT_DIALECTS, None):
        imports_or_refuses(text, dialect)


@pytest.mark.parametrize("dialect", [*TEXT_DIALECTS, None])
@pytest.mark.parametrize(
    "text",
    [
        "Grounded de",
        "I think the button is on the left, (near) the top.",
        "CLICK(box=[[1,2,3]])",
        "__import__('os').system('id')",
        "[" * 100_000,
        "(" * 100_000,
        '{"a":' * 100_000,
        "CLICK(box=" + "[" * 100_000 + "]" * 100_000 + ")",
        "click(start_box='" + "(" * 100_000,
        "'" * 100_000,
        "Action: " * 20_000,
        "<think>" * 20_000,
        "```\n" * 20_000,
        "\n" * 100_000,
        "\0",
        "\ud800",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_bad_input_is_refused_with_a_reason(text, dialect):
    with pytest.raises(CogError) as caught:
        import_text(text, dialect)
    assert all(each.message for each in caught.value.diagnostics)


def test_a_plan_too_large_to_be_one_is_refused_before_it_is_read():
    huge = '[{"action": "wait"}' + ',{"action": "wait"}' * 2_800_000 + "]"
    assert len(huge) > 50_000_000
    with pytest.raises(CogError, match="too-large"):
        import_text(huge)
