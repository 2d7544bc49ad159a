"""Diagnostics as an editor shows them, and the fixes that their suggestions are."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from cogscript.editor.protocol_places import range_of, uri_of_path
from cogscript.editor.texts import OpenText
from cogscript.language.model.diagnostic import Diagnostic, Source, Span

_MISSING_BEFORE = "wrong-block-end"
"""The one problem whose suggestion is a line that is missing before the place, not a text in its stead."""

_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


def problems(text: OpenText) -> list[lsp.Diagnostic]:
    """What is wrong with a file; what is wrong with a file it calls stands at the call."""
    return [_problem(each, text) for each in text.diagnostics]


def _problem(diagnostic: Diagnostic, text: OpenText) -> lsp.Diagnostic:
    own = _is_own(diagnostic, text)
    said = [diagnostic.message, diagnostic.hint, diagnostic.advice]
    elsewhere = [] if own else [_place(diagnostic.message, diagnostic.source, diagnostic.span)]
    notes = [_place(note.message, diagnostic.source, note.span) for note in diagnostic.notes]
    return lsp.Diagnostic(
        range=range_of(text.source, diagnostic.span if own else _call_of(diagnostic, text)),
        message="\n".join(filter(None, said)) if own else f"the file that is called is wrong: {diagnostic}",
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        source="cog",
        tags=[lsp.DiagnosticTag.Unnecessary] if diagnostic.code == "unreachable" else None,
        related_information=[*elsewhere, *notes] or None,
    )


def _is_own(diagnostic: Diagnostic, text: OpenText) -> bool:
    return diagnostic.source is None or diagnostic.source is text.source


def _call_of(diagnostic: Diagnostic, text: OpenText) -> Span | None:
    """The place that names the file a diagnostic is of; the first call when it is called by a called one."""
    path = diagnostic.source.path if diagnostic.source else ""
    called = text.symbols.called
    exact = next((each for each in called if each.path == path), None)
    found = exact or next(iter(called), None)
    return found.span if found else None


def _place(message: str, source: Source | None, span: Span | None) -> lsp.DiagnosticRelatedInformation:
    source = source or Source("")
    where = lsp.Location(uri_of_path(source.path), range_of(source, span))
    return lsp.DiagnosticRelatedInformation(where, message)


def fixes(text: OpenText, uri: str, within: lsp.Range) -> list[lsp.CodeAction]:
    """The fix of each problem that touches a range, and one that fixes all of a file when there are more."""
    fixable = [
        each for each in text.diagnostics if each.suggestion is not None and each.span and _is_own(each, text)
    ]
    found = [_fix(text, uri, _title(each), [each]) for each in fixable if _touches(text, each, within)]
    if found and len(fixable) > 1:
        found.append(_fix(text, uri, f"Fix all {len(fixable)} that have a suggestion", fixable))
    return found


def _title(diagnostic: Diagnostic) -> str:
    verb = "Insert" if diagnostic.code == _MISSING_BEFORE else "Change to"
    return f"{verb} `{diagnostic.suggestion}`"


def _touches(text: OpenText, diagnostic: Diagnostic, within: lsp.Range) -> bool:
    place = range_of(text.source, diagnostic.span)
    return _order(place.start) <= _order(within.end) and _order(within.start) <= _order(place.end)


def _order(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character


def _fix(text: OpenText, uri: str, title: str, fixed: Iterable[Diagnostic]) -> lsp.CodeAction:
    fixed = list(fixed)
    edits = [lsp.TextEdit(range_of(text.source, each.span), _replacement(text, each)) for each in fixed]
    return lsp.CodeAction(
        title=title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[_problem(each, text) for each in fixed],
        is_preferred=len(fixed) == 1,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


def _replacement(text: OpenText, diagnostic: Diagnostic) -> str:
    """A suggestion as it is written in the span's place: a text keeps its quotes."""
    suggestion, span = diagnostic.suggestion or "", diagnostic.span
    written = text.source.text[span.start : span.end] if span else ""
    if diagnostic.code == _MISSING_BEFORE and span:
        before = text.source.text[text.source.text.rfind("\n", 0, span.start) + 1 : span.start]
        return f"{suggestion}()\n{before}{written}"
    mark = written[:1]
    quoted = mark in ("'", '"') and written.endswith(mark) and not suggestion.startswith(("'", '"'))
    return f"{mark}{suggestion}{mark}" if quoted else suggestion
