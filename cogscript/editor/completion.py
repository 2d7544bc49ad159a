"""What can be written at the cursor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from lsprotocol import types as lsp

from cogscript.editor import snippets
from cogscript.editor.cursor import Cursor, cursor_at
from cogscript.editor.last_run import LastRuns
from cogscript.editor.protocol_places import range_of
from cogscript.editor.texts import OpenText
from cogscript.language.model import keys
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec
from cogscript.language.model.variables import PREFIX, spell
from cogscript.language.write.reference import takes
from cogscript.surfaces import roles

_FILES = {
    Kind.WORKFLOW: (".cog",),
    Kind.ROWS: (".csv", ".json", ".jsonl"),
    Kind.PICTURE: (".png", ".jpg", ".jpeg", ".webp"),
    Kind.FILE: ("",),
}
_NO_VARIABLE = frozenset({Kind.CHOICE})
_MOST_FILES = 500
_MOST_NAMES = 100
"""Names from the file itself: a long one has thousands, and nobody reads them."""


class _Offer(NamedTuple):
    label: str
    kind: lsp.CompletionItemKind
    text: str = ""
    """What is written; the label itself when empty. A snippet."""
    detail: str = ""
    about: str = ""
    first: bool = False
    """Whether it comes before the others."""


def completions(
    text: OpenText, offset: int, runs: LastRuns, *, snippet_support: bool
) -> list[lsp.CompletionItem]:
    cursor = cursor_at(text, offset)
    if cursor.comment:
        return []
    typed = cursor.word
    offers: Iterable[_Offer]
    if cursor.quoted is not None:
        offers, typed = _in_quotes(text, cursor, runs)
    elif cursor.call and cursor.parameter:
        offers = _values(text, cursor, runs)
    elif cursor.call and not cursor.in_list:
        offers = _arguments(text, cursor)
    else:
        offers = _operations(text, offset)
    place = range_of(text.source, Span(offset - len(typed), offset))
    return [_item(offer, place, snippet_support) for offer in offers]


def _item(offer: _Offer, place: lsp.Range, snippet_support: bool) -> lsp.CompletionItem:
    written = offer.text or snippets.escape(offer.label)
    return lsp.CompletionItem(
        label=offer.label,
        kind=offer.kind,
        detail=offer.detail or None,
        documentation=offer.about or None,
        sort_text=f"{'0' if offer.first else '1'}{offer.label}",
        filter_text=offer.label,
        insert_text_format=lsp.InsertTextFormat.Snippet
        if snippet_support
        else lsp.InsertTextFormat.PlainText,
        text_edit=lsp.TextEdit(place, written if snippet_support else snippets.plain(written)),
    )


# --- operations and arguments ----------------------------------------------------------------------


def _operations(text: OpenText, offset: int) -> Iterator[_Offer]:
    """A new line: every operation but tests, and first what closes the block around it."""
    open_blocks = _open_blocks(text, offset)
    innermost = open_blocks[-1] if open_blocks else None
    for spec in OPERATIONS.values():
        if spec.role == "test" or (spec.opener and spec.opener not in open_blocks):
            continue
        yield _operation(spec, first=spec.opener is not None and spec.opener == innermost)


def _operation(spec: Spec, *, first: bool = False) -> _Offer:
    kind = lsp.CompletionItemKind.Keyword if spec.in_block else lsp.CompletionItemKind.Function
    return _Offer(spec.name, kind, snippets.operation(spec), spec.doc, first=first)


def _open_blocks(text: OpenText, offset: int) -> list[str]:
    """The blocks that are open at a place, the innermost last."""
    found: list[str] = []
    for line in text.lines:
        if line.start >= offset:
            break
        spec = OPERATIONS.get(line.name)
        if spec and spec.role == "opener":
            found.append(spec.name)
        elif spec and spec.role == "closer" and spec.opener in found:
            while found.pop() != spec.opener:
                pass
    return found


def _arguments(text: OpenText, cursor: Cursor) -> Iterator[_Offer]:
    """Parameters that are not given yet, before the cursor or after it."""
    spec = cursor.spec
    if spec is None:
        return
    there = next((line for line in text.lines if line.start == cursor.start), None)
    given = cursor.given | set(there.arguments if there and there.name == spec.name else ())
    for parameter in spec.parameters:
        if parameter.name not in given:
            yield _argument(parameter)
    if spec.open_keywords:
        for called in text.symbols.called:
            if called.operation.start == cursor.start and called.path and text.files.find(called.path):
                for name in text.files.named(called.path).symbols.inputs:
                    if name not in given:
                        yield _Offer(
                            name,
                            lsp.CompletionItemKind.Field,
                            f"{snippets.escape(name)}='$1'",
                            "INPUT",
                            first=True,
                        )


def _argument(parameter: Parameter) -> _Offer:
    mark = "required, " if parameter.required else ""
    return _Offer(
        parameter.name,
        lsp.CompletionItemKind.Field,
        snippets.argument(parameter),
        mark + takes(parameter).replace("`", ""),
        parameter.doc,
        first=parameter.required,
    )


# --- values ----------------------------------------------------------------------------------------


def _values(text: OpenText, cursor: Cursor, runs: LastRuns) -> Iterator[_Offer]:
    """Values where no quote has been written yet."""
    parameter, kind = cursor.described, cursor.kind
    if kind in (Kind.TEST, Kind.TESTS):
        yield from (_operation(spec) for spec in OPERATIONS.values() if spec.role == "test")
    elif kind is Kind.ACTIONS:
        yield from (_operation(spec) for spec in OPERATIONS.values() if spec.key_action)
    elif kind is Kind.BOOLEAN:
        yield from (_Offer(word, lsp.CompletionItemKind.Value) for word in ("True", "False"))
    elif kind in (Kind.BOX, Kind.BOXES) and parameter:
        yield _Offer("[[left,top,right,bottom]]", lsp.CompletionItemKind.Value, snippets.value(parameter, 1))
    elif kind not in (Kind.INTEGER, Kind.NUMBER, Kind.SIZE, Kind.VERSION):
        for offer in _texts(text, cursor, runs, ""):
            yield offer._replace(label=snippets.quoted(offer.label), text="")


def _in_quotes(text: OpenText, cursor: Cursor, runs: LastRuns) -> tuple[list[_Offer], str]:
    """What a text may say, and the part of it that is replaced."""
    quoted = cursor.quoted or ""
    variable = _begun_variable(quoted)
    if variable is not None:
        return list(_variables(text)), variable
    if cursor.kind is Kind.CHORD:
        return list(_keys()), quoted.rpartition("+")[2]
    return list(_texts(text, cursor, runs, quoted)), quoted


def _begun_variable(quoted: str) -> str | None:
    """The variable that is being written at the end of a text: `__Cog`."""
    at = quoted.rfind("__")
    while at > 0 and quoted[at - 1] == "_":
        at -= 1
    if at < 0:
        return None
    end = quoted[at:]
    begun = PREFIX.startswith(end) or (end.startswith(PREFIX) and "__" not in end[len(PREFIX) :])
    return end if begun else None


def _texts(text: OpenText, cursor: Cursor, runs: LastRuns, typed: str) -> Iterator[_Offer]:
    parameter, kind = cursor.described, cursor.kind
    if parameter and parameter.choices:
        yield from (_Offer(each, lsp.CompletionItemKind.EnumMember, first=True) for each in parameter.choices)
    elif kind in (Kind.KEY, Kind.KEYS):
        yield from _keys()
    elif kind in _FILES:
        yield from _files(text, typed, _FILES[kind])
    elif cursor.parameter == "element_type":
        yield from (
            _Offer(each, lsp.CompletionItemKind.EnumMember) for each in sorted(roles.WORDS) if each.isascii()
        )
    elif cursor.parameter in ("element_info", "near"):
        seen = runs.names(text.source.path)
        yield from (
            _Offer(each, lsp.CompletionItemKind.Value, detail="in the last run", first=True) for each in seen
        )
        own = _said(text, ("element_info", "near"), cursor.start, typed)
        yield from (
            _Offer(each, lsp.CompletionItemKind.Value, detail="in this file")
            for each in own
            if each not in seen
        )
    if kind not in _NO_VARIABLE:
        yield from _variables(text)


def _said(text: OpenText, parameters: tuple[str, ...], but: int, typed: str) -> list[str]:
    """What other lines of the file say for a parameter, and goes on as it was begun."""
    values = (
        line.arguments.get(name)
        for line in text.lines
        if line.start != but
        for name in parameters
        if line.arguments
    )
    begun = typed.casefold()
    fitting = (each for each in values if isinstance(each, str) and each and begun in each.casefold())
    return list(islice(dict.fromkeys(fitting), _MOST_NAMES))


def _variables(text: OpenText) -> Iterator[_Offer]:
    for name, variable in text.symbols.variables.items():
        if variable.settings or variable.columns:
            where = (
                f"set in line {variable.settings[0].operation.line}"
                if variable.settings
                else "a column of the rows"
            )
            yield _Offer(spell(name), lsp.CompletionItemKind.Variable, detail=where)


def _keys() -> Iterable[_Offer]:
    return (_Offer(keys.label(key), lsp.CompletionItemKind.EnumMember) for key in keys.canonical_keys())


def _files(text: OpenText, typed: str, endings: tuple[str, ...]) -> Iterator[_Offer]:
    """Files beside the workflow, and folders to go on with."""
    own = text.source.path
    if own.startswith("<"):
        return
    within = typed[: typed.rfind("/") + 1]
    folder = os.path.join(os.path.dirname(own), within)
    for name in sorted(text.files.names(folder))[:_MOST_FILES]:
        if name.startswith("."):
            continue
        if os.path.isdir(os.path.join(folder, name)):
            yield _Offer(f"{within}{name}/", lsp.CompletionItemKind.Folder)
        elif name.lower().endswith(endings):
            yield _Offer(within + name, lsp.CompletionItemKind.File, first=True)
