"""A conversation of several turns: texts, pictures, tool calls and what came of them.

Messages are plain values. What is sent is made of them by pure functions: the newest pictures are kept, older
turns stay as text, names stand in for secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from cogscript.models.pictures import Picture
from cogscript.models.replies import Item, ModelCall, Reply

Role = Literal["system", "user", "assistant", "tool"]
Part = str | Picture


@dataclass(frozen=True, slots=True)
class Turn:
    role: Role
    parts: tuple[Part, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    """Of the assistant: the tools it wanted called."""
    answers: str = ""
    """Of a tool: the id of the call it answers."""
    items: tuple[Item, ...] = ()
    """Of the assistant: its turn as its own interface sent it, which wants it back as it was."""
    consented: bool = False
    """Of a tool: a person has agreed to the call, and to what its maker's checks say of it."""

    @property
    def text(self) -> str:
        return "\n".join(part for part in self.parts if isinstance(part, str))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(part for part in self.parts if isinstance(part, Picture))


def system(text: str) -> Turn:
    return Turn("system", (text,))


def user(*parts: Part) -> Turn:
    return Turn("user", parts)


def assistant(text: str, calls: Sequence[ModelCall] = ()) -> Turn:
    return Turn("assistant", (text,) if text else (), tuple(calls))


def replied(reply: Reply) -> Turn:
    """A model's turn, as it is told it again."""
    return replace(assistant(reply.answer, reply.calls), items=reply.items)


def tool(call: ModelCall, *parts: Part, consented: bool = False) -> Turn:
    """What came of a tool call."""
    return Turn("tool", parts, answers=call.id, consented=consented)


def with_newest_pictures(messages: Sequence[Turn], keep: int, omitted: str = "") -> list[Turn]:
    """The conversation with its newest pictures alone.

    `omitted` is the text in the place of an older one. Without it the picture goes without a trace, and a
    message that was nothing else goes with it, unless it answers a call.
    """
    left = keep
    kept: list[Turn] = []
    for message in reversed(messages):
        parts: list[Part] = []
        for part in reversed(message.parts):
            if not isinstance(part, Picture):
                parts.append(part)
            elif left > 0:
                left -= 1
                parts.append(part)
            elif omitted:
                parts.append(omitted)
        if parts or message.calls or message.answers or not message.parts:
            kept.append(replace(message, parts=tuple(reversed(parts))))
    return kept[::-1]


def wire(messages: Sequence[Turn]) -> list[dict[str, Any]]:
    """The messages as an OpenAI-compatible server wants them."""
    return [_wired(each) for each in messages]


def clean(messages: Sequence[Turn], hide: Callable[[str], str]) -> list[Turn]:
    """The messages as they may go out: `hide` has seen every text, and none holds half a character."""

    def text(text: str) -> str:
        return hide(_whole(text))

    return [
        replace(
            each,
            parts=tuple(text(part) if isinstance(part, str) else part for part in each.parts),
            calls=tuple(call._replace(arguments=text(call.arguments)) for call in each.calls),
            items=tuple(_hidden(item, text) for item in each.items),
        )
        for each in messages
    ]


_SEALED = frozenset({"encrypted_content", "signature", "data", "id", "call_id"})
"""Fields that only the server can read: changed by a letter they are worth nothing."""


def _hidden(value: Any, text: Callable[[str], str], name: str = "") -> Any:
    if isinstance(value, str):
        return value if name in _SEALED else text(value)
    if isinstance(value, dict):
        return {key: _hidden(each, text, key) for key, each in value.items()}
    return [_hidden(each, text) for each in value] if isinstance(value, list) else value


def _wired(message: Turn) -> dict[str, Any]:
    content: Any
    if message.pictures:
        content = [
            {"type": "image_url", "image_url": {"url": part.url}}
            if isinstance(part, Picture)
            else {"type": "text", "text": part}
            for part in message.parts
        ]
    else:  # the oldest form, which every server reads
        content = message.text
    wired: dict[str, Any] = {"role": message.role, "content": content}
    if message.calls:
        wired["tool_calls"] = [
            {
                "id": each.id,
                "type": "function",
                "function": {"name": each.name, "arguments": each.arguments},
            }
            for each in message.calls
        ]
    if message.answers:
        wired["tool_call_id"] = message.answers
    return wired


def _whole(text: str) -> str:
    """Halves of characters, as clipboards and screens give them, cannot be sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
