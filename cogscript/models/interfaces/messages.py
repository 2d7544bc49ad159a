"""Anthropic's Messages: blocks of text, pictures, calls and what came of them, in turns of two.

The model's own blocks are sent back as they came, because its thinking is signed. What came of a call is a
block of the next user's turn, under the call's id, with the picture in it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.models.answers import without_reasoning
from cogscript.models.conversation import Part, Turn
from cogscript.models.endpoint import Endpoint
from cogscript.models.faults import too_long
from cogscript.models.interfaces.question import Body, Interface, Question, events, is_stream
from cogscript.models.pictures import Picture
from cogscript.models.replies import ModelCall, Reply, check_answer, strange, tokens, wrapped_failure

_VERSION = "2023-06-01"
_ENOUGH = 4096
"""Tokens of an answer where the settings do not say: the interface wants a number."""
_TOOL, _OLDER_TOOL = "computer_20251124", "computer_20250124"
_OLDER_MODELS = re.compile(
    r"claude-3|opus-4-1|(sonnet|haiku)-4-5|(opus|sonnet)-4(-0)?([-@]20\d{6})?(-v\d.*)?$", re.IGNORECASE
)
"""Models that know only the older tool."""
_OPTIONS = {"temperature": "temperature", "top_p": "top_p", "stop": "stop_sequences"}
_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def _headers(question: Question, endpoint: Endpoint) -> dict[str, str]:
    headers = {"anthropic-version": _VERSION}
    if endpoint.api_key:
        headers["x-api-key"] = endpoint.api_key
    if question.computer_for("messages") is not None:
        day = _tool_of(endpoint).rpartition("_")[2]
        headers["anthropic-beta"] = f"computer-use-{day[:4]}-{day[4:6]}-{day[6:]}"
    return headers


def _tool_of(endpoint: Endpoint) -> str:
    tool = endpoint.computer_tool or (_OLDER_TOOL if _OLDER_MODELS.search(endpoint.name) else _TOOL)
    if not re.fullmatch(r"computer_\d{8}", tool):
        raise Fault(
            "model-api",
            f"`computer_tool` under [{endpoint.section}] is no tool of Anthropic's: `{tool}`",
            f"its tools are called like `{_TOOL}`",
        )
    return tool


def _body(question: Question, endpoint: Endpoint) -> Body:
    body: Body = {
        "model": endpoint.name,
        "max_tokens": question.max_tokens or _ENOUGH,
        "messages": _turns(question.turns),
    }
    system = "\n\n".join(each.text for each in question.turns if each.role == "system")
    if system:
        body["system"] = system
    body |= {name: question.options[each] for each, name in _OPTIONS.items() if each in question.options}
    computer = question.computer_for("messages")
    if computer is not None:
        width, height = computer.screen
        size = {"display_width_px": width, "display_height_px": height}
        body["tools"] = [{"type": _tool_of(endpoint), "name": "computer", **size}]
    elif question.tools:
        body["tools"] = [
            {
                "name": each["name"],
                "description": each.get("description", ""),
                "input_schema": each["parameters"],
            }
            for each in question.functions
        ]
    return body | dict(question.extra)


# --- what is sent -----------------------------------------------------------------------------------


def _turns(turns: Sequence[Turn]) -> list[Body]:
    """Turns in which user and assistant take turns: what follows in one's name is one turn."""
    made: list[Body] = []
    for turn in turns:
        if turn.role == "system":
            continue
        role = "assistant" if turn.role == "assistant" else "user"
        blocks = _blocks(turn)
        if made and made[-1]["role"] == role:
            made[-1]["content"] += blocks
        elif blocks:
            made.append({"role": role, "content": blocks})
    return made


def _blocks(turn: Turn) -> list[Body]:
    if turn.items:
        return [dict(each) for each in turn.items]
    said = [_block(each) for each in turn.parts if each != ""]
    if turn.role == "tool":
        return [{"type": "tool_result", "tool_use_id": turn.answers, "content": said}]
    called = [
        {"type": "tool_use", "id": each.id, "name": each.name, "input": json.loads(each.arguments or "{}")}
        for each in turn.calls
    ]
    return said + called


def _block(part: Part) -> Body:
    if not isinstance(part, Picture):
        return {"type": "text", "text": part}
    data = base64.b64encode(part.data).decode("ascii")
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


# --- what comes back ---------------------------------------------------------------------------------


def _read(text: str, endpoint: Endpoint, pictures: Sequence[int]) -> Reply:
    try:
        value = _whole(text) if is_stream(text) else json.loads(text)
        if isinstance(value, dict) and value.get("error"):
            raise wrapped_failure(value, endpoint, pictures)
        blocks = [dict(each) for each in value["content"]]
        said = "".join(str(each["text"]) for each in blocks if each["type"] == "text")
        reasoning = "\n".join(str(each["thinking"]) for each in blocks if each["type"] == "thinking")
        calls = tuple(
            ModelCall(str(each["id"]), str(each["name"]), json.dumps(each["input"], ensure_ascii=False))
            for each in blocks
            if each["type"] == "tool_use"
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise strange(text, endpoint) from None
    why = value.get("stop_reason")
    if why == "model_context_window_exceeded":
        raise too_long(None, None, endpoint)
    written = tokens(value, "output_tokens")
    if not calls or why in ("max_tokens", "refusal"):
        refusal = (said or "it gave no reason") if why == "refusal" else ""
        check_answer(
            said, endpoint, cut=why == "max_tokens", refusal=refusal, reasoning=reasoning, written=written
        )
    read = sum(tokens(value, each) for each in _READ)
    return Reply(without_reasoning(said), calls, reasoning, read, written, items=tuple(blocks))


def _whole(text: str) -> Any:
    """The pieces of a stream as one message."""
    whole: dict[str, Any] = {"content": []}
    blocks: dict[int, dict[str, Any]] = {}
    written: dict[int, str] = {}
    for event in events(text):
        kind = event.get("type")
        if kind == "error":
            return event
        if kind == "message_start":
            whole |= {"usage": dict(event["message"].get("usage") or {})}
        elif kind == "content_block_start":
            blocks[event["index"]] = dict(event["content_block"])
        elif kind == "content_block_delta":
            _add(blocks[event["index"]], event["delta"], written, event["index"])
        elif kind == "message_delta":
            whole |= {"stop_reason": event["delta"].get("stop_reason")}
            whole["usage"] = {**whole.get("usage", {}), **(event.get("usage") or {})}
    for index, arguments in written.items():
        try:
            blocks[index]["input"] = json.loads(arguments or "{}")
        except ValueError:  # the answer was cut off in the middle of it, and says so
            blocks[index]["input"] = {}
    return whole | {"content": [blocks[index] for index in sorted(blocks)]}


def _add(block: dict[str, Any], delta: dict[str, Any], written: dict[int, str], index: int) -> None:
    if delta["type"] == "input_json_delta":
        written[index] = written.get(index, "") + delta["partial_json"]
        return
    for name in ("text", "thinking", "signature"):
        if name in delta:
            block[name] = block.get(name, "") + delta[name]


INTERFACE = Interface("/messages", _headers, _body, _read)
