"""Whether the targets of a workflow can be found on a surface as it is now: everything is looked at once,
and nothing is done.

What only a run could know (a value read from the screen, a window that a step opens) is said to be unknown.
Every branch is gone through, and of a FOR_EACH the first row.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from cogscript.language.model import variables
from cogscript.language.model.diagnostic import CogError, Fault, shown
from cogscript.language.model.operations import OPERATIONS, TELLING, Target
from cogscript.runtime.bindings import BoundArguments, as_text
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.halts import Halt, tell
from cogscript.runtime.obstacles import cover_of
from cogscript.runtime.scope import Scope, Secrets
from cogscript.runtime.targets import is_looked_for, point_of, wanted_of
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.element_choice import innermost
from cogscript.surfaces.finding.deciding import Rejected
from cogscript.surfaces.finding.name_matching import Fit, fit, likeness
from cogscript.surfaces.look import Look
from cogscript.surfaces.protocol import Monitors, Surface
from cogscript.surfaces.views import WindowView, matching
from cogscript.tables import rows

if TYPE_CHECKING:
    from cogscript.language.model.box import Rect
    from cogscript.language.model.tree import Operation
    from cogscript.runtime.program import Program
    from cogscript.surfaces.finding.deciding import Verdict
    from cogscript.surfaces.finding.wanted import Candidate, Wanted

State = Literal["found", "guess", "box", "missing", "several", "disabled", "covered", "unknown"]
"""`box`: the line says no more than a place, or what stands there is all that is left of it."""

FINDABLE: frozenset[State] = frozenset({"found", "guess", "box"})
NOT_FINDABLE: frozenset[State] = frozenset({"missing", "several", "disabled", "covered"})
_NEXT = 0.6
"""From here on another name is alike enough to be worth telling."""


@dataclass(frozen=True, slots=True)
class CheckedTarget:
    """What can be said of one line's target now."""

    operation: Operation
    file: str
    state: State
    evidence: tuple[tuple[str, str], ...] = ()
    sure: str = ""
    """How unmistakably it was found, or why it was not."""
    area: Rect | None = None
    halt: Halt | None = None


class TargetCheck:
    def __init__(self, program: Program, surface: Surface, secrets: Secrets, *, strict: bool = False) -> None:
        self._program = program
        self._secrets = secrets
        self._strict = strict
        self._surfaces: list[Surface | str] = [surface]
        """The innermost last; in the place of one that is not there, why not."""
        self._looks: dict[Surface, Look] = {}
        self._frames: list[CallFrame] = []

    def run(self, given: Mapping[str, str]) -> Iterator[CheckedTarget]:
        yield from self._workflow(CallFrame(self._program.main, Scope(dict(given))))

    # --- going through it -----------------------------------------------------------------------

    def _workflow(self, frame: CallFrame) -> Iterator[CheckedTarget]:
        if any(each.workflow is frame.workflow for each in self._frames):
            return  # a file that calls itself has been gone through
        self._frames.append(frame)
        try:
            yield from self._body(frame.workflow.operations)
        finally:
            self._frames.pop()

    def _body(self, operations: list[Operation]) -> Iterator[CheckedTarget]:
        for operation in operations:
            spec = OPERATIONS[operation.name]
            points = ("box", *TELLING)
            if spec.target is not Target.NONE and any(operation.arguments.get(name) for name in points):
                target = self._target(operation)
                optional = operation.arguments.get("optional") is True
                yield _at_its_time(target, "the step is optional") if optional else target
            self._set(operation)
            if operation.name == "CALL":
                yield from self._call(operation)
            elif operation.name == "IN":
                yield from self._in(operation)
            elif operation.name == "ON":
                for target in self._body(operation.body or []):
                    yield _at_its_time(target, "it comes only when the handler's test holds")
            elif operation.body is not None:
                yield from self._body(operation.body)
            for branch in operation.branches:
                self._set(branch)
                yield from self._body(branch.body or [])

    @property
    def _frame(self) -> CallFrame:
        return self._frames[-1]

    def _resolved(self, operation: Operation, names: tuple[str, ...]) -> tuple[dict[str, Any], str]:
        """The arguments as far as they are known; and the variable that one of these names lacks."""
        scope = self._frame.scope
        for name in names:
            value = operation.arguments.get(name)
            for variable in variables.names(value) if isinstance(value, str) else ():
                if variable in scope.unknown or variable not in scope.values:
                    return {}, variable
        known = {
            name: value
            for name, value in operation.arguments.items()
            if not isinstance(value, str)
            or all(each in scope.values for each in variables.names(value))
            or OPERATIONS[operation.name].parameter(name) is None
        }
        return BoundArguments(_only(operation, known)).resolve(scope), ""

    def _set(self, operation: Operation) -> None:
        """The variables that a run would have after it."""
        scope = self._frame.scope
        if operation.name == "FOR_EACH":
            self._first_row(operation)
        name = operation.output
        if name is None or (operation.name == "INPUT" and name in scope.values):
            return
        value = operation.arguments.get({"SET": "value", "INPUT": "default"}.get(operation.name, ""))
        if value is None or not all(each in scope.values for each in variables.names(as_text(value))):
            scope.set_unknown(name)
        else:
            scope.set(name, scope.expand(as_text(value)))

    def _first_row(self, operation: Operation) -> None:
        with contextlib.suppress(Fault, OSError):  # a run would say what is wrong with it
            arguments, unknown = self._resolved(operation, ("rows",))
            if not unknown:
                row = next(iter(rows.read(self._frame.path(arguments["rows"]))), {})
                for name, value in row.items():
                    self._frame.scope.set(name, value)

    def _call(self, operation: Operation) -> Iterator[CheckedTarget]:
        arguments, unknown = self._resolved(operation, ("workflow",))
        if unknown:
            return
        with contextlib.suppress(Fault, CogError):  # what is wrong with it was said before
            called = self._program.load(self._frame.path(arguments["workflow"]))
            own = {each.name for each in OPERATIONS["CALL"].parameters}
            given = {name: as_text(value) for name, value in arguments.items() if name not in own}
            yield from self._workflow(CallFrame(called, Scope(given)))

    def _in(self, operation: Operation) -> Iterator[CheckedTarget]:
        with contextlib.ExitStack() as stack:
            inner = self._inner(operation, stack)
            if isinstance(inner, str):
                yield CheckedTarget(operation, self._frame.file, "missing", sure=inner)
            self._surfaces.append(inner)
            try:
                yield from self._body(operation.body or [])
            finally:
                self._surfaces.pop()

    def _inner(self, operation: Operation, stack: contextlib.ExitStack) -> Surface | str:
        """The surface that IN names, as it is: nothing is brought to the front."""
        outer = self._surfaces[0]
        assert isinstance(outer, Surface)
        arguments, unknown = self._resolved(operation, ("window", "app"))
        if unknown:
            return f"only a run knows `{variables.spell(unknown)}`"
        try:
            if arguments.get("monitor") is not None:
                monitor = outer.need(Monitors).monitor(arguments["monitor"])
                stack.callback(monitor.close)
                return monitor
            title, app = arguments.get("window"), arguments.get("app")
            if not (title or app):
                return "only a run can open this surface"
            windows = outer.need(Windows).windows()
            found = matching(windows, title, app)
            if len(found) == 1:
                view = WindowView(outer, found[0])
                assert view.frame
                return view
        except Fault as fault:
            return fault.reason
        there = ", ".join(shown(each.title, self._secrets.mask, 40) for each in found or windows) or "none"
        said = f"{len(found)} windows match" if found else "no window matches"
        return f"{said}; there are: {there}"

    # --- one line ---------------------------------------------------------------------------------

    def _target(self, operation: Operation) -> CheckedTarget:
        file, surface = self._frame.file, self._surfaces[-1]
        arguments, unknown = self._resolved(operation, ("box", "near", *TELLING))
        if isinstance(surface, str):
            return CheckedTarget(operation, file, "unknown", sure="its window is not there")
        if unknown:
            said = f"only a run knows `{variables.spell(unknown)}`"
            return CheckedTarget(operation, file, "unknown", sure=said)
        look = self._looks.setdefault(surface, Look(surface))
        wanted = wanted_of(surface, operation, arguments, self._frame)
        if not is_looked_for(arguments):
            assert wanted.place is not None
            there = innermost(look.elements.elements, wanted.place.middle)
            named = f"{there.role} {shown(there.name, self._secrets.mask, 40)}" if there else "nothing named"
            sure = f"the line says no more than its place; {named} is there"
            return CheckedTarget(operation, file, "box", (("place", "the box"),), sure, wanted.place)
        return self._judged(operation, look, wanted, arguments)

    def _judged(
        self, operation: Operation, look: Look, wanted: Wanted, arguments: dict[str, Any]
    ) -> CheckedTarget:
        file, verdict = self._frame.file, look.judge(wanted)
        found, rejected = verdict.found, list(verdict.rejected)
        if found is not None:
            cover = cover_of(look, found, point_of(found, wanted.place), wanted)
            if cover is not None:
                why = f"{shown(cover, self._secrets.mask)} lies over it"
                return self._failed(operation, look, wanted, "covered", why, [Rejected(found, why)])
            if found.guess and (self._strict or arguments.get("sensitive")):
                why = "it is only alike, and " + (
                    "targets are strict" if self._strict else "the step is sensitive"
                )
                return self._failed(
                    operation, look, wanted, "missing", why, [Rejected(found, why), *rejected]
                )
            state: State = "guess" if found.guess else "found"
            sure = _sure(look, wanted, found, verdict)
            return CheckedTarget(operation, file, state, found.evidence, sure, found.rect)
        if verdict.problem in ("several", "disabled"):
            why = "nothing tells them apart" if verdict.problem == "several" else "it is disabled"
            several = [Rejected(each, why) for each in verdict.candidates]
            known: State = "several" if verdict.problem == "several" else "disabled"
            return self._failed(operation, look, wanted, known, why, several)
        here = verdict.at_place
        if here is not None and not (self._strict and not verdict.sure_of_place):
            sure = "nothing goes by that name; what stands at its box does not contradict"
            return CheckedTarget(operation, file, "box", here.evidence, sure, here.rect)
        return self._failed(operation, look, wanted, "missing", "it is not there now", rejected)

    def _failed(
        self,
        operation: Operation,
        look: Look,
        wanted: Wanted,
        state: State,
        why: str,
        rejected: list[Rejected],
    ) -> CheckedTarget:
        frame = self._frame
        halt = tell(
            operation, frame.source, wanted, look, rejected, self._secrets.mask,
            one_of_them=state == "several",
        )  # fmt: skip
        return CheckedTarget(operation, frame.file, state, sure=why, halt=halt)


def _at_its_time(target: CheckedTarget, why: str) -> CheckedTarget:
    """What need not be there now is not missing."""
    missing = target.state == "missing"
    return replace(target, state="unknown", sure=f"{why}: {target.sure}", halt=None) if missing else target


def _only(operation: Operation, arguments: dict[str, Any]) -> Operation:
    """The operation with some of its arguments."""
    from cogscript.language.model.tree import Operation as Node

    return Node(operation.name, arguments)


def _sure(look: Look, wanted: Wanted, found: Candidate, verdict: Verdict) -> str:
    """How unmistakable it is: others of its name, what told it from them, what comes next."""
    told = dict(found.evidence)
    if found.guess:
        return f"by likeness only ({told.get('likeness', '')}), and nothing else comes near"
    others = [each for each in look.elements.elements if each.rect != found.rect]
    same = [
        each for each in others if fit(wanted.name, each.name) >= Fit.DECORATED and each.role == found.kind
    ]
    if same:
        by = "the text beside it" if "near" in told else "its box" if "place" in told else "its id"
        return f"one of {len(same) + 1} of its name, told from the others by {by}"
    alike = max(((likeness(wanted.name, each.name), each) for each in others if each.name),
                key=lambda pair: pair[0], default=(0.0, None))  # fmt: skip
    score, next_one = alike
    if next_one is not None and _NEXT <= score < 1:
        return (
            f"the only one of its name; next comes {next_one.role} {shown(next_one.name)} ({score:.2f} alike)"
        )
    kinds = f", told from {len(verdict.rejected)} of another kind" if verdict.rejected else ""
    return f"the only one of its name{kinds}" if wanted.name else "the only one"
