"""What nobody foresaw, as a sentence: a bug of ours, or a screen that died under a step."""

from __future__ import annotations

import contextlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault

if TYPE_CHECKING:
    from cogscript.runtime.context import Context

_SCREENS = ("Xlib", "mss", "pyautogui", "pyscreeze", "pyperclip", "pynput")


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
