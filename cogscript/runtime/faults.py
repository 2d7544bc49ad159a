"""Any failure of a step as a diagnostic with its place, also what nobody foresaw: a bug of ours, or a
screen that died under the step."""

from __future__ import annotations

import contextlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import CogError, Diagnostic, Fault
from cogscript.runtime.arguments import BadArgument
from cogscript.runtime.signals import StepFailed

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step

_CALLED = "called at "
_CALLERS = 3
"""How many of the CALLs that led to an error it names."""

_SCREENS = ("Xlib", "mss", "pyautogui", "pyscreeze", "pyperclip", "pynput")


def diagnose(error: Exception, step: Step, context: Context) -> Diagnostic:
    """The failure at the operation, or at the argument it is about."""
    operation, mask = step.operation, context.mask
    if isinstance(error, StepFailed):
        return _called_by(error.diagnostic, step) if step.kind == "call" else error.diagnostic
    if isinstance(error, CogError):
        return error.diagnostics[0]
    fault = error if isinstance(error, Fault) else unexpected(error, context)
    span = operation.span_of(fault.parameter) if isinstance(fault, BadArgument) else operation.span
    return Diagnostic(
        fault.code, mask(fault.reason), span=span, source=context.frame.source, advice=mask(fault.advice)
    )


def _called_by(diagnostic: Diagnostic, step: Step) -> Diagnostic:
    """The error of a called file says who called it, as far as a person wants to know."""
    said = f"{_CALLED}{step.file}:{step.line}"
    if said in diagnostic.advice or diagnostic.advice.count(_CALLED) >= _CALLERS:
        return diagnostic
    return diagnostic._replace(advice=f"{diagnostic.advice}; {said}" if diagnostic.advice else said)


def unexpected(error: Exception, context: Context) -> Fault:
    """The fault to show; the traceback goes to a file, never to the person."""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    where = _keep(error, context)
    if type(error).__module__.partition(".")[0] in _SCREENS or isinstance(error, ConnectionError):
        return Fault("screen", f"the screen failed during this step ({said})", f"the details are in {where}")
    if isinstance(error, MemoryError):
        return Fault("memory", "there is not enough memory for this step")
    if isinstance(error, RecursionError):
        return Fault("too-deep", "the workflow is nested too deeply to go on")
    return Fault(
        "internal",
        f"this is a fault of cogscript itself: {said}",
        f"the details are in {where}; please report them",
    )


def _keep(error: Exception, context: Context) -> str:
    from cogscript.settings import state_folder

    details = context.mask("".join(traceback.format_exception(error)))
    folder = context.folder or Path(state_folder()) / "faults"
    path = folder / "fault.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(details, encoding="utf-8", errors="backslashreplace")
        return str(path)
    return "no file: the folder cannot be written"
