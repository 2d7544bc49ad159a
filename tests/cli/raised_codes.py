"""Every code that the sources can put into the brackets of error[…], found by reading them.

A function or a class takes a code when it has a parameter `code` beside the words that go with it; what it is
given there is a text, a constant, a choice of these, or a code that something else has raised before.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

_WORDS = frozenset({"message", "reason", "text"})
Parameters = tuple[str, ...]


class _File:
    """What matters of a file: everything in it is gone through once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.top = tree.body
        self.calls: list[ast.Call] = []
        self.classes: list[ast.ClassDef] = []
        self.functions: list[ast.FunctionDef] = []
        for each in ast.walk(tree):
            if isinstance(each, ast.Call):
                self.calls.append(each)
            elif isinstance(each, ast.ClassDef):
                self.classes.append(each)
            elif isinstance(each, ast.FunctionDef):
                self.functions.append(each)


def raised_codes(package: Path) -> tuple[set[str], list[str]]:
    """The codes, and the places where reading does not tell which one it is."""
    files = [_File(path) for path in sorted(package.rglob("*.py"))]
    takers, constants = _takers(files), _constants(files)
    codes: set[str] = set()
    unclear: list[str] = []
    for file in files:
        for call, possible in _calls(file, takers):
            given = [_given(call, parameters) for parameters in possible]
            found = [_codes(each, constants) for each in given if each]
            codes.update(*(each for each in found if each))
            if None in found and not any(found):
                unclear.append(f"{file.path}:{call.lineno}: {ast.unparse(call)}")
    return codes, unclear


def _calls(
    file: _File, takers: defaultdict[str, set[Parameters]]
) -> Iterator[tuple[ast.Call, set[Parameters]]]:
    """The calls of a file that may give a code: of what it defines itself, or else of what any file does."""
    own = _takers([file])
    defined = {each.name for each in (*file.functions, *file.classes)}
    for call in file.calls:
        name = _called(call)
        yield call, (own if name in defined else takers)[name]
    for each in file.classes:
        above = {taken for base in each.bases if isinstance(base, ast.Name) for taken in takers[base.id]}
        for call in file.calls if above else ():
            if _called(call) == "__init__" and each.lineno <= call.lineno <= (each.end_lineno or 0):
                yield call, above


def _takers(files: Iterable[_File]) -> defaultdict[str, set[Parameters]]:
    """What takes a code, by its name: what its parameters are called, for each thing of that name."""
    found: defaultdict[str, set[Parameters]] = defaultdict(set)
    inheriting: list[tuple[str, str]] = []
    for file in files:
        for function in file.functions:
            if function.name != "__init__":
                _add(found, function.name, _parameters(function))
        for each in file.classes:
            made = next((item for item in each.body if getattr(item, "name", "") == "__init__"), None)
            if isinstance(made, ast.FunctionDef):
                _add(found, each.name, _parameters(made))
                continue
            targets = [item.target for item in each.body if isinstance(item, ast.AnnAssign)]
            _add(found, each.name, tuple(item.id for item in targets if isinstance(item, ast.Name)))
            inheriting += [(each.name, base.id) for base in each.bases if isinstance(base, ast.Name)]
    for name, base in inheriting * 2:  # a subclass may stand before what it inherits from
        if found[base]:
            found[name] |= found[base]
    return found


def _add(found: defaultdict[str, set[Parameters]], name: str, parameters: Parameters) -> None:
    if "code" in parameters and _WORDS & set(parameters):
        found[name].add(parameters)


def _parameters(function: ast.FunctionDef) -> Parameters:
    names = [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]
    return tuple(names[1:] if names[:1] == ["self"] else names)


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _given(call: ast.Call, parameters: Parameters) -> ast.expr | None:
    if len(call.args) + len(call.keywords) < 2:
        return None  # something else of the same name: a code comes with words
    place = parameters.index("code")
    named = [each.value for each in call.keywords if each.arg == "code"]
    return named[0] if named else call.args[place] if place < len(call.args) else None


def _constants(files: Iterable[_File]) -> dict[str, str]:
    return {
        target.id: each.value.value
        for file in files
        for each in file.top
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
        and isinstance(each.value.value, str)
        for target in each.targets if isinstance(target, ast.Name)
    }  # fmt: skip


def _codes(given: ast.expr, constants: dict[str, str]) -> set[str] | None:
    """The codes an argument may be; none for one that is passed on, None for what cannot be told."""
    if isinstance(given, ast.Constant):
        return {given.value} if isinstance(given.value, str) else None
    if isinstance(given, ast.IfExp):
        both = [_codes(each, constants) for each in (given.body, given.orelse)]
        return None if None in both else set().union(*(each for each in both if each))
    if isinstance(given, ast.Name) and given.id in constants:
        return {constants[given.id]}
    return set() if "code" in ast.unparse(given) else None
