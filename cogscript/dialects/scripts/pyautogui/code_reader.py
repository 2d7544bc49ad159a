"""pyautogui code, as OSWorld's agents write it: read as syntax, never run.

Where code stands in a text, what its comments say, and where its statements stand in the file; what they do
is told by `code_statements`.
"""

from __future__ import annotations

import ast
from itertools import accumulate
from textwrap import dedent

from cogscript.dialects.core.draft import Action, Draft
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.python_syntax import NotPython, parse
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_blocks import (
    PROMPT,
    blocks,
    calling_lines,
    claims,
    describe,
    says_a_word,
    session_start,
)
from cogscript.dialects.scripts.pyautogui.code_statements import Statements
from cogscript.dialects.scripts.pyautogui.functions import PYAUTOGUI, SPECIAL
from cogscript.dialects.scripts.pyautogui.lost_imports import calls_bare, lost_names
from cogscript.dialects.scripts.pyautogui.other_functions import OTHERS
from cogscript.dialects.scripts.pyautogui.python_files import PythonFile, python_file, without_broken_lines
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

__all__ = ["ACTIONS", "CALLS", "SPECIAL", "read_piece"]

_IN_A_SENTENCE = "code stands in the middle of a sentence"
CALLS = frozenset((*(f"pyautogui.{name}" for name in PYAUTOGUI), *(name for name in OTHERS if "." in name)))
"""Every function that is known, by its whole name: lines of a log that call one are found by it."""


def _row(call: str, remark: str = "", query: bool = False) -> tuple[str, Action]:
    return call.partition("(")[0], Action(call, remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("pyautogui.click(960, 540)"),
        _row("pyautogui.leftClick(960, 540)"),
        _row("pyautogui.rightClick(960, 540)"),
        _row("pyautogui.middleClick(960, 540)"),
        _row("pyautogui.doubleClick(960, 540)"),
        _row("pyautogui.tripleClick(960, 540)"),
        _row("pyautogui.moveTo(960, 540)"),
        ("pyautogui.moveRel", Action("pyautogui.moveTo(960, 540)\npyautogui.moveRel(96, 0)", "also `move`")),
        ("pyautogui.dragTo", Action("pyautogui.moveTo(96, 540)\npyautogui.dragTo(960, 540)")),
        ("pyautogui.dragRel", Action("pyautogui.moveTo(96, 540)\npyautogui.dragRel(96, 0)", "also `drag`")),
        _row("pyautogui.mouseDown(960, 540)"),
        _row("pyautogui.mouseUp(960, 540)"),
        _row("pyautogui.scroll(-3)", "up is positive; also `vscroll`"),
        _row("pyautogui.hscroll(3)"),
        _row("pyautogui.write('hello')", "also `typewrite`"),
        _row("pyautogui.press('enter', presses=2)"),
        _row("pyautogui.keyDown('shift')"),
        _row("pyautogui.keyUp('shift')"),
        _row("pyautogui.hotkey('ctrl', 'c')"),
        ("with pyautogui.hold", Action("with pyautogui.hold('shift'):\n    pyautogui.click(960, 540)")),
        _row("pyautogui.sleep(2)", "also `time.sleep`"),
        _row("pyautogui.screenshot('page.png')"),
        _row("pyautogui.alert('Done?')", "also `confirm`, `prompt`; `password` is a secret INPUT"),
        _row("pyautogui.position()", query=True),
        _row("pyautogui.size()", query=True),
        _row("pyperclip.copy('杭州')"),
        _row("webbrowser.open('https://example.com')"),
        _row("computer.terminate(status='success')", "OpenCUA"),
        _row("computer.triple_click(x=0.5, y=0.5)", "OpenCUA: 0 to 1"),
        _row("computer.wait()", "OpenCUA"),
        _row("computer.answer('17.00')", "OpenCUA"),
        _row("sys.exit('no such file')", "without a reason END"),
        ("```WAIT```", Action("```WAIT```", "2 seconds, as OSWorld waits between steps")),
        ("```DONE```", Action("```DONE```")),
        ("```FAIL```", Action("```FAIL```")),
    )
)


def read_piece(piece: Piece, draft: Draft, pointer: Tracked, description: str = "") -> bool:
    """Add what a piece of code, or one of the special words, says; whether it was any."""
    word = piece.text.strip().strip("`").strip().rstrip("()")
    if word in SPECIAL:
        special = SPECIAL[word]
        pointer.read.append(_whole(piece))
        draft.add(Operation(special.name, dict(special.arguments)), _whole(piece), description)
        return True
    is_code = claims(piece.text) or says_a_word(piece.text) or piece.language in ("python", "py")
    if not is_code and not calls_bare(piece.text):
        return False
    if piece.kind != "fence" and (file := python_file(piece.text)) is not None:
        _read_file(piece, file, draft, pointer, description)
        return True
    at = 0
    found = list(blocks(piece))
    is_all_prose = not found or (
        claims(piece.text) and not any(claims(piece.text[start:end]) for start, end in found)
    )
    for start, end in found:
        said = describe(piece.text[at:start])
        if not is_all_prose:
            _say_unread(piece, at, start, draft, pointer)
        pointer.read.append(piece.place(start, end))
        _Code(piece, start, end, draft, pointer, said or description).read()
        description, at = "", end
    if is_all_prose:
        pointer.read.append(_whole(piece))
        draft.untranslatable(_whole(piece), _IN_A_SENTENCE, "", description)
    else:
        _say_unread(piece, at, len(piece.text), draft, pointer)
    return True


def _read_file(piece: Piece, file: PythonFile, draft: Draft, pointer: Tracked, description: str) -> None:
    """A whole file; nothing of it where something is broken that decides about the rest."""
    pointer.read.append(_whole(piece))
    if any(broken.decides for broken in file.broken):
        for broken in file.broken:
            draft.untranslatable(piece.place(broken.start, broken.end), broken.reason)
    else:
        text = piece.text
        start = 0 if file.code is not None else text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1
        _Code(piece, start, len(text), draft, pointer, description, file).read()


def _say_unread(piece: Piece, start: int, end: int, draft: Draft, pointer: Tracked) -> None:
    """Say of each line between two blocks of code that it calls something, too: none vanishes unsaid."""
    for line in calling_lines(piece.text, start, end):
        span = piece.place(*line)
        pointer.read.append(span)
        draft.untranslatable(span, _IN_A_SENTENCE)


def _whole(piece: Piece) -> Span:
    start = len(piece.text) - len(piece.text.lstrip())
    return piece.place(start, len(piece.text.rstrip()))


class _Code(Statements):
    """One block of code: its names, and where its statements stand."""

    def __init__(
        self,
        piece: Piece,
        start: int,
        end: int,
        draft: Draft,
        pointer: Tracked,
        description: str,
        file: PythonFile | None = None,
    ) -> None:
        super().__init__(draft, pointer, description)
        self.piece = piece
        self.is_file = file is not None and file.code is not None
        self.text = file.code if file is not None and file.code is not None else piece.text[start:end]
        self._broken = {part.line: part for part in file.broken} if file is not None else {}
        self.start = start
        self.margin = 0
        self.first_margin = 0
        self.lines = self.text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def read(self) -> None:
        tree: ast.Module | None
        try:
            tree = parse(self.text if self.is_file else self._without_indent())
        except NotPython as fault:
            tree = self._without_broken_lines()
            if tree is None:
                self._refuse(fault)
                return
        body = tree.body
        title = ast.get_docstring(tree)
        if title and title not in SPECIAL:
            self.draft.title = self.draft.title or title
            body = body[1:]
        for lost in lost_names(tree):
            self.aliases[lost.name] = lost.meant
            self.draft.repaired(
                self.span(lost.node), f"`{lost.name}` is imported nowhere, and is taken for {lost.meant}"
            )
        self.run(body)
        self._say_each_once()

    def _without_broken_lines(self) -> ast.Module | None:
        """The rest of the code, where only single lines of it are broken, each of which is said."""
        rest = without_broken_lines(self.text) if not self.margin and not self.first_margin else None
        if rest is None or rest.code is None or any(part.decides for part in rest.broken):
            return None
        self._broken = {part.line: part for part in rest.broken}
        tree = parse(rest.code)
        return tree if len(tree.body) > len(self._broken) else None

    def broken_at(self, statement: ast.stmt) -> str:
        part = self._broken.get(statement.lineno)
        return part.reason if part else ""

    def _refuse(self, fault: NotPython) -> None:
        at = self.start + self.starts[min(fault.line, len(self.lines)) - 1]
        line = self.lines[fault.line - 1] if fault.line <= len(self.lines) else ""
        span = self.piece.place(at, at + max(1, len(line)))
        self.draft.untranslatable(span, fault.reason, "", self.description)

    def _say_each_once(self) -> None:
        """What a loop meets in every round is one thing to tell."""
        once = {(each.code, each.message, each.span): each for each in reversed(self.draft.diagnostics)}
        kept = set(map(id, once.values()))
        self.draft.diagnostics[:] = [each for each in self.draft.diagnostics if id(each) in kept]

    def _without_indent(self) -> str:
        """The code, where it was cut out of a function, without the margin that its lines have; the first
        may have lost its own."""
        if session_start(self.text) is not None:
            self.margin = self.first_margin = 4
            return "\n".join(line[4:] if PROMPT.match(line) else "" for line in self.lines)
        if self.text[:1] in (" ", "\t") and (whole := dedent(self.text)) != self.text:
            self.margin = self.first_margin = len(self.lines[0]) - len(whole.split("\n")[0])
            return whole
        first, mark, rest = self.text.partition("\n")
        head = first.split("#")[0].rstrip()
        if not mark or not head or head.endswith((":", "(", "[", "{", ",", "\\")) or head.startswith("@"):
            return self.text
        below = next((line for line in rest.split("\n") if line.strip()), "")
        self.margin = len(below) - len(below.lstrip())
        if not self.margin or dedent(rest) == rest:
            self.margin = 0
            return self.text
        return f"{first.lstrip()}\n{dedent(rest)}"

    # --- places ---------------------------------------------------------------------------------

    def comment_above(self, statement: ast.stmt) -> str:
        above: list[str] = []
        number = statement.lineno - 2
        while number >= 0 and self.lines[number].strip().startswith("#"):
            above.insert(0, self.lines[number].strip().lstrip("#").strip())
            number -= 1
        return "\n".join(above)

    def span(self, node: ast.AST) -> Span:
        """The place of a node in the file; Python counts columns in bytes."""
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
        if isinstance(node, ast.Expr) and (part := self._broken.get(first)):
            return self.piece.place(self.start + part.start, self.start + part.end)
        start = self._offset(first, getattr(node, "col_offset", 0))
        end = self._offset(last, getattr(node, "end_col_offset", None) or 0)
        return self.piece.place(self.start + start, self.start + max(end, start + 1))

    def _offset(self, line: int, column: int) -> int:
        line = min(line, len(self.lines))
        column += self.margin if line > 1 else self.first_margin
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode(errors="ignore"))
