"""What a text is that holds replies inside something else: a record, a table, a log, a page, a program.

A plan that cannot be read as it stands is read again without its wrapping: the strings that hold an action
(whatever quotes them: JSON, Python, YAML, a table's cells), lines without what a program logged before the
action, characters that a page or a string writes as escapes. Each is one rule for every dialect, and every
character still knows where it stands in the file.
"""

from __future__ import annotations

import ast
import html
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.dialects.core.action_shapes import actions_in, first_action
from cogscript.dialects.core.draft import Draft, every
from cogscript.dialects.core.leads import (
    announces,
    asked_parts,
    enclosing_key,
    is_label,
    key_before,
    may_be_reply,
)
from cogscript.language.model.diagnostic import Source, Span

_ENTITY = re.compile(r"&(?:quot|apos|lt|gt|amp|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,6});|__midscene_(?:lt|gt)__")
"""What pages write for marks of their own; Midscene's reports have a spelling for two of them."""
_MARKED_TAG = re.compile(r"(?<=\w)_never_used_[0-9a-f]{8,64}\b")
_BREAK = re.compile(r"(?<!\\)\\n(?=[ \t]*(?:[A-Z][A-Za-z_ ]{0,24}:|[^\W\d][\w.]*[(（]|[<{`]|\\n))")
"""A line break written as two characters, before a label, a call, a tag or an object."""
_BREAK_AFTER_CALL = re.compile(r"(?<=\))(?:\\n)+(?=[ \t]*[A-Za-z_]\w*\()")
"""The same between two calls, in a text that has real ones as well."""
_WIDE = {"（": "(", "）": ")", "＝": "=", "，": ",", "［": "[", "］": "]"}
_WIDE_CALL = re.compile(r"[A-Za-z_]{2,40}（[^（）\n]*）")
_QUOTED_TEXT = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_NOT_DONE_IN = re.compile(r"result|output|observ|execut|response|status|return", re.I)
_FORMATTED = re.compile(r"(?<!\w)[rR]?[fF][rR]?\Z")
_FILLED_IN = re.compile(r"(?<!\{)\{[A-Za-z_][\w.()\[\]]*(?:![rsa])?(?::[^{}]*)?\}")
_QUOTE = re.compile(r'"""|\'\'\'|["\'`]')
_ADJACENT = re.compile(r"[ \t]*\r?\n\s*(?=([\"']))")
_STRINGS = {
    '"""': re.compile(r'"""(?:[^\\]|\\.)*?"""', re.S),
    "'''": re.compile(r"'''(?:[^\\]|\\.)*?'''", re.S),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'(?:[^'\\\n]|\\.)*'"),
    "`": re.compile(r"`[^`\n]+`"),
}
_CELL = re.compile(r'(?:(?<=[,;\t\n])|(?<![\s\S]))"(?:[^"]|"")*"(?=[,;\t\r\n]|\Z)')
"""A cell of a table in text: a quote inside it is written twice."""
_CUT = re.compile(r'"(?:[^"\\\n]|\\.)*\Z')
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.S
)
_NONE = re.compile(r"(?!)")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_CLOSING_TAG = re.compile(r"[ \t]*(?:</[A-Za-z_]{1,30}>)+[ \t\r]*$")
_OF_PROGRAMS = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.If, ast.With, ast.Try,
)  # fmt: skip
_WORDS = ("WAIT", "DONE", "FAIL")
_NAMES_OF_ANSWERS = ("", "action", "actions", "code", "response", "answer")
_LONGEST_PREFIX = 160
_DEEPEST = 3
_LARGEST = 1_000_000
"""Characters: a longer text is a program's, and is read as it stands."""


class Unwrapped(NamedTuple):
    """A text taken out of another."""

    text: str
    offsets: list[int]
    """For each character, and the end, where it stands in the whole."""
    notes: list[tuple[str, Span]]
    """What is to be said about the wrapping, with the place in the whole."""

    def restore(self, draft: Draft, source: Source) -> None:
        """Give everything in the draft its place in the file."""
        draft.source = source
        for step in every(draft.steps):
            step.span = self._place(step.span)
        for block in {id(step.block): step.block for step in every(draft.steps) if step.block}.values():
            block.span = self._place(block.span)
        draft.diagnostics = [
            each._replace(span=self._place(each.span) if each.span else None, source=source, notes=())
            for each in draft.diagnostics
        ]

    def _place(self, span: Span) -> Span:
        last = len(self.offsets) - 1
        start = self.offsets[min(span.start, last)]
        return Span(start, max(start + 1, self.offsets[min(span.end, last)]))

    def within(self, inner: Unwrapped) -> Unwrapped:
        """What was taken out of this one, with places of the whole."""
        return Unwrapped(inner.text, [self.offsets[at] for at in inner.offsets], [*self.notes, *inner.notes])


def is_program(text: str) -> bool:
    """Whether a whole text is a script of a shell, or Python with more than calls in it: no reply is wrapped
    there, and what it does not do, its conditions and comments say why."""
    if text.lstrip("\ufeff").startswith("#!"):
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text if len(text) <= _LARGEST else "").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(statement, _OF_PROGRAMS) for statement in body)


def from_strings(text: str) -> Iterator[Unwrapped]:
    """Only what stands in strings: for a text whose actions were read with the escapes of a string."""
    quoted = _quoted(text if len(text) <= _LARGEST else "")
    if quoted.text:
        yield quoted
        inner = _quoted(quoted.text)
        if inner.text:
            yield quoted.within(inner)


def unwrapped(text: str) -> Iterator[Unwrapped]:
    """The ways to read a text without its wrapping, those that change the least first."""
    if len(text) > _LARGEST:
        return
    outer = Unwrapped(text, list(range(len(text) + 1)), [])
    tried = {text}
    for _ in range(_DEEPEST):
        plain = outer
        for rule in (_without_entities, _with_plain_marks, _with_plain_tags):
            plain = plain.within(rule(plain.text))
        broken = plain.within(_with_breaks(plain.text))
        quoted = plain.within(_quoted(plain.text))
        mixed = plain.within(_unquoted(plain.text))
        ways = [broken, quoted, *(each.within(_without_prefixes(each.text)) for each in (mixed, broken))]
        for each in ways:
            if each.text.strip() and each.text not in tried:
                tried.add(each.text)
                yield each
        if not quoted.text.strip():
            return
        outer = quoted


def announced(text: str) -> Unwrapped:
    """A text without the sentences that end with an action, on the lines of those."""
    found: list[Span] = []
    at = 0
    for line in text.split("\n") if len(text) <= _LARGEST else ():
        spans = list(actions_in(text, at, at + len(line)))
        if len(spans) == 1 and line.rstrip("` \t\r.。").endswith((")", "）", "}")):
            before = text[at : spans[0].start]
            if before.strip() and announces(before):
                found.append(Span(at, spans[0].start))
        at += len(line) + 1
    made = _joined(text, ((*each, "") for each in found))
    notes = [("the words before an action on its line are taken for a remark", each) for each in found]
    return Unwrapped(made.text if found else "", made.offsets if found else [len(text)], notes)


def _joined(text: str, replaced: Iterator[tuple[int, int, str]]) -> Unwrapped:
    """A text with some ranges replaced."""
    made: list[str] = []
    offsets: list[int] = []
    at = 0
    for start, end, by in replaced:
        made += [text[at:start], by]
        offsets += [*range(at, start), *[start] * len(by)]
        at = end
    return Unwrapped("".join([*made, text[at:]]), [*offsets, *range(at, len(text) + 1)], [])


def _without_entities(text: str) -> Unwrapped:
    def plain(entity: str) -> str:
        return html.unescape(f"&{entity[11:13]};" if entity.startswith("_") else entity)

    return _joined(text, ((*each.span(), plain(each[0])) for each in _ENTITY.finditer(text)))


def _with_plain_tags(text: str) -> Unwrapped:
    """Doubao's interface marks the tags of a call, so that no text can be taken for one."""
    return _joined(text, ((*each.span(), "") for each in _MARKED_TAG.finditer(text)))


def _with_breaks(text: str) -> Unwrapped:
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", '"', "'"):
        return _joined(text, iter(()))
    if "\n" in text.strip():
        return _joined(text, ((*each.span(), "\n") for each in _BREAK_AFTER_CALL.finditer(text)))
    return _joined(text, ((*each.span(), "\n") for each in _BREAK.finditer(text)))


def _with_plain_marks(text: str) -> Unwrapped:
    """Calls that were written with an input method for Chinese: its brackets, commas and equal signs."""
    replaced: list[tuple[int, int, str]] = []
    for call in _WIDE_CALL.finditer(text):
        within = _QUOTED_TEXT.sub(lambda quoted: "\0" * len(quoted[0]), call[0])
        replaced += [
            (call.start() + at, call.start() + at + 1, _WIDE[mark])
            for at, mark in enumerate(within)
            if mark in _WIDE
        ]
    made = _joined(text, iter(replaced))
    notes = [("full-width punctuation was read as plain", Span(*replaced[0][:2]))] if replaced else []
    return Unwrapped(made.text, made.offsets, notes)


# --- lines ----------------------------------------------------------------------------------------


def _without_prefixes(text: str) -> Unwrapped:
    return _joined(text, _prefixes(text))


def _prefixes(text: str) -> Iterator[tuple[int, int, str]]:
    """What stands before the first action of a line, where it is a label and no sentence; and a tag after
    it."""
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        action = first_action(text, at, end)
        if action is not None:
            before = text[at:action]
            quote = before.rstrip()[-1:] if before.rstrip()[-1:] in ("`", '"') else ""
            if before.strip() and len(before) <= _LONGEST_PREFIX and is_label(before):
                yield at, action, ""
            closing = None if "<arg_key>" in line else _CLOSING_TAG.search(line, action - at)
            if closing:
                yield at + closing.start(), end, ""
            elif quote and line.rstrip().endswith(quote):
                yield at + line.rindex(quote), end, ""
        at = end + 1


# --- strings --------------------------------------------------------------------------------------


class _String(NamedTuple):
    key: str
    text: str
    offsets: list[int]
    span: Span


def _quoted(text: str) -> Unwrapped:
    """The strings of a text that hold an action, one below the other; nothing, where others stand outside."""
    found, again, notes = _strings(text)
    at = 0
    for span in sorted([*(each.span for each in found), *again, Span(len(text), len(text))]):
        if found and any(_is_reached(text, each.start) for each in actions_in(text, at, span.start)):
            return Unwrapped("", [len(text)], [])
        at = span.end
    joined = "".join(f"{each.text}\n" for each in found)
    places = [at for each in found for at in each.offsets]
    return Unwrapped(joined, [*places, len(text)], notes)


def _is_reached(text: str, at: int) -> bool:
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return not before.strip() or is_label(before)


def _unquoted(text: str) -> Unwrapped:
    """The whole text, with each such string on lines of its own."""
    found, again, notes = _strings(text)
    replaced = [(*each.span, f"\n{each.text}\n") for each in found] + [(*each, "") for each in again]
    made = _joined(text, iter(sorted(replaced)))
    return Unwrapped(made.text, made.offsets, notes)


def _strings(text: str) -> tuple[list[_String], list[Span], list[tuple[str, Span]]]:
    """The strings of a text that hold an action, where one is told again, and what is to be said. A reply
    that one record gives twice, as it came and without what stood around its action, counts once."""
    found: list[_String] = []
    again: list[Span] = []
    notes: list[tuple[str, Span]] = []
    asked = asked_parts(text)
    at = 0
    while quote := _QUOTE.search(text, at):
        at = quote.end()
        string = _string_at(text, quote.start(), quote[0], notes)
        if string is None:
            continue
        inner, offsets, end = string
        if _FORMATTED.search(text, max(0, quote.start() - 2), quote.start()) and _FILLED_IN.search(inner):
            at = end
            continue  # a program makes its own text of it
        while (apart := _ADJACENT.match(text, end)) and (more := _string_at(text, apart.end(), apart[1], [])):
            # Programs write a long text as several strings, one after the other.
            inner, offsets, end = inner + more[0], [*offsets[: len(inner)], *more[1]], more[2]
        if first_action(inner.replace('\\"', '"')) is None and not _is_word(text, quote.start(), inner):
            at = end if "\n" not in text[quote.start() : end] else at
            continue
        at = end
        name = key_before(text, quote.start())
        if not may_be_reply(text, quote.start(), end):
            continue
        if any(first <= quote.start() < last for first, last in asked):
            continue
        if _NOT_DONE_IN.search(enclosing_key(text, quote.start())) and any(
            each.text == inner for each in found
        ):
            again.append(Span(quote.start(), end))  # what came of an action names it again
            continue
        last = found[-1] if found else None
        if last is not None and name != last.key and inner.strip() in last.text:
            continue
        if last is not None and name != last.key and last.text.strip() in inner:
            found.pop()
        found.append(_String(name, inner, offsets, Span(quote.start(), end)))
    return found, again, notes


def _is_word(text: str, start: int, inner: str) -> bool:
    """Whether a string is one of the words that OSWorld's agents answer instead of code, in a list of
    answers or by the name of one; elsewhere it is a state, or what is typed."""
    return inner.strip() in _WORDS and key_before(text, start).casefold() in _NAMES_OF_ANSWERS


def string_at(text: str, start: int, quote: str) -> tuple[str, int] | None:
    """The text of the string that begins at a quote, and where it ends; None for one that never does."""
    notes: list[tuple[str, Span]] = []
    found = _string_at(text, start, quote, notes)
    return None if found is None or notes else (found[0], found[2])


def _string_at(
    text: str, start: int, quote: str, notes: list[tuple[str, Span]]
) -> tuple[str, list[int], int] | None:
    """The string that begins at a quote: its text, the place of each character, and where it ends."""
    if cell := (_CELL.match(text, start) if quote == '"' else None):
        inside = text[start + 1 : cell.end() - 1]
        if '""' in inside or "\n" in inside:
            return (*_unescaped(text, start + 1, cell.end() - 1, re.compile('""')), cell.end())
    if text[start - 1 : start].isalnum() and text[start - 1 : start] not in "rbuf":
        return None  # an apostrophe
    whole = _STRINGS[quote].match(text, start)
    if whole is not None:
        inside_end = whole.end() - len(quote)
        escapes = _NONE if quote == "`" else _ESCAPE
        return (*_unescaped(text, start + len(quote), inside_end, escapes), whole.end())
    cut = _CUT.match(text, start) if quote == '"' else None
    if cut is None:
        return None
    notes.append(("the text is cut short: its last string never ends", Span(start, len(text))))
    return (*_unescaped(text, start + 1, len(text), _ESCAPE), len(text))


def _unescaped(text: str, start: int, end: int, escapes: re.Pattern[str]) -> tuple[str, list[int]]:
    made = _joined(
        text[start:end], ((*each.span(), _character(each[0])) for each in escapes.finditer(text[start:end]))
    )
    return made.text, [start + at for at in made.offsets]


def unescaped(text: str, start: int, end: int) -> tuple[str, list[int]]:
    """What stands between the quotes of a string, and the place of each character, and of its end."""
    return _unescaped(text, start, end, _ESCAPE)


def _character(escape: str) -> str:
    if escape == '""':
        return '"'
    kind = escape[1]
    if kind == "u" and len(escape) > 6:
        high, low = int(escape[2:6], 16), int(escape[8:12], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if kind in "ux" and len(escape) > 2:
        value = int(escape[2:], 16)
        return "\N{REPLACEMENT CHARACTER}" if not value or 0xD800 <= value < 0xE000 else chr(value)
    return _SIMPLE.get(kind, kind)
