"""Any failure of a step as a diagnostic with its place, also what nobody foresaw: a bug of ours, or a
screen that died under the step."""

from __future__ import annotations

import contextlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, shown
from cogscript.runtime.bindings import BadArgument
from cogscript.runtime.signals import StepFailed, TargetFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState

_CALLED = "called at "
_CALLERS = 3
"""How many of the CALLs that led to an error it names."""

_SCREENS = ("Xlib", "mss", "pyautogui", "pyscreeze", "pyperclip", "pynput")


def diagnose(error: Exception, step: Step, state: RunState, in_vain: Step | None = None) -> Diagnostic:
    """The failure at the operation, or at the argument it is about; `in_vain`: the step before changed
    nothing, which may be why."""
    operation, mask = step.operation, state.mask
    if isinstance(error, StepFailed):
        return _called_by(error.diagnostic, step) if step.kind == "call" else error.diagnostic
    if isinstance(error, CogError):
        return error.diagnostics[0]
    fault = error if isinstance(error, Fault) else unexpected(error, state)
    span = operation.span_of(fault.parameter) if isinstance(fault, BadArgument) else operation.span
    return Diagnostic(
        fault.code, mask(fault.reason), span=span, source=state.frame.source, advice=mask(fault.advice),
        details=(*_details(fault, step, state), *_before(in_vain, step, state)),
    )  # fmt: skip


def _details(fault: Fault, step: Step, state: RunState) -> tuple[tuple[str, str], ...]:
    """What is known of a target that was not taken."""
    halt = fault.halt if isinstance(fault, TargetFault) else None
    if halt is None:
        return ()
    kept, folder = (step.halt or {}).get("picture"), state.run.folder
    return halt.details(state.mask, str(folder / kept) if kept and folder is not None else "")


def _before(in_vain: Step | None, step: Step, state: RunState) -> Iterator[tuple[str, str]]:
    if in_vain is not None and in_vain is not step:
        named = in_vain.arguments.get("element_info")
        what = f"{in_vain.name} {shown(str(named), state.mask)}" if named else in_vain.name
        yield "before it", f"line {in_vain.line}: {what} changed nothing on the screen"


def _called_by(diagnostic: Diagnostic, step: Step) -> Diagnostic:
    """The error of a called file says who called it, as far as a person wants to know."""
    said = f"{_CALLED}{step.file}:{step.line}"
    if said in diagnostic.advice or diagnostic.advice.count(_CALLED) >= _CALLERS:
        return diagnostic
    return diagnostic._replace(advice=f"{diagnostic.advice}; {said}" if diagnostic.advice else said)


def unexpected(error: Exception, state: RunState) -> Fault:
    """The fault to show; the traceback goes to a file, never to the person."""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    where = _keep(error, state)
    if type(error).__module__.partition(".")[0] in _SCREENS or isinstance(error, ConnectionError):
        return Fault("screen", f"the screen failed during this step ({said})", f"the details are in {where}")
    if isinstance(error, MemoryError):
        return Fault("memory", "there is not enough memory for this step")
    if isinstance(error, RecursionError):
        return Fault("too-deep", "the workflow is nested too deeply")
    return Fault(
        "internal",
        f"this is a fault of cogscript itself: {said}",
        f"the details are in {where}; please report them",
    )


def _keep(error: Exception, state: RunState) -> str:
    from cogscript.settings import state_folder

    details = state.mask("".join(traceback.format_exception(error)))
    folder = state.run.folder or Path(state_folder()) / "faults"
    path = folder / "fault.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(details, encoding="utf-8", errors="backslashreplace")
        return str(path)
    return "no file: the folder cannot be written"
