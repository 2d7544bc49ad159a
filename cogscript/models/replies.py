"""What a server's answer says: the text, the tool calls, the tokens; or why there is none.

An answer that came in pieces (`stream` among the extra fields: some servers give reasoning models no other
way) is put together first, and then read as any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cogscript.language.model.diagnostic import Fault
from cogscript.models.answers import quoted, without_reasoning
from cogscript.models.endpoint import Endpoint
from cogscript.models.faults import Transient, error_of, may_pass, scrub, server_message, status_fault

Item = Mapping[str, Any]
"""A piece of a reply as an interface has it: a message, a call, sealed reasoning."""


_SERVERS = {
    "chat": "an OpenAI-compatible server",
    "responses": "a server that speaks OpenAI's Responses",
    "messages": "a server that speaks Anthropic's Messages",
}


_STATUSES: dict[object, int] = {
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "overloaded_error": 529,
    "api_error": 500,
    "server_error": 500,
}
"""What failures are called that come without a status, in the middle of a stream."""


class ModelCall(NamedTuple):
    """A tool the model wants called; what comes of it is told under the same id."""

    id: str
    name: str
    arguments: str
    """JSON, as the model wrote it: it may be broken."""


class Reply(NamedTuple):
    answer: str
    """The text without its reasoning; may be empty where tools are called."""
    calls: tuple[ModelCall, ...] = ()
    reasoning: str = ""
    read: int = 0
    """Tokens of the prompt the server says it has read; 0 where it does not say."""
    written: int = 0
    """Tokens of the answer, reasoning included, that it says; 0 where it does not."""
    seconds: float = 0.0
    """How long the server took, with every try."""
    items: tuple[Item, ...] = ()
    """The reply as it came, where the interface wants it back so."""


def read_reply(body: str, endpoint: Endpoint, pictures: Sequence[int] = ()) -> Reply:
    """The reply in a body; a Fault, or Transient, where there is none. `pictures`: bytes of those sent."""
    try:
        value = _joined(body) if body.lstrip().startswith("data:") else json.loads(body)
    except ValueError:
        raise strange(body, endpoint) from None
    if isinstance(value, dict) and value.get("error") and not value.get("choices"):
        raise wrapped_failure(value, endpoint, pictures)
    try:
        choice = value["choices"][0]
        message = choice["message"]
        text = _text(message.get("content"))
        calls = tuple(map(_call, message.get("tool_calls") or ()))
    except (KeyError, IndexError, TypeError, AttributeError):
        raise strange(body, endpoint) from None
    said = str(message.get("reasoning_content") or message.get("reasoning") or "").strip()
    if not calls:
        finish = choice.get("finish_reason")
        check_answer(
            text,
            endpoint,
            cut=finish == "length",
            filtered=finish == "content_filter",
            refusal=str(message.get("refusal") or ""),
            reasoning=said,
            written=tokens(value, "completion_tokens"),
        )
    answer = without_reasoning(text)
    return Reply(
        answer,
        calls,
        said or (text.strip().removesuffix(answer).strip() if answer else text.strip()),
        tokens(value, "prompt_tokens"),
        tokens(value, "completion_tokens"),
    )


def wrapped_failure(
    value: Mapping[str, Any], endpoint: Endpoint, pictures: Sequence[int]
) -> Fault | Transient:
    """A failure inside an answer: some gateways wrap the real server's in a status of 200."""
    error = error_of(json.dumps(value))
    code = error.get("code")
    named = next((_STATUSES[each] for each in (code, error.get("type")) if each in _STATUSES), 400)
    status = code if isinstance(code, int) and 400 <= code < 600 else named
    fault = status_fault(status, json.dumps(value), endpoint, pictures)
    return Transient(fault, f"the server said {status}") if may_pass(status, fault) else fault


def _call(call: Mapping[str, Any]) -> ModelCall:
    function = call["function"]
    arguments = function.get("arguments")
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ModelCall(str(call.get("id") or ""), str(function["name"]), written)


def _joined(body: str) -> dict[str, Any]:
    """The pieces of a streamed answer as one whole; ValueError where they are none."""
    message: dict[str, Any] = {"role": "assistant", "content": ""}
    calls: dict[int, dict[str, Any]] = {}
    whole: dict[str, Any] = {}
    finish = None
    for line in body.splitlines():
        text = line.removeprefix("data:").strip()
        if not line.startswith("data:") or text == "[DONE]":
            continue
        piece = json.loads(text)
        if not isinstance(piece, dict) or piece.get("error"):
            return piece if isinstance(piece, dict) else {}
        whole |= {"usage": piece["usage"]} if piece.get("usage") else {}
        for choice in piece.get("choices") or ():
            finish = choice.get("finish_reason") or finish
            delta = choice.get("delta") or {}
            for name in ("content", "reasoning_content", "reasoning", "refusal"):
                if isinstance(delta.get(name), str):
                    message[name] = message.get(name, "") + delta[name]
            for part in delta.get("tool_calls") or ():
                call = calls.setdefault(part.get("index", 0), {"id": "", "function": {}})
                call["id"] = part.get("id") or call["id"]
                for name, value in (part.get("function") or {}).items():
                    call["function"][name] = call["function"].get(name, "") + (value or "")
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    return {"choices": [{"message": message, "finish_reason": finish}], **whole}


def check_answer(
    text: str,
    endpoint: Endpoint,
    *,
    cut: bool = False,
    filtered: bool = False,
    refusal: str = "",
    reasoning: str = "",
    written: int = 0,
) -> None:
    """A Fault where what came is no answer."""
    model = f"the model `{endpoint.name}`"
    if cut:
        after = f" after {written} tokens" if written else ""
        raise Fault(
            "model-cut",
            f"the answer of {model} was cut off{after}: it reached its length limit",
            "ask for a shorter answer, or raise `max_tokens` under "
            f"[{endpoint.section}] in the settings file",
        )
    if filtered:
        raise Fault("model-filtered", f"the server's content filter withheld the answer of {model}")
    if refusal:
        said = quoted(scrub(refusal, endpoint.api_key))
        raise Fault("model-filtered", f"{model} refused to answer: {said}")
    if not without_reasoning(text):
        why = "only reasoning and no answer" if text.strip() or reasoning else "an empty answer"
        raise Fault(
            "model-empty", f"{model} gave {why}", "put the question in other words, or use another model"
        )


def _text(content: object) -> str:
    """Text, or the text of its parts, as newer servers send it."""
    if isinstance(content, list):
        return "".join(str(part["text"]) for part in content if part.get("type") == "text")
    if content is None or isinstance(content, str):
        return content or ""
    raise TypeError(content)


def tokens(value: Mapping[str, Any], which: str) -> int:
    usage = value.get("usage")
    count = usage.get(which) if isinstance(usage, Mapping) else None
    return count if isinstance(count, int) else 0


def strange(body: str, endpoint: Endpoint) -> Fault:
    came = quoted(server_message(body, endpoint.api_key), 120) if body.strip() else "nothing at all"
    return Fault(
        "model-answer",
        f"what came from {endpoint.shown} is no answer of {_SERVERS[endpoint.api]}: {came}",
        f"check the address ({endpoint.address_from}): it usually ends in /v1",
    )
