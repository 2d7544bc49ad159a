"""Blocks: conditions, loops, TRY, standing handlers, surfaces. One function a block.

What a block decides (which branch, whether another round, which row) is on record as a step of its own,
so that a resumed run decides the same without looking at the world again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault
from cogscript.runtime import judging
from cogscript.runtime.bindings import BadArgument, BoundArguments
from cogscript.runtime.inner_surfaces import inner_surface
from cogscript.runtime.judging import Moment
from cogscript.runtime.signals import BreakLoop, EndWorkflow, Jump, NextRound, StepFailed, Undecided
from cogscript.tables import rows

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.performer import Performer
    from cogscript.surfaces.protocol import Surface

Block = Callable[["Performer", "Operation"], None]

NO_BRANCH = -1


def _moment(run: Performer, step: Step, *tests: object) -> Moment:
    """One moment, of a still surface when the tests look at it."""
    if any(map(judging.reads_screen, tests)):
        step.settled = run.state.settle()
    return Moment(run.state)


def _arguments(run: Performer, operation: Operation) -> dict[str, Any]:
    return run.binding(operation).arguments(run.state.scope)


# --- IF ------------------------------------------------------------------------------------------


def _if(run: Performer, operation: Operation) -> None:
    chain = [operation, *operation.branches]

    def choose(step: Step) -> int | list[int]:
        """The branch to take; in a dry run every branch that a real one might take."""
        moment = _moment(run, step, *(branch.arguments.get("test") for branch in chain))
        possible: list[int] = []
        for index, branch in enumerate(chain):
            test = branch.arguments.get("test")
            held = True if test is None else judging.holds(run.state, test, moment)  # type: ignore[arg-type]
            if held is None:
                possible.append(index)
            elif held:
                return index if not possible else [*possible, index]
        return possible or NO_BRANCH

    step = run.decide(operation, choose)
    if step is None:
        return
    if isinstance(step.value, list):
        run.state.supposing += 1
        try:
            for index in step.value:
                run.inside(step, chain[index].body or [])
        finally:
            run.state.supposing -= 1
    elif step.value != NO_BRANCH:
        run.inside(step, chain[step.value].body or [])


# --- loops ---------------------------------------------------------------------------------------


def _round(run: Performer, step: Step, operation: Operation, number: int) -> bool:
    """One round of a loop; whether it continues."""
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


def _repeat(run: Performer, operation: Operation) -> None:
    step = run.decide(operation, lambda step: _arguments(run, operation)["times"])
    if step is None:
        return
    for number in range(1, step.value + 1):
        if not _round(run, step, operation, number):
            return


def _while(run: Performer, operation: Operation) -> None:
    state = run.state
    number = 0

    def again(step: Step) -> bool | None:
        arguments = _arguments(run, operation)
        test, limit = arguments["test"], arguments["limit"]
        held = judging.holds(state, test, _moment(run, step, test))
        if held and number >= limit:
            raise Fault(
                "loop-limit",
                f"WHILE has gone {limit} rounds and {judging.described(state, test)} still holds",
                "give it a larger `limit`, or see why the test does not change",
            )
        return held

    while True:
        step = run.decide(operation, again)
        if step is None or step.value is False:
            return
        number += 1
        if step.value is None:  # a dry run cannot know: once through, to list what is there
            state.supposing += 1
            try:
                _round(run, step, operation, number)
            finally:
                state.supposing -= 1
            return
        if not _round(run, step, operation, number):
            return


def _for_each(run: Performer, operation: Operation) -> None:
    state = run.state
    found: list[Iterator[dict[str, str]]] = []

    def open_rows(step: Step) -> None:
        step.arguments = run.binding(operation).resolve(state.scope)
        found.append(rows.read(state.frame.path(step.arguments["rows"])))

    step = run.decide(operation, open_rows)
    if step is None:
        return
    if not found:  # taken from the record: the rows themselves are read again, and compared
        path = state.frame.path(_arguments(run, operation)["rows"])
        found.append(rows.read(path))
    for number in range(1, 1 << 62):
        if not _row(run, operation, found[0], number):
            return
        if not _round(run, step, operation, number):
            return


def _row(run: Performer, operation: Operation, source: Iterator[rows.Row], number: int) -> bool:
    """Bind the next row to the variables; whether there was one."""

    def fetch() -> rows.Row | None:
        try:
            return next(source, None)
        except Fault as fault:
            raise BadArgument("rows", fault.code, fault.reason, fault.advice) from fault

    recalled = run.past.gives_row(run, operation, number, fetch) if run.past is not None else None
    row = recalled.row if recalled is not None else _new_row(run, operation, fetch, number)
    for name, value in (row or {}).items():
        run.state.scope.set(name, value)
    return row is not None


def _new_row(
    run: Performer, operation: Operation, fetch: Callable[[], rows.Row | None], number: int
) -> rows.Row | None:
    step = run.begin(operation, "row")
    step.value = number
    try:
        row = fetch()
    except Fault as fault:
        run.fail(step, fault, acting=False)
        return None
    if row is not None:
        step.variables = row
        run.tell(step)
    return row


# --- TRY -----------------------------------------------------------------------------------------


def _try(run: Performer, operation: Operation) -> None:
    branches = {branch.name: branch for branch in operation.branches}
    catch, final = branches.get("CATCH"), branches.get("FINALLY")
    step = run.decide(operation, lambda step: None)
    if step is None:
        return
    try:
        try:
            run.inside(step, operation.body or [])
        except StepFailed as failed:
            if catch is None or failed.final:
                raise
            _catch(run, catch, failed)
    except (StepFailed, EndWorkflow, BreakLoop, NextRound, Jump):
        # Not when a person stopped the run: then nothing more is done.
        if final is not None:
            _finally(run, final)
        raise
    if final is not None:
        _finally(run, final)


def _catch(run: Performer, catch: Operation, failed: StepFailed) -> None:
    def bind(step: Step) -> None:
        name = BoundArguments(catch).resolve(run.state.scope).get("output")
        run.state.set(step, name, failed.diagnostic.message)

    step = run.decide(catch, bind)
    if step is not None:
        run.inside(step, catch.body or [])


def _finally(run: Performer, final: Operation) -> None:
    step = run.decide(final, lambda step: None)
    if step is not None:
        run.inside(step, final.body or [])


# --- ON ------------------------------------------------------------------------------------------


def _on(run: Performer, operation: Operation) -> None:
    """From here on the handler stands, until its workflow ends."""
    handlers = run.state.frame.handlers
    if not any(handler is operation for handler in handlers):
        handlers.append(operation)
        run.standing += 1


def handle(run: Performer, touches_screen: bool) -> None:
    """Run the body of every standing handler whose test holds before the next operation.

    A test that looks at the screen is only judged before operations that touch it: a pop-up can be in
    the way of nothing else. Handlers do not interrupt handlers.
    """
    frames = [frame for frame in run.state.frames if frame.handlers]
    moment = Moment(run.state)
    for frame in frames:
        for handler in frame.handlers:
            if _fires(run, handler, frame, touches_screen, moment):
                _run_handler(run, handler, frame)
                moment = Moment(run.state)


def _fires(
    run: Performer, handler: Operation, frame: CallFrame, touches_screen: bool, moment: Moment
) -> bool:
    if run.past is not None:
        return run.past.fires(handler)
    test: Any = handler.arguments["test"]
    if judging.reads_screen(test) and not touches_screen:
        return False
    with run.state.as_if_in(frame):
        try:
            return bool(judging.holds(run.state, test, moment))
        except Undecided as undecided:
            if undecided.passing:  # it is asked again before the next operation, and while one waits
                return False
            raise


def _run_handler(run: Performer, handler: Operation, frame: CallFrame) -> None:
    run.handling = True
    try:
        with run.state.as_if_in(frame):
            step = run.decide(handler, lambda step: True)
            if step is not None:
                run.inside(step, handler.body or [])
    finally:
        run.handling = False


# --- IN ------------------------------------------------------------------------------------------


def _in(run: Performer, operation: Operation) -> None:
    with entered(run, operation) as step:
        if step is not None:
            run.inside(step, operation.body or [])


@contextlib.contextmanager
def entered(run: Performer, operation: Operation) -> Iterator[Step | None]:
    """The surface that IN names, there and in front when the body begins; None when a person skips it."""
    surfaces = run.state.surfaces
    with contextlib.ExitStack() as stack:

        def find() -> Surface:
            return inner_surface(run.state, _arguments(run, operation), stack)

        def enter(step: Step) -> None:
            step.arguments = run.binding(operation).resolve(run.state.scope)
            surface = find()
            step.surface = surface.described
            stack.enter_context(surfaces.inside(surface))

        was_live = run.past is None
        step = run.decide(operation, enter)
        if step is not None and not was_live and step.surface is None:
            # The record says that it was entered; the surface is found again if a step still needs it.
            stack.enter_context(surfaces.inside(find))
        yield step


BLOCKS: dict[str, Block] = {
    "IF": _if,
    "REPEAT": _repeat,
    "WHILE": _while,
    "FOR_EACH": _for_each,
    "TRY": _try,
    "ON": _on,
    "IN": _in,
}
