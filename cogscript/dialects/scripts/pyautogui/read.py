"""pyautogui scripts, alone or in an agent's transcript; OSWorld's plans are read the same way.

Places are pixels of a 1920×1080 display, as OSWorld's prompt says, or of the first larger one that holds them
all; or, in the code of OpenCUA, fractions: a plan whose every place lies between 0 and 1, some with decimals,
is read so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cogscript.dialects.core.coordinates import SCREENS
from cogscript.dialects.core.draft import DialectOptions, Draft, DraftStep, every
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.dialects.formats.json_values import Node
from cogscript.dialects.scripts.pyautogui import code_reader
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_blocks import claims, describe, has_labels, unread_actions
from cogscript.dialects.scripts.pyautogui.python_files import python_file
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

ACTIONS = {name: action for name, action in code_reader.ACTIONS.items() if "(" in action.example}
MERGES = ALL_RULES
SCREEN = SCREENS[0]
"""The display of OSWorld's machines, which its prompt names."""

_PRINTED_SIZE = re.compile(r"\bSize\(width=(\d{3,4}), ?height=(\d{3,4})\)")
_CODE_KEYS = ("code", "action", "actions", "pyautogui_code", "response", "output", "command")
_LONGEST_DESCRIPTION = 2000
_UNREAD = "what is labelled here is neither code nor WAIT, DONE or FAIL as an action, and is not kept"

ReadPiece = Callable[[Piece, Draft], bool]
"""Adds what a piece says to the draft; whether it was its own."""


def detect(source: Source) -> float:
    """Never by itself: the same code is OSWorld's."""
    return 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    return read_code(source, options, lambda piece, draft: False)


def read_code(source: Source, options: DialectOptions, read_other: ReadPiece) -> Draft:
    """The code of a plan, and what `read_other` knows in the pieces that are not code."""
    told = None if options.screen or options.coordinates else _told_screen(source.text)
    draft, pointer = _read(source, options, read_other, "pixels", told or SCREEN)
    for larger in () if options.screen or options.coordinates else SCREENS[1:]:
        if _holds(larger, pointer.seen) and not _holds(draft.screen or SCREEN, pointer.seen):
            draft, pointer = _read(source, options, read_other, "pixels", larger)
    if options.coordinates is None and _are_fractions(pointer.seen):
        draft, _ = _read(source, options, read_other, "fractions")
    if not say_assumed(draft):
        draft.screen = options.screen  # no place in it lies on a display
    elif told and draft.screen is told:
        span = next(step.span for step in every(draft.steps) if _points(step))
        draft.repaired(
            span,
            f"the display is taken to be the one that the text names: {told.width}x{told.height}; "
            "--screen gives another",
        )
    return draft


def _told_screen(text: str) -> Size | None:
    """The display's size, as `pyautogui.size()` prints it."""
    sizes = {(int(width), int(height)) for width, height in _PRINTED_SIZE.findall(text)}
    return Size(*sizes.pop()) if len(sizes) == 1 else None


def say_assumed(draft: Draft) -> bool:
    """Report the display that is taken because none is given; whether any place lies on it."""
    first = next((step for step in every(draft.steps) if _points(step)), None)
    taken = next((size for size in SCREENS if draft.screen is size), None)
    if first is not None and taken is not None:
        draft.assumed(first.span, taken)
    return first is not None


def _points(step: DraftStep) -> bool:
    return step.operation is not None and any(
        isinstance(value, Box) for value in step.operation.arguments.values()
    )


def _holds(screen: Size, seen: list[float]) -> bool:
    return max(seen[::2], default=0) <= screen.width and max(seen[1::2], default=0) <= screen.height


def _are_fractions(seen: list[float]) -> bool:
    return bool(seen) and all(0 <= each <= 1 for each in seen) and any(each % 1 for each in seen)


def _read(
    source: Source, options: DialectOptions, read_other: ReadPiece, system: str, screen: Size = SCREEN
) -> tuple[Draft, Tracked]:
    draft = Draft(source, options, screen if system == "pixels" else None)
    pointer = Tracked(options.coordinates or system)
    description = ""
    labelled: list[Piece] = []
    for piece in _pieces(source):
        if piece.role in ("user", "system", "tool"):
            if piece.role == "user" and not draft.title and len(piece.text) <= 300 and piece.kind == "text":
                draft.title = piece.text.strip()
            continue
        if piece.kind != "json" and has_labels(piece.text):
            labelled.append(piece)
        if piece.kind == "fence" and _stands_above(piece):
            pointer.read.append(piece.span)
            draft.repaired(piece.span, "the same code stands above, and is done once")
        elif piece.kind == "json":
            if not read_other(piece, draft):
                labelled += _read_json(piece, draft, pointer)
        elif piece.kind == "fence" and not claims(piece.text) and read_other(piece, draft):
            description = ""  # an object is Python, too
        elif code_reader.read_piece(piece, draft, pointer, description):
            description = ""
        elif not read_other(piece, draft):
            description = describe(piece.text)[:_LONGEST_DESCRIPTION]
    _note_unread(labelled, draft, pointer)
    return draft, pointer


def _pieces(source: Source) -> Iterable[Piece]:
    """The parts of a text; a Python file is one, whatever its strings look like."""
    if python_file(source.text) is not None:
        return [Piece("text", source, Span(0, len(source.text)))]
    return pieces(source)


def _stands_above(fence: Piece) -> bool:
    """Whether the line before a fence says the same code after a label: `Code: pyautogui.click(1, 2)`."""
    before = fence.source.text[: fence.span.start].rstrip().removesuffix(f"```{fence.language}").rstrip()
    line = before[before.rfind("\n") + 1 :]
    code = fence.text.strip()
    return bool(code) and "\n" not in code and line.endswith(code) and line != code and claims(code)


def _note_unread(labelled: list[Piece], draft: Draft, pointer: Tracked) -> None:
    read = [*pointer.read, *(step.span for step in every(draft.steps))]
    ends = [*(piece.span.start for piece in labelled[1:]), len(draft.source.text)]
    for piece, end in zip(labelled, ends, strict=False):
        for span in unread_actions(piece, read, end):
            draft.repaired(
                span,
                _UNREAD,
            )


def _read_json(piece: Piece, draft: Draft, pointer: Tracked) -> list[Piece]:
    """The code in the strings of a JSON transcript, with the thought beside it; the texts with labels."""
    labelled: list[Piece] = []
    unread: list[tuple[Node, Node]] = []
    for node in _nodes(piece):
        members = node.members or {}
        for name in ("instruction", "task", "goal"):
            if name in members and isinstance(members[name].value, str) and not draft.title:
                draft.title = str(members[name].value)
        thought = next(
            (
                str(members[name].value)
                for name in ("thought", "action", "reason")
                if _is_prose(members.get(name))
            ),
            "",
        )
        if (pause := _pause(members)) is not None:
            draft.add(Operation("WAIT", {"seconds": pause}), node.span)
        found = _code_texts(node)
        for texts in found:
            codes = [Piece("text", piece.source, text.span, text=str(text.value)) for text in texts]
            read = [code_reader.read_piece(code, draft, pointer, thought) for code in codes]
            if any(read):
                labelled += [code for code in codes if has_labels(code.text)]
                break  # what stands under other names is the same code once more
        else:
            named = [text for texts in found for text in texts if str(text.value).strip()]
            unread += [(node, text) for text in named[:1]]
    for node, text in unread:
        if not any(node.span.start <= each.start < node.span.end for each in pointer.read):
            draft.repaired(text.span, _UNREAD)
    return labelled


def _pause(members: dict[str, Node]) -> float | None:
    """How long a step of OSWorld's configurations waits."""
    given = members.get("parameters")
    seconds = (given.members or {}).get("seconds") if given else None
    if "type" not in members or members["type"].value != "sleep" or seconds is None:
        return None
    value = seconds.value
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _nodes(piece: Piece) -> Iterator[Node]:
    """Every object and array of a JSON value, from the outside in, in the order of the file."""
    waiting: list[Node] = [piece.node] if piece.node else []
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed([*(node.items or ()), *(node.members or {}).values()])


def _code_texts(node: Node) -> list[list[Node]]:
    """The members of an object that may hold code: one text each, or several."""
    members = node.members or {}
    found = [members[name] for name in _CODE_KEYS if name in members]
    return [[each for each in (node.items or [node]) if isinstance(each.value, str)] for node in found]


def holds_code(source: Source) -> bool:
    """Whether there is pyautogui code in a text; in JSON, only where code is expected."""
    for piece in _pieces(source):
        if piece.role in ("user", "system", "tool"):
            continue
        if piece.kind != "json":
            if claims(piece.text):
                return True
        elif any(
            claims(str(text.value)) for node in _nodes(piece) for texts in _code_texts(node) for text in texts
        ):
            return True
    return False


def _is_prose(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, str) and not claims(node.value)
