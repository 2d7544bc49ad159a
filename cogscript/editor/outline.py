"""A file's shape: blocks as an outline and as folds, the kinds of its words, what can be started where."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from cogscript.editor.protocol_places import range_of
from cogscript.editor.texts import OpenText
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation
from cogscript.language.syntax import comments

TOKEN_KINDS = ("keyword", "function", "parameter", "variable", "comment")
_KEYWORD, _FUNCTION, _PARAMETER, _VARIABLE, _COMMENT = range(len(TOKEN_KINDS))


# --- outline ---------------------------------------------------------------------------------------


def outline(text: OpenText) -> list[lsp.DocumentSymbol]:
    return [_symbol(each, text.source) for each in text.workflow.operations]


def _symbol(operation: Operation, source: Source) -> lsp.DocumentSymbol:
    end = _end(operation)
    inside = [*(operation.body or ()), *operation.branches]
    kind = lsp.SymbolKind.Namespace if operation.body is not None else lsp.SymbolKind.Function
    return lsp.DocumentSymbol(
        name=operation.name,
        detail=operation.description or _says(operation),
        kind=lsp.SymbolKind.Variable if operation.output else kind,
        range=range_of(source, Span(operation.start, end)),
        selection_range=range_of(source, operation.name_span),
        children=[_symbol(each, source) for each in inside] or None,
    )


def _says(operation: Operation) -> str:
    """What tells a line from others of its name: its first text."""
    output = operation.output
    found = next((each.text for each in operation.texts()), "")
    return output or " ".join(found.split())[:60]


def _end(operation: Operation) -> int:
    """Where an operation ends, a block with its last line."""
    if operation.closer is not None:
        return operation.closer.end
    inside = [*(operation.body or ()), *operation.branches]
    return max([operation.end, *(_end(each) for each in inside[-1:])])


# --- folding ---------------------------------------------------------------------------------------


def folds(text: OpenText) -> list[lsp.FoldingRange]:
    found = [*_block_folds(text), *_comment_folds(text)]
    return sorted(found, key=lambda each: each.start_line)


def _block_folds(text: OpenText) -> Iterator[lsp.FoldingRange]:
    for operation in text.workflow.walk():
        spec = OPERATIONS.get(operation.name)
        if operation.body is None:
            found = [(operation.line, text.source.position(operation.end).line)]  # a call over several lines
        elif spec and spec.role == "opener":
            parts = [each.line for each in (operation, *operation.branches)]
            ends = [*parts[1:], _closing_line(operation, text)]
            found = [(start, end - 1) for start, end in zip(parts, ends, strict=True)]
        else:
            found = []  # a branch: its block has folded it
        yield from (lsp.FoldingRange(start - 1, end - 1) for start, end in found if end > start)


def _closing_line(operation: Operation, text: OpenText) -> int:
    """The line of a block's end; of a block without one, the line after its last."""
    if operation.closer is not None:
        return operation.closer.line
    return text.source.position(_end(operation)).line + 1


def _comment_folds(text: OpenText) -> Iterator[lsp.FoldingRange]:
    start: int | None = None
    lines = text.source.text.split("\n")
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith("#"):
            start = number if start is None else start
        elif start is not None:
            if number - 1 > start:
                yield lsp.FoldingRange(start, number - 1, kind=lsp.FoldingRangeKind.Comment)
            start = None


# --- kinds of words --------------------------------------------------------------------------------


def semantic_tokens(text: OpenText) -> list[int]:
    """Five numbers a word, as the protocol wants them: its distance from the last, its length, its kind."""
    data: list[int] = []
    line = column = 0
    for span, kind in sorted(_words(text)):
        place = range_of(text.source, span)
        if place.start.line != place.end.line:
            continue  # a name cannot go over lines: a broken text that a variable runs through
        apart = place.start.line - line
        data += [
            apart,
            place.start.character - (0 if apart else column),
            place.end.character - place.start.character,
        ]
        data += [kind, 0]
        line, column = place.start.line, place.start.character
    return data


def _words(text: OpenText) -> Iterator[tuple[Span, int]]:
    for line in text.lines:
        yield from _words_of(line, text.source.text)
    for variable in text.symbols.variables.values():
        for each in (*variable.settings, *variable.uses):
            if each.span:
                yield each.span, _VARIABLE
    if "#" in text.source.text:
        for span in comments.spans(text.source.text):
            yield span, _COMMENT


def _words_of(operation: Operation, source: str) -> Iterator[tuple[Span, int]]:
    spec = OPERATIONS.get(operation.name)
    name = operation.name_span
    if name and source.startswith(operation.name, name.start):
        yield name, _KEYWORD if spec and spec.in_block else _FUNCTION
    for parameter, value in operation.arguments.items():
        span = operation.name_span_of(parameter) if operation.spans and parameter in operation.spans else None
        if span and source.startswith(parameter, span.start):
            yield span, _PARAMETER
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Operation):
                yield from _words_of(item, source)


# --- what can be started ---------------------------------------------------------------------------


def lenses(text: OpenText, uri: str) -> list[lsp.CodeLens]:
    """Run the file from its first line; step and record from each line of the top level that has a title.

    The commands are the editor's; each is given the command line that does it, as a list of words.
    """
    path = text.source.path
    if path.startswith("<") or not text.lines:
        return []
    first = text.lines[0].line
    found = [_lens(first, "Run", "cog.run", uri, ["cog", "run", path])]
    for operation in text.workflow.operations:
        if operation.line > first and (operation.description or operation.body is not None):
            line = str(operation.line)
            found.append(
                _lens(
                    operation.line,
                    "Step from here",
                    "cog.stepFromHere",
                    uri,
                    ["cog", "run", path, "--break", line],
                )
            )
            recorded = ["cog", "record", "--into", path, "--at", line, "--from-here"]
            found.append(_lens(operation.line, "Record here", "cog.recordHere", uri, recorded))
    return found


def _lens(line: int, title: str, name: str, uri: str, words: list[str]) -> lsp.CodeLens:
    place = lsp.Position(line - 1, 0)
    given = {"uri": uri, "line": line, "command": words}
    return lsp.CodeLens(lsp.Range(place, place), command=lsp.Command(title, name, arguments=[given]))
