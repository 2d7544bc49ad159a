"""What stands at the cursor, explained: hover, and the parameters of the operation being written."""

from __future__ import annotations

from lsprotocol import types as lsp

from cogscript.editor.cursor import Cursor, cursor_at
from cogscript.editor.last_run import LastRuns, picture_of
from cogscript.editor.protocol_places import range_of
from cogscript.editor.texts import OpenText
from cogscript.language.model import keys
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.operations import MISSPELT, OPERATIONS, Kind, Parameter, Spec
from cogscript.language.model.tree import Operation
from cogscript.language.model.variables import spell
from cogscript.language.write.reference import operation_markdown, takes
from cogscript.records.storing import describe

_WORD = "_"


def hover(text: OpenText, offset: int, runs: LastRuns) -> lsp.Hover | None:
    variable = text.symbols.at(offset)
    if variable is not None:
        return _shown(text, _about_variable(text, variable.name), variable.span)
    start, end = _word_at(text.source.text, offset)
    word = text.source.text[start:end]
    cursor = cursor_at(text, start)
    if cursor.comment:
        return None
    if cursor.quoted is None and _is_operation(word, text.source.text, end):
        return _shown(
            text, operation_markdown(OPERATIONS[MISSPELT.get(word, word)]).strip(), Span(start, end)
        )
    if cursor.quoted is None and cursor.spec and text.source.text[end:].lstrip().startswith("="):
        parameter = cursor.spec.parameter(word)
        return _shown(text, _about_parameter(parameter), Span(start, end)) if parameter else None
    return _about_value(text, cursor_at(text, offset), runs)


def _is_operation(word: str, source: str, end: int) -> bool:
    return MISSPELT.get(word, word) in OPERATIONS and (source[end : end + 1] in ("(", "", "\n", " ", "\r"))


def _word_at(source: str, offset: int) -> tuple[int, int]:
    start = end = offset
    while start > 0 and (source[start - 1].isalnum() or source[start - 1] == _WORD):
        start -= 1
    while end < len(source) and (source[end].isalnum() or source[end] == _WORD):
        end += 1
    return start, end


def _about_value(text: OpenText, cursor: Cursor, runs: LastRuns) -> lsp.Hover | None:
    if cursor.parameter is None:
        return None
    operation = _operation_at(text, cursor)
    span = operation.span_of(cursor.parameter) if operation else None
    if cursor.kind in (Kind.KEY, Kind.KEYS) and operation:
        value = operation.arguments.get(cursor.parameter)
        key = keys.canonical(value) if isinstance(value, str) else None
        return _shown(text, f"The key **{keys.label(key)}**.", span) if key else None
    said = [_about_parameter(cursor.described)] if cursor.described else []
    line = _line_around(text, cursor.offset)
    seen = runs.place(text.source.path, describe(line)) if line else None
    picture = picture_of(seen) if seen else None
    if seen and picture:
        said.append(f"In the last run ({seen.when}):\n\n![the place it acted on]({picture})")
    return _shown(text, "\n\n".join(said), span) if said else None


def _line_around(text: OpenText, offset: int) -> Operation | None:
    return next((line for line in text.lines if line.start <= offset <= line.end), None)


def _operation_at(text: OpenText, cursor: Cursor) -> Operation | None:
    """The operation that the cursor is in, a nested one too."""
    line = _line_around(text, cursor.offset)
    waiting = [line] if line else []
    while waiting:
        each = waiting.pop()
        if each.start == cursor.start:
            return each
        for value in each.arguments.values():
            items = value if isinstance(value, list) else [value]
            waiting += [item for item in items if isinstance(item, Operation)]
    return None


def _about_variable(text: OpenText, name: str) -> str:
    variable = text.symbols.variables[name]
    said = [f"The variable **{name}**: `{spell(name)}`"]
    said += [f"- set in line {each.operation.line} by {each.operation.name}" for each in variable.settings]
    said += [f"- a column of `{each.operation.arguments.get(each.parameter)}`" for each in variable.columns]
    if len(said) == 1:
        said.append("- never set in this file")
    return "\n".join([*said, f"- used {len(variable.uses)} times"])


def _about_parameter(parameter: Parameter) -> str:
    facts = ["required" if parameter.required else "optional", takes(parameter)]
    if parameter.default is not None:
        facts.append(f"`{parameter.default}` by default")
    return f"**{parameter.name}** ({', '.join(facts)}): {parameter.doc}."


def _shown(text: OpenText, markdown: str, span: Span | None) -> lsp.Hover:
    contents = lsp.MarkupContent(lsp.MarkupKind.Markdown, markdown)
    return lsp.Hover(contents, range_of(text.source, span) if span else None)


def signature(text: OpenText, offset: int) -> lsp.SignatureHelp | None:
    """The parameters of the operation whose brackets the cursor is in."""
    cursor = cursor_at(text, offset)
    spec = cursor.spec
    if spec is None or cursor.comment:
        return None
    names = [each.name for each in spec.parameters]
    active = names.index(cursor.parameter) if cursor.parameter in names else _next(spec, cursor)
    parameters = [
        lsp.ParameterInformation(
            each.name, lsp.MarkupContent(lsp.MarkupKind.Markdown, _about_parameter(each))
        )
        for each in spec.parameters
    ]
    label = f"{spec.name}({', '.join(names)})"
    shown = lsp.SignatureInformation(label, f"{spec.doc}.", parameters, active_parameter=active)
    return lsp.SignatureHelp([shown], active_signature=0, active_parameter=active)


def _next(spec: Spec, cursor: Cursor) -> int | None:
    """The parameter to write next: the first required one that is missing, or the first at all."""
    missing = [
        (not each.required, place)
        for place, each in enumerate(spec.parameters)
        if each.name not in cursor.given
    ]
    return min(missing)[1] if missing else None
