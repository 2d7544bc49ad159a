"""pyautogui scripts by themselves: read as OSWorld's code is, written as a script that runs."""

from __future__ import annotations

from cogscript.dialects import osworld, pyautogui_code
from cogscript.dialects.pyautogui_writing import write as write
from cogscript.language.diagnostic import Source

ACTIONS = {name: action for name, action in pyautogui_code.ACTIONS.items() if "(" in action.example}
MERGES = osworld.MERGES
read = osworld.read


def detect(source: Source) -> float:
    """Never by itself: the same code is OSWorld's."""
    return 0.0
