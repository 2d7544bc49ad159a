"""Whatever JSON comes in: a workflow that checks and reads back, or a diagnostic; never a traceback."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.dialects import import_text
from cogscript.dialects.core.registry import reader_named
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.rendering import render

DIALECTS = ("computer-use", "openai", "gui-plus", "osworld", "visual-agent")


def keys_and_words(dialect):
    """What the dialect's own examples are made of: its keys, its words, its numbers."""
    seen = {}

    def collect(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                seen[key] = None
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)
        elif isinstance(value, str):
            seen[value] = None

    for action in reader_named(dialect).ACTIONS.values():
        if action.example.lstrip().startswith("{"):
            collect(json.loads(action.example))
    return sorted(seen)


def examples(dialect):
    found = [action.example for action in reader_named(dialect).ACTIONS.values()]
    return [json.loads(example) for example in found if example.lstrip().startswith("{")]


def imports_or_refuses(text, dialect):
    said = None
    try:
        imported = import_text(text, dialect)
    except CogError as refused:
        said = render(refused.diagnostics)
    if said is not None:
        assert said.startswith("error[")
        return
    written = cogscript.format(imported.workflow)
    assert cogscript.parse(written) == imported.workflow
    written.encode()
    assert render(imported.diagnostics) is not None


numbers = st.integers(-5, 5000) | st.floats(allow_nan=False, allow_infinity=False) | st.integers()
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_its_own_actions_with_any_values(dialect, data):
    words = st.sampled_from(keys_and_words(dialect))
    value = words | anything
    plan = data.draw(st.lists(st.sampled_from(examples(dialect)), min_size=1, max_size=3))
    plan = json.loads(json.dumps(plan))
    for action in plan:
        where = action
        for inner in ("arguments", "input", "params", "parameters"):
            if isinstance(where.get(inner), dict) and data.draw(st.booleans()):
                where = where[inner]
        changes = data.draw(st.dictionaries(words, value, max_size=3))
        where.update(changes)
    imports_or_refuses(json.dumps(plan, ensure_ascii=data.draw(st.booleans())), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_its_own_words_in_any_order(dialect, data):
    parts = [json.dumps(each, ensure_ascii=False) for each in examples(dialect)]
    pieces = ["<tool_call>", "</tool_call>", "```json\n", "\n```\n", "Action: ", "assistant: ", "user: ", "[",
              "]", ",", "{", "}", '"', "'", "\n", "\\", "click(1, 2)", "type(text='", "screenshot", "box=",
              "<function=computer_use>", "<parameter=action>", "</parameter>", "步骤"]  # fmt: skip
    text = "".join(data.draw(st.lists(st.sampled_from(parts + pieces) | st.text(max_size=8), max_size=12)))
    cut = data.draw(st.integers(0, len(text)))
    imports_or_refuses(text[:cut] if data.draw(st.booleans()) else text, dialect)


@settings(max_examples=80, deadline=None)
@given(st.text() | anything.map(json.dumps))
def test_any_text_at_all(text):
    for dialect in (*DIALECTS, None):
        imports_or_refuses(text, dialect)
