"""What stands among the words of a script for a value that only a run knows."""

from __future__ import annotations

import re
from collections.abc import Callable

ASKED = "__CogName_"
"""How the variable of a workflow begins that takes a value which is asked of a person."""
WINDOW_MARK = "window-"
"""What stands for a window's number among the words: no title, which could be a word of xdotool's."""
WINDOW = re.compile(rf"{WINDOW_MARK}\d+")
ONE_WINDOW = "it is done for one window that fits, and not for each"
PROCESS_MARK = "process-of-"
"""What stands, before a program's name, for the number of its process."""
POINTER_MARK = "pointer-is-at-"
"""What stands, before the axis, for a place of the pointer that only a run knows."""
_RANDOM_MARK = "random-from-"
"""What stands before the ends of a number that is another one each time."""
_NUMBER_MARK = re.compile(rf"{WINDOW.pattern}|{PROCESS_MARK}|{POINTER_MARK}|{_RANDOM_MARK}")
_MARKED = re.compile(rf"{_RANDOM_MARK}(?P<low>-?\d+):(?P<high>-?\d+)")
_RANDOM = re.compile(rf"\bRANDOM\b(?:\s*%\s*\(?\s*(?P<below>\d{{1,5}})\b)?|{_MARKED.pattern}")
_NEAR = 200
"""How far apart the ends of a random number may be for its middle to do."""
PATIENT = 600
"""The same for seconds."""


def is_number_mark(word: str) -> bool:
    """Whether a number that only a run knows is in a word."""
    return _NUMBER_MARK.search(word) is not None


def is_random(text: str) -> bool:
    return _RANDOM.search(text) is not None


def at_its_ends(text: str) -> tuple[str, str]:
    """A sum with the least and the greatest of what its random numbers may be."""
    least = _RANDOM.sub(lambda found: found["low"] or "0", text)
    return least, _RANDOM.sub(lambda found: found["high"] or str(int(found["below"] or 32_768) - 1), text)


def random_mark(one: int, other: int, say: Callable[[str], None]) -> str:
    """What stands for a random number; its middle is said, where that will do for it."""
    low, high = sorted((one, other))
    if high - low <= PATIENT:
        say(f"a random number from {low} to {high} is {(low + high) // 2} here")
    return f"{_RANDOM_MARK}{low}:{high}"


def in_the_middle(word: str, near: int = _NEAR) -> str:
    """A word in which a random number is in the middle of what it may be, if its ends are near enough."""
    return _MARKED.sub(
        lambda found: (
            str((int(found["low"]) + int(found["high"])) // 2)
            if int(found["high"]) - int(found["low"]) <= near
            else found[0]
        ),
        word,
    )
