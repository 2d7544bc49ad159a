"""Functions and classes that the code itself defines: a call of one is its body, with what it is given."""

from __future__ import annotations

import ast
from typing import Any

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import OwnObject, constant, dotted, shown
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_values import NOTHING
from cogscript.dialects.scripts.pyautogui.code_waiting import PictureWaits
from cogscript.dialects.scripts.pyautogui.functions import SIGNATURES

_DEEPEST = 20
_MOVING = frozenset(
    {*(name for name, takes in SIGNATURES.items() if "x" in takes or "xOffset" in takes)}
    - {"scroll", "vscroll"}
)
_ABOUT_THE_CLASS = ("staticmethod", "classmethod", "property")


class OwnFunctions(PictureWaits):
    """Knows the functions and classes of a piece of code, and calls them."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self.functions: dict[str, ast.FunctionDef] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.called_functions: set[str] = set()
        self.global_names: set[str] = set()
        """What functions of the code bind outside themselves."""
        self._depth = 0
        self._active: list[str] = []
        """The functions that are being done, with what they were given."""

    def define(self, statement: ast.FunctionDef | ast.ClassDef) -> None:
        name = statement.name
        for node in ast.walk(statement):
            self.global_names |= set(node.names if isinstance(node, ast.Global | ast.Nonlocal) else ())
        self.functions.pop(name, None)
        self.classes.pop(name, None)
        if isinstance(statement, ast.FunctionDef):
            self.functions[name] = statement
        else:
            self.classes[name] = statement
        self.aliases.pop(name, None)
        self.known.pop(name, None)
        self.called_functions.discard(name)

    def named_value(self, name: str, node: ast.expr) -> Any:
        kind, _, attribute = name.rpartition(".")
        for statement in self.classes[kind].body if kind in self.classes else ():
            match statement:
                case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == attribute:
                    return self.value_or_nothing(value)
        return super().named_value(name, node)

    def changed_elsewhere(self) -> set[str]:
        return {
            name
            for function in self.functions.values()
            if function.name not in self.called_functions
            for node in ast.walk(function)
            for name in (node.names if isinstance(node, ast.Global) else ())
        }

    def own_bodies(self) -> list[ast.stmt]:
        return [*self.functions.values(), *self.classes.values()]

    def is_own(self, call: ast.Call) -> bool:
        return self._own(call) is not None

    def has_moving_call(self, within: ast.AST, gone_into: list[str]) -> bool:
        """Whether a call in it moves the pointer, or one in the functions of the code that it calls."""
        for node in ast.walk(within):
            if not isinstance(node, ast.Call):
                continue
            if dotted(node.func, self.aliases).removeprefix("pyautogui.") in _MOVING:
                return True
            own = self._own(node)
            if own is not None and own[0].name not in gone_into:
                gone_into.append(own[0].name)
                if self.has_moving_call(own[0], gone_into):
                    return True
        return False

    def own_value(self, call: ast.Call) -> Any:
        own = self._own(call)
        if own is None:
            return NOTHING
        definition, bound = own
        if isinstance(definition, ast.FunctionDef):
            return self._call(definition, bound, call)
        made = OwnObject(definition.name)
        self._set_fields(made, definition)
        self.called_functions.add(definition.name)
        first = self._method(definition.name, "__init__")
        if first is not None:
            self._call(first, [made], call)
        elif call.args or call.keywords:
            raise Untranslatable(f"`{shown(call)}` cannot be read without running it")
        return made

    def _own(self, call: ast.Call) -> tuple[ast.FunctionDef | ast.ClassDef, list[Any]] | None:
        """What a call calls, of what the code itself defines, and what it is given before its arguments."""
        match call.func:
            case ast.Name(id=name) if name in self.functions:
                return self.functions[name], []
            case ast.Name(id=name) if name in self.classes:
                return self.classes[name], []
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                return None
            case ast.Attribute(value=value, attr=name):
                if isinstance(value, ast.Name) and value.id in self.classes:
                    method = self._method(value.id, name)
                    if method is None:
                        return None
                    is_bound = any(dotted(each, {}) == "classmethod" for each in method.decorator_list)
                    return method, [OwnObject(value.id)] if is_bound else []
                try:
                    owner = constant(value, self.known)
                except Untranslatable:
                    return None
                if isinstance(owner, OwnObject):
                    method = self._method(owner.kind, name)
                    if method is not None:
                        is_bound = not any(
                            dotted(each, {}) == "staticmethod" for each in method.decorator_list
                        )
                        return method, [owner] if is_bound else []
        return None

    def _method(self, kind: str, name: str) -> ast.FunctionDef | None:
        definition = self.classes.get(kind)
        for statement in definition.body if definition else ():
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                return statement
        for base in definition.bases if definition else ():
            if isinstance(base, ast.Name) and base.id != kind and (found := self._method(base.id, name)):
                return found
        return None

    def _set_fields(self, made: OwnObject, definition: ast.ClassDef) -> None:
        """What every object of a class has: `speed = 3` in its body."""
        for statement in definition.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    made.fields[name] = self.value(value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    made.fields[name] = self.value(value)

    def forget_fields(self, owner: OwnObject) -> None:
        """What the methods of an object set may have changed."""
        definition = self.classes.get(owner.kind)
        for method in definition.body if definition else ():
            if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                for node in ast.walk(method):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                        owner.fields.pop(node.attr, None)

    def _call(self, function: ast.FunctionDef, bound: list[Any], call: ast.Call) -> Any:
        """Do the body of a function, with the arguments that it is given; what it returns."""
        given = function.args
        decorated = [dotted(each, {}) for each in function.decorator_list]
        if (
            self._depth >= _DEEPEST
            or given.kwarg
            or any(name not in _ABOUT_THE_CLASS for name in decorated)
            or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
        ):
            raise Untranslatable(f"`{shown(call)}` cannot be read without running it")
        values = self._given(function, bound, call)
        names = set(values)
        outer = self.known
        self.known = {name: value for name, value in outer.items() if name not in names}
        self.known |= {name: value for name, value in values.items() if value is not NOTHING}
        self.called_functions.add(function.name)
        active = repr((function.name, values, function.lineno))
        if active in self._active:
            self.draft.untranslatable(
                self.span(call), f"`{function.name[:40]}` begins anew here, without end, and is done once"
            )
            self.known = outer
            raise Left("never")
        self._active.append(active)
        self._depth += 1
        result: Any = None
        skipped, self.skipped_return = self.skipped_return, False
        looping, self.looping = self.looping, 0
        rests, self.rests = self.rests, []
        try:
            self.block(function.body)
        except Left as left:
            if left.how != "return":
                raise
            result = left.value
        finally:
            self._active.pop()
            self._depth -= 1
            self.looping, self.rests = looping, rests
            inner, self.known = self.known, outer
            for name in self.global_names - _locals(function):
                self.known.pop(name, None)
                if name in inner:
                    self.known[name] = inner[name]
        result = NOTHING if self.skipped_return else result
        self.skipped_return = skipped
        return result

    def _given(self, function: ast.FunctionDef, bound: list[Any], call: ast.Call) -> dict[str, Any]:
        """The arguments by name; NOTHING for one whose value is known only when it runs."""
        given = function.args
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        only_named = [each.arg for each in given.kwonlyargs]
        defaults = zip(names[len(names) - len(given.defaults) :], given.defaults, strict=True)
        values: dict[str, Any] = {name: self.value_or_nothing(each) for name, each in defaults}
        for name, each in zip(only_named, given.kw_defaults, strict=True):
            if each is not None:
                values[name] = self.value_or_nothing(each)
        if any(isinstance(each, ast.Starred) for each in call.args):
            positional = [*bound, *self.values(call.args)]
        else:
            positional = [*bound, *map(self.value_or_nothing, call.args)]
        rest = positional[len(names) :]
        named: dict[str, Any] = {}
        for keyword in call.keywords:
            value = self.value_or_nothing(keyword.value)
            named |= value if keyword.arg is None and isinstance(value, dict) else {str(keyword.arg): value}
        if (rest and not given.vararg) or any(name not in (*names, *only_named) for name in named):
            raise Untranslatable(f"`{shown(call)}` gives what the function does not take")
        values.update(zip(names, positional, strict=False))
        values.update(named)
        if set(values) != {*names, *only_named}:
            raise Untranslatable(f"`{shown(call)}` does not give all that the function takes")
        if given.vararg:
            values[given.vararg.arg] = NOTHING if NOTHING in rest else rest
        return values


def _locals(function: ast.FunctionDef) -> set[str]:
    """The names that are a function's own: what it is given, and what it binds without saying otherwise."""
    given = function.args
    named = {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    bound = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    outer = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    return (named | bound) - outer
