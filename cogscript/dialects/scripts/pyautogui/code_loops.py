"""Loops: their rounds one after the other; rounds that are all the same as one that is repeated.

A loop is gone through as Python would, as long as everything that decides about it is known. Where a round
changes nothing that the next one depends on, all that follow are like it: so a loop of any number of rounds
is REPEAT, and one without end is WHILE, which has a limit.
"""

from __future__ import annotations

import ast
import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import AskedNumber, constant, dotted, shown, truth
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_pictures import refuse_decision
from cogscript.dialects.scripts.pyautogui.code_tables import rows_of
from cogscript.dialects.scripts.pyautogui.code_values import Values
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation

_MOST_ROUNDS = 2_000
"""Rounds that are gone through; a loop may have more where they are all alike."""
_MOST_WRITTEN = 200
_FEW = 10
"""Equal rounds that are written one by one."""
_MOST_STEPS = 20
"""Steps of equal rounds that are written one by one."""
_HERE = re.compile(r"moves=(\d+)(?=\))")
"""In the name of a place that is not known: how often the pointer had moved."""
_AS_IN_THE_FILE = "the rows' texts are taken as the file has them: pandas may write a number otherwise"


class Left(Exception):
    """A loop, a function or the whole code that is left before its end."""

    def __init__(self, how: str, value: Any = None) -> None:
        super().__init__(how)
        self.how = how
        self.value = value


class Loops(Values):
    """Goes through the loops of a piece of code."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self.skipped_end = False
        """Whether something was left out that may be what ends a loop."""

    @abstractmethod
    def block(self, statements: list[ast.stmt]) -> None: ...

    @abstractmethod
    def bind(self, target: ast.expr, result: Any) -> None: ...

    @abstractmethod
    def changed_elsewhere(self) -> set[str]:
        """Names that functions of the code change, whoever calls them."""

    @abstractmethod
    def own_bodies(self) -> list[ast.stmt]:
        """What the functions of the code itself hold: a loop that calls them depends on what they read."""

    def go_for(self, loop: ast.For) -> None:
        if (times := self._asked_times(loop.iter)) is not None:
            self._repeat_unknown(loop, Operation("REPEAT", {"times": str(times)}))
            return
        if (rows := rows_of(loop.iter, self.value_or_nothing)) is not None:
            self.draft.repaired(self.span(loop.iter), _AS_IN_THE_FILE)
            self._repeat_unknown(loop, Operation("FOR_EACH", {"rows": rows[0].file}), rows[1])
            return
        rounds = self._rounds(loop.iter)
        used = _read_names([*loop.body, *self.own_bodies()])
        counter = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        written = _Rounds(self, loop)
        for at, value in enumerate(rounds):
            if at == _MOST_ROUNDS:
                raise Untranslatable(
                    f"a loop of more than {_MOST_ROUNDS:,} different rounds is not written out"
                )
            self.bind(loop.target, value)
            before = self._state(used, counter)
            others = self._bound_besides(loop, used)
            if not self._round(loop.body, written):
                written.close()
                return
            if not counter & used and before == self._state(used, counter):
                written.again(len(rounds) - at - 1)
                self.bind(loop.target, rounds[-1])
                for name, other in self._bound_besides(loop, used).items():
                    if len(rounds) - at > 1 and others.get(name) != other and name not in counter:
                        self.known.pop(name, None)  # how far it is counted on is not gone through
                break
        written.close()
        self.block(loop.orelse)

    def go_while(self, loop: ast.While) -> None:
        used = _read_names([*loop.body, *self.own_bodies(), ast.Expr(loop.test)])
        written = _Rounds(self, loop)
        tested = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
        if tested & self.changed_elsewhere():
            raise Untranslatable(f"`{shown(loop)}` cannot be read without running it: when does it end?")
        for _ in range(_MOST_ROUNDS):
            refuse_decision(loop.test, self.known)
            if not truth(self.resolved(loop.test), self.known):
                written.close()
                self.block(loop.orelse)
                return
            before = self._state(used, set())
            skipped, self.skipped_end = self.skipped_end, False
            goes_on = self._round(loop.body, written)
            ends_unseen, self.skipped_end = self.skipped_end, self.skipped_end or skipped
            if not goes_on:
                written.close()
                return
            if ends_unseen:
                break  # what is not known in it may be what ends it
            if before == self._state(used, set()):
                if written.is_doubtful and not isinstance(loop.test, ast.Constant):
                    break
                written.endless()
                raise Left("never")
        else:
            written.drop()
            raise Untranslatable(
                f"a loop of more than {_MOST_ROUNDS:,} rounds that differ is not written out"
            )
        written.drop()
        if _is_endless(loop):
            self._never(loop)
        raise Untranslatable(f"`{shown(loop)}` cannot be read without running it: when does it end?")

    def _never(self, loop: ast.While) -> None:
        """Nothing that follows an endless loop is done."""
        self.draft.untranslatable(
            self.span(loop), f"`{shown(loop)}` goes on without end, and cannot be read without running it"
        )
        raise Left("never")

    def _round(self, body: list[ast.stmt], written: _Rounds) -> bool:
        """Do the body of a loop once; whether the loop goes on."""
        written.begin()
        try:
            self.block(body)
        except Left as left:
            written.end()
            if left.how not in ("break", "continue"):
                written.close()
                raise
            return left.how == "continue"
        written.end()
        return True

    def _bound_besides(self, loop: ast.For, used: set[str]) -> dict[str, str]:
        """What a loop binds and no round depends on, to be compared with what it was."""
        stored = {
            node.id
            for statement in (*loop.body, *self.own_bodies())
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        return {name: repr(self.known.get(name)) for name in stored - used}

    def _state(self, used: set[str], without: set[str]) -> str:
        """What a round can depend on, to be compared with what it was."""
        known = {name: value for name, value in self.known.items() if name in used - without or "." in name}
        # A place that is not known is told only by how often the pointer has moved since.
        said = _HERE.sub(lambda here: f"moves={self.pointer.moves - int(here[1])} ago", repr(known))
        return repr((said, self.pointer.place or self.pointer.is_lost))

    # --- rounds ---------------------------------------------------------------------------------

    def _rounds(self, rounds: ast.expr) -> Any:
        match rounds:
            case ast.Call(func=ast.Name(id="range"), args=limits, keywords=[]) if len(limits) in (1, 2, 3):
                given = self.values(limits)
                if not all(type(each) is int for each in given) or 0 in given[2:]:
                    raise Untranslatable("the loop does not say how often")
                return range(*given)
        values = self.value(rounds)
        if isinstance(values, str) and variables.PREFIX in values:
            raise Untranslatable(f"`{shown(rounds)}` is known only when it runs")
        if not isinstance(values, list | str | dict):
            raise Untranslatable(f"`{shown(rounds)}` is nothing to go through")
        return list(values)

    def _asked_times(self, rounds: ast.expr) -> AskedNumber | None:
        """`range(n)`, where a person gives the number when it runs."""
        match rounds:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Name() | ast.Call() as limit], keywords=[]):
                if isinstance(limit, ast.Call) and dotted(limit.func, self.aliases) not in ("int", "input"):
                    return None
                value = self.value(limit)
                return value if isinstance(value, AskedNumber) else None
        return None

    def _repeat_unknown(self, loop: ast.For, operation: Operation, value: Any = None) -> None:
        """A loop whose number of rounds is known when it runs: its rounds must be alike."""
        used = _read_names([*loop.body, *self.own_bodies()])
        counter = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        for name in counter:
            self.known.pop(name, None)
        written = _Rounds(self, loop)
        skipped, self.skipped_end = self.skipped_end, False
        goes_on, before = True, ""
        for _ in range(2):
            if value is not None:
                self.bind(loop.target, value)
            before = self._state(used, counter)
            goes_on = goes_on and self._round(loop.body, written)
        ends_unseen, self.skipped_end = self.skipped_end, self.skipped_end or skipped
        alike = written.are_alike and before == self._state(used, counter)
        if not goes_on or ends_unseen or not alike:
            written.drop()
            raise Untranslatable(f"`{shown(loop)}` cannot be read without running it")
        written.block(operation)
        self.pointer.lose()  # there may be no round at all
        for node in (node for each in (loop, *self.own_bodies()) for node in ast.walk(each)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.known.pop(node.id, None)


class _Rounds:
    """The steps of a loop's rounds, as they are added to the draft."""

    def __init__(self, reader: Loops, loop: ast.For | ast.While) -> None:
        self._reader = reader
        self._loop = loop
        self._first = (len(reader.draft.steps), len(reader.draft.diagnostics))
        self._runs: list[tuple[int, list[DraftStep]]] = []
        self._start = self._first

    def begin(self) -> None:
        self._start = (len(self._reader.draft.steps), len(self._reader.draft.diagnostics))

    def end(self) -> None:
        """Keep a round; one that is like the one before is counted."""
        draft = self._reader.draft
        steps = draft.steps[self._start[0] :]
        if self._runs and _says(steps) == _says(self._runs[-1][1]):
            self._runs[-1] = (self._runs[-1][0] + 1, self._runs[-1][1])
            del draft.diagnostics[self._start[1] :]
        else:
            self._runs.append((1, steps))
        if len([run for run in self._runs if run[1]]) > _MOST_WRITTEN:
            self.drop()
            raise Untranslatable(f"a loop of more than {_MOST_WRITTEN} different rounds is not written out")
        del draft.steps[self._start[0] :]

    @property
    def is_doubtful(self) -> bool:
        return any(_is_doubtful(step) for _, steps in self._runs for step in steps)

    @property
    def are_alike(self) -> bool:
        return len(self._runs) == 1

    def again(self, times: int) -> None:
        """The last round so many times more."""
        count, steps = self._runs[-1]
        self._runs[-1] = (count + times, steps)

    def close(self) -> None:
        """Write the rounds: equal ones as one that is repeated, where there are many."""
        for count, steps in self._runs:
            if not steps:
                continue
            if not any(map(_does, steps)):
                self._reader.draft.steps += steps  # what could not be read is said once
            elif count > 1 and (count > _FEW or count * len(steps) > _MOST_STEPS):
                self._add(Operation("REPEAT", {"times": count}), steps)
            else:
                for _ in range(count):
                    self._reader.draft.steps += map(_copied, steps)
        self._runs = []

    def endless(self) -> None:
        count, steps = self._runs.pop()
        if not any(steps for _, steps in (*self._runs, (count, steps))):
            return
        self.close()
        if not any(map(_does, steps)):
            self._reader.draft.steps += steps
            self._reader.draft.untranslatable(self._reader.span(self._loop), "the loop goes on without end")
            return
        self._reader.draft.repaired(self._reader.span(self._loop), builders.ENDLESS)
        self._add(builders.endless(), steps)

    def block(self, operation: Operation) -> None:
        _, steps = self._runs.pop()
        if steps:
            self._add(operation, steps)

    def _add(self, operation: Operation, steps: list[DraftStep]) -> None:
        reader = self._reader
        with reader.draft.nested(operation, reader.span(self._loop)):
            reader.draft.steps += steps

    def drop(self) -> None:
        steps, diagnostics = self._first
        del self._reader.draft.steps[steps:], self._reader.draft.diagnostics[diagnostics:]
        self._runs = []


def _does(step: DraftStep) -> bool:
    return step.operation is not None and (step.inner is None or any(map(_does, step.inner)))


def _is_doubtful(step: DraftStep) -> bool:
    return step.operation is None or any(map(_is_doubtful, step.inner or ()))


def _says(steps: list[DraftStep]) -> list[Any]:
    return [
        (step.operation, tuple(step.notes) if step.operation is None else (), _says(step.inner or []))
        for step in steps
    ]


def _copied(step: DraftStep) -> DraftStep:
    """The step once more, with an operation of its own: what joins steps changes them."""
    operation = step.operation
    again = Operation(operation.name, dict(operation.arguments)) if operation is not None else None
    inner = [_copied(each) for each in step.inner] if step.inner is not None else None
    return DraftStep(again, step.span, step.description, list(step.notes), step.block, inner, step.moves)


def _is_endless(loop: ast.While) -> bool:
    ends = (ast.Break, ast.Return, ast.Raise, ast.Try)
    if not isinstance(loop.test, ast.Constant) or not constant(loop.test, {}):
        return False
    names = {getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(loop)}
    return not names & {"exit", "quit", "_exit"} and not any(
        isinstance(node, ends) for node in ast.walk(loop)
    )


def _read_names(body: list[ast.stmt]) -> set[str]:
    """The names that statements read, other than to print them or to count them on."""
    return {name for statement in body for name in _names(statement)}


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id="print")):
            return
        case ast.Name(id=name, ctx=ast.Load()):
            yield name
        case ast.AugAssign(target=ast.Name(), value=value):
            yield from _names(value)
            return
        case ast.Assign(targets=[ast.Name(id=own)], value=ast.BinOp() as sum_):
            yield from (name for name in _names(sum_) if name != own)
            return
    for inner in ast.iter_child_nodes(node):
        yield from _names(inner)
