"""The files that a workflow names, as the checker may ask for them.

The checker never touches the disk: on the command line the files are those of the disk, in an editor
those being edited.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Set
from typing import Protocol

from cogscript.language.model import variables
from cogscript.language.model.tree import Operation, Workflow


class Files(Protocol):
    """What a check asks of the files around a workflow."""

    def find(self, path: str) -> str | None:
        """The file's one path, whatever links lead to it; None when there is no such file."""

    def names(self, folder: str) -> Iterable[str]:
        """The names of the files in a folder; none when there is no such folder."""

    def read(self, path: str) -> Workflow:
        """A workflow, wrong or right: its `diagnostics` say what could not be read."""

    def columns(self, path: str) -> Set[str] | None:
        """The columns of a table of rows; None when they are not known before the run."""


def path_of(workflow: Workflow, operation: Operation, parameter: str) -> str | None:
    """The path of the file that an argument names, beside the workflow; None when only the run knows it."""
    name, own = operation.arguments.get(parameter), workflow.path
    if not isinstance(name, str) or variables.PREFIX in name or not own or own.startswith("<"):
        return None
    return os.path.join(os.path.dirname(own), name)
