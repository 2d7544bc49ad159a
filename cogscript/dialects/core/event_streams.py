"""Replies as the models' services send them, piece by piece: put together again before anything is read.

A stream tells one thing several times (an item is added, is done, and stands in the whole response), or in
pieces that mean nothing alone (the halves of a call's arguments). What it says in the end is written as one
message each; every character of it stands where its first event does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cogscript.dialects.core.empty_marks import Told

_SIGN = re.compile(
    r'"(?:content_block_(?:start|delta)|input_json_delta|response\.(?:output_item|completed|done)[\w.]*'
    r'|chat\.completion\.chunk)"|"delta"\s*:\s*\{'
)
_LARGEST = 4_000_000
_FIELD = re.compile(
    r"^[ \t]*(?:event|id|retry)[ \t]*:[^\n]*$|^[ \t]*data[ \t]*:[ \t]*(?:\[DONE\][ \t]*$)?", re.M
)
"""What stands around the events: the fields of a stream of events, and how it ends."""
_ITEMS = ("response.output_item.done", "response.output_item.added")
_AROUND = ("message_start", "message_delta", "message_stop", "ping")
_ENDS = ("response.completed", "response.done", "response.incomplete")


def put_together(text: str) -> list[Told] | None:
    """The text with its events as whole messages; None for one that is no stream."""
    if len(text) > _LARGEST or not _SIGN.search(text):
        return None
    stream = _Stream()
    at = 0
    for value, start, end in json_values(text):
        events = value if isinstance(value, list) else [value]
        if not events or not all(isinstance(each, dict) for each in events):
            continue
        if any(map(stream.knows, events)):
            stream.keep(text, at, start)
            for each in events:
                if not stream.take(each, start):
                    stream.told.append(Told(json.dumps(each, ensure_ascii=False) + "\n", start))
            at = end
    if not at:
        return None
    stream.keep(text, at, len(text))
    return stream.whole()


def json_values(text: str) -> Iterator[tuple[Any, int, int]]:
    """The JSON values of a text that begin a line, or follow the field of a stream."""
    decoder = json.JSONDecoder()
    at = 0
    while (start := _next(text, at)) >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
            continue
        yield value, start, end
        at = end


_BEGIN = re.compile(r"(?:^|\n|data:|,)[ \t\r]*(?=[\[{])")


def _next(text: str, at: int) -> int:
    found = _BEGIN.search(text, at)
    return found.end() if found else -1


class _Stream:
    """The messages of the streams in one text."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.blocks: dict[tuple[int, int], dict[str, Any]] = {}
        """Of Anthropic's: each by its message and its number."""
        self.starts: dict[tuple[int, int], int] = {}
        self.message = 0
        self.is_doubled = False
        """Whether a program tells of the stream, and of each message when it is whole."""
        self.items: dict[str, tuple[Any, int]] = {}
        """Of OpenAI's: the last that was told of each."""
        self.chats: dict[str, _Chat] = {}
        """Answers in chunks, each by its id."""

    def knows(self, event: dict[str, Any]) -> bool:
        kind = event.get("type")
        if isinstance(kind, str):
            own = kind.startswith(("content_block_", "response.")) or kind in _AROUND
            return own or (kind == "stream_event" and isinstance(event.get("event"), dict))
        return bool(_deltas(event))

    def keep(self, text: str, start: int, end: int) -> None:
        """What stands between the events, without the fields of the stream."""
        left = _FIELD.sub("", text[start:end]).strip(", \t\r\n[]")
        if left:
            self.told.append(Told(left + "\n", start))

    def take(self, event: dict[str, Any], start: int) -> bool:
        kind = str(event.get("type", ""))
        if kind == "stream_event" and isinstance(event.get("event"), dict):
            self.is_doubled = True
            return self.take(event["event"], start)
        if kind in _AROUND:
            self.message += kind == "message_start"
            return True
        if kind.startswith("content_block_"):
            self._block(kind, event, start)
            return True
        if kind.startswith("response."):
            self._item(kind, event, start)
            return True
        if deltas := _deltas(event):
            chat = self.chats.setdefault(str(event.get("id")), _Chat(start))
            for delta in deltas:
                chat.take(delta)
            return True
        return False

    def _block(self, kind: str, event: dict[str, Any], start: int) -> None:
        index = event.get("index")
        key = (self.message, index if isinstance(index, int) else 0)
        if kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            self.blocks[key] = {**event["content_block"], "_told": ""}
            self.starts[key] = start
        delta = event.get("delta")
        if kind == "content_block_delta" and isinstance(delta, dict):
            block = self.blocks.setdefault(key, {"type": "text", "text": "", "_told": ""})
            self.starts.setdefault(key, start)
            block["_told"] += str(delta.get("partial_json") or delta.get("text") or "")

    def _item(self, kind: str, event: dict[str, Any], start: int) -> None:
        response = event.get("response")
        if kind in _ENDS and isinstance(response, dict):
            for index, item in enumerate(response.get("output") or ()):
                self._remember(item, index, start)
        elif kind in _ITEMS:
            self._remember(event.get("item"), event.get("output_index"), start)

    def _remember(self, item: Any, index: Any, start: int) -> None:
        if isinstance(item, dict):
            name = str(item.get("call_id") or item.get("id") or index)
            self.items[name] = (item, self.items[name][1] if name in self.items else start)

    def whole(self) -> list[Told]:
        """All that was told, in its order."""
        made = list(self.told)
        whole_ones = self.is_doubled and any('"type": "assistant"' in told.text for told in made)
        for key, block in () if whole_ones else self.blocks.items():
            made.append(Told(json.dumps(_block(block), ensure_ascii=False) + "\n", self.starts[key]))
        made += [Told(json.dumps(item, ensure_ascii=False) + "\n", at) for item, at in self.items.values()]
        for chat in self.chats.values():
            made += chat.whole()
        return sorted(made, key=lambda told: told.start)


class _Chat:
    """One answer that comes in chunks: its text, and the names and arguments of its calls."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.content: list[str] = []
        self.calls: dict[int, dict[str, str]] = {}

    def take(self, delta: dict[str, Any]) -> None:
        if isinstance(delta.get("content"), str):
            self.content.append(delta["content"])
        for number, call in enumerate(delta.get("tool_calls") or ()):
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                index = call.get("index")
                known = index if isinstance(index, int) else number
                whole = self.calls.setdefault(known, {"name": "", "arguments": ""})
                for key in whole:
                    whole[key] += str(function.get(key) or "")

    def whole(self) -> list[Told]:
        made = [Told("".join(self.content) + "\n", self.start)] if self.content else []
        for call in self.calls.values():
            written = json.dumps({"type": "function", "function": call}, ensure_ascii=False)
            made.append(Told(written + "\n", self.start))
        return made


def _block(block: dict[str, Any]) -> dict[str, Any]:
    told = block.pop("_told")
    if block.get("type") != "tool_use":
        return (
            {**block, "text": str(block.get("text") or "") + told} if block.get("type") == "text" else block
        )
    try:
        given = json.loads(told) if told.strip() else block.get("input", {})
    except ValueError:
        given = told  # cut off: what is read of it says so
    return {**block, "input": given}


def _deltas(event: dict[str, Any]) -> list[dict[str, Any]]:
    """The pieces of the first answer that a chunk of a chat holds."""
    choices = event.get("choices")
    if not isinstance(choices, list):
        return []
    return [
        choice["delta"]
        for choice in choices
        if isinstance(choice, dict) and isinstance(choice.get("delta"), dict) and not choice.get("index")
    ]
