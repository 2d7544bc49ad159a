"""The dialects by name; a dialect's module is imported when it is asked for.

A dialect is a module with: ACTIONS, a table of every action it knows (plan.Action, by name);
MERGES, the merging rules its plans need; detect(source) -> float, how sure it is that a text is its
own (0 no, 1 surely); read(source, context) -> Plan; write(workflow, context) -> (text, diagnostics).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Protocol, cast

from cogscript.dialects.plan import Action, Context, Plan
from cogscript.language.diagnostic import Diagnostic, Fault, Source, nearest
from cogscript.language.tree import Workflow

DIALECTS = {
    "cogagent": ("cogscript.dialects.cogagent", "CogAgent replies and prompts, and the forms of 2023"),
    "glm": ("cogscript.dialects.glm", "GLM-4.1V and 4.5V, CogAgent's successors"),
    "osworld": ("cogscript.dialects.osworld", "OSWorld: computer_13 actions and pyautogui code"),
    "computer-use": ("cogscript.dialects.computer_use", "computer-use tool calls"),
    "openai": ("cogscript.dialects.openai_cua", "OpenAI computer_call actions"),
    "gui-plus": ("cogscript.dialects.gui_plus", "GUI-Plus and Qwen-VL tool calls"),
    "pyautogui": ("cogscript.dialects.pyautogui_script", "Python scripts with pyautogui"),
    "ui-tars": ("cogscript.dialects.ui_tars", "UI-TARS replies"),
    "visual-agent": ("cogscript.dialects.visual_agent", "DesktopVisualAgent decisions and grounding"),
}
"""Name: the module, and what it reads in a few words."""


class Dialect(Protocol):
    @property
    def ACTIONS(self) -> Mapping[str, Action]: ...

    @property
    def MERGES(self) -> tuple[str, ...]: ...

    def detect(self, source: Source) -> float: ...

    def read(self, source: Source, context: Context) -> Plan: ...

    def write(self, workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]: ...


def dialect_named(name: str) -> Dialect:
    found = DIALECTS.get(name)
    if found is None:
        near = nearest(name, DIALECTS)
        raise Fault(
            "unknown-dialect",
            f"there is no dialect `{name}`",
            f"did you mean {near}?" if near else f"the dialects are {', '.join(DIALECTS)}",
        )
    return cast(Dialect, importlib.import_module(found[0]))
