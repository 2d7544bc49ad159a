"""The files that an editor has open, each with its tree, before those of the disk."""

from __future__ import annotations

import os
from collections.abc import Set
from functools import cached_property

from cogscript.disk import Disk
from cogscript.language.check.checker import check
from cogscript.language.check.symbols import Symbols, symbols
from cogscript.language.model.diagnostic import Diagnostic, Source
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.reparsing import ParsedText, first_parse, reparse


class OpenText:
    """One version of a text, and what was found out about it, each thing when it was first asked for."""

    def __init__(self, parsed: ParsedText, files: OpenTexts) -> None:
        self.parsed = parsed
        self.files = files

    @property
    def workflow(self) -> Workflow:
        return self.parsed.workflow

    @property
    def lines(self) -> list[Operation]:
        """Every operation in file order, those of blocks and their closers too."""
        return self.parsed.lines

    @property
    def source(self) -> Source:
        return self.parsed.source

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        return check(self.workflow, files=self.files)

    @cached_property
    def symbols(self) -> Symbols:
        return symbols(self.workflow, self.files)


class OpenTexts(Disk):
    """What the checker sees: open texts as the editor has them, other files as they are on the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._open: dict[str, OpenText] = {}
        self._tables: dict[str, tuple[tuple[int, int], Set[str] | None]] = {}
        self._stamps: dict[str, tuple[int, int]] = {}

    def put(self, path: str, text: str, *, anew: bool = False) -> OpenText:
        """An open file's text as it is now."""
        before = None if anew else self._open.get(path)
        parsed = reparse(before.parsed, text) if before else first_parse(text, path)
        self._open[path] = OpenText(parsed, self)
        return self._open[path]

    def refresh(self) -> list[OpenText]:
        """All open texts, to be checked again: another file has changed."""
        self._open = {path: OpenText(each.parsed, self) for path, each in self._open.items()}
        return list(self._open.values())

    def close(self, path: str) -> None:
        self._open.pop(path, None)

    def get(self, path: str) -> OpenText | None:
        return self._open.get(path)

    def named(self, path: str) -> OpenText:
        """A file, open or not."""
        found = self._open.get(path) or self._open.get(os.path.realpath(path))
        if found:
            return found
        workflow = self.read(path)
        source = workflow.source or Source("", path)
        return OpenText(ParsedText(workflow, list(workflow.walk()), workflow.diagnostics, source), self)

    def find(self, path: str) -> str | None:
        real = os.path.realpath(path)
        return real if real in self._open else super().find(path)

    def read(self, path: str) -> Workflow:
        real = os.path.realpath(path)
        opened = self._open.get(path) or self._open.get(real)
        if opened:
            return opened.workflow
        stamp = _stamp(real)
        if self._stamps.get(real) != stamp:
            self.workflows.pop(real, None)
            self._stamps[real] = stamp
        return super().read(path)

    def columns(self, path: str) -> Set[str] | None:
        stamp = _stamp(path)
        known = self._tables.get(path)
        if known is None or known[0] != stamp:
            known = self._tables[path] = stamp, super().columns(path)
        return known[1]


def _stamp(path: str) -> tuple[int, int]:
    """What tells that a file has changed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return 0, -1
    return status.st_mtime_ns, status.st_size
