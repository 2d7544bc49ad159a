"""Lines of operations → nested blocks.

Blocks close by name, so that lost indentation loses nothing: a stack of open blocks takes each line
in turn. A closer that does not fit is reported together with the line of what it should close, and
folding goes on as a person would read it.
"""

from __future__ import annotations

from cogscript.language.diagnostic import Diagnostic, Note, Source, Span
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation

MAX_DEPTH = 100
"""Blocks within blocks; more is refused, so that every later pass may recurse."""


def fold(lines: list[Operation], source: Source) -> tuple[list[Operation], list[Diagnostic]]:
    """The top level of the tree, each block's lines in its body."""
    if not any(line.name in _BLOCK_WORDS for line in lines):
        return lines, []
    folding = _Folding(source)
    for line in lines:
        folding.take(line)
    return folding.finish()


_BLOCK_WORDS = frozenset(name for name, spec in OPERATIONS.items() if spec.in_block)

# Which branches may follow which, in a block of each kind.
_ONCE = frozenset({"ELSE", "CATCH", "FINALLY"})
_LAST = frozenset({"ELSE", "FINALLY"})


class _Folding:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.top: list[Operation] = []
        self.open: list[Operation] = []
        self.bodies: list[list[Operation]] = [self.top]
        self.diagnostics: list[Diagnostic] = []

    def take(self, line: Operation) -> None:
        spec = OPERATIONS.get(line.name)
        role = spec.role if spec else "operation"
        if role == "opener":
            self._open(line)
        elif role == "branch" and spec and spec.opener:
            self._branch(line, spec.opener)
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
        if len(self.open) > MAX_DEPTH:
            if len(self.open) == MAX_DEPTH + 1:
                self._report("too-deep", f"blocks are nested more than {MAX_DEPTH} deep", line)
            # Keep the tree walkable: what is deeper goes into the deepest body that is allowed.
            self.bodies[-1].pop()
            self.bodies.append(self.bodies[-1])
            return
        self.bodies.append(line.body)

    def _branch(self, line: Operation, opener_name: str) -> None:
        if not self._unwind_to(line, opener_name):
            return
        opener = self.open[-1]
        before = opener.branches[-1].name if opener.branches else ""
        given = {branch.name for branch in opener.branches}
        if before in _LAST or (line.name in _ONCE and line.name in given):
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
        opener = self.open.pop()
        self.bodies.pop()
        opener.closer = line
        if opener_name == "TRY" and not opener.branches:
            self._report("try-alone", "a TRY needs a CATCH or a FINALLY", opener)

    def _unwind_to(self, line: Operation, opener_name: str) -> bool:
        """Make the innermost open block the one `line` belongs to; False when there is none."""
        if not any(block.name == opener_name for block in self.open):
            self._report(
                "stray-block-end" if line.name.startswith("END_") else "stray-branch",
                f"{line.name} belongs to no {opener_name}",
                line,
                notes=self._opened(self.open[-1]) if self.open else (),
                label="" if not self.open else f"the open block is {self.open[-1].name}",
            )
            return False
        while self.open[-1].name != opener_name:
            inner = self.open.pop()
            self.bodies.pop()
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
        span = operation.name_span or Span(0, 0)
        self.diagnostics.append(
            Diagnostic(
                code,
                message,
                span=span,
                source=self.source,
                label=label,
                suggestion=suggestion,
                notes=notes,
            )
        )
