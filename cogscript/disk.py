"""The files around a workflow, as they are on the disk: what the checker and a run ask for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Set

from cogscript.language import document
from cogscript.language.model.tree import Workflow


class Disk:
    """The disk's files; a workflow is read once, and stays as it was when it was first asked for."""

    def __init__(self, *workflows: Workflow) -> None:
        self.workflows: dict[str, Workflow] = {}
        """Those read so far, by their real paths."""
        for workflow in workflows:
            if workflow.path and not workflow.path.startswith("<"):
                self.workflows[os.path.realpath(workflow.path)] = workflow

    def find(self, path: str) -> str | None:
        try:
            return os.path.realpath(path) if os.path.isfile(path) else None
        except (OSError, ValueError):
            return None

    def names(self, folder: str) -> Iterable[str]:
        try:
            return os.listdir(folder or ".")
        except (OSError, ValueError):
            return []

    def read(self, path: str) -> Workflow:
        real = os.path.realpath(path)
        if real in self.workflows:
            return self.workflows[real]
        workflow = document.read_file(path)
        if not workflow.is_broken:
            self.workflows[real] = workflow
        return workflow

    def columns(self, path: str) -> Set[str] | None:
        from pathlib import Path

        from cogscript.tables.rows import columns

        return columns(Path(path))
