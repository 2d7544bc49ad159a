"""Loops that only wait until a picture is there: the step that points at it waits by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.python_syntax import dotted
from cogscript.dialects.scripts.pyautogui.code_conditions import Conditions
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_pictures import file_of, finds
from cogscript.language.model.tree import Operation

_SLEEPING = ("time.sleep", "pyautogui.sleep", "asyncio.sleep")


class PictureWaits(Conditions):
    """Knows loops that look for a picture again and again."""

    def waits_for_picture(self, loop: ast.While) -> bool:
        """Do a loop that ends when a picture is found; whether it was one."""
        if loop.orelse:
            return False
        if name := _missing(loop.test):
            return self._waits_by_name(name, loop)
        if (seen := self.seen(loop.test)) is not None and not seen.there and isinstance(
            loop.test, ast.Compare | ast.UnaryOp
        ):  # fmt: skip
            return self._waits_at_once(seen.files, loop)
        match loop.test:
            case ast.Constant(value=value) if value:
                return self._waits_by_leaving(loop)
        return False

    def _waits_by_name(self, name: str, loop: ast.While) -> bool:
        """`while place is None: place = locateOnScreen('ok.png')`"""
        busy = list(self._busy(loop.body))
        if len(busy) != 1 or not self._is_looking(busy[0], name):
            return False
        assigned = busy[0]
        assert isinstance(assigned, ast.Assign)
        value = self.value(assigned.value)
        if not (file := file_of(value)):
            return False
        self.bind(assigned.targets[0], value)
        for counted in (node for node in ast.walk(loop) if isinstance(node, ast.AugAssign)):
            if isinstance(counted.target, ast.Name):
                self.known.pop(counted.target.id, None)  # how often it looks is not known
        self._wait(loop, file)
        return True

    def _waits_at_once(self, files: tuple[str, ...], loop: ast.While) -> bool:
        """`while locateOnScreen('ok.png') is None: sleep(1)`: the pointer goes there, which waits for it."""
        if self.uses_pointer or any(self._busy(loop.body)):
            return False
        for file in files:
            self.draft.repaired(self.span(loop), f"the pointer goes to {file[:60]}, which waits for it")
            self.add(Operation("HOVER", {"picture": file}), loop)
            self.pointer.lose()
        return True

    def _waits_by_leaving(self, loop: ast.While) -> bool:
        """`while True:` look for it; if it is there, point at it and leave the loop."""
        busy = list(self._busy(loop.body))
        if not busy:
            return False
        *before, last = busy
        if not isinstance(last, ast.If) or len(before) > 1 or any(self._busy(last.orelse)):
            return False
        if not isinstance(last.body[-1], ast.Break):
            return False
        asked = _there(last.test)
        looked = before[0] if before else None
        if looked is not None:
            if not isinstance(asked, ast.Name) or not self._is_looking(looked, asked.id):
                return False
            assert isinstance(looked, ast.Assign)
            asked = looked.value
        if not isinstance(asked, ast.Call) or not finds(asked, self.aliases):
            return False
        return self._points_at(asked, looked, last.body[:-1], loop)

    def _points_at(
        self, call: ast.Call, looked: ast.stmt | None, body: list[ast.stmt], loop: ast.While
    ) -> bool:
        value = self.value(call)
        file = file_of(value)
        if isinstance(looked, ast.Assign):
            self.bind(looked.targets[0], value)
        steps, diagnostics = len(self.draft.steps), len(self.draft.diagnostics)
        try:
            self.block(body)
        except Left:
            del self.draft.steps[steps:], self.draft.diagnostics[diagnostics:]
            raise Untranslatable(f"whether {file[:60]} is seen is known only on the screen") from None
        first = self.draft.steps[steps].operation if len(self.draft.steps) > steps else None
        if first is None or first.arguments.get("picture") != file:
            # Nothing waits for the picture before what is done first.
            del self.draft.steps[steps:], self.draft.diagnostics[diagnostics:]
            self.pointer.lose()
            return False
        self._wait(loop, file)
        return True

    def _wait(self, loop: ast.While, file: str) -> None:
        self.draft.repaired(
            self.span(loop), f"{file[:60]} is waited for by the step that points at it, as long as it waits"
        )

    def _busy(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        """The statements that do more than to wait, to tell something or to go on."""
        for each in body:
            if isinstance(each, ast.Try) and not each.finalbody and not each.orelse:
                if any(any(self._busy(handler.body)) for handler in each.handlers):
                    yield each
                else:
                    yield from self._busy(each.body)
                continue
            sleeps = isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) and (
                dotted(each.value.func, self.aliases) in _SLEEPING
            )  # fmt: skip
            counts = isinstance(each, ast.AugAssign) and isinstance(each.value, ast.Constant)
            if not (sleeps or counts or isinstance(each, ast.Continue) or self.is_silent([each])):
                yield each

    def _is_looking(self, statement: ast.stmt, name: str) -> bool:
        match statement:
            case ast.Assign(targets=[ast.Name(id=own)], value=ast.Call() as call) if own == name:
                return finds(call, self.aliases)
        return False


def _missing(test: ast.expr) -> str:
    """The name that a test wants to hold nothing."""
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]
        ):
            return name
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
            return name
        case ast.BoolOp(op=ast.And(), values=[first, *others]):
            return _missing(first) or next(filter(None, map(_missing, others)), "")
    return ""


def _there(test: ast.expr) -> ast.expr:
    """What a test wants to be there."""
    match test:
        case ast.Compare(left=left, ops=[ast.IsNot() | ast.NotEq()], comparators=[ast.Constant(value=None)]):
            return left
    return test
