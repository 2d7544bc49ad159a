"""What a workflow names, and where: its variables, inputs, answers, tables of rows and called files.

For an editor: go to definition, rename, completion. It is as good as the tree: of a text that could
not be read completely, it holds what could be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from cogscript.language.check.file_access import Files, path_of
from cogscript.language.check.occurrences import Occurrence, occurrences
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.operations import OPERATIONS, Kind
from cogscript.language.model.tree import Operation, Workflow

_NAMES_FILES = {
    name: tuple(each for each in spec.parameters if each.kind in (Kind.WORKFLOW, Kind.ROWS))
    for name, spec in OPERATIONS.items()
}


class Variable:
    """A variable: every place that sets it, and every place that uses it, in file order."""

    __slots__ = ("columns", "name", "settings", "uses")

    def __init__(self, name: str) -> None:
        self.name = name
        self.settings: list[Occurrence] = []
        """Where an operation's `output` names it."""
        self.uses: list[Occurrence] = []
        self.columns: list[NamedFile] = []
        """The tables of rows that have a column of its name: FOR_EACH sets it in each round."""


class NamedFile(NamedTuple):
    """A file that an operation names: a workflow it calls, or its rows."""

    operation: Operation
    parameter: str
    path: str | None
    """None when only the run knows it: a variable is part of the name."""
    columns: Set[str] = frozenset()
    """The columns, of a table of rows whose file could be read."""

    @property
    def span(self) -> Span | None:
        return self.operation.span_of(self.parameter)


class Symbols(NamedTuple):
    variables: dict[str, Variable]
    """By name, in the order in which the file first names them."""
    inputs: dict[str, Operation]
    """The variables that are given when the workflow starts, each with its INPUT."""
    answers: list[Operation]
    """What the workflow gives back."""
    called: list[NamedFile]
    tables: list[NamedFile]

    def at(self, offset: int) -> Occurrence | None:
        """The variable that stands at a place in the text."""
        for variable in self.variables.values():
            for each in (*variable.settings, *variable.uses):
                if each.span is not None and each.span.start <= offset <= each.span.end:
                    return each
        return None


def symbols(workflow: Workflow, files: Files | None = None) -> Symbols:
    """Everything a workflow names; the columns of its rows only where `files` knows them."""
    found = Symbols({}, inputs(workflow), answers(workflow), [], [])
    for operation in workflow.walk():
        for occurrence, sets in _named(workflow, operation):
            variable = _variable(found, occurrence.name)
            (variable.settings if sets else variable.uses).append(occurrence)
        for file, kind in _files(workflow, operation, files):
            (found.called if kind is Kind.WORKFLOW else found.tables).append(file)
            for column in sorted(file.columns):
                _variable(found, column).columns.append(file)
    return found


def inputs(workflow: Workflow) -> dict[str, Operation]:
    """The inputs that a workflow declares, by their variables' names."""
    declared = (each for each in workflow.walk() if each.name == "INPUT")
    return {each.output: each for each in declared if each.output is not None}


def answers(workflow: Workflow) -> list[Operation]:
    """The operations that give something back to the person or the CALL that started the workflow."""
    return [each for each in workflow.walk() if each.name == "ANSWER"]


def _variable(found: Symbols, name: str) -> Variable:
    return found.variables.setdefault(name, Variable(name))


def _named(workflow: Workflow, operation: Operation) -> Iterator[tuple[Occurrence, bool]]:
    """The variables an operation names, in file order, and whether it sets each or uses it."""
    if workflow.source is not None and operation.line:
        written = workflow.source.text[operation.start : operation.end]
        if variables.PREFIX not in written and "\\" not in written:
            return  # most lines of a long file: an editor asks at every key
    for text in operation.texts():
        for each in occurrences(text, workflow.source):
            sets = text.operation is operation and text.parameter == "output"
            yield each, sets and each.name == operation.output


def _files(workflow: Workflow, operation: Operation, files: Files | None) -> Iterator[tuple[NamedFile, Kind]]:
    for parameter in _NAMES_FILES.get(operation.name, ()):
        if parameter.name in operation.arguments:
            path = path_of(workflow, operation, parameter.name)
            columns: Set[str] | None = None
            if parameter.kind is Kind.ROWS and path is not None and files is not None:
                columns = files.columns(path)
            yield NamedFile(operation, parameter.name, path, columns or frozenset()), parameter.kind
