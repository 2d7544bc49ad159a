"""OpenAI's Responses: a list of items goes there, a list of items comes back.

The model's own items are sent back as they came, because its reasoning is sealed in them. A call of the
computer is answered by a picture under the call's id, and by nothing else: a call whose picture is no longer
sent, which failed, or whose safety checks nobody has agreed to, is retold in words, the model's and ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogscript.models.answers import without_reasoning
from cogscript.models.conversation import Turn
from cogscript.models.endpoint import Endpoint
from cogscript.models.interfaces.question import Body, Computer, Interface, Question, events, is_stream
from cogscript.models.pictures import Picture
from cogscript.models.replies import (
    Item,
    ModelCall,
    Reply,
    check_answer,
    strange,
    tokens,
    wrapped_failure,
)

_OLD_TOOL = "computer_use_preview"
_PASSED_ON = ("temperature", "top_p")
_SENT_BACK = frozenset({"message", "reasoning", "computer_call", "function_call"})
CHECKS = "pending_safety_checks"


def _headers(question: Question, endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}


def _body(question: Question, endpoint: Endpoint) -> Body:
    computer = question.computer_for("responses")
    tool = _tool(computer, endpoint) if computer is not None else None
    system = "\n\n".join(each.text for each in question.turns if each.role == "system")
    body: Body = {"model": endpoint.name, "input": list(_items(question.turns, tool))}
    if system:
        body["instructions"] = system
    body |= {name: question.options[name] for name in _PASSED_ON if name in question.options}
    if question.max_tokens:
        body["max_output_tokens"] = question.max_tokens
    if tool is not None:
        body["tools"] = [tool]
        if tool["type"] == _OLD_TOOL:
            body["truncation"] = "auto"  # it refuses to work without
    elif question.tools:
        body["tools"] = [{"type": "function", **each} for each in question.functions]
    else:
        body["store"] = False  # with tools the server needs its own items again
    return body | dict(question.extra)


def _tool(computer: Computer, endpoint: Endpoint) -> dict[str, Any]:
    kind = endpoint.computer_tool or (_OLD_TOOL if "computer-use-preview" in endpoint.name else "computer")
    if kind != _OLD_TOOL:
        return {"type": kind}
    width, height = computer.screen
    return {
        "type": kind,
        "display_width": width,
        "display_height": height,
        "environment": {"macos": "mac", "android": "linux"}.get(computer.environment, computer.environment),
    }


# --- what is sent -----------------------------------------------------------------------------------


def _items(turns: Sequence[Turn], tool: Mapping[str, Any] | None) -> Iterator[Body]:
    at = 0
    while at < len(turns):
        turn = turns[at]
        at += 1
        if turn.role == "system":
            continue
        if not turn.calls:
            yield _message(turn)
            continue
        answers = []
        while at < len(turns) and turns[at].role == "tool":
            answers.append(turns[at])
            at += 1
        items = [dict(each) for each in turn.items if each["type"] in _SENT_BACK] or _calls(turn)
        if tool is None or all(_is_answered(each, answers) for each in items):
            yield from items
            for answer in answers:
                yield from _answer(answer, items, tool)
        else:
            yield from _retold(turn, answers)


def _message(turn: Turn) -> Body:
    if turn.role == "assistant":
        return {"role": "assistant", "content": [{"type": "output_text", "text": turn.text}]}
    return {"role": "user", "content": [_part(each) for each in turn.parts]}


def _part(part: str | Picture) -> Body:
    if isinstance(part, Picture):
        return {"type": "input_image", "image_url": part.url, "detail": "auto"}
    return {"type": "input_text", "text": part}


def _calls(turn: Turn) -> list[Body]:
    said = [_message(Turn("assistant", turn.parts))] if turn.text else []
    return said + [
        {"type": "function_call", "call_id": each.id, "name": each.name, "arguments": each.arguments}
        for each in turn.calls
    ]


def _is_answered(item: Item, answers: Sequence[Turn]) -> bool:
    """Whether an item can stand as it is: a call of the computer needs a picture, and consent."""
    if item.get("type") != "computer_call":
        return True
    mine = [each for each in answers if each.answers == item["call_id"]]
    return any(each.pictures and (each.consented or not item.get(CHECKS)) for each in mine)


def _answer(turn: Turn, items: Sequence[Item], tool: Mapping[str, Any] | None) -> Iterator[Body]:
    call = next(
        (each for each in items if each.get("call_id") == turn.answers and each["type"] == "computer_call"),
        None,
    )
    if call is None:
        yield {"type": "function_call_output", "call_id": turn.answers, "output": turn.text}
        if turn.pictures:
            yield {"role": "user", "content": [_part(each) for each in turn.pictures]}
        return
    shown: Body = {"type": "computer_screenshot", "image_url": turn.pictures[-1].url}
    if tool is not None and tool["type"] != _OLD_TOOL:
        shown["detail"] = "original"  # places are pixels of the picture as it was sent
    answer: Body = {"type": "computer_call_output", "call_id": turn.answers, "output": shown}
    if call.get(CHECKS):
        answer["acknowledged_safety_checks"] = list(call[CHECKS])
    yield answer
    if turn.text:
        yield {"role": "user", "content": [_part(turn.text)]}


def _retold(turn: Turn, answers: Sequence[Turn]) -> Iterator[Body]:
    """A step in words: what the model wanted, and what came of it."""
    wanted = [f"(I used the computer: {each.arguments})" for each in turn.calls]
    text = "\n".join(filter(None, [turn.text, *wanted]))
    yield _message(Turn("assistant", (text,)))
    for answer in answers:
        yield _message(Turn("user", answer.parts or ("done",)))


# --- what comes back ---------------------------------------------------------------------------------


def _read(text: str, endpoint: Endpoint, pictures: Sequence[int]) -> Reply:
    try:
        value = _whole(text) if is_stream(text) else json.loads(text)
        if isinstance(value, dict) and value.get("error"):
            raise wrapped_failure(value, endpoint, pictures)
        items = [dict(each) for each in value["output"]]
        said = "".join(_said(items, "output_text", "text"))
        refusal = "".join(_said(items, "refusal", "refusal"))
        reasoning = "\n".join(
            part["text"]
            for each in items
            if each["type"] == "reasoning"
            for part in each.get("summary") or ()
        )
        calls = tuple(_call(each) for each in items if each["type"] in ("computer_call", "function_call"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise strange(text, endpoint) from None
    details = value.get("incomplete_details") or {}
    why = details.get("reason") if value.get("status") == "incomplete" else None
    written = tokens(value, "output_tokens")
    if why or not calls:
        check_answer(
            said,
            endpoint,
            cut=why == "max_output_tokens",
            filtered=why == "content_filter",
            refusal=refusal,
            reasoning=reasoning,
            written=written,
        )
    answer = without_reasoning(said)
    return Reply(answer, calls, reasoning, tokens(value, "input_tokens"), written, items=tuple(items))


def _said(items: Sequence[Item], kind: str, name: str) -> Iterator[str]:
    for each in items:
        if each["type"] == "message":
            yield from (str(part[name]) for part in each["content"] if part["type"] == kind)


def _call(item: Item) -> ModelCall:
    if item["type"] == "function_call":
        return ModelCall(str(item["call_id"]), str(item["name"]), str(item["arguments"]))
    wanted = {"actions": item["actions"]} if item.get("actions") else dict(item["action"])
    checks = {CHECKS: item[CHECKS]} if item.get(CHECKS) else {}
    return ModelCall(str(item["call_id"]), "computer", json.dumps({**wanted, **checks}, ensure_ascii=False))


def _whole(text: str) -> Any:
    """The answer at the end of a stream: the last event holds all of it."""
    came = events(text)
    ends = ("response.completed", "response.incomplete", "response.failed")
    last = next((each for each in reversed(came) if each.get("type") in ends), None)
    if last is not None:
        return last["response"]
    return next((each for each in came if each.get("type") == "error"), {})


INTERFACE = Interface("/responses", _headers, _body, _read)
