"""Blocks: conditions, loops, TRY, standing handlers. One function a block.

What a block decides (which branch, whether another round, which row) is on record as a step of its own,
so that a resumed run decides the same without looking at the world again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cogscript.language.diagnostic import Fault
from cogscript.runtime import judging, rows, settle
from cogscript.runtime.arguments import BadArgument, Plan
from cogscript.runtime.finder import Look
from cogscript.runtime.signals import BreakLoop, EndWorkflow, Jump, NextRound, RunOver, StepFailed

if TYPE_CHECKING:
    from cogscript.language.tree import Operation
    from cogscript.runtime.context import Frame
    from cogscript.runtime.interpreter import Interpreter
    from cogscript.runtime.step import Step

Block = Callable[["Interpreter", "Operation"], None]

NO_BRANCH = -1


def _look(run: Interpreter, *tests: object) -> Look:
    """One moment of the screen, a still one when the tests look at it."""
    context = run.context
    if any(map(judging.reads_screen, tests)) and context.options.settle and not context.dry:
        assert context.step is not None
        context.step.settled = settle.wait(context)
    return Look(context)


def _arguments(run: Interpreter, operation: Operation) -> dict[str, Any]:
    """The arguments as they are now: a person stepping may have changed the line."""
    plan = run.task(operation).plan
    return {**plan.defaults, **plan.resolve(run.context.scope)}


# --- IF ------------------------------------------------------------------------------------------


def _if(run: Interpreter, operation: Operation) -> None:
    chain = [operation, *operation.branches]

    def choose(step: Step) -> int | list[int]:
        """The branch to take; in a dry run every branch that a real one might take."""
        look = _look(run, *(branch.arguments.get("test") for branch in chain))
        possible: list[int] = []
        for index, branch in enumerate(chain):
            test = branch.arguments.get("test")
            held = True if test is None else judging.holds(run.context, test, look)  # type: ignore[arg-type]
            if held is None:
                possible.append(index)
            elif held:
                return index if not possible else [*possible, index]
        return possible or NO_BRANCH

    step = run.decide(operation, choose)
    if step is None:
        return
    if isinstance(step.value, list):
        run.context.supposing += 1
        try:
            for index in step.value:
                run.inside(step, chain[index].body or [])
        finally:
            run.context.supposing -= 1
    elif step.value != NO_BRANCH:
        run.inside(step, chain[step.value].body or [])


# --- loops ---------------------------------------------------------------------------------------


def _round(run: Interpreter, step: Step, operation: Operation, number: int) -> bool:
    """One round of a loop; whether it goes on."""
    outer = run.rounds
    run.rounds = f"{outer}.{number}" if outer else str(number)
    try:
        run.inside(step, operation.body or [])
    except NextRound:
        pass
    except BreakLoop:
        return False
    finally:
        run.rounds = outer
    return True


def _repeat(run: Interpreter, operation: Operation) -> None:
    step = run.decide(operation, lambda step: _arguments(run, operation)["times"])
    if step is None:
        return
    for number in range(1, step.value + 1):
        if not _round(run, step, operation, number):
            return


def _while(run: Interpreter, operation: Operation) -> None:
    context = run.context
    number = 0

    def again(step: Step) -> bool | None:
        arguments = _arguments(run, operation)
        test, limit = arguments["test"], arguments["limit"]
        held = judging.holds(context, test, _look(run, test))
        if held and number >= limit:
            raise Fault(
                "loop-limit",
                f"WHILE has gone {limit} rounds and {judging.described(context, test)} still holds",
                "give it a larger `limit`, or see why the test does not change",
            )
        return held

    while True:
        step = run.decide(operation, again)
        if step is None or step.value is False:
            return
        number += 1
        if step.value is None:  # a dry run cannot know: once through, to list what is there
            context.supposing += 1
            try:
                _round(run, step, operation, number)
            finally:
                context.supposing -= 1
            return
        if not _round(run, step, operation, number):
            return


def _for_each(run: Interpreter, operation: Operation) -> None:
    context = run.context
    found: list[Iterator[dict[str, str]]] = []

    def open_rows(step: Step) -> None:
        step.arguments = run.task(operation).plan.resolve(context.scope)
        found.append(rows.read(context.path(step.arguments["rows"])))

    step = run.decide(operation, open_rows)
    if step is None:
        return
    if not found:  # taken from the record: the rows themselves are read again, and compared
        path = context.path(_arguments(run, operation)["rows"])
        found.append(rows.read(path))
    for number in range(1, 1 << 62):
        if not _row(run, operation, found[0], number):
            return
        if not _round(run, step, operation, number):
            return


def _row(run: Interpreter, operation: Operation, source: Iterator[dict[str, str]], number: int) -> bool:
    """Bind the next row to the variables; whether there was one."""
    context = run.context

    def fetch() -> dict[str, str] | None:
        try:
            return next(source, None)
        except Fault as fault:
            raise BadArgument("rows", fault.code, fault.reason, fault.advice) from fault

    replay = context.replay
    if replay is not None and not replay.over and not replay.next_is(operation, "row"):
        if fetch() is None:
            return False  # as it was then: the record goes on behind the loop
        raise _other_rows(operation, number)
    record = run.recorded(operation, "row")
    if record is not None:
        step = run.begin(operation, "row")
        run.raise_recorded(record, operation)
        row = fetch()
        if row != {name: context.secrets.unmask(value) for name, value in record.variables.items()}:
            raise _other_rows(operation, number)
    else:
        step = run.begin(operation, "row")
        step.value = number
        try:
            row = fetch()
        except Fault as fault:
            run.failed(step, fault)
            return False
        if row is None:
            return False
        step.variables = row
        run.tell(step)
    if row is None:
        return False
    for name, value in row.items():
        context.scope.set(name, value)
    return True


def _other_rows(operation: Operation, number: int) -> RunOver:
    return RunOver(
        "resume",
        f"row {number} of the rows at line {operation.line} is not what it was",
        "start the run anew",
    )


# --- TRY -----------------------------------------------------------------------------------------


def _try(run: Interpreter, operation: Operation) -> None:
    branches = {branch.name: branch for branch in operation.branches}
    catch, final = branches.get("CATCH"), branches.get("FINALLY")
    step = run.decide(operation, lambda step: None)
    if step is None:
        return
    try:
        try:
            run.inside(step, operation.body or [])
        except StepFailed as failed:
            if catch is None:
                raise
            _catch(run, catch, failed)
    except (StepFailed, EndWorkflow, BreakLoop, NextRound, Jump):
        # Not when a person stopped the run: then nothing more is done.
        if final is not None:
            _finally(run, final)
        raise
    if final is not None:
        _finally(run, final)


def _catch(run: Interpreter, catch: Operation, failed: StepFailed) -> None:
    def bind(step: Step) -> None:
        name = Plan(catch).resolve(run.context.scope).get("output")
        run.context.set(step, name, failed.diagnostic.message)

    step = run.decide(catch, bind)
    if step is not None:
        run.inside(step, catch.body or [])


def _finally(run: Interpreter, final: Operation) -> None:
    step = run.decide(final, lambda step: None)
    if step is not None:
        run.inside(step, final.body or [])


# --- ON ------------------------------------------------------------------------------------------


def _on(run: Interpreter, operation: Operation) -> None:
    """From here on the handler stands, until its workflow ends."""
    handlers = run.context.frame.handlers
    if not any(handler is operation for handler in handlers):
        handlers.append(operation)
        run.standing += 1


def handle(run: Interpreter, touches_screen: bool) -> None:
    """Run the body of every standing handler whose test holds before the next operation.

    A test that looks at the screen is only judged before operations that touch it: a pop-up can be in
    the way of nothing else. Handlers do not interrupt handlers.
    """
    context = run.context
    frames = [frame for frame in context.frames if frame.handlers]
    look = Look(context)
    for frame in frames:
        for handler in frame.handlers:
            if _fires(run, handler, frame, touches_screen, look):
                _run_handler(run, handler, frame)
                look = Look(context)


def _fires(run: Interpreter, handler: Operation, frame: Frame, touches_screen: bool, look: Look) -> bool:
    context = run.context
    if context.replay is not None:
        return context.replay.next_is(handler)
    test: Any = handler.arguments["test"]
    if context.dry or (judging.reads_screen(test) and not touches_screen):
        return False
    current, context.frame = context.frame, frame
    try:
        return bool(judging.holds(context, test, look))
    finally:
        context.frame = current


def _run_handler(run: Interpreter, handler: Operation, frame: Frame) -> None:
    context = run.context
    current, context.frame = context.frame, frame
    run.handling = True
    try:
        step = run.decide(handler, lambda step: True)
        if step is not None:
            run.inside(step, handler.body or [])
    finally:
        run.handling = False
        context.frame = current


BLOCKS: dict[str, Block] = {
    "IF": _if,
    "REPEAT": _repeat,
    "WHILE": _while,
    "FOR_EACH": _for_each,
    "TRY": _try,
    "ON": _on,
}
