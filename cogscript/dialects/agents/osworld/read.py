"""OSWorld: computer_13 actions as JSON, pyautogui code, and the words WAIT, DONE and FAIL."""

from __future__ import annotations

import re

from cogscript.dialects.agents.computer_13 import read as computer_13
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, NoPlan
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import pieces
from cogscript.dialects.scripts.pyautogui import code_reader
from cogscript.dialects.scripts.pyautogui.lost_imports import calls_bare
from cogscript.dialects.scripts.pyautogui.read import holds_code, read_code
from cogscript.language.model.diagnostic import Diagnostic, Source

MERGES = ALL_RULES
CALLS = code_reader.CALLS
ACTIONS: dict[str, Action] = {**computer_13.ACTIONS, **code_reader.ACTIONS}

_POINT = re.compile(r"""["']point\d?["']\s*:""")
"""Step-GUI's name for a place, which it counts in thousandths."""
_TASK = re.compile(r'\s*\{(?=[^\x00]*"instruction"\s*:)(?=[^\x00]*"evaluator"\s*:\s*\{)')
"""A file of OSWorld's tasks."""
_CAPITALS = re.compile(r"""["']action_type["']\s*:\s*["'][A-Z]""")
_OF_PHONES = re.compile(
    r"""["']action_type["']\s*:\s*["'](?:OPEN_APP|STATUS|NAVIGATE_\w+|INPUT_TEXT|LONG_PRESS|DOUBLE_TAP"""
    r"""|KEYBOARD_ENTER|PRESS_KEYBOARD)["']"""
)
"""AndroidWorld's, as programs log them: no desktop has these."""


def detect(source: Source) -> float:
    if holds_code(source):
        return 0.95
    if source.text.strip().strip("`").strip() in code_reader.SPECIAL:
        return 0.9
    if any(each.kind == "fence" and each.text.strip() in code_reader.SPECIAL for each in pieces(source)):
        return 0.6
    if not computer_13.is_used(source):
        return 0.95 if calls_bare(source.text) else 0.0
    if not _CAPITALS.search(source.text) or _OF_PHONES.search(source.text):
        return 0.6  # AndroidWorld writes the same key, in small letters
    return 0.6 if _POINT.search(source.text) else 0.9


def read(source: Source, options: DialectOptions) -> Draft:
    if _TASK.match(source.text):
        message = "this describes a task and how it is judged: its code is the judge's, and no agent's"
        advice = "give what an agent answered to the task"
        raise NoPlan([Diagnostic("no-action", message, source=source, advice=advice)])
    return read_code(source, options, computer_13.reader_of(source))
