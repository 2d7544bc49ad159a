"""What the programs of a pipe make of a text that is known: `grep`, `cut`, `awk`, `head` and their like.

Only what they do with plain words; a pattern that would have to be run gives None.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_sums import sum_of

_PLAIN = re.compile(r"(?:[^\[\]\\.*+?^$(){}|/]|\\[.*+?$/]|^\*)+")
"""A pattern that stands for itself; a star at the beginning is none that repeats."""
_COLUMN = re.compile(r"\s*(?:/(?P<grep>[^/]+)/)?\s*\{\s*print \$(?P<column>\d)\s*;?\s*\}\s*")
_REPLACED = re.compile(r"s(?P<mark>[/|,#])(?P<old>.*?)(?P=mark)(?P<new>[^&\\]*?)(?P=mark)(?P<how>g?)")


def passed_on(words: list[str], text: str) -> str | None:
    """A known text behind another program of the pipe; None where only a run knows."""
    name, *rest = words or [""]
    make = _FILTERS.get(name)
    return make(rest, text) if make else None


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _plain(pattern: str) -> str | None:
    return re.sub(r"\\(.)", r"\1", pattern) if _PLAIN.fullmatch(pattern) else None


def _sum(rest: list[str], text: str) -> str | None:
    if [word for word in rest if word != "-l"]:
        return None
    try:
        return f"{sum_of(text.strip())}\n"
    except Untranslatable:
        return None


def _end(from_start: bool) -> Callable[[list[str], str], str | None]:
    def make(rest: list[str], text: str) -> str | None:
        number = re.fullmatch(r"(?:-n ?)?-?(\d+)", " ".join(rest)) if rest else re.match("()", "")
        if number is None:
            return None
        count, lines = int(number[1] or 10), text.splitlines()
        return _joined(lines[:count] if from_start else lines[len(lines) - min(count, len(lines)) :])

    return make


def _cut(rest: list[str], text: str) -> str | None:
    given = re.fullmatch(r"(?:-d ?(?P<mark>.) ?)?-f ?(?P<column>\d)(?: ?-d ?(?P<behind>.))?", " ".join(rest))
    if given is None:
        return None
    mark, at = given["mark"] or given["behind"] or "\t", int(given["column"]) - 1
    parted = [line.split(mark) for line in text.splitlines()]
    # A line without the mark is left as it is.
    return _joined([each[0] if len(each) == 1 else each[at] if at < len(each) else "" for each in parted])


def _awk(rest: list[str], text: str) -> str | None:
    mark = None
    if rest[:1] and rest[0].startswith("-F"):
        mark = rest[0][2:] or (rest[1] if len(rest) > 1 else "")
        rest = rest[1:] if rest[0] != "-F" else rest[2:]
    column = _COLUMN.fullmatch(rest[0]) if len(rest) == 1 else None
    if column is None or (mark is not None and len(mark) != 1):
        return None
    wanted = "" if column["grep"] is None else _plain(column["grep"])
    if wanted is None or column["column"] == "0":
        return None
    at = int(column["column"]) - 1
    parted = [line.split(mark) for line in text.splitlines() if wanted in line]
    return _joined([each[at] if at < len(each) else "" for each in parted])


def _grep(rest: list[str], text: str) -> str | None:
    flags = "".join(word[1:] for word in rest if re.fullmatch(r"-[A-Za-z]+", word))
    patterns = [word for word in rest if not word.startswith("-")]
    if len(patterns) != 1 or set(flags) - set("iEFwv"):
        return None
    wanted = patterns[0] if "F" in flags else _plain(patterns[0])
    if wanted is None or "w" in flags:
        return None
    folded = str.casefold if "i" in flags else str
    return _joined([line for line in text.splitlines() if (folded(wanted) in folded(line)) != ("v" in flags)])


def _sed(rest: list[str], text: str) -> str | None:
    given = _REPLACED.fullmatch(rest[-1]) if rest and set(rest[:-1]) <= {"-E", "-r", "-e"} else None
    old = _plain(given["old"]) if given else None
    if given is None or old is None:
        return None
    return _joined([line.replace(old, given["new"], -1 if given["how"] else 1) for line in text.splitlines()])


def _tr(rest: list[str], text: str) -> str | None:
    if len(rest) != 2 or any(re.search(r"[\[\\]|.-.", word) for word in rest):
        return None
    if rest[0] == "-d":
        return text.translate(dict.fromkeys(map(ord, rest[1])))
    return text.replace(rest[0], rest[1]) if len(rest[0]) == len(rest[1]) == 1 else None


def _as_it_is(rest: list[str], text: str) -> str | None:
    """`uniq` and `sort` change nothing of one line."""
    return text if not rest and len(text.splitlines()) < 2 else None


_FILTERS: dict[str, Callable[[list[str], str], str | None]] = {
    "bc": _sum, "head": _end(True), "tail": _end(False), "cut": _cut, "awk": _awk, "grep": _grep,
    "sed": _sed, "tr": _tr, "uniq": _as_it_is, "sort": _as_it_is,
    "xargs": lambda rest, text: f"{' '.join(text.split())}\n" if not rest else None,
}  # fmt: skip
