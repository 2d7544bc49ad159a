"""What stands among the words of a script for a value that only a run knows."""

from __future__ import annotations

import re

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
RANDOM_MARK = "random-"
"""What stands before a number that is another one each time: where it is used, it is this one."""
_NUMBER_MARK = re.compile(rf"{WINDOW.pattern}|{PROCESS_MARK}|{POINTER_MARK}|{RANDOM_MARK}(?=\d)")
_RANDOM = re.compile(rf"\bRANDOM\b(?:\s*%\s*\(?\s*(?P<below>\d{{1,5}})\b)?|{RANDOM_MARK}(?P<known>\d+)")


def is_number_mark(word: str) -> bool:
    """Whether a number that only a run knows is in a word."""
    return _NUMBER_MARK.search(word) is not None


def in_the_middle(text: str) -> str:
    """A sum in which each random number is in the middle of what it may be."""
    return _RANDOM.sub(lambda found: found["known"] or str(int(found["below"] or 32_768) // 2), text)
