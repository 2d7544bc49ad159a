"""The `result` of QUOTE_TEXT and LLM: comparing it with what was read, and writing it into the file.

Writing changes the value of `result=` and not one character more, so that comments, layout and line
breaks stay as their author made them. A long text is elided as the seed does: its beginning, then `...`,
which tells the next run to read it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.document import read_text, write_text
from cogscript.language.strings import quote

if TYPE_CHECKING:
    from cogscript.language.tree import Operation
    from cogscript.runtime.context import Context, Frame

LONGEST = 200
"""Characters of a result that are written; what is longer is elided."""
_KEPT = 120


def differs(result: str, value: str) -> bool:
    """Whether what was read is something else than the file says; an ellipsis stands for any text."""
    pieces = result.replace("…", "...").split("...")
    if len(pieces) == 1:
        return result.strip() != value.strip()
    at = 0
    pieces = [piece.strip() for piece in pieces]
    value = value.strip()
    if not value.startswith(pieces[0]) or not value.endswith(pieces[-1]):
        return True
    for piece in pieces:
        found = value.find(piece, at)
        if found < 0:
            return True
        at = found + len(piece)
    return False


def elide(value: str) -> str:
    return value if len(value) <= LONGEST else value[:_KEPT].rstrip() + "..."


def save(context: Context) -> None:
    """Write what the run read into the files' `result=`; a file changed meanwhile is left alone."""
    by_file: dict[str, list[tuple[Operation, str]]] = {}
    for operation, frame, value in context.obtained.values():
        if frame.workflow.path is None or operation.spans is None or operation.name == "QUOTE_CLIPBOARD":
            continue
        if context.secrets.holds(value):
            context.warn("secret", "what was read holds a secret: it is not written into the file", operation)
            continue
        by_file.setdefault(_file(frame), []).append((operation, elide(value)))
    for path, found in by_file.items():
        source = next(f.workflow.source for _, f, _ in context.obtained.values() if _file(f) == path)
        assert source is not None
        if read_text(path) != source.text:
            context.message(f"{path} was changed meanwhile: its results are not written", "warning")
            continue
        write_text(path, rewrite(source.text, found))
        context.message(f"{len(found)} result{'s' * (len(found) != 1)} written into {path}")


def _file(frame: Frame) -> str:
    return os.path.realpath(Path(frame.file))


def rewrite(text: str, found: Iterable[tuple[Operation, str]]) -> str:
    """The text with each operation's `result` set, from the end so that places stay right."""
    for operation, value in sorted(found, key=lambda each: each[0].start, reverse=True):
        spans = operation.spans or {}
        if "result" in spans:
            span = spans["result"]
            text = text[: span.value_start] + quote(value) + text[span.end :]
        else:
            last = max(spans.values(), key=lambda each: each.end)
            text = f"{text[: last.end]}, result={quote(value)}{text[last.end :]}"
    return text
