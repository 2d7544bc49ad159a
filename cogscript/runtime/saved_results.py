"""The `result` of QUOTE_TEXT and LLM: comparing it with what was read, and writing it into the file.

A long text is elided as the seed does: its beginning, then `...`,
which tells the next run to read it again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.document import rewrite
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.write.editing import Edit, edited

if TYPE_CHECKING:
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.state import RunState

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


def save(state: RunState) -> None:
    """Write what the run read into the files' `result=`; a file changed meanwhile is left alone."""
    by_file: dict[str, list[Edit]] = {}
    for operation, frame, value in state.obtained.values():
        if frame.workflow.path is None or operation.spans is None or not OPERATIONS[operation.name].recorded:
            continue
        if state.voice.secrets.holds(value):
            said = "what was read holds a secret: it is not written into the file"
            state.voice.warn("secret", said, frame.source, operation.span)
            continue
        by_file.setdefault(_file(frame), []).append(Edit(operation, {"result": elide(value)}))
    for path, found in by_file.items():
        source = next(f.workflow.source for _, f, _ in state.obtained.values() if _file(f) == path)
        assert source is not None
        if not rewrite(path, source.text, edited(source.text, found)):
            state.voice.message(f"{path} was changed meanwhile: its results are not written", "warning")
            continue
        state.voice.message(f"{len(found)} result{'s' * (len(found) != 1)} written into {path}")


def _file(frame: CallFrame) -> str:
    return os.path.realpath(Path(frame.file))
