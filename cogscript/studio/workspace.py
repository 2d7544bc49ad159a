"""The files of the folder that a studio shows: listed, read, saved, and watched for changes."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from cogscript.language.document import normalised, read_text, rewrite, write_text
from cogscript.language.model.diagnostic import CogError, Fault

_MOST_FILES = 2000
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv"})
_LARGEST = 64 * 1024 * 1024
"""Bytes of a file that a page can edit."""


@dataclass(frozen=True, slots=True)
class FileText:
    """A file's text as a page has it: line feeds alone, and a stamp that tells it from any other text."""

    path: str
    text: str
    stamp: str


class Changed(Fault):
    """The file is no longer what the page had read."""

    def __init__(self, now: FileText) -> None:
        super().__init__("changed", f"{now.path} was changed by something else since it was opened here")
        self.now = now


class Workspace:
    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def listed(self) -> list[str]:
        """Every file that shows, by its path in the folder, folders after the files beside them."""
        found: list[str] = []
        waiting = [self.root]
        while waiting and len(found) < _MOST_FILES:
            folder = waiting.pop()
            try:
                entries = sorted(os.scandir(folder), key=lambda each: each.name)
            except OSError:
                continue
            for entry in entries:
                if entry.name.startswith(".") or entry.name in _SKIPPED:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                elif entry.is_file():
                    found.append(Path(entry.path).relative_to(self.root).as_posix())
        return sorted(found, key=_order)

    def read(self, path: str) -> FileText:
        place = self.place(path)
        if place.is_file() and place.stat().st_size > _LARGEST:
            raise Fault("too-large", f"{path} is too large to be edited here")
        try:
            text = normalised(read_text(place))
        except CogError as error:
            raise Fault("unreadable", error.diagnostics[0].message) from error
        if "\0" in text:
            raise Fault("unreadable", f"{path} is no text")
        return FileText(path, text, stamp_of(text))

    def save(self, path: str, text: str, stamp: str) -> FileText:
        """Write a text over the one that has the stamp, and over no other; no stamp is for a new file."""
        place = self.place(path)
        text = normalised(text)
        if not stamp and not place.exists():
            self._write_new(place, path, text)
            return FileText(path, text, stamp_of(text))
        if stamp and not place.exists():
            raise Fault("gone", f"{path} is no longer there", "save it under its name again to make it anew")
        now = self.read(path)
        if now.stamp != stamp:
            raise Changed(now)
        try:
            written = rewrite(place, now.text, text)
        except OSError as error:
            raise Fault(
                "unwritable", f"{path} cannot be written: {error.strerror}; it is unchanged"
            ) from error
        if not written:
            raise Changed(self.read(path))
        return FileText(path, text, stamp_of(text))

    def _write_new(self, place: Path, path: str, text: str) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_text(place, text)
        except OSError as error:
            raise Fault("unwritable", f"{path} cannot be written: {error.strerror}") from error

    def place(self, path: str) -> Path:
        """Where a path of the folder is; one that leads out of it is refused, also through a link."""
        if not path or "\0" in path:
            raise Fault("path", "a file needs a name")
        try:
            found = (self.root / path).resolve()
        except (OSError, RuntimeError) as error:
            raise Fault("path", f"{path} leads nowhere") from error
        if found == self.root or not found.is_relative_to(self.root):
            raise Fault("path", f"{path} is not in the folder {self.root.name}")
        return found


def stamp_of(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _order(path: str) -> tuple[list[tuple[bool, str]], str]:
    """Files before folders at each level, both by name."""
    *folders, name = path.split("/")
    return [*((True, each.casefold()) for each in folders), (False, name.casefold())], path


class WatchedFiles:
    """What pages have open, and how those files last looked on the disk."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, tuple[int, int, int]] = {}

    def begin(self, path: str) -> None:
        self._known[path] = self._look(path)

    def forget_all_but(self, paths: set[str]) -> None:
        self._known = {path: known for path, known in self._known.items() if path in paths}

    def changed(self) -> list[str]:
        """The files that are not as they were when this was last asked."""
        found = []
        for path, known in list(self._known.items()):
            now = self._look(path)
            if now != known:
                self._known[path] = now
                found.append(path)
        return found

    def _look(self, path: str) -> tuple[int, int, int]:
        try:
            status = self._workspace.place(path).stat()
        except (OSError, Fault):
            return 0, -1, 0
        return status.st_mtime_ns, status.st_size, status.st_ino
