"""Lines of operations → nested blocks.

Blocks close by name, so that lost indentation loses nothing: a stack of open blocks takes each line
in turn. A closer that does not fit is reported together with the line of what it should close, and
the rest is folded as a person would read it: a block that is never closed still holds its body, and a
line that belongs to no block stays where it is.
"""

from __future__ import annotations

from collections import Counter

from cogscript.language.model.diagnostic import Diagnostic, Note, Reported, Source
from cogscript.language.model.operations import OPERATIONS, Spec
from cogscript.language.model.tree import Operation

MAX_DEPTH = 100
"""Blocks within blocks; more is refused, so that every later pass may recurse."""


OF_A_BLOCK = frozenset({"unclosed-block", "missing-branch"})
"""Mistakes of a whole block: the line that opens it may have others of its own."""


def fold(
    lines: list[Operation], source: Source, reported: Reported
) -> tuple[list[Operation], list[Diagnostic]]:
    """The top level of the tree, each block's lines in its body."""
    if not any(line.name in _BLOCK_WORDS for line in lines):
        return lines, []
    folding = _Folding(source, reported)
    for line in lines:
        folding.take(line)
    return folding.finish()


_BLOCK_WORDS = frozenset(name for name, spec in OPERATIONS.items() if spec.in_block)


class _Folding:
    def __init__(self, source: Source, reported: Reported) -> None:
        self.source = source
        self.reported = reported
        self.top: list[Operation] = []
        self.open: list[Operation] = []
        self.bodies: list[list[Operation]] = [self.top]
        self.diagnostics: list[Diagnostic] = []
        self.open_names: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        """Blocks that another block's closer ended: their own closers are no second mistake."""

    def take(self, line: Operation) -> None:
        spec = OPERATIONS.get(line.name)
        role = spec.role if spec else "operation"
        if role == "opener":
            self._open(line)
        elif role == "branch" and spec and spec.opener:
            self._branch(line, spec, spec.opener)
        elif role == "closer" and spec and spec.opener:
            self._close(line, spec.opener)
        else:
            self.bodies[-1].append(line)

    def finish(self) -> tuple[list[Operation], list[Diagnostic]]:
        for opener in self.open:
            self._report(
                "unclosed-block",
                f"this {opener.name} is never closed",
                opener,
                label=f"no END_{opener.name}() follows for it",
            )
        return self.top, self.diagnostics

    def _open(self, line: Operation) -> None:
        line.body = []
        self.bodies[-1].append(line)
        self.open.append(line)
        self.open_names[line.name] += 1
        if len(self.open) > MAX_DEPTH:
            if len(self.open) == MAX_DEPTH + 1:
                self._report("too-deep", f"blocks are nested more than {MAX_DEPTH} deep", line)
            # Keep the tree walkable: what is deeper goes into the deepest body that is allowed.
            self.bodies[-1].pop()
            self.bodies.append(self.bodies[-1])
            return
        self.bodies.append(line.body)

    def _leave(self) -> Operation:
        opener = self.open.pop()
        self.open_names[opener.name] -= 1
        self.bodies.pop()
        return opener

    def _branch(self, line: Operation, spec: Spec, opener_name: str) -> None:
        if not self._unwind_to(line, opener_name):
            return
        opener = self.open[-1]
        before = opener.branches[-1].name if opener.branches else opener.name
        again = not spec.repeats and any(branch.name == line.name for branch in opener.branches)
        if again or OPERATIONS[before].last:
            self._report(
                "branch-order",
                f"{line.name} cannot follow {before}",
                line,
                notes=self._opened(opener),
            )
        line.body = []
        opener.branches.append(line)
        self.bodies[-1] = line.body

    def _close(self, line: Operation, opener_name: str) -> None:
        if not self._unwind_to(line, opener_name):
            return
        opener = self._leave()
        opener.closer = line
        if OPERATIONS[opener_name].needs_branch and not opener.branches:
            branches = [
                f"a {name}" for name, spec in OPERATIONS.items()
                if spec.opener == opener_name and spec.role == "branch"
            ]  # fmt: skip
            self._report("missing-branch", f"a {opener_name} needs {' or '.join(branches)}", opener)

    def _unwind_to(self, line: Operation, opener_name: str) -> bool:
        """Make the innermost open block the one `line` belongs to; False when there is none."""
        if not self.open_names[opener_name]:
            closes = OPERATIONS[line.name].role == "closer"
            self.bodies[-1].append(line)
            if closes and self.ended[opener_name]:
                self.ended[opener_name] -= 1
                return False
            self._report(
                "stray-block-end" if closes else "stray-branch",
                f"{line.name} belongs to no {opener_name}",
                line,
                notes=self._opened(self.open[-1]) if self.open else (),
                label="" if not self.open else f"the open block is {self.open[-1].name}",
            )
            return False
        while self.open[-1].name != opener_name:
            inner = self._leave()
            self.ended[inner.name] += 1
            self._report(
                "wrong-block-end",
                f"{line.name} comes before the {inner.name} of line {inner.line} is closed",
                line,
                suggestion=f"END_{inner.name}",
                label=f"END_{inner.name}() is missing before this",
                notes=self._opened(inner),
            )
        return True

    def _opened(self, opener: Operation) -> tuple[Note, ...]:
        span = opener.name_span
        return (Note("opened here", span),) if span else ()

    def _report(
        self,
        code: str,
        message: str,
        operation: Operation,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        if self.reported.within(operation.start, operation.end):
            return
        self.diagnostics.append(
            Diagnostic(
                code,
                message,
                span=operation.name_span,
                source=self.source,
                label=label,
                suggestion=suggestion,
                notes=notes,
            )
        )
