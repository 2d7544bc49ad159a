"""Paths that code puts together: the folder of the script itself, and what stands below it.

Where the script lies is not known, and need not be: what lies beside it is named by a relative path.
"""

from __future__ import annotations

import re
from collections.abc import Callable

HERE = "."
"""The folder that the script is in, or is started in."""
SCRIPT = "./script.py"
"""What `__file__` stands for: only the folder of it is of use."""
OWN_FOLDER = "the folder of the script is taken to be that of the workflow"
_ABSOLUTE = re.compile(r"[/\\~]|[A-Za-z]:")
_LAST = re.compile(r"[/\\]+(?=[^/\\]*$)")


class PathText(str):
    """A path as an object of pathlib: `/` puts a part behind it."""

    __slots__ = ()


def joined(*parts: str) -> str:
    whole = ""
    for part in parts:
        if not whole or _ABSOLUTE.match(part):
            whole = part
        elif part:
            between = "" if whole.endswith(("/", "\\")) else "\\" if "\\" in whole else "/"
            whole = f"{whole}{between}{part}"
    return whole


def folder_of(path: str) -> str:
    """The folder that a path lies in; above the script's own one is `..`."""
    if path.rpartition("/")[2] in (HERE, ".."):
        return ".." if path == HERE else f"{path}/.."
    last = _LAST.search(path)
    if last is None:
        return HERE
    return path[: last.start()] or path[: last.end()]


COMPUTED: dict[str, Callable[..., str]] = {
    "os.path.join": joined,
    "os.path.dirname": folder_of,
    **dict.fromkeys(
        ("os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath"), lambda path: str(path)
    ),
    **dict.fromkeys(
        ("pathlib.Path", "pathlib.PurePath", "pathlib.WindowsPath", "pathlib.PosixPath"),
        lambda *parts: PathText(joined(*parts)),
    ),
}
FOLDERS: dict[str, Callable[[], str]] = {
    "os.getcwd": lambda: HERE,
    "pathlib.Path.cwd": lambda: PathText(HERE),
}
"""Calls that give the script's folder, or the one that it is started in."""
_SAME = ("resolve", "absolute", "as_posix")


def called(path: PathText, method: str, parts: list[str]) -> str | None:
    """What a method of a path gives; None where that is not known."""
    if method == "joinpath":
        return PathText(joined(path, *parts))
    return path if method in _SAME and not parts else None


def part_of(path: PathText, name: str) -> str | None:
    """`path.parent`, `path.name`; None for any other."""
    if name == "parent":
        return PathText(folder_of(path))
    return re.split(r"[/\\]", path)[-1] if name == "name" else None
