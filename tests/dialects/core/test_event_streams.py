"""Replies as services stream them, and logs that repeat them: each call is done once, and whole."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.write.formatter import format_operation

CLICK = "CLICK(box=[[100,200]])"
CALL = {"id": "cu_1", "type": "computer_call", "call_id": "call_1", "status": "completed",
        "action": {"type": "click", "button": "left", "x": 100, "y": 200}}  # fmt: skip
OTHER = {**CALL, "id": "cu_2", "call_id": "call_2", "action": {"type": "keypress", "keys": ["F5"]}}


def done(text):
    imported = import_text(text, screen=Size(1000, 1000))
    steps = [format_operation(each) for each in imported.workflow.operations if each.name != "WORKFLOW"]
    return steps, [each.message for each in imported.diagnostics]


def streamed(events):
    return "".join(f"event: {each.get('type')}\ndata: {json.dumps(each)}\n\n" for each in events)


def block(index, name, *pieces):
    delta = "content_block_delta"
    yield {"type": "content_block_start", "index": index,
           "content_block": {"type": "tool_use", "id": f"t{index}", "name": name, "input": {}}}  # fmt: skip
    for piece in pieces:
        yield {"type": delta, "index": index, "delta": {"type": "input_json_delta", "partial_json": piece}}
    yield {"type": "content_block_stop", "index": index}


def chunk(**delta):
    return {"id": "c1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}


def argued(text, **more):
    return chunk(tool_calls=[{"index": 0, "function": {"arguments": text, **more}}])


STREAMS = {
    "anthropic": [
        {"type": "message_start", "message": {"role": "assistant", "content": []}},
        *block(1, "computer", "", '{"action": "left_', 'click", "coordinate": [100', ", 200]}"),
        {"type": "message_stop"},
    ],
    "openai": [
        {"type": "response.created", "response": {"output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**CALL, "status": "in_progress"}},
        {"type": "response.output_item.done", "output_index": 0, "item": CALL},
        {"type": "response.completed", "response": {"output": [CALL]}},
    ],
    "text": [chunk(content=text) for text in ("Thought: x\nAction: cli", "ck(start_box='(1", "00,200)')")],
    "calls": [
        argued("", name="computer_use"),
        argued('{"action": "left_click", "coor'),
        argued('dinate": [100, 200]}'),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_put_together(name):
    assert done(streamed(STREAMS[name]) + "data: [DONE]\n") == ([CLICK], [])
    assert done("\n".join(map(json.dumps, STREAMS[name]))) == ([CLICK], [])


def test_a_call_that_is_cut_off_is_refused_and_the_others_are_kept():
    cut = [
        *block(0, "computer", '{"action": "key", "text": "F5"}'),
        *block(1, "computer", '{"action": "left_'),
    ]
    steps, said = done(streamed(cut))
    assert steps == ["KEY_PRESS(key='F5')"]
    assert said


def test_what_is_sent_again_is_done_once_and_said():
    again = "a call with this id stands before: it is done once"
    log = [{"output": [CALL]}, {"input": [CALL], "output": [OTHER]}, {"input": [CALL, OTHER], "output": []}]
    assert done(json.dumps(log)) == ([CLICK, "KEY_PRESS(key='F5')"], [again] * 3)
    reused = {**CALL, "action": OTHER["action"]}
    assert done(json.dumps([CALL, reused])) == ([CLICK, "KEY_PRESS(key='F5')"], [])


def test_requests_that_repeat_the_answers_before_them_are_done_once():
    answers = [f'<answer>do(action="{name}")</answer>' for name in ("Home", "Back", "Back")]
    turns, log = [{"role": "user", "content": "go"}], []
    for answer in answers:
        turns = [*turns, {"role": "assistant", "content": answer}]
        log.append({"messages": turns})
    once = ["SYSTEM_BUTTON(button='home')", "GO_BACK()", "GO_BACK()"]
    steps, said = done("\n".join(map(json.dumps, log)))
    assert (steps, len(said)) == (once, 2)
    assert done(json.dumps({"steps": log}))[0] == once
    apart = [{"messages": [turns[0], turns[2]]}, {"messages": [turns[0], turns[2]]}]
    assert done(json.dumps(apart)) == (["GO_BACK()", "GO_BACK()"], [])
