"""A workflow as OSWorld's pyautogui code, with the words DONE and FAIL that its loop reads."""

from __future__ import annotations

from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import StepExport
from cogscript.dialects.scripts.pyautogui.functions import GAVE_UP
from cogscript.dialects.scripts.pyautogui.write import statements, write_code
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

_WORDS = {"END": "DONE", "FAIL": "FAIL"}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    return write_code(workflow, options, _write)


def _write(step: StepExport) -> list[str]:
    if step.name == "FAIL" and step.operation.arguments.get("reason") == GAVE_UP:
        step.take("reason")
    return [_WORDS[step.name]] if step.name in _WORDS else statements(step)
