"""Conditions: on what is known, on what a person answers when it runs, and on whether a picture is there.

Of what is known only one side is read. An answer is known only when the workflow runs: both sides are read,
each in an IF. Whether a picture is there is told by `code_seen`.
"""

from __future__ import annotations

import ast
from copy import copy
from typing import Any

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.python_syntax import OwnObject, constant, dotted, shown, truth
from cogscript.dialects.scripts.pyautogui.called import Here
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_pictures import refuse_decision
from cogscript.dialects.scripts.pyautogui.code_seen import WAYS, SeenPictures
from cogscript.dialects.scripts.pyautogui.code_tables import IS_EMPTY, IS_FULL, ColumnText
from cogscript.dialects.scripts.pyautogui.code_values import HELD
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation, Value


class Conditions(SeenPictures):
    """Goes through the conditions of a piece of code."""

    def go_if(self, statement: ast.If) -> None:
        match statement.test:
            case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()]):
                self.block(statement.body)
                return
            case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.NotEq()]):
                self.block(statement.orelse)
                return
        if (seen := self.seen(statement.test)) is not None:
            self.if_seen(statement, seen)
            return
        if self._asks_for_pointer(statement.test) and self._ends(statement.body):
            said = "whether the pointer is there is not asked: it goes on until the run is stopped"
            self.draft.repaired(self.span(statement), said)
            self.block(statement.orelse)
            return
        refuse_decision(statement.test, self.known)
        if self._asks_for_key(statement.test) and not self._ends(statement.body):
            raise self._unknown(statement)  # a person starts by a key what it does
        try:
            test = self.resolved(statement.test)
            refuse_decision(test, self.known)
        except Untranslatable:
            raise self._unknown(statement) from None
        try:
            holds = truth(test, self.known)
        except Untranslatable:
            asked = self._asked(test)
            if asked is None:
                raise self._unknown(statement) from None
            self._if_asked(statement, asked)
            return
        self.block(statement.body if holds else statement.orelse)

    def _asks_for_key(self, test: ast.expr) -> bool:
        calls = [node for node in ast.walk(test) if isinstance(node, ast.Call)]
        return any(dotted(call.func, self.aliases) in HELD for call in calls)

    def _asks_for_pointer(self, test: ast.expr) -> bool:
        """Whether it only compares the pointer's place, which a person changes to stop a script."""
        names = [node.id for node in ast.walk(test) if isinstance(node, ast.Name)]
        held = [self.known.get(name) for name in names]
        places = [each for value in held for each in (value if isinstance(value, list) else [value])]
        return bool(places) and all(isinstance(each, Here) for each in places)

    def _ends(self, body: list[ast.stmt]) -> bool:
        """Whether it only leaves a loop, a function or the whole code."""
        leaves = isinstance(body[-1], ast.Break | ast.Return) and self.is_silent(body[:-1])
        return leaves or self.leaves(body)

    def _unknown(self, statement: ast.If) -> Untranslatable:
        return Untranslatable(f"`{shown(statement)}` cannot be read without running it")

    # --- what a person answers ------------------------------------------------------------------

    def _asked(self, test: ast.expr) -> Operation | None:
        """The test of the language for a condition on an answer; None where there is none."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return _negated(self._asked(inner))
            case ast.BoolOp(op=how, values=values):
                tests = [self._asked(each) for each in values]
                told: list[Value] = [each for each in tests if each is not None]
                name = "ALL" if isinstance(how, ast.And) else "ANY"
                return Operation(name, {"tests": told}) if len(told) == len(tests) else None
            case ast.Compare(left=left, ops=[how], comparators=[right]):
                return self._compared(left, how, right)
            case ast.Call(func=name, args=[given]) if dotted(name, self.aliases) in (*IS_EMPTY, *IS_FULL):
                text = self._text(given)
                empty = (
                    Operation("EQUALS", {"left": text, "right": ""}) if isinstance(text, ColumnText) else None
                )
                return _negated(empty) if dotted(name, self.aliases) in IS_FULL else empty
        value = self._text(test)
        if value is not None and variables.PREFIX in value:
            return _negated(Operation("EQUALS", {"left": str(value), "right": ""}))
        return None

    def _compared(self, left: ast.expr, how: ast.cmpop, right: ast.expr) -> Operation | None:
        try:
            one, other = constant(left, self.known), constant(right, self.known)
        except Untranslatable:
            return None
        if isinstance(one, ColumnText) and other == "nan":
            other = ""
        one, other = (str(each) if isinstance(each, str) else each for each in (one, other))
        match how:
            case ast.In() | ast.NotIn() if isinstance(other, list) and isinstance(one, str):
                tests: list[Value] = [
                    Operation("EQUALS", {"left": one, "right": str(each)}) for each in other
                ]
                made: Operation | None = Operation("ANY", {"tests": tests})
            case ast.In() | ast.NotIn() if isinstance(other, str) and isinstance(one, str):
                made = Operation("CONTAINS", {"text": other, "part": one})
            case ast.Eq() | ast.NotEq() | ast.Lt() | ast.Gt() if _is_plain(one) and _is_plain(other):
                name = {ast.Lt: "LESS", ast.Gt: "GREATER"}.get(type(how), "EQUALS")
                made = Operation(name, {"left": one, "right": other})
            case ast.GtE() | ast.LtE() if _is_plain(one) and _is_plain(other):
                name = "LESS" if isinstance(how, ast.GtE) else "GREATER"
                return _negated(Operation(name, {"left": one, "right": other}))
            case _:
                return None
        return _negated(made) if isinstance(how, ast.NotIn | ast.NotEq) else made

    def _text(self, node: ast.expr) -> str | None:
        try:
            value = constant(node, self.known)
        except Untranslatable:
            return None
        return value if isinstance(value, str) else None

    def _if_asked(self, statement: ast.If, test: Operation) -> None:
        """Both sides, each under its condition; what they leave different is not known afterwards."""
        steps, diagnostics = len(self.draft.steps), len(self.draft.diagnostics)
        outer, place = self.known, self.pointer.place
        ends: list[tuple[dict[str, Any], Any]] = []
        leaves_round = False
        for body, holds in ((statement.body, test), (statement.orelse, _negated(copy(test)))):
            self.known = {name: _own_copy(value) for name, value in outer.items()}
            self.pointer.place = place
            left: Left | None = None
            assert holds is not None
            with self.draft.nested(Operation("IF", {"test": holds}), self.span(statement)):
                try:
                    self.block(body)
                except Left as how:
                    left = how
                    if self.looping and how.how in WAYS:
                        self.draft.add(Operation(WAYS[how.how]), self.span(statement))
                        left, leaves_round = Left("exit"), True
            inner = self.draft.steps[-1].inner or []
            sets = any(
                each.operation and set(variables.names(str(each.operation.arguments.get("output", ""))))
                & set(_variables(test))
                for each in inner
            )  # fmt: skip
            if sets or (left is not None and left.how not in ("exit", "never")):
                del self.draft.steps[steps:], self.draft.diagnostics[diagnostics:]
                self.known = outer
                self.pointer.lose()
                raise self._unknown(statement)
            if not inner:
                self.draft.steps.pop()
            if left is None:
                ends.append((self.known, self.pointer.place))
        self.known, self.pointer.place = ends[0] if ends else (outer, place)
        for known, other in ends[1:]:
            self.known = {
                name: value
                for name, value in self.known.items()
                if name in known and (known[name] is value or repr(known[name]) == repr(value))
            }
            if other != self.pointer.place:
                self.pointer.lose()
        if not ends:
            raise Left("continue" if leaves_round else "exit")


def _own_copy(value: Any) -> Any:
    """A value that may be changed without changing the other one."""
    if isinstance(value, list):
        return [_own_copy(each) for each in value]
    if isinstance(value, dict):
        return {name: _own_copy(each) for name, each in value.items()}
    if isinstance(value, OwnObject):
        return OwnObject(value.kind, _own_copy(value.fields))
    return value


def _negated(test: Operation | None) -> Operation | None:
    return Operation("NOT", {"test": test}) if test is not None else None


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _variables(test: Operation) -> list[str]:
    found: list[str] = []
    for value in test.arguments.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Operation):
                found += _variables(each)
            elif isinstance(each, str):
                found += variables.names(each)
    return found
