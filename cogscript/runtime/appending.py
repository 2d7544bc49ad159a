"""Operations given one after another: each checked against what is known now, and all kept as one text.

The text grows with every operation, so that each has a line of its own in messages and in the record, and
what was done can be written out as a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from cogscript.language.check.checker import check
from cogscript.language.document import parse
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.write.formatter import format
from cogscript.runtime.program import Program


class Appended:
    def __init__(self, program: Program, name: str) -> None:
        self._program = program
        self._name = name
        self._text = ""
        self._blank = ""
        """White space in the place of the text: offsets and lines are those of the whole."""
        self._bodies: list[list[tuple[Operation, bool]]] = [[]]
        """What was done, in the blocks that are open: the operation, and whether it succeeded."""
        self._inner: dict[int, list[tuple[Operation, bool]]] = {}

    def take(self, what: Operation | str, known: Mapping[str, str]) -> list[Operation]:
        """The operations of a text, or the one given, parsed and checked; a CogError says what is wrong."""
        text = what if isinstance(what, str) else format(Workflow([what]))
        text = text if text.endswith("\n") else text + "\n"
        fresh = parse(self._blank + text, self._name)
        found = check(fresh, given=known, files=self._program.disk)
        wrong = [diagnostic for diagnostic in found if diagnostic.is_error]
        operations = [each for each in fresh.operations if each.name != "WORKFLOW"]
        if not operations and not wrong:
            wrong = [Diagnostic("nothing-to-do", "there is no operation to perform", source=fresh.source)]
        if wrong:
            raise CogError(wrong)
        self._text += text
        self._blank += "".join("\n" if character == "\n" else " " for character in text)
        main = self._program.main
        main.operations += operations
        main.source = Source(self._text, self._name)
        return operations

    def done(self, operation: Operation, *, ok: bool) -> None:
        self._bodies[-1].append((operation, ok))

    @contextmanager
    def within(self, operation: Operation) -> Iterator[None]:
        """What is done meanwhile stands in the block's body."""
        body: list[tuple[Operation, bool]] = []
        self._inner[id(operation)] = body
        self._bodies.append(body)
        try:
            yield
        finally:
            self._bodies.pop()

    def workflow(self, title: str = "", *, everything: bool = False) -> Workflow:
        header = [Operation("WORKFLOW", {"title": title})] if title else []
        return Workflow([*header, *_joined(self._kept(self._bodies[0], everything))])

    def _kept(self, body: list[tuple[Operation, bool]], everything: bool) -> list[Operation]:
        kept = []
        for operation, ok in body:
            if not (ok or everything):
                continue
            inner = self._inner.get(id(operation))
            if inner is not None:
                operation = Operation(
                    operation.name, dict(operation.arguments), body=self._kept(inner, everything)
                )
            kept.append(operation)
        return kept


def _joined(operations: list[Operation]) -> list[Operation]:
    """Neighbouring blocks on the same surface as one: each was entered anew for a call of its own."""
    joined: list[Operation] = []
    for operation in operations:
        last = joined[-1] if joined else None
        if operation.name == "IN" and operation.body == []:
            continue
        if last is not None and last.name == operation.name == "IN" and last.arguments == operation.arguments:
            last.body = [*(last.body or []), *(operation.body or [])]
        else:
            joined.append(operation)
    return joined
