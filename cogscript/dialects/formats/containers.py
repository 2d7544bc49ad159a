"""Takes apart what a plan comes in, so that a dialect sees only its own text or JSON values.

A single action, a transcript, a JSON array, JSON lines, a Markdown answer with code fences, a chat
log: each becomes a list of pieces, and every piece knows where it stands in the file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from typing import Literal

from cogscript.dialects.formats import code_fences
from cogscript.dialects.formats.json_nodes import nodes_of
from cogscript.dialects.formats.json_values import Node
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.syntax.strings import BadEscape, unquote

Kind = Literal["text", "fence", "json"]

_SPEAKERS = "user|human|assistant|ai|system|tool|observation|用户|助手"
_ROLE = re.compile(
    r"^[ \t]*(?:(?:#+[ \t]*)?\**"
    r"(?P<role>user|human|assistant|ai|system|tool(?![ \t*]*[:：][ \t*`]*[\w-]*_[\w-]*[ \t*`]*$)|用户|助手)"
    r"\**[ \t]*[:：]\**[ \t]*"
    rf"|(?:<\|im_start\|>|<\|start_header_id\|>)(?P<begun>{_SPEAKERS})(?:<\|end_header_id\|>)?[ \t]*\r?\n"
    rf"|<\|(?P<tag>{_SPEAKERS})\|>|[\[【](?P<bracket>{_SPEAKERS})[\]】][ \t]*[:：]?[ \t]*"
    rf"|\#+[ \t]*(?P<head>{_SPEAKERS})[ \t]*\r?\n)",
    re.M | re.I,
)
"""Who speaks, as chat logs and the templates of models write it. A tool's name after `tool:` is called."""
_ROLES = {"human": "user", "用户": "user", "ai": "assistant", "gpt": "assistant", "助手": "assistant",
          "model": "assistant", "bot": "assistant", "function": "tool", "observation": "tool"}  # fmt: skip
_LOGS = ("messages", "conversations", "conversation", "chat", "log", "turns", "history")
_ANSWERS = (
    "response", "raw_response", "prediction", "completion", "output_text", "model_output", "generated_text",
    "raw_output", "reply", "model_response", "llm_output", "agent_output", "output", "raw", "answer",
    "content", "message",
)  # fmt: skip
_ANOTHERS = ("type", "name", "function", "tool")
"""Keys of objects that say themselves what they are."""
_REPLY = re.compile(r"^[ \t]*(?:Action[ \t]*[:：][ \t]*)?[A-Za-z_]{2,40}\([^\n]*\)[ \t]*$", re.M)
_WRITTEN = re.compile(r"\s*[A-Za-z_]{2,40}\((?:\s*|\s*[A-Za-z_]{2,40}=[^\n]*)\)\s*")
"""A call with the names of its arguments: others write code and prose there."""
_ENVELOPES = ("choices", "candidates")
_PRINTED = re.compile(
    r"^[^\n]*?\b(?:ChatCompletion\w*|Choice|AIMessage|\w*Message|ModelResponse)\([^\n]*?\bcontent="
    r"(?P<content>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")[^\n]*$",
    re.M,
)
"""A model's reply as Python prints the object that holds it."""
_CALLS = re.compile(
    r"\b(?:tool_calls|tool_uses|function_calls?)=(?!None|\[\]|\(\))|'tool_use'|\bFunctionCall\("
)
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.S
)


class Piece:
    """A part of the file: text, the inside of a code fence, or a JSON value."""

    def __init__(
        self,
        kind: Kind,
        source: Source,
        span: Span,
        *,
        text: str | None = None,
        node: Node | None = None,
        role: str = "",
        language: str = "",
    ) -> None:
        self.kind: Kind = kind
        self.source = source
        self.span = span
        self.text = source.text[span.start : span.end] if text is None else text
        """What it says; for a string of a JSON chat log, with its escapes undone."""
        self.node = node
        """The JSON value, with places, where the kind is json."""
        self.role = role
        """Who said it in a chat log: user, assistant, system, tool; empty elsewhere."""
        self.language = language
        self._quoted = text is not None

    def place(self, start: int, end: int) -> Span:
        """Where a range of `text` stands in the file."""
        if not self._quoted:
            return Span(self.span.start + start, self.span.start + end)
        offsets = self._offsets
        last = len(offsets) - 1
        return Span(offsets[min(start, last)], offsets[min(end, last)])

    @cached_property
    def _offsets(self) -> list[int]:
        """For each character of an unescaped JSON string, and its end, the offset in the file."""
        at, end = self.span.start + 1, self.span.end - 1
        raw = self.source.text
        offsets: list[int] = []
        for match in _ESCAPE.finditer(raw, at, end):
            offsets.extend(range(at, match.start()))
            offsets.append(match.start())
            at = match.end()
        offsets.extend(range(at, end + 1))
        return offsets

    def __repr__(self) -> str:
        return f"Piece({self.kind}, {self.span}, {self.text[:40]!r})"


def pieces(source: Source) -> list[Piece]:
    """The parts of a file, in order; for a file of plain text, the whole as one piece."""
    text = source.text
    begin = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    if nodes := nodes_of(text, begin):
        return [piece for node in nodes for piece in _of_node(source, node, "")]
    return list(_of_text(source, Span(begin, len(text)), None, ""))


@lru_cache(maxsize=1)
def prose(text: str) -> str:
    """What a text says in words: a value in its JSON is data, even if it looks like an action."""
    parts = [
        piece
        for piece in pieces(Source(text))
        if piece.kind != "json" and piece.role not in ("system", "tool")
    ]
    return "\n".join(piece.text for piece in parts)


def _of_node(source: Source, node: Node, role: str) -> Iterator[Piece]:
    if isinstance(node.value, str):
        yield from _of_text(source, node.span, node.value, role)
    elif node.items is not None:
        for item in node.items:
            yield from _of_node(source, item, role)
    elif node.members is not None:
        yield from _of_object(source, node, node.members, role)
    elif node.value is not None:
        yield Piece("json", source, node.span, node=node, role=role)


def _of_object(source: Source, node: Node, members: dict[str, Node], role: str) -> Iterator[Piece]:
    log = next((members[name] for name in _LOGS if name in members and members[name].items), None)
    if log is not None and all(_speaker(item) for item in log.items or ()):
        yield from _of_node(source, log, role)
        return
    if replies := _replies(members):
        for reply in replies:
            yield from _of_node(source, reply, role or "assistant")
        return
    speaker = _speaker(node)
    if speaker and (content := members.get("content") or members.get("value")):
        thinking = members.get("reasoning_content") or members.get("reasoning")
        for part in (thinking, content, members.get("tool_calls")):
            if part is not None:
                yield from _of_node(source, part, speaker)
    elif (
        isinstance(node.value, dict)
        and node.value.get("type") in ("text", "output_text")
        and "text" in members
    ):
        yield from _of_node(source, members["text"], role)
    elif answers := [members[name] for name in _ANSWERS if _is_reply(members.get(name), members)]:
        for answer in answers:
            yield from _of_node(source, answer, role or "assistant")
    elif written := _written_actions(members):
        for action in written:
            yield from _of_node(source, action, role or "assistant")
    else:
        yield Piece("json", source, node.span, node=node, role=speaker or role)


def _written_actions(members: dict[str, Node]) -> list[Node]:
    """The actions of a record of a run that keeps each as the agent wrote it: `"action": "click(…)"`, alone
    or in a list of steps; empty where any of them is something else."""
    action = members.get("action")
    if action is not None:
        text = action.value
        return [action] if isinstance(text, str) and _WRITTEN.fullmatch(text) else []
    for steps in (node.items for name, node in members.items() if node.items and name not in _LOGS):
        found = [_written_actions(step.members or {}) for step in steps or ()]
        if all(found):
            return [action for each in found for action in each]
    return []


def _is_reply(node: Node | None, beside: Collection[str]) -> bool:
    """Whether a text in a record of a run is what a model answered, with a call in it; the record may also
    hold what was done, and then that counts."""
    if node is None or not isinstance(node.value, str):
        return False
    if any("action" in name or name in _ANOTHERS for name in beside):
        return False
    return bool(_REPLY.search(node.value))


def _replies(members: dict[str, Node]) -> list[Node]:
    """What a model answered, in the envelope that its interface puts around it; empty where it is not all
    text, for calls of tools have their own readers."""
    envelope = next((members[name] for name in _ENVELOPES if name in members), None)
    found: list[Node] = []
    for part in (envelope.items or ()) if envelope is not None else ():
        outer = part.members or {}
        message = outer.get("message") or outer.get("content")
        inner = (message.members if message is not None else None) or {}
        content = inner.get("content") or inner.get("parts")
        if content is None or "tool_calls" in inner:
            return []
        for text in [content] if isinstance(content.value, str) else content.items or []:
            if isinstance(text.value, dict) and text.value.keys() <= {"type", "text"} and text.members:
                text = text.members["text"]
            if not isinstance(text.value, str):
                return []
            found.append(text)
    return found


def _speaker(node: Node) -> str:
    """The role of a message of a chat log; empty for any other value."""
    value = node.value
    if not isinstance(value, dict):
        return ""
    role = value.get("role") if "content" in value else value.get("from") if "value" in value else ""
    return _ROLES.get(role.casefold(), role.casefold()) if isinstance(role, str) else ""


def _of_text(source: Source, span: Span, quoted: str | None, role: str) -> Iterator[Piece]:
    if quoted is None:
        for part in _printed(source, span, role):
            if isinstance(part, Piece):
                yield part
            else:
                yield from _of_plain_text(source, part, None, role)
    else:
        yield from _of_plain_text(source, span, quoted, role)


def _printed(source: Source, span: Span, role: str) -> Iterator[Piece | Span]:
    """A text between the replies that a program printed as objects, and those replies. One that stands in
    the text once more, as a text, is left out: it is the same reply."""
    at = span.start
    for printed in _PRINTED.finditer(source.text, span.start, span.end):
        try:
            content = unquote(printed["content"])
        except BadEscape:
            continue
        if _CALLS.search(printed[0]):
            continue  # its calls are the reply, and are found in the object itself
        yield Span(at, printed.start())
        rest = source.text[span.start : printed.start()] + source.text[printed.end() : span.end]
        if content.strip() not in rest.replace("\r\n", "\n"):
            yield Piece(
                "text", source, Span(*printed.span("content")), text=content, role=role or "assistant"
            )
        at = printed.end()
    yield Span(at, span.end)


def _of_plain_text(source: Source, span: Span, quoted: str | None, role: str) -> Iterator[Piece]:
    text = source.text[span.start : span.end] if quoted is None else quoted
    for start, end, speaker in _turns(text):
        for kind, begin, stop, language in code_fences.parts(text, start, end):
            if text[begin:stop].strip():
                yield _part(source, span, quoted, kind, begin, stop, speaker or role, language)


def _part(
    source: Source,
    span: Span,
    quoted: str | None,
    kind: Kind,
    begin: int,
    stop: int,
    role: str,
    language: str,
) -> Piece:
    if quoted is None:
        where = Span(span.start + begin, span.start + stop)
        return Piece(kind, source, where, role=role, language=language)
    whole = Piece(kind, source, span, text=quoted, role=role, language=language)
    if (begin, stop) == (0, len(quoted)):
        return whole
    # A part of a JSON string: its own string, cut out of the file at the right places.
    where = whole.place(begin, stop)
    return Piece(
        kind,
        source,
        Span(where.start - 1, where.end + 1),
        text=quoted[begin:stop],
        role=role,
        language=language,
    )


def _turns(text: str) -> Iterator[tuple[int, int, str]]:
    """The turns of a chat log written as text; the whole when it is none."""
    marks = list(_ROLE.finditer(text))
    named = [str(mark[str(mark.lastgroup)]).casefold() for mark in marks]
    roles = [_ROLES.get(name, name) for name in named]
    if "assistant" not in roles:
        yield 0, len(text), ""
        return
    if text[: marks[0].start()].strip():
        yield 0, marks[0].start(), ""
    for index, (mark, role) in enumerate(zip(marks, roles, strict=True)):
        yield mark.end(), marks[index + 1].start() if index + 1 < len(marks) else len(text), role
