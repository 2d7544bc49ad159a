"""pyautogui code, as OSWorld's agents write it: read as syntax, never run.

Statements are taken in order; a comment above one is its description. A loop over a fixed range is done
as often as it says; what would have to run to be known is reported with its line.
"""

from __future__ import annotations

import ast
from itertools import accumulate
from textwrap import dedent
from typing import Any

from cogscript.dialects.core.builders import key_named
from cogscript.dialects.core.draft import Action, Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.python_syntax import NotPython, bind_imports, constant, dotted, parse, shown
from cogscript.dialects.scripts.pyautogui.code_blocks import blocks, claims, describe
from cogscript.dialects.scripts.pyautogui.functions import (
    GAVE_UP,
    OTHERS,
    PYAUTOGUI,
    QUERIES,
    SIGNATURES,
    Called,
    Tracked,
)
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.tree import Operation

_SETTINGS = ("pyautogui.PAUSE", "pyautogui.FAILSAFE", "pyautogui.MINIMUM_DURATION")
_MOST_ROUNDS = 200
SPECIAL = {"WAIT": Operation("WAIT", {"seconds": 2}), "DONE": Operation("END"),
           "FAIL": Operation("FAIL", {"reason": GAVE_UP})}  # fmt: skip
"""The words that OSWorld's agents write instead of code. Its own loop waits two seconds."""


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
        _row("pyautogui.alert('Done?')", "also `confirm`, `prompt`, `password`"),
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
        draft.add(Operation(special.name, dict(special.arguments)), _whole(piece), description)
        return True
    if not claims(piece.text) and piece.language not in ("python", "py"):
        return False
    at = 0
    found = list(blocks(piece))
    for start, end in found:
        said = describe(piece.text[at:start])
        _Code(piece, start, end, draft, pointer, said or description).read()
        description, at = "", end
    if not found:
        draft.untranslatable(_whole(piece), "code stands in the middle of a sentence", "", description)
    return True


def _whole(piece: Piece) -> Span:
    start = len(piece.text) - len(piece.text.lstrip())
    return piece.place(start, len(piece.text.rstrip()))


class _Code:
    """One block of code: its names, and where its statements stand."""

    def __init__(
        self, piece: Piece, start: int, end: int, draft: Draft, pointer: Tracked, description: str
    ) -> None:
        self.piece = piece
        self.text = piece.text[start:end]
        self.start = start
        self.draft = draft
        self.pointer = pointer
        self.description = description
        self.known: dict[str, Any] = {}
        self.margin = 0
        self.aliases: dict[str, str] = {"pg": "pyautogui"}
        self.lines = self.text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def read(self) -> None:
        try:
            tree = parse(self._without_indent())
        except NotPython as fault:
            at = self.start + self.starts[min(fault.line, len(self.lines)) - 1]
            line = self.lines[fault.line - 1] if fault.line <= len(self.lines) else ""
            span = self.piece.place(at, at + max(1, len(line)))
            self.draft.untranslatable(span, fault.reason, "", self.description)
            return
        body = tree.body
        title = ast.get_docstring(tree)
        if title:
            self.draft.title = self.draft.title or title
            body = body[1:]
        self._block(body)

    def _without_indent(self) -> str:
        """The code, where it was cut out of a function, without the margin that its lines have; the first
        may have lost its own."""
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

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            comment = self._comment_above(statement)
            if comment:
                self.description = comment
            with self.draft.attempt(self._span(statement), self.description):
                self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                bind_imports(statement, self.aliases)
            case ast.Expr(value=ast.Constant(value=str(text))):
                self.description = text.strip()
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.Expr(value=ast.Tuple(elts=calls)) if all(isinstance(each, ast.Call) for each in calls):
                for each in calls:
                    with self.draft.attempt(self._span(each), self.description):
                        self._statement(ast.copy_location(ast.Expr(value=each), each))
            case ast.Expr(value=ast.Name(id=word)) if word in SPECIAL:
                self._add(Operation(SPECIAL[word].name, dict(SPECIAL[word].arguments)), statement)
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value)
            case ast.For(target=ast.Name(id=name), iter=rounds, body=body, orelse=[]):
                for value in self._rounds(rounds):
                    self.known[name] = value
                    self._block(body)
            case ast.With(items=[ast.withitem(context_expr=ast.Call() as call)], body=body):
                self._hold(call, statement, body)
            case ast.Pass():
                pass
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__")), body=body, orelse=[]):
                self._block(body)
            case _:
                raise Untranslatable(f"`{shown(statement)}` cannot be read without running it")

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Attribute) and dotted(target, self.aliases) in _SETTINGS:
            self.draft.repaired(
                self._span(target), f"`{shown(target)}` is a setting of pyautogui, and is not kept"
            )
            return
        if isinstance(value, ast.Call):
            name = dotted(value.func, self.aliases)
            if name == "pyautogui.size" and self.draft.screen:
                result: Any = list(self.draft.screen)
            elif name == "pyautogui.position" and self.pointer.place:
                result = list(self.pointer.place)
            else:
                raise Untranslatable(f"`{shown(value)}` would have to be run to know its value")
        else:
            result = constant(value, self.known)
        match target:
            case ast.Name(id=name):
                self.known[name] = result
            case ast.Tuple(elts=names) if isinstance(result, list) and len(names) == len(result):
                for each, part in zip(names, result, strict=True):
                    if isinstance(each, ast.Name):
                        self.known[each.id] = part
            case _:
                raise Untranslatable(f"`{shown(target)}` cannot be given a value here")

    def _rounds(self, rounds: ast.expr) -> list[Any]:
        if (
            isinstance(rounds, ast.Call)
            and dotted(rounds.func, self.aliases) == "range"
            and not rounds.keywords
        ):
            limits = [constant(each, self.known) for each in rounds.args]
            if not 1 <= len(limits) <= 3 or not all(type(each) is int for each in limits) or 0 in limits[2:]:
                raise Untranslatable("the loop does not say how often")
            values: Any = range(*limits)
        else:
            values = constant(rounds, self.known)
        if not isinstance(values, list | range) or len(values) > _MOST_ROUNDS:
            raise Untranslatable(f"a loop of more than {_MOST_ROUNDS} rounds is not written out")
        return list(values)

    def _hold(self, call: ast.Call, statement: ast.With, body: list[ast.stmt]) -> None:
        if dotted(call.func, self.aliases) != "pyautogui.hold":
            raise Untranslatable(f"`with {shown(call)}` cannot be read without running it")
        held = self._called("hold", ("keys",), call).keys("keys")
        keys = [key_named(key) for key in held]
        for key in keys:
            self._add(Operation("KEY_DOWN", {"key": key}), statement)
        self._block(body)
        for key in reversed(keys):
            self._add(Operation("KEY_UP", {"key": key}), statement)

    def _call(self, call: ast.Call) -> None:
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
        if module == "pyautogui" and function in QUERIES:
            return
        if module == "pyautogui" and function in PYAUTOGUI:
            names = SIGNATURES.get(function, ("keys",))
            called = self._called(function, names, call)
            made = PYAUTOGUI[function](called)
        elif name in OTHERS:
            names, make = OTHERS[name]
            called = self._called(name, names, call)
            made = make(called)
        elif name in ("print", "pyautogui.PAUSE", "pyautogui.FAILSAFE"):
            return
        else:
            near = nearest(function, PYAUTOGUI) if module == "pyautogui" else None
            raise Untranslatable(
                f"`{name or shown(call.func)}` is not a known function of pyautogui",
                f"did it mean {near}?" if near else "",
            )
        called.report_unused()
        for operation in made:
            self._add(operation, call)

    def _called(self, function: str, names: tuple[str, ...], call: ast.Call) -> Called:
        given: dict[str, Any] = {}
        if function == "hotkey" and call.args:
            # hotkey takes the keys one by one, or one list of them.
            values = [constant(each, self.known) for each in call.args]
            given["keys"] = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        elif len(call.args) > len(names):
            raise Untranslatable(f"{function} takes {len(names)} arguments, and is given {len(call.args)}")
        else:
            given = {name: constant(each, self.known) for name, each in zip(names, call.args, strict=False)}
        for keyword in call.keywords:
            if keyword.arg is None:
                raise Untranslatable("arguments that are unpacked cannot be read without running it")
            if keyword.arg in given:
                raise Untranslatable(f"{function} is given `{keyword.arg}` twice")
            if keyword.arg != "tween":  # a function: how a movement speeds up and slows down
                given[keyword.arg] = constant(keyword.value, self.known)
        if function == "hotkey" and "keys" not in given:
            given["keys"] = given.pop("args", None)
        return Called(function, given, self.draft, self._span(call), self.pointer)

    def _add(self, operation: Operation, node: ast.AST) -> None:
        self.draft.add(operation, self._span(node), self.description)
        self.description = ""

    # --- places ---------------------------------------------------------------------------------

    def _comment_above(self, statement: ast.stmt) -> str:
        above: list[str] = []
        number = statement.lineno - 2
        while number >= 0 and self.lines[number].strip().startswith("#"):
            above.insert(0, self.lines[number].strip().lstrip("#").strip())
            number -= 1
        return "\n".join(above)

    def _span(self, node: ast.AST) -> Span:
        """The place of a node in the file; Python counts columns in bytes."""
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
        start = self._offset(first, getattr(node, "col_offset", 0))
        end = self._offset(last, getattr(node, "end_col_offset", None) or 0)
        return self.piece.place(self.start + start, self.start + max(end, start + 1))

    def _offset(self, line: int, column: int) -> int:
        line = min(line, len(self.lines))
        column += self.margin if line > 1 else 0
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode(errors="ignore"))
