"""What a plan comes in, taken apart with exact places."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cogscript
from cogscript.dialects import import_text
from cogscript.dialects.formats.containers import pieces
from cogscript.language.model.diagnostic import Source

ACTION = "Action: Save.\nGrounded Operation: CLICK(box=[[1,2,3,4]], element_info='保存')"
EXPECTED = "# Save.\nCLICK(box=[[001,002,003,004]], element_info='保存')\n"


@pytest.mark.parametrize(
    ("container", "line"),
    [
        (ACTION, 2),
        ("\ufeff" + ACTION.replace("\n", "\r\n"), 2),
        (f"Here it is:\n\n```\n{ACTION}\n```\nDone.", 5),
        (f"~~~text\n{ACTION}\n~~~", 3),
        (json.dumps([ACTION]), 1),
        (json.dumps([{"role": "assistant", "content": ACTION}], indent=1), 4),
        (json.dumps({"messages": [{"role": "assistant", "content": [{"type": "text", "text": ACTION}]}]}), 1),
        (json.dumps({"conversations": [{"from": "gpt", "value": ACTION}]}), 1),
        (f"System: CLICK(box=[[9,9,9,9]])\nUser:\nAssistant: {ACTION}\n", 4),
        (
            '{"role": "system", "content": "CLICK(box=[[9,9,9,9]])"}\n'
            + json.dumps({"role": "assistant", "content": ACTION}),
            2,
        ),
    ],
)
def test_the_same_action_in_every_container(container, line):
    workflow = import_text(container, "cogagent").workflow
    assert cogscript.format(workflow) == EXPECTED
    assert workflow.operations[0].line == line


def test_a_place_in_a_string_with_escapes_is_exact():
    text = json.dumps(['a\n\t"é" 😀 \\ CLICK(box=[[1,2,3]])'])
    source = Source(text)
    (piece,) = pieces(source)
    at = piece.text.index("CLICK")
    span = piece.place(at, at + 5)
    assert text[span.start : span.end] == "CLICK"


@given(st.text())
def test_every_character_of_a_quoted_text_has_its_place(text):
    source = Source(json.dumps(["x" + text + "END"]))
    for piece in pieces(source):
        start = piece.text.rfind("END")
        span = piece.place(start, start + 3)
        assert piece.text[start:] != "END" or source.text[span.start : span.end] == "END"


@given(st.text())
def test_any_text_comes_apart(text):
    for piece in pieces(Source(text)):
        assert 0 <= piece.span.start <= piece.span.end <= len(text)
