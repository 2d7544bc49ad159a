"""Where a variable is set and used, where a called file is, and a variable's new name everywhere."""

from __future__ import annotations

import os

from lsprotocol import types as lsp

from cogscript.editor.protocol_places import range_of, uri_of_path
from cogscript.editor.texts import OpenText
from cogscript.language.check.occurrences import Occurrence
from cogscript.language.check.symbols import NamedFile
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import CogError, Diagnostic, Span
from cogscript.language.syntax.strings import quote


def definition(text: OpenText, uri: str, offset: int) -> list[lsp.Location]:
    """Where the variable at a place is set; the file that is named there; the INPUT that a CALL gives."""
    found = text.symbols.at(offset)
    if found is not None:
        variable = text.symbols.variables[found.name]
        places = [lsp.Location(uri, range_of(text.source, each.span)) for each in variable.settings]
        return places + [_file_location(each) for each in variable.columns if each.path]
    for each in (*text.symbols.called, *text.symbols.tables):
        if each.path and each.span and each.span.start <= offset <= each.span.end:
            return [_file_location(each)] if text.files.find(each.path) else []
    return _input(text, offset)


def _file_location(file: NamedFile) -> lsp.Location:
    start = lsp.Position(0, 0)
    return lsp.Location(uri_of_path(os.path.abspath(file.path or "")), lsp.Range(start, start))


def _input(text: OpenText, offset: int) -> list[lsp.Location]:
    for each in text.symbols.called:
        for name in each.operation.spans or ():
            span = each.operation.name_span_of(name)
            if not (each.path and span and span.start <= offset <= span.end and text.files.find(each.path)):
                continue
            called = text.files.named(each.path)
            declared = called.symbols.inputs.get(name)
            if declared is not None:
                where = range_of(called.source, declared.span)
                return [lsp.Location(uri_of_path(os.path.abspath(each.path)), where)]
    return []


def references(text: OpenText, uri: str, offset: int, *, with_settings: bool) -> list[lsp.Location]:
    found = text.symbols.at(offset)
    if found is None:
        return _calls_of_same_file(text, uri, offset)
    return [
        lsp.Location(uri, range_of(text.source, each.span))
        for each in _places(text, found.name, with_settings)
    ]


def _calls_of_same_file(text: OpenText, uri: str, offset: int) -> list[lsp.Location]:
    named = [*text.symbols.called, *text.symbols.tables]
    here = next((each for each in named if each.span and each.span.start <= offset <= each.span.end), None)
    if here is None or here.path is None:
        return []
    return [lsp.Location(uri, range_of(text.source, each.span)) for each in named if each.path == here.path]


def highlights(text: OpenText, offset: int) -> list[lsp.DocumentHighlight]:
    found = text.symbols.at(offset)
    if found is None:
        return []
    settings = {id(each) for each in text.symbols.variables[found.name].settings}
    kinds = lsp.DocumentHighlightKind
    return [
        lsp.DocumentHighlight(
            range_of(text.source, each.span), kinds.Write if id(each) in settings else kinds.Read
        )
        for each in _places(text, found.name, True)
    ]


def _places(text: OpenText, name: str, with_settings: bool) -> list[Occurrence]:
    variable = text.symbols.variables[name]
    found = [*(variable.settings if with_settings else ()), *variable.uses]
    return sorted((each for each in found if each.span), key=lambda each: each.span or Span(0, 0))


def renamable(text: OpenText, offset: int) -> tuple[lsp.Range, str] | None:
    """The name of the variable at a place, and where it stands; None where nothing can be renamed."""
    found = text.symbols.at(offset)
    span = _name_span(text, found) if found else None
    return (range_of(text.source, span), found.name) if found and span else None


def rename(text: OpenText, uri: str, offset: int, name: str) -> lsp.WorkspaceEdit | None:
    """A variable's new name, at every place of it; a CogError when that is not possible."""
    found = text.symbols.at(offset)
    if found is None:
        return None
    name = variables.sole_name(name) or name
    if not variables.is_name(name) or quote(name) != f"'{name}'":
        raise _refused(f"`{name}` cannot be a variable's name: any text without `__` and quotes can")
    if name != found.name and name in text.symbols.variables:
        raise _refused(f"there is a variable `{name}` already: the two would become one")
    variable = text.symbols.variables[found.name]
    if variable.columns:
        file = variable.columns[0].operation.arguments.get(variable.columns[0].parameter)
        raise _refused(f"`{found.name}` is a column of {file}: rename it there")
    edits = []
    for each in _places(text, found.name, True):
        span = _name_span(text, each)
        if span is None:
            raise _refused(
                f"the name is written with escapes in line {each.operation.line}: change it there by hand"
            )
        edits.append(lsp.TextEdit(range_of(text.source, span), name))
    return lsp.WorkspaceEdit(changes={uri: edits})


def _name_span(text: OpenText, occurrence: Occurrence) -> Span | None:
    """Where the name itself stands; None when it is written with escapes."""
    if occurrence.span is None:
        return None
    start, end = occurrence.span
    if text.source.text[start:end] != variables.spell(occurrence.name):
        return None
    return Span(start + len(variables.PREFIX), end - len(variables.SUFFIX))


def _refused(reason: str) -> CogError:
    return CogError([Diagnostic("rename", reason)])
