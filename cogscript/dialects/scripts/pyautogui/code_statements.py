"""What the statements of a piece of Python do, in order, as far as it can be told without running it.

Names that the code binds to constants, loops over what is written down, conditions on constants, functions
of its own. What would have to run to be known is reported with its place, and whatever it might have bound
has no known value from there on.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from cogscript.dialects.core.builders import key_named
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import bind_imports, constant, constants, dotted, shown
from cogscript.dialects.scripts.pyautogui.code_calls import CallReader
from cogscript.dialects.scripts.pyautogui.code_pictures import refuse_decision
from cogscript.dialects.scripts.pyautogui.functions import (
    ASKING,
    CONSTANTS,
    HARMLESS,
    OTHERS,
    PYAUTOGUI,
    QUERIES,
    SIGNATURES,
    SPECIAL,
    Tracked,
)
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import nearest
from cogscript.language.model.tree import Operation

_SETTINGS = ("pyautogui.PAUSE", "pyautogui.FAILSAFE", "pyautogui.MINIMUM_DURATION", "pyautogui.MINIMUM_SLEEP",
             "pyautogui.DARWIN_CATCH_UP_TIME")  # fmt: skip
_MOST_ROUNDS = 200
_MOST_STATEMENTS = 20_000
_DEEPEST = 20


class _Left(Exception):
    """A loop, or a function, that is left before its end: by `break`, `continue` or `return`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


def _changed(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, or whose values it may change."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                yield name


class Statements(CallReader):
    """Goes through statements, and adds what they do to a draft."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self._functions: dict[str, ast.FunctionDef] = {}
        self._called_functions: set[str] = set()
        self._left = _MOST_STATEMENTS
        self._depth = 0

    @abstractmethod
    def comment_above(self, statement: ast.stmt) -> str: ...

    def run(self, statements: list[ast.stmt]) -> None:
        with suppress(_Left):  # `return` outside a function: nothing after it is done
            self._block(statements)
        for name, function in self._functions.items():
            if name not in self._called_functions:
                reason = f"the function `{name[:40]}` is not called, and nothing of it is done"
                self.draft.untranslatable(self.span(function), reason)

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            comment = self.comment_above(statement)
            if comment:
                self.description = comment
            with self.draft.attempt(self.span(statement), self.description):
                self._attempt(statement)

    def _attempt(self, statement: ast.stmt) -> None:
        self._left -= 1
        if self._left < 0:
            raise Untranslatable(f"more than {_MOST_STATEMENTS:,} statements are not gone through")
        try:
            self._statement(statement)
        except Untranslatable:
            for name in _changed(statement):
                self.known.pop(name, None)
            raise

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                self._import(statement)
            case ast.Expr(
                value=ast.Name(id=word)
                | ast.Constant(value=str(word))
                | ast.Call(func=ast.Name(id=word), args=[], keywords=[])
            ) if word in SPECIAL and word not in self._functions:
                self.add(Operation(SPECIAL[word].name, dict(SPECIAL[word].arguments)), statement)
            case ast.Expr(value=ast.Constant(value=str(text))):
                self.description = text.strip()
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.Expr(value=ast.Tuple(elts=calls)) if all(isinstance(each, ast.Call) for each in calls):
                for each in calls:
                    with self.draft.attempt(self.span(each), self.description):
                        self._statement(ast.copy_location(ast.Expr(value=each), each))
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign([target], value)
            case ast.AugAssign(target=ast.Name(id=name), op=how, value=value):
                before = ast.copy_location(ast.Name(name, ast.Load()), statement)
                whole = ast.copy_location(ast.BinOp(before, how, value), statement)
                self.known[name] = constant(whole, self.known)
            case ast.For():
                self._for(statement)
            case ast.While():
                self._while(statement)
            case ast.If():
                self._if(statement)
            case ast.With(items=[ast.withitem(context_expr=ast.Call() as call)], body=body):
                self._hold(call, statement, body)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                if handlers:
                    self.draft.repaired(self.span(statement), "what is done after a failure is not kept")
                self._block([*body, *orelse, *finalbody])
            case ast.FunctionDef():
                self._functions[statement.name] = statement
                self.aliases.pop(statement.name, None)
                self._called_functions.discard(statement.name)
            case ast.Return():
                raise _Left("return")
            case ast.Break():
                raise _Left("break")
            case ast.Continue():
                raise _Left("continue")
            case ast.Raise(exc=raised):
                self._raise(raised, statement)
            case ast.Pass() | ast.Global() | ast.Nonlocal():
                pass
            case _:
                raise Untranslatable(f"`{shown(statement)}` cannot be read without running it")

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        bind_imports(statement, self.aliases)
        if isinstance(statement, ast.ImportFrom):
            if statement.module == "pyautogui" and any(name.name == "*" for name in statement.names):
                self.aliases.update({name: f"pyautogui.{name}" for name in (*PYAUTOGUI, *QUERIES)})
            return
        for name in statement.names:
            if name.name == "pyautogui":
                for own, value in CONSTANTS.items():
                    self.known[f"{name.asname or name.name}.{own}"] = value

    def _raise(self, raised: ast.expr | None, statement: ast.stmt) -> None:
        name = dotted(raised.func if isinstance(raised, ast.Call) else raised, self.aliases) if raised else ""
        given = constants(raised.args, self.known) if isinstance(raised, ast.Call) else []
        if name == "SystemExit" and not any(given):
            self.add(Operation("END"), statement)
        elif not name:
            raise Untranslatable(f"`{shown(statement)}` cannot be read without running it")
        else:
            reason = " ".join(str(each) for each in given) or name
            self.add(Operation("FAIL", {"reason": reason}), statement)

    # --- names ----------------------------------------------------------------------------------

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        for target in targets:
            if isinstance(target, ast.Attribute) and dotted(target, self.aliases) in _SETTINGS:
                self.draft.repaired(
                    self.span(target), f"`{shown(target)}` is a setting of pyautogui, and is not kept"
                )
                return
        if isinstance(value, ast.Call) and self._assign_call(targets, value):
            return
        result = constant(self.located(value), self.known)
        for target in targets:
            self._bind(target, result)

    def _bind(self, target: ast.expr, result: Any) -> None:
        match target:
            case ast.Name(id=name):
                self.known[name] = result
                self.aliases.pop(name, None)
            case ast.Tuple(elts=names) | ast.List(elts=names) if isinstance(result, list) and len(
                names
            ) == len(result):
                for each, part in zip(names, result, strict=True):
                    self._bind(each, part)
            case _:
                raise Untranslatable(f"`{shown(target)}` cannot be given a value here")

    def _assign_call(self, targets: list[ast.expr], call: ast.Call) -> bool:
        """A name for what a call gives; whether the call is one that is known here."""
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
        if name in ("pyautogui.size", "pyautogui.resolution") and self.draft.screen:
            result: Any = list(self.draft.screen)
        elif name == "pyautogui.position" and self.pointer.place:
            result = list(self.pointer.place)
        elif name in ASKING:
            (target, *others) = targets
            if others or not isinstance(target, ast.Name) or not variables.is_name(target.id):
                return False
            self._call(call, output=variables.spell(target.id))
            result = variables.spell(target.id)
        elif name.startswith(HARMLESS):
            self._forget(targets)
            return True
        elif module == "pyautogui" and function in PYAUTOGUI:
            self._call(call)
            self._forget(targets)
            return True
        else:
            return False
        for target in targets:
            self._bind(target, result)
        return True

    def _forget(self, targets: list[ast.expr]) -> None:
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    self.known.pop(node.id, None)

    # --- blocks ---------------------------------------------------------------------------------

    def _for(self, loop: ast.For) -> None:
        for value in self._rounds(loop.iter):
            self._bind(loop.target, value)
            if not self._round(loop.body):
                return
        self._block(loop.orelse)

    def _round(self, body: list[ast.stmt]) -> bool:
        """Do the body of a loop once; whether the loop goes on."""
        try:
            self._block(body)
        except _Left as left:
            if left.how == "return":
                raise
            return left.how == "continue"
        return True

    def _while(self, loop: ast.While) -> None:
        steps, diagnostics = len(self.draft.steps), len(self.draft.diagnostics)
        endless = isinstance(loop.test, ast.Constant) and not any(
            isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop)
        )
        if endless and constant(loop.test, self.known):
            raise Untranslatable(
                f"`{shown(loop)}` goes on without end, and cannot be read without running it"
            )
        for _ in range(_MOST_ROUNDS):
            refuse_decision(loop.test, self.known)
            if not constant(loop.test, self.known):
                self._block(loop.orelse)
                return
            if not self._round(loop.body):
                return
            if any(step.operation is None for step in self.draft.steps[steps:]):
                break  # what is not known in it may be what ends it
        del self.draft.steps[steps:], self.draft.diagnostics[diagnostics:]
        raise Untranslatable(f"`{shown(loop)}` cannot be read without running it: when does it end?")

    def _if(self, statement: ast.If) -> None:
        match statement.test:
            case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()]):
                holds = True
            case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.NotEq()]):
                holds = False
            case test:
                refuse_decision(test, self.known)
                try:
                    holds = bool(constant(test, self.known))
                except Untranslatable:
                    raise Untranslatable(f"`{shown(statement)}` cannot be read without running it") from None
        self._block(statement.body if holds else statement.orelse)

    def _rounds(self, rounds: ast.expr) -> list[Any]:
        values: Any = None
        if isinstance(rounds, ast.Call) and not rounds.keywords:
            name = dotted(rounds.func, self.aliases)
            if name == "range":
                values = self._range([constant(each, self.known) for each in rounds.args])
            elif name == "enumerate" and len(rounds.args) == 1:
                values = [list(pair) for pair in enumerate(self._rounds(rounds.args[0]))]
            elif name == "zip":
                listed = [self._rounds(each) for each in rounds.args]
                values = [list(each) for each in zip(*listed, strict=False)]
            elif name == "reversed" and len(rounds.args) == 1:
                values = self._rounds(rounds.args[0])[::-1]
            elif isinstance(rounds.func, ast.Attribute) and rounds.func.attr in ("items", "keys", "values"):
                named = constant(rounds.func.value, self.known)
                if isinstance(named, dict):
                    values = [list(each) if isinstance(each, tuple) else each
                              for each in getattr(named, rounds.func.attr)()]  # fmt: skip
        if values is None:
            values = constant(rounds, self.known)
        if not isinstance(values, list | range | str | dict):
            raise Untranslatable(f"`{shown(rounds)}` is nothing to go through")
        if len(values) > _MOST_ROUNDS:
            raise Untranslatable(f"a loop of more than {_MOST_ROUNDS} rounds is not written out")
        return list(values)

    def _range(self, limits: list[Any]) -> range:
        if not 1 <= len(limits) <= 3 or not all(type(each) is int for each in limits) or 0 in limits[2:]:
            raise Untranslatable("the loop does not say how often")
        return range(*limits)

    def _hold(self, call: ast.Call, statement: ast.With, body: list[ast.stmt]) -> None:
        if dotted(call.func, self.aliases) != "pyautogui.hold":
            raise Untranslatable(f"`with {shown(call)}` cannot be read without running it")
        held = self.called("hold", ("keys",), call).keys("keys")
        keys = [key_named(key) for key in held]
        for key in keys:
            self.add(Operation("KEY_DOWN", {"key": key}), statement)
        self._block(body)
        for key in reversed(keys):
            self.add(Operation("KEY_UP", {"key": key}), statement)

    # --- calls ----------------------------------------------------------------------------------

    def _call(self, call: ast.Call, output: str | None = None) -> None:
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
        if (module == "pyautogui" and function in QUERIES) or name == "print" or name.startswith(HARMLESS):
            return
        if name in self._functions:
            self._call_own(self._functions[name], call)
            return
        if made := self.window(call):
            self.add(made, call)
            return
        if module == "pyautogui" and function in PYAUTOGUI:
            called = self.called(function, SIGNATURES.get(function, ("keys",)), call)
            operations = PYAUTOGUI[function](called)
        elif name in OTHERS:
            names, make = OTHERS[name]
            called = self.called(name, names, call)
            operations = make(called)
        else:
            near = nearest(function, PYAUTOGUI) if module == "pyautogui" else None
            raise Untranslatable(
                f"`{name or shown(call.func)}` is not a known function of pyautogui",
                f"did it mean {near}?" if near else "",
            )
        called.report_unused()
        for operation in operations:
            if output is not None:
                operation.arguments["output"] = output
            self.add(operation, call)

    def _call_own(self, function: ast.FunctionDef, call: ast.Call) -> None:
        """A function of the code itself: its body, with the arguments that it is given."""
        given = function.args
        if (
            self._depth >= _DEEPEST
            or given.vararg
            or given.kwarg
            or given.kwonlyargs
            or function.decorator_list
        ):
            raise Untranslatable(f"`{shown(call)}` cannot be read without running it")
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        values = dict(
            zip(names[len(names) - len(given.defaults) :], constants(given.defaults, self.known), strict=True)
        )
        positional = constants(call.args, self.known)
        if len(positional) > len(names) or any(keyword.arg not in names for keyword in call.keywords):
            raise Untranslatable(f"`{shown(call)}` gives what the function does not take")
        values.update(zip(names, positional, strict=False))
        values.update({str(each.arg): constant(each.value, self.known) for each in call.keywords})
        if set(values) != set(names):
            raise Untranslatable(f"`{shown(call)}` does not give all that the function takes")
        outer, self.known = self.known, {**self.known, **values}
        self._called_functions.add(function.name)
        self._depth += 1
        try:
            self._block(function.body)
        except _Left:
            pass
        finally:
            self._depth -= 1
            inner, self.known = self.known, outer
            for node in ast.walk(function):
                for name in node.names if isinstance(node, ast.Global) else ():
                    self.known.pop(name, None)
                    if name in inner:
                        self.known[name] = inner[name]
