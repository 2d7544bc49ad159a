"""Conditions on whether a picture is there, which the step that points at it tells: it fails where it is not.

One such step alone is optional. More of them are tried: what follows the picture in the branch is left out
where it is not there, and what is done instead asks a variable that the branch sets.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from cogscript.dialects.core.draft import REPAIRED, Draft, DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import dotted
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_loops import Left, Loops
from cogscript.dialects.scripts.pyautogui.code_pictures import file_of, finds
from cogscript.dialects.scripts.pyautogui.other_functions import LEAVING
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation

_POINTING = frozenset({"CLICK", "DOUBLE_CLICK", "TRIPLE_CLICK", "RIGHT_CLICK", "MIDDLE_CLICK", "HOVER"})
WAYS = {"break": "BREAK", "continue": "CONTINUE"}
"""How a round is left where only a run knows whether it is."""
_TRIED = "where it is not there, nothing that follows it in its branch is done"


class SeenTest(NamedTuple):
    """The pictures that a condition asks for, and whether all of them must be there, or one must not."""

    files: tuple[str, ...]
    there: bool


class SeenPictures(Loops):
    """Goes through conditions on pictures."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self.uses_pointer = False
        """Whether the code clicks anywhere where the pointer happens to be."""
        self._names: dict[tuple[int, int], str] = {}
        """For each condition, by its place, the variable that tells whether its picture was there."""

    def seen(self, test: ast.expr) -> SeenTest | None:
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                seen = self.seen(inner)
                return SeenTest(seen.files, not seen.there) if seen else None
            case ast.BoolOp(op=ast.And(), values=values):
                each = [self.seen(value) for value in values]
                files = [file for one in each if one is not None and one.there for file in one.files]
                return SeenTest(tuple(dict.fromkeys(files)), True) if len(files) == len(values) else None
            case ast.Compare(
                left=left, ops=[ast.IsNot() | ast.NotEq()], comparators=[ast.Constant(value=None)]
            ):
                return self.seen(left)
            case ast.Compare(left=left, ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]):
                seen = self.seen(left)
                return SeenTest(seen.files, not seen.there) if seen else None
            case ast.Name(id=name):
                file = file_of(self.known.get(name))
                return SeenTest((file,), True) if file else None
            case ast.Call() if finds(test, self.aliases):
                file = file_of(self.value(test))
                return SeenTest((file,), True) if file else None
        return None

    def if_seen(self, statement: ast.If, seen: SeenTest) -> None:
        found, missing = statement.body, statement.orelse
        if not seen.there:
            found, missing = missing, found
        shown = " and ".join(file[:60] for file in seen.files)
        unknown = Untranslatable(f"whether {shown} is seen is known only on the screen")
        if self.leaves(missing) or self._returns(missing):
            ends = "run ends" if self.leaves(missing) else "run ends, and not this function alone"
            said = f"without {shown} the step that points at it fails, and the {ends}"
            self.draft.repaired(self.span(statement), said)
            self.block(found)
            return
        if self._gives(found, seen) and self.is_silent(missing):
            said = f"{shown} is waited for by the step that points at it, as long as it waits"
            self.draft.repaired(self.span(statement), said)
            self.block(found)
        before = self._mark()
        made = self._tried(found, statement)
        if made is None or self._cannot_tell(made, seen.files):
            self._undo(before)
            raise unknown
        if _does(made) or not self.is_silent(missing):
            self._look_first(made, seen.files, statement)
        if not self.is_silent(missing):
            self._otherwise(made, seen.files, missing, statement, before, unknown)
        elif not _does(made):
            self.draft.steps.remove(made)
        elif (only := _only(made)) is not None:
            only.arguments["optional"] = True
            self.draft.steps[-1:] = made.inner or []
        else:
            self._say(made, f"{shown} is looked for: {_TRIED}", statement)
        self._forget_branches(statement)

    def _tried(self, body: list[ast.stmt], statement: ast.stmt) -> DraftStep | None:
        """What a branch does, as a TRY; None where it leaves its function."""
        tried = Operation("TRY", branches=[Operation("CATCH", body=[])])
        with self.draft.nested(tried, self.span(statement)):
            left = self._branch(body, statement)
        return self.draft.steps[-1] if left else None

    def _branch(self, body: list[ast.stmt], statement: ast.stmt) -> bool:
        """Do a branch that is done only sometimes; whether it can be said how it ends."""
        try:
            self.block(body)
        except Left as left:
            if left.how in WAYS and self.looping:
                self.draft.add(Operation(WAYS[left.how]), self.span(statement))
                return True
            if left.how == "return" and self._ends_after_return():
                self.skipped_return = True  # what the function gives is known only on the screen
                if self.looping:
                    self.draft.add(Operation("BREAK"), self.span(statement))
                return True
            return left.how == "exit"
        return True

    def _ends_after_return(self) -> bool:
        """Whether what stands behind it in its function, or behind its loop, does nothing but to end it."""
        behind = self.rests[: self.looped_at] if self.looping else self.rests
        return self.looping <= 1 and bool(self.rests) and all(map(self._only_returns, behind))

    def _only_returns(self, body: list[ast.stmt]) -> bool:
        if body and isinstance(body[-1], ast.Return):
            value = body[-1].value
            return self.is_silent(body[:-1]) and (value is None or isinstance(value, ast.Constant))
        return self.is_silent(body)

    def _cannot_tell(self, made: DraftStep, files: tuple[str, ...]) -> bool:
        """Whether the pointer would have to go to a picture only to see whether it is there, and the code
        needs it where it is."""
        first = made.inner[0].operation if made.inner else None
        pointed = {first.arguments.get("picture")} if first and first.name in _POINTING else set()
        return self.uses_pointer and bool(set(files) - pointed)

    def _look_first(self, made: DraftStep, files: tuple[str, ...], statement: ast.stmt) -> None:
        """Before what a branch does, look for the pictures that its first step does not point at."""
        inner = made.inner if made.inner is not None else []
        first = inner[0].operation if inner else None
        pointed = first.arguments.get("picture") if first and first.name in _POINTING else None
        for file in reversed([file for file in files if file != pointed]):
            inner.insert(0, DraftStep(Operation("HOVER", {"picture": file}), self.span(statement)))
            self._say(inner[0], f"the pointer goes to {file[:60]} to see whether it is there", statement)

    def _otherwise(
        self,
        made: DraftStep,
        files: tuple[str, ...],
        missing: list[ast.stmt],
        statement: ast.stmt,
        before: tuple[int, int],
        unknown: Untranslatable,
    ) -> None:
        """What is done where the picture is not there."""
        if (way := self._only_leaves_round(missing)) and made.operation is not None:
            made.operation.branches[0].body = [Operation(way)]
            self._say(made, _TRIED, statement)
            return
        inner = made.inner or []
        shown = [step.operation.arguments.get("picture") if step.operation else None for step in inner]
        if not all(file in shown for file in files):
            self._undo(before)
            raise unknown
        looked = max(shown.index(file) for file in files)  # all of them are there then
        place = (statement.lineno, statement.col_offset)
        name = variables.spell(self._names.setdefault(place, f"seen{len(self._names) + 1}"))
        span = self.span(statement)
        inner.insert(looked + 1, DraftStep(Operation("SET", {"output": name, "value": "yes"}), span))
        at = self.draft.steps.index(made)
        self.draft.steps.insert(at, DraftStep(Operation("SET", {"output": name, "value": "no"}), span))
        test = Operation("EQUALS", {"left": name, "right": "no"})
        with self.draft.nested(Operation("IF", {"test": test}), span):
            is_told = self._branch(missing, statement)
        if not is_told:
            self._undo(before)
            raise unknown
        self._say(made, _TRIED, statement)

    def _say(self, made: DraftStep, said: str, statement: ast.stmt) -> None:
        """Report it as a note of a step that is already there."""
        made.notes.append(said)
        self.draft.diagnostics.append(
            Diagnostic(REPAIRED, said, "warning", self.span(statement), self.draft.source)
        )

    def _only_leaves_round(self, body: list[ast.stmt]) -> str:
        match body[-1:]:
            case [ast.Break()] if self.looping and self.is_silent(body[:-1]):
                return "BREAK"
            case [ast.Continue()] if self.looping and self.is_silent(body[:-1]):
                return "CONTINUE"
        return ""

    def try_pictures(self, statement: ast.Try) -> bool:
        """Do a `try` around steps that look for pictures: where one is not there, it goes on behind; whether
        it was one."""
        if not statement.handlers or statement.finalbody or not self._looks(statement.body):
            return False
        before = self._mark()
        known, place = dict(self.known), self.pointer.place
        made = self._tried([*statement.body, *statement.orelse], statement)
        inner = (made.inner or []) if made is not None else []
        looks = [step for step in inner if step.operation and "picture" in step.operation.arguments]
        if made is None or not looks:
            self._undo(before)
            self.known, self.pointer.place = known, place
            return False
        handler = statement.handlers[0].body
        if (only := _only(made)) is not None and self.is_silent(handler):
            only.arguments["optional"] = True
            self.draft.steps[-1:] = inner
            return True
        if (way := self._only_leaves_round(handler)) and made.operation is not None:
            made.operation.branches[0].body = [Operation(way)]
        elif not all(self.is_silent(each.body) for each in statement.handlers):
            self._catch(made, statement)
        return True

    def _catch(self, made: DraftStep, statement: ast.Try) -> None:
        """What is done after a failure, where that is a few plain steps."""
        before = self._mark()
        is_told = self._branch(statement.handlers[0].body, statement)
        steps = self.draft.steps[before[0] :]
        plain = [step.operation for step in steps if step.operation is not None and step.inner is None]
        del self.draft.steps[before[0] :]
        if is_told and len(plain) == len(steps) and len(statement.handlers) == 1 and made.operation:
            made.operation.branches[0].body = plain
        else:
            del self.draft.diagnostics[before[1] :]
            self._say(made, "what is done after a failure is not kept", statement)

    def _looks(self, body: list[ast.stmt]) -> bool:
        calls = [node for each in body for node in ast.walk(each) if isinstance(node, ast.Call)]
        return any(finds(call, self.aliases) for call in calls)

    def _mark(self) -> tuple[int, int]:
        return len(self.draft.steps), len(self.draft.diagnostics)

    def _undo(self, before: tuple[int, int]) -> None:
        del self.draft.steps[before[0] :], self.draft.diagnostics[before[1] :]
        self.pointer.lose()

    def _forget_branches(self, statement: ast.stmt) -> None:
        """What a branch binds that may not have been done is not known; nor is the pointer's place."""
        self.pointer.lose()
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.known.pop(node.id, None)

    def _gives(self, body: list[ast.stmt], seen: SeenTest) -> bool:
        """Whether it only gives the place back where the picture is: `return place`."""
        match body[-1:]:
            case [ast.Return(value=ast.Name() | ast.Call() as value)]:
                given = self.seen(value)
                return given is not None and given.files == seen.files and self.is_silent(body[:-1])
        return False

    def _returns(self, body: list[ast.stmt]) -> bool:
        """Whether it only leaves its function, and gives nothing back that tells more than that."""
        match body[-1:]:
            case [ast.Return(value=None | ast.Constant(value=None | False))]:
                return self.is_silent(body[:-1])
        return False

    def leaves(self, body: list[ast.stmt]) -> bool:
        """Whether nothing more is done after it."""
        match body[-1:]:
            case [ast.Raise()]:
                return self.is_silent(body[:-1])
            case [ast.Expr(value=ast.Call(func=name))] if dotted(name, self.aliases) in LEAVING:
                return self.is_silent(body[:-1])
        return False

    def is_silent(self, body: list[ast.stmt]) -> bool:
        """Whether it only says something to the person at the terminal."""
        return all(
            isinstance(each, ast.Pass)
            or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Call | ast.Constant)
                and (isinstance(each.value, ast.Constant)
                     or dotted(each.value.func, self.aliases).startswith(("print", "logging.", "logger."))))
            for each in body
        )  # fmt: skip


def _only(made: DraftStep) -> Operation | None:
    """The one step of a branch, where it points and can be optional."""
    inner = made.inner or []
    only = inner[0].operation if len(inner) == 1 else None
    return only if only and only.name in _POINTING and "picture" in only.arguments else None


def _does(made: DraftStep) -> bool:
    return any(step.operation is not None for step in made.inner or ())
