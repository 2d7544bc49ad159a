"""What the statements of a piece of Python do, in order, as far as it can be told without running it.

Names that the code binds to constants, loops over what is written down, conditions on constants, functions
of its own. What would have to run to be known is reported with its place, and whatever it might have bound
has no known value from there on, nor has the pointer's place where it might have moved.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from cogscript.dialects.core.builders import key_named
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import OwnObject, bind_imports, dotted, shown
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_actions import Calls
from cogscript.dialects.scripts.pyautogui.code_calls import needs_pointer
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_pictures import is_found, is_on_screen
from cogscript.dialects.scripts.pyautogui.code_values import NOTHING
from cogscript.dialects.scripts.pyautogui.functions import (
    CONSTANTS,
    HARMLESS,
    PYAUTOGUI,
    SPECIAL,
)
from cogscript.dialects.scripts.pyautogui.lost_imports import FUNCTIONS
from cogscript.dialects.scripts.pyautogui.other_functions import LEAVING, OTHERS
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation

_SETTINGS = ("pyautogui.PAUSE", "pyautogui.FAILSAFE", "pyautogui.MINIMUM_DURATION", "pyautogui.MINIMUM_SLEEP",
             "pyautogui.DARWIN_CATCH_UP_TIME")  # fmt: skip
_MOST_STATEMENTS = 50_000
_ALIKE = ("pydirectinput",)
"""Modules with pyautogui's functions, for games."""


def _bound(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id


def _changed(statement: ast.stmt) -> Iterator[str]:
    """The names whose values a statement may change, without binding them."""
    for node in ast.walk(statement):
        match node:
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                yield name


class Statements(Calls):
    """Goes through statements, and adds what they do to a draft."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self._left = _MOST_STATEMENTS

    @abstractmethod
    def comment_above(self, statement: ast.stmt) -> str: ...

    @abstractmethod
    def broken_at(self, statement: ast.stmt) -> str:
        """Why what stood here could not be read; empty where it could."""

    def run(self, statements: list[ast.stmt]) -> None:
        self.uses_pointer = needs_pointer(statements)
        for statement in statements:
            try:
                self.block([statement])
            except Left as left:
                if left.how != "exit":  # END and FAIL stand for what ends the code
                    break
        named = {
            getattr(node, "id", "") or getattr(node, "attr", "")
            for statement in statements
            for node in ast.walk(statement)
            if isinstance(node, ast.Name | ast.Attribute)
        }
        for name, definition in (*self.functions.items(), *self.classes.items()):
            if name not in self.called_functions and name not in named:
                kind = "function" if isinstance(definition, ast.FunctionDef) else "class"
                reason = f"the {kind} `{name[:40]}` is not called, and nothing of it is done"
                self.draft.repaired(self.span(definition), reason)  # no step of a run is missing

    def block(self, statements: list[ast.stmt]) -> None:
        for at, statement in enumerate(statements):
            comment = self.comment_above(statement)
            if comment:
                self.description = comment
            steps, diagnostics = len(self.draft.steps), len(self.draft.diagnostics)
            self.rests.append(statements[at + 1 :])
            try:
                self._attempt(statement)
            except Untranslatable as refusal:
                if len(self.draft.steps) == steps:
                    del self.draft.diagnostics[diagnostics:]  # nothing came of what was repaired
                self.draft.untranslatable(
                    self.span(statement), refusal.reason, refusal.advice, self.description, refusal.span
                )
                self.draft.steps[-1].moves = self._may_move(statement)
            finally:
                self.rests.pop()

    def _attempt(self, statement: ast.stmt) -> None:
        self._left -= 1
        if self._left < 0:
            reason = f"more than {_MOST_STATEMENTS:,} statements are not gone through"
            self.draft.untranslatable(self.span(statement), reason)
            raise Left("never")
        try:
            self._statement(statement)
        except Untranslatable:
            self._leave_out(statement)
            raise

    def _leave_out(self, statement: ast.stmt) -> None:
        """What a statement might have done is not known from here on."""
        for name in _bound(statement):
            self.known.pop(name, None)
        for name in _changed(statement):
            value = self.known.get(name)
            if isinstance(value, OwnObject):
                self.forget_fields(value)
            elif isinstance(value, list | dict) and not is_found(value):
                self.known.pop(name, None)
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in calls:
            self.hand_over(call)
        if any(self.is_own(call) for call in calls):
            for name in self.global_names:
                self.known.pop(name, None)
        if self._may_move(statement):
            self.pointer.lose()
        self.skipped_return |= any(isinstance(node, ast.Return) for node in ast.walk(statement))
        self.skipped_end |= any(
            isinstance(node, ast.Return | ast.Break | ast.Raise | ast.Continue)
            or (isinstance(node, ast.Call) and dotted(node.func, self.aliases) in LEAVING)
            for node in ast.walk(statement)
        )

    def _may_move(self, statement: ast.stmt) -> bool:
        """Whether a statement may have moved the pointer."""
        return bool(self.broken_at(statement)) or self.has_moving_call(statement, [])

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                self._import(statement)
            case ast.Expr(
                value=ast.Name(id=word)
                | ast.Constant(value=str(word))
                | ast.Call(func=ast.Name(id=word), args=[], keywords=[])
            ) if word in SPECIAL and word not in self.functions:
                self.add(Operation(SPECIAL[word].name, dict(SPECIAL[word].arguments)), statement)
            case ast.Expr(value=ast.Constant(value=value)) if value is ... and self.broken_at(statement):
                raise Untranslatable(self.broken_at(statement))
            case ast.Expr(value=ast.Constant(value=str(text))):
                self.description = text.strip()
            case ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.Await(value=ast.Call() as call)):
                self.call_alone(call)
            case ast.Expr(value=ast.Tuple(elts=calls)) if all(isinstance(each, ast.Call) for each in calls):
                self.block([ast.copy_location(ast.Expr(value=each), each) for each in calls])
            case ast.Expr(
                value=ast.ListComp(
                    elt=ast.Call() as call, generators=[ast.comprehension(ifs=[], is_async=0) as rounds]
                )
            ):
                once: list[ast.stmt] = [ast.copy_location(ast.Expr(call), call)]
                loop = ast.For(target=rounds.target, iter=rounds.iter, body=once, orelse=[])
                self.go_for(ast.copy_location(loop, statement))
            case ast.Expr(value=ast.IfExp(test=test, body=ast.Call() as call, orelse=other)):
                first: list[ast.stmt] = [ast.copy_location(ast.Expr(call), call)]
                second: list[ast.stmt] = [ast.copy_location(ast.Expr(other), other)]
                branches = ast.If(test=test, body=first, orelse=second)
                self.go_if(ast.copy_location(branches, statement))
            case ast.Expr(value=ast.Constant(value=None)):
                pass
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign([target], value)
            case ast.AugAssign(target=ast.Name() | ast.Attribute() as target, op=how, value=value):
                before = ast.parse(ast.unparse(target), mode="eval").body
                whole = ast.BinOp(ast.copy_location(before, target), how, value)
                self._count_on(target, ast.copy_location(whole, statement))
            case ast.For():
                self.go_for(statement)
            case ast.While():
                self.go_while(statement)
            case ast.If():
                self.go_if(statement)
            case ast.With(
                items=[ast.withitem(context_expr=ast.Call() as call, optional_vars=name)], body=body
            ):
                if dotted(call.func, self.aliases) == "open" and name is not None:
                    self.bind(name, self.value(call))
                    self.block(body)
                else:
                    self._hold(call, statement, body)
            case ast.Try():
                self._try(statement)
            case ast.FunctionDef() | ast.ClassDef():
                self.define(statement)
            case ast.AsyncFunctionDef():
                function = ast.FunctionDef(**dict(ast.iter_fields(statement)))
                self.define(ast.copy_location(function, statement))
            case ast.Return(value=value):
                raise Left("return", self.value_or_nothing(value) if value else None)
            case ast.Break():
                raise Left("break")
            case ast.Continue():
                raise Left("continue")
            case ast.Raise(exc=raised):
                self._raise(raised, statement)
            case ast.Assert(test=test) if not is_on_screen(value := self.value(test)) and value:
                pass
            case ast.Delete(targets=targets):
                self._forget(targets)
            case ast.Pass() | ast.Global() | ast.Nonlocal() | ast.AnnAssign(value=None):
                pass
            case _:
                raise Untranslatable(f"`{shown(statement)}` cannot be read without running it")

    def _count_on(self, target: ast.Name | ast.Attribute, whole: ast.BinOp) -> None:
        """`n += 1`: of a number that is not known it does nothing but to change that."""
        try:
            self.bind(target, self.value(whole))
        except Untranslatable:
            if isinstance(target, ast.Attribute) or any(
                isinstance(node, ast.Call) for node in ast.walk(whole)
            ):
                raise
            self.known.pop(target.id, None)

    def _try(self, statement: ast.Try) -> None:
        """What is tried, and what is done in any case; what is done after a failure is only said."""
        if self.try_pictures(statement):
            return
        only_imports = all(isinstance(each, ast.Import | ast.ImportFrom) for each in statement.body)
        if not only_imports and not all(self.is_silent(handler.body) for handler in statement.handlers):
            self.draft.repaired(self.span(statement), "what is done after a failure is not kept")
        try:
            self.block([*statement.body, *statement.orelse])
        except Left as left:
            if left.how == "never":
                if not self.is_silent(statement.finalbody):
                    self.draft.repaired(self.span(statement), "what is done when it is stopped is not kept")
                raise
            end = [self.draft.steps.pop()] if left.how == "exit" and self.draft.steps else []
            self.block(statement.finalbody)
            self.draft.steps += end
            raise
        self.block(statement.finalbody)

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        bind_imports(statement, self.aliases)
        if isinstance(statement, ast.ImportFrom):
            if statement.module in _ALIKE:
                self.aliases.update(
                    {name.asname or name.name: f"pyautogui.{name.name}" for name in statement.names}
                )
            if any(name.name == "*" for name in statement.names):
                module = "pyautogui." if statement.module in _ALIKE else f"{statement.module}."
                known = [f"pyautogui.{name}" for name in sorted(FUNCTIONS)]
                self.aliases.update(
                    {each.removeprefix(module): each for each in (*known, *OTHERS) if each.startswith(module)}
                )
            return
        for name in statement.names:
            if name.name in _ALIKE:
                self.aliases[name.asname or name.name] = "pyautogui"
            self.modules.add(name.asname or name.name)
            if name.name == "pyautogui":
                for own, value in CONSTANTS.items():
                    self.known[f"{name.asname or name.name}.{own}"] = value

    def _raise(self, raised: ast.expr | None, statement: ast.stmt) -> None:
        name = dotted(raised.func if isinstance(raised, ast.Call) else raised, self.aliases) if raised else ""
        given = self.values(raised.args) if isinstance(raised, ast.Call) else []
        if name == "SystemExit" and not any(given):
            self.add(Operation("END"), statement)
        elif not name:
            raise Untranslatable(f"`{shown(statement)}` cannot be read without running it")
        else:
            reason = " ".join(str(each) for each in given) or name
            self.add(Operation("FAIL", {"reason": reason}), statement)
        raise Left("exit")

    # --- names ----------------------------------------------------------------------------------

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        for target in targets:
            if isinstance(target, ast.Attribute) and dotted(target, self.aliases) in _SETTINGS:
                self._set(target, value)
                return
        result: Any = NOTHING
        match targets:
            case [ast.Name(id=name)] if variables.is_name(name):
                result = self.asks_for(value, name)
        if result is NOTHING and isinstance(value, ast.Call):
            name = dotted(value.func, self.aliases)
            module, _, function = name.rpartition(".")
            if name.startswith(HARMLESS):
                result = self.value_or_nothing(value)
                if result is NOTHING:
                    self._forget(targets)
                    return
            if module == "pyautogui" and function in PYAUTOGUI and function not in _GIVING:
                self.do_call(value)
                self._forget(targets)
                return
            if self.is_own(value):
                result = self.own_value(value)
                if result is NOTHING:
                    self._forget(targets)
                    return
        if result is NOTHING:
            result = self.value(value)
        for target in targets:
            self.bind(target, result)

    def _set(self, target: ast.Attribute, value: ast.expr) -> None:
        """A setting of pyautogui. What stops the script in a corner of the screen does nothing by itself."""
        try:
            given = self.value(value)
        except Untranslatable:
            given = "…"
        self.draft.repaired(
            self.span(target), f"`{shown(target)} = {given}` is a setting of pyautogui, and is not kept"
        )

    def bind(self, target: ast.expr, result: Any) -> None:
        match target:
            case ast.Name(id=name):
                self.known[name] = result
                self.aliases.pop(name, None)
            case ast.Tuple(elts=names) | ast.List(elts=names) if isinstance(result, list) and len(
                names
            ) == len(result):
                for each, part in zip(names, result, strict=True):
                    self.bind(each, part)
            case ast.Attribute(value=value, attr=name) if isinstance(
                owner := self.value_or_nothing(value), OwnObject
            ):
                owner.fields[name] = result
            case ast.Subscript(value=value, slice=index) if not isinstance(index, ast.Slice):
                whole, at = self.value(value), self.value(index)
                try:
                    whole[at] = result
                except (TypeError, LookupError):
                    raise Untranslatable(f"`{shown(target)}` cannot be given a value here") from None
            case _:
                raise Untranslatable(f"`{shown(target)}` cannot be given a value here")

    def _forget(self, targets: list[ast.expr]) -> None:
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                    self.known.pop(node.id, None)
            if isinstance(target, ast.Attribute):
                owner = self.value_or_nothing(target.value)
                if isinstance(owner, OwnObject):
                    owner.fields.pop(target.attr, None)

    def _hold(self, call: ast.Call, statement: ast.With, body: list[ast.stmt]) -> None:
        if dotted(call.func, self.aliases) != "pyautogui.hold":
            raise Untranslatable(f"`with {shown(call)}` cannot be read without running it")
        held = self.called("hold", ("keys",), call).keys("keys")
        keys = [key_named(key) for key in held]
        for key in keys:
            self.add(Operation("KEY_DOWN", {"key": key}), statement)
        try:
            self.block(body)
        except Left as left:
            if left.how in ("return", "break", "continue"):
                self._release(keys, statement)
            raise
        self._release(keys, statement)

    def _release(self, keys: list[str], statement: ast.stmt) -> None:
        for key in reversed(keys):
            self.add(Operation("KEY_UP", {"key": key}), statement)


_GIVING = ("screenshot", "prompt", "password", "confirm")
"""Functions whose value is used."""
