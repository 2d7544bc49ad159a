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

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import AskedNumber, constant, dotted, shown, truth
from cogscript.dialects.scripts.counting import first_failing
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_pictures import refuse_decision
from cogscript.dialects.scripts.pyautogui.code_rounds import Rounds, TooDifferent, is_doubtful
from cogscript.dialects.scripts.pyautogui.code_tables import rows_of
from cogscript.dialects.scripts.pyautogui.code_values import Values
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation

_MOST_ROUNDS = 2_000
"""Rounds that are gone through; a loop may have more where they are all alike."""
_ENOUGH = 100
"""Rounds after which the rest of a loop that counts on is counted."""
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
        self.looping = 0
        """In how many loops of the function at hand something is done."""
        self.rests: list[list[ast.stmt]] = []
        """In each block of the function at hand, what stands behind the statement that is done."""
        self.looped_at = 0
        """How many of those blocks are outside the innermost loop."""
        self.skipped_return = False
        """Whether something was left out that may return from a function: what that gives is not known."""

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
        rounds, written = self._rounds(loop.iter), Rounds(self, loop)
        try:
            self._go_through(loop, rounds, written)
        except TooDifferent:
            self._repeat_or_cut(loop, written, Operation("REPEAT", {"times": len(rounds)}))

    def _repeat_or_cut(
        self, loop: ast.For | ast.While, written: Rounds, operation: Operation, counted: str = ""
    ) -> None:
        """A loop with too many rounds to write: one round for all, where none depends on which one it is.
        What is left of a round without such a part may be harmful: then the first rounds are written."""
        first = written.set_aside()
        steps = len(self.draft.steps)
        try:
            self._repeat_unknown(loop, operation, counted=counted)
        except Untranslatable:
            pass
        else:
            if not any(map(is_doubtful, self.draft.steps[steps:])):
                return
        written.put_back(first)
        written.cut()
        self._forget_bound(loop)

    def _forget_bound(self, loop: ast.For | ast.While) -> None:
        """How far a loop was gone through, and so what it leaves behind, is not known."""
        self.pointer.lose()
        for node in (node for each in (loop, *self.own_bodies()) for node in ast.walk(each)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.known.pop(node.id, None)

    def _go_through(self, loop: ast.For, rounds: Any, written: Rounds) -> None:
        used = _read_names([*loop.body, *self.own_bodies()])
        counter = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        for at, value in enumerate(rounds):
            if at == _MOST_ROUNDS:
                raise TooDifferent(
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
        if written.can_break and loop.orelse:
            raise Untranslatable(f"`{shown(loop)}` cannot be read without running it: how does it end?")
        written.close()
        self.block(loop.orelse)

    @abstractmethod
    def waits_for_picture(self, loop: ast.While) -> bool:
        """Do a loop that ends when a picture is found; whether it was one."""

    def go_while(self, loop: ast.While) -> None:
        if self.waits_for_picture(loop):
            return
        written = Rounds(self, loop)
        try:
            self._go_on(loop, written)
        except TooDifferent:
            written.cut()
            self._forget_bound(loop)
            if isinstance(loop.test, ast.Constant):
                raise Left("never") from None

    def _go_on(self, loop: ast.While, written: Rounds) -> None:
        used = _read_names([*loop.body, *self.own_bodies(), ast.Expr(loop.test)])
        tested = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
        if tested & self.changed_elsewhere():
            raise Untranslatable(f"`{shown(loop)}` cannot be read without running it: when does it end?")
        counts: list[dict[str, Any]] = []
        for at in range(_MOST_ROUNDS):
            refuse_decision(loop.test, self.known)
            counted = self._counted_on(loop, counts) if at == _ENOUGH else None
            if counted and (
                self._goes_on_so(loop, written, counted[0]) or not written.can_write(at + counted[2])
            ):
                self._count(loop, written, at, *counted)
                return
            counts = [*counts[-1:], dict(self.known)]
            test = self.resolved(loop.test)
            refuse_decision(test, self.known)
            if not truth(test, self.known):
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
                can_break = written.can_break
                written.endless()
                if can_break:
                    self._forget_bound(loop)
                    return
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

    def _counted_on(self, loop: ast.While, before: list[dict[str, Any]]) -> tuple[str, int, int] | None:
        """The one name that every round counts on, its value at the end, and how many rounds follow."""
        if not _counts_on(loop.test):
            return None
        ends = (ast.Break, ast.Continue, ast.Return, ast.Raise)
        changed = [
            name
            for name in self.known
            if not name.startswith("<") and repr(self.known[name]) != repr(before[-1].get(name))
        ]
        if len(changed) != 1 or any(isinstance(node, ends) for each in loop.body for node in ast.walk(each)):
            return None
        (name,) = changed
        values = [each.get(name) for each in (*before, self.known)]
        whole = [each for each in values if type(each) is int]
        if len(whole) < 3 or len(whole) < len(values):
            return None
        one, other, last = whole
        step = last - other
        if step == 0 or other - one != step:
            return None

        def holds_after(rounds: int) -> bool:
            self.known[name] = last + rounds * step
            return bool(truth(self.resolved(loop.test), self.known))

        try:
            more = first_failing(holds_after)
        finally:
            self.known[name] = last
        return None if more is None else (name, last + more * step, more)

    def _goes_on_so(self, loop: ast.While, written: Rounds, name: str) -> bool:
        """Whether all rounds are alike, and none reads what they count."""
        return written.are_alike and name not in _read_names([*loop.body, *self.own_bodies()])

    def _count(self, loop: ast.While, written: Rounds, done: int, name: str, last: int, more: int) -> None:
        """The rest of a loop that counts on: rounds alike are not gone through."""
        if self._goes_on_so(loop, written, name):
            written.again(more)
            written.close()
        else:
            times = Operation("REPEAT", {"times": done + more})
            self._repeat_or_cut(loop, written, times, counted=name)
        self.known[name] = last
        self.block(loop.orelse)

    def _never(self, loop: ast.While) -> None:
        """Nothing that follows an endless loop is done."""
        self.draft.untranslatable(
            self.span(loop), f"`{shown(loop)}` goes on without end, and cannot be read without running it"
        )
        raise Left("never")

    def _round(self, body: list[ast.stmt], written: Rounds) -> bool:
        """Do the body of a loop once; whether the loop goes on."""
        written.begin()
        self.looping += 1
        outside, self.looped_at = self.looped_at, len(self.rests)
        try:
            self.block(body)
        except Left as left:
            written.end()
            if left.how not in ("break", "continue"):
                written.close()
                raise
            return left.how == "continue"
        finally:
            self.looping -= 1
            self.looped_at = outside
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

    def _repeat_unknown(
        self, loop: ast.For | ast.While, operation: Operation, value: Any = None, counted: str = ""
    ) -> None:
        """A loop whose number of rounds is known when it runs: its rounds must be alike."""
        used = _read_names([*loop.body, *self.own_bodies()])
        target = loop.target if isinstance(loop, ast.For) else ast.Name(counted)
        counter = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
        for name in counter:
            self.known.pop(name, None)
        written = Rounds(self, loop)
        skipped, self.skipped_end = self.skipped_end, False
        goes_on, before = True, ""
        for _ in range(2):
            if value is not None:
                self.bind(target, value)
            before = self._state(used, counter)
            goes_on = goes_on and self._round(loop.body, written)
        ends_unseen, self.skipped_end = self.skipped_end, self.skipped_end or skipped
        alike = written.are_alike and before == self._state(used, counter)
        if not goes_on or ends_unseen or not alike:
            written.drop()
            raise Untranslatable(f"`{shown(loop)}` cannot be read without running it")
        written.block(operation)
        self._forget_bound(loop)  # there may be no round at all


def _counts_on(test: ast.expr) -> bool:
    """Whether a test holds until a number has come to its end, and never again."""
    match test:
        case ast.Compare(
            left=ast.Name() | ast.Constant(),
            ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
            comparators=[ast.Name() | ast.Constant()],
        ):
            return True
    return False


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
