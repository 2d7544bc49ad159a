"""Where calls are found: alone, in arrays and lines, in Markdown, in logs, and what is refused whole."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.openai_cua.read import SHAPE
from cogscript.dialects.formats.tool_calls.plan import Broken
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.diagnostic import CogError, Source
from tests.dialects.json_cases import FULL, reads, said

ACTION = {"type": "click", "x": 1, "y": 2}
SECOND = {"type": "type", "text": "你好"}
BOTH = "CLICK(box=[[1,2]])\nWAIT(seconds=2)"
WAIT = {"type": "wait"}

FORMS = {
    "one action": (json.dumps(ACTION), "CLICK(box=[[1,2]])"),
    "an array": (json.dumps([ACTION, WAIT]), BOTH),
    "an array over lines": (json.dumps([ACTION, WAIT], indent=2), BOTH),
    "JSON lines": (f"{json.dumps(ACTION)}\n\n{json.dumps(WAIT)}\n", BOTH),
    "objects one after the other": (f"{json.dumps(ACTION, indent=1)}\n{json.dumps(WAIT, indent=1)}", BOTH),
    "a byte order mark and CRLF": (f"\ufeff{json.dumps(ACTION)}\r\n{json.dumps(WAIT)}\r\n", BOTH),
    "a Markdown answer": (
        f"First:\n\n```json\n{json.dumps(ACTION)}\n```\n\nThen:\n\n```\n{json.dumps(WAIT)}\n```\nDone.",
        BOTH,
    ),
    "prose with braces": (f"Use {{this}}: {json.dumps(ACTION)} and [then] {json.dumps(WAIT)}.", BOTH),
    "a chat log as text": (f"User: go\nAssistant: {json.dumps(ACTION)}\nAssistant: {json.dumps(WAIT)}", BOTH),
    "a chat log as JSON": (
        json.dumps([
            {"role": "system", "content": json.dumps({"type": "click", "x": 9, "y": 9})},
            {"role": "user", "content": json.dumps({"type": "click", "x": 8, "y": 8})},
            {"role": "assistant", "content": f"One: {json.dumps(ACTION)}"},
            {"role": "assistant", "content": [{"type": "output_text", "text": json.dumps(WAIT)}]},
        ]),
        BOTH,
    ),
    "steps of a trajectory": (
        json.dumps({"task": "t", "steps": [{"thought": "a", "action": ACTION}, {"action": WAIT}]}), BOTH,
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_the_same_calls_are_found_in_every_form(form):
    text, expected = FORMS[form]
    assert said(reads(text, expected, "openai")) == []


def test_what_is_said_before_a_call_is_its_comment():
    text = (
        f"**Action:** Press it\n```json\n{json.dumps(ACTION)}\n```\nThought: wait a bit\n{json.dumps(WAIT)}"
    )
    operations = import_text(text, "openai", FULL).workflow.operations
    assert [each.description for each in operations[1:]] == ["Press it", "wait a bit"]


def test_repairs_are_told_once_and_at_their_place():
    text = "[{'type': 'wait'}, {'type': 'screenshot',},]"
    imported = reads(text, "WAIT(seconds=2)\nSCREENSHOT()", "openai")
    assert said(imported) == [
        "single quotes around a text (4 times)",
        "a comma before the closing bracket (2 times)",
    ]
    with pytest.raises(CogError, match="single quotes"):
        import_text(text, "openai", strict=True)


def test_a_broken_call_among_good_ones_keeps_its_place():
    text = f'{json.dumps(ACTION)}\n{{"type": "wait", oops}}\n{json.dumps(WAIT)}\n'
    imported = reads(text, BOTH, "openai")
    (broken,) = imported.untranslated
    assert broken.to_json()["line"] == 2
    assert "oops" in broken.message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the plan is empty"),
        ("I could not find the button, sorry.", "not a plan of any"),
        ('{"hello": "world"}', "not a plan of any"),
        ("[" * 100_000, "nested more than"),
        ('{"a":' * 100_000, "nested more than"),
        (
            '{"type": "click", "x": 1, "y": 2, "button": "__import__(\'os\').system(\'id\')"}',
            "no mouse button",
        ),
        ('[{"type": "wait"', "2 brackets are still open"),
    ],
)
def test_what_is_no_plan_is_refused_with_a_reason(text, reason):
    with pytest.raises(CogError) as refused:
        import_text(text)
    assert reason in refused.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ('{"type": "ty', "never ends"),
        ('{"type": "wait"', "2 brackets are still open"),
        ('{"type": "type", "text": SECRET}]', "found `SECRET`"),
    ],
)
def test_what_stands_before_a_break_is_kept_and_the_break_is_said(rest, reason):
    imported = import_text('[{"type": "click", "x": 1, "y": 2}, ' + rest)
    assert [each.name for each in imported.workflow.operations] == ["CLICK"]
    (lacking,) = imported.untranslated
    assert reason in lacking.message


def test_a_plan_that_lacks_only_its_last_brackets_is_whole_and_says_so():
    imported = import_text('{"id": 7, "actions": [{"type": "click", "x": 1, "y": 2}],')
    assert [each.name for each in imported.workflow.operations] == ["CLICK"]
    assert not imported.untranslated
    assert any("cut short" in each.message for each in imported.diagnostics)


def test_too_much_is_refused_before_it_is_read():
    with pytest.raises(CogError, match="more than the"):
        import_text('[{"type": "wait"}' + ',{"type": "wait"}' * 2_500_000 + "]")


def test_a_text_that_was_cut_off_still_tells_whose_it_is():
    text = json.dumps([ACTION] * 1000)[:5000]
    assert len(glimpse(Source(text), SHAPE)) > 100
    plan = read_plan(Source(text), SHAPE)
    assert len(plan.calls) > 100
    assert isinstance(plan.events[-1], Broken)


def test_two_agents_in_one_file_are_refused():
    text = json.dumps([ACTION, {"action_type": "CLICK", "x": 1, "y": 2}])
    with pytest.raises(CogError, match="osworld in a plan of openai") as refused:
        import_text(text, "openai")
    span = refused.value.diagnostics[0].span
    assert text[span.start : span.end] == '{"action_type": "CLICK", "x": 1, "y": 2}'
    with pytest.raises(CogError):
        import_text(text)


def test_a_step_that_is_nobodys_is_told():
    imported = reads(json.dumps([ACTION, {"jump": 3}, WAIT]), BOTH, "openai")
    assert said(imported) == ["there is no action of this agent here"]
