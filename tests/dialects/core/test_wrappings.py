"""The same actions, in what people have them in: logs, records, tables, pages, programs, transcripts.

Each wrapping must give the operations that the bare actions give. With a decoy (an action that failed, is an
example, was done before, is somebody else's or stands there twice) they must be the same too.
"""

import html
import json

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from cogscript.language.write.formatter import format_operation

SCREEN = Size(1000, 1000)
AGENTS = {
    "cogagent": (
        ["CLICK(box=[[010,020,030,040]], element_info='Tea')", "KEY_PRESS(key='F5')"],
        "HOVER(box=[[001,002,003,004]])",
    ),
    "glm": (["left_click(start_box='[250,610]')", "type(content='tea')"], "right_click(start_box='[1,2]')"),
    "ui-tars": (["click(start_box='(340,260)')", "hotkey(key='ctrl c')"], "left_double(start_box='(1,2)')"),
    "autoglm": (['do(action="Tap", element=[480,930])', 'do(action="Back")'], 'do(action="Home")'),
    "android-world": (
        ['{"action_type": "click", "x": 540, "y": 900}', '{"action_type": "open_app", "app_name": "Maps"}'],
        '{"action_type": "long_press", "x": 1, "y": 2}',
    ),
    "computer-use": (
        ['{"action": "left_click", "coordinate": [300, 200]}', '{"action": "key", "text": "ctrl+s"}'],
        '{"action": "double_click", "coordinate": [1, 2]}',
    ),
    "gemini": (
        ['{"name": "click_at", "args": {"x": 371, "y": 470}}', '{"name": "go_back", "args": {}}'],
        '{"name": "hover_at", "args": {"x": 1, "y": 2}}',
    ),
}


def lines(form):
    return lambda replies, decoy: "\n".join(form(number, each) for number, each in enumerate(replies, 1))


WRAPPINGS = {
    "tags": lines(lambda number, reply: f"<step>{reply}</step>"),
    "a list with arrows": lines(lambda number, reply: f"Step {number} → {reply}"),
    "a log": lines(lambda number, reply: f"2031-02-03 10:00:0{number},5 INFO run.py:7 {reply}"),
    "a log of another kind": lines(lambda number, reply: f"[10:00:0{number}] [agent] {reply}"),
    "a logger's root": lines(lambda number, reply: f"INFO:root:{reply}"),
    "a table": lambda replies, decoy: (
        "step,said\n" + "\n".join('1,"' + each.replace('"', '""') + '"' for each in replies)
    ),
    "lines of JSON": lines(lambda number, reply: json.dumps({"step": number, "llm_output": reply})),
    "a record in a record": lambda replies, decoy: json.dumps(
        json.dumps([{"step": 1, "response": each} for each in replies])
    ),
    "strings of a program": lines(lambda number, reply: f"assert parse({reply!r}) is not None"),
    "an object as Python prints it": lines(lambda number, reply: f"Step(number={number}, said={reply!r})"),
    "YAML": lambda replies, decoy: "\n".join(f"- action: |\n    {each}" for each in replies),
    "a page": lambda replies, decoy: f"<pre><code>{html.escape(chr(10).join(replies))}</code></pre>",
    "a page's list": lines(lambda number, reply: f"<li>{html.escape(reply)}</li>"),
    "turns of a template": lambda replies, decoy: "\n".join(
        f"<|im_start|>user\n{decoy}<|im_end|>\n<|im_start|>assistant\n{each}<|im_end|>" for each in replies
    ),
    "turns in brackets": lambda replies, decoy: "\n".join(
        f"[USER]\n{decoy}\n[ASSISTANT]\n{each}" for each in replies
    ),
    "a failure": lambda replies, decoy: "\n".join(replies) + f"\nError: could not parse action: {decoy}",
    "an example": lambda replies, decoy: f"Example:\n{decoy}\n\nNow:\n" + "\n".join(replies),
    "a history": lambda replies, decoy: (
        f"Previous actions:\nStep 1: {decoy}\n\nCurrent action:\n" + "\n".join(replies)
    ),
    "said twice": lines(lambda number, reply: f"Raw response: {reply}\nParsed action: {reply}"),
    "kept twice": lines(
        lambda number, reply: json.dumps({"raw_response": f"Thought: go\nAction: {reply}", "action": reply})
    ),
    "another choice": lambda replies, decoy: json.dumps(
        {
            "choices": [
                {"index": 0, "message": {"role": "assistant", "content": "\n".join(replies)}},
                {"index": 1, "message": {"role": "assistant", "content": decoy}},
            ]
        }
    ),
}


def made(text, dialect=None):
    try:
        imported = import_text(text, dialect, SCREEN)
    except CogError as refusal:
        return [f"refused: {refusal.diagnostics[0].message}"]
    return [format_operation(each) for each in imported.workflow.operations if each.name != "WORKFLOW"]


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_what_an_action_is_wrapped_in_does_not_change_it(wrapping):
    for dialect, (replies, decoy) in AGENTS.items():
        text = WRAPPINGS[wrapping](replies, decoy)
        assert made(text) == made("\n".join(replies), dialect), (dialect, text)


def test_what_is_left_out_is_said_and_a_place_in_a_string_is_a_place_in_the_file():
    imported = import_text(
        '{"action": "screenshot"}\nFailed: {"action": "screenshot"}', "computer-use", SCREEN
    )
    assert [each.message for each in imported.diagnostics] == [
        "this action is not done: the text says that it failed"
    ]
    text = '{"n": 1, "said": "Thought: go\\nAction: click(start_box=\'(1,2)\')"}'
    operation = import_text(text).workflow.operations[0]
    assert text[operation.start : operation.end] == "click(start_box='(1,2)')"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("click(start_box='(1,2)')\nwait()\n5) so: left_double(start_box='(3,4)', box)", "not read"),
        ("Action: click(start_box='(1,2)')\n('{\"action\": \"left_click\", \"text\": \"\"}', 3)", "not read"),
        ('{"action_type": "wait"}\n{"action_type": "click", "index": <index>}', "a form to fill in"),
    ],
)  # fmt: skip
def test_an_action_that_was_not_read_is_said(text, said):
    assert any(said in each.message for each in import_text(text).diagnostics)


def test_a_page_of_examples_is_its_authors_plan():
    assert made("Example:\nclick(start_box='(1,2)')") == ["CLICK(box=[[001,002]])"]
