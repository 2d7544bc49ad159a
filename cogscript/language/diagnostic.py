"""One Diagnostic type and one renderer, for every stage from the parser to the run.

A stage that knows a place in a file makes a Diagnostic. A stage that does not (a screen, an OCR
engine, a model) raises a Fault; whoever knows the line turns it into a Diagnostic with a place.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Span(NamedTuple):
    """A half-open range of characters in a source text."""

    start: int
    end: int


class Position(NamedTuple):
    line: int
    column: int


class Source:
    """A text with a name, able to say which line and column an offset is on."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, text: str, path: str = "<text>") -> None:
        self.text = text
        self.path = path
        self._starts: list[int] | None = None

    def starts(self) -> list[int]:
        """The offset at which each line begins; found once, when first asked."""
        if self._starts is None:
            self._starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts

    def position(self, offset: int) -> Position:
        starts = self.starts()
        line = bisect_right(starts, min(max(offset, 0), len(self.text)))
        return Position(line, offset - starts[line - 1] + 1)

    def line(self, number: int) -> str:
        starts = self.starts()
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]


class Note(NamedTuple):
    """A second place that explains the first: what opened, what was set before."""

    message: str
    span: Span


class Diagnostic(NamedTuple):
    """What is wrong, where, and what to do; a plain tuple, for checking a file loads no more."""

    code: str
    message: str
    severity: Severity = "error"
    span: Span | None = None
    source: Source | None = None
    label: str = ""
    """What stands behind the carets."""
    suggestion: str | None = None
    """The text that would be right in the span's place."""
    notes: tuple[Note, ...] = ()
    advice: str = ""
    """What to do about it, in a sentence."""

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def at(self, source: Source | None, span: Span | None) -> Diagnostic:
        return self._replace(source=source, span=span)

    def to_json(self) -> dict[str, object]:
        path: str | None = self.source.path if self.source else None
        start = end = None
        if self.source and self.span:
            start = self.source.position(self.span.start)
            end = self.source.position(self.span.end)
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": path,
            "line": start.line if start else None,
            "column": start.column if start else None,
            "end_line": end.line if end else None,
            "end_column": end.column if end else None,
            "suggestion": self.suggestion,
        }


class CogError(Exception):
    """Everything that is wrong with a file, or with one step of a run."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = list(diagnostics)

    def __str__(self) -> str:
        return render(self.diagnostics)


class Fault(Exception):
    """Something outside the file failed: a screen, a program, an engine, a model.

    `reason` is a whole sentence without a final stop; `advice` says what a person can do.
    """

    def __init__(self, code: str, reason: str, advice: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.advice = advice

    def diagnostic(self, source: Source | None = None, span: Span | None = None) -> Diagnostic:
        return Diagnostic(self.code, self.reason, source=source, span=span, advice=self.advice)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate a person most likely meant, whatever its case; None if none is close."""
    from difflib import get_close_matches

    by_fold = {candidate.casefold(): candidate for candidate in candidates}
    found = get_close_matches(name[:80].casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None


# --- rendering ------------------------------------------------------------------------------

_EXCERPT = 100
"""Columns of a source line to show; a longer line is cut around its carets."""

_STYLE = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "bold": "\x1b[1m",
    "frame": "\x1b[1;34m",
    "help": "\x1b[1;36m",
    "end": "\x1b[0m",
}


def width(text: str) -> int:
    """Terminal columns of a text: two for Chinese and emoji, none for combining marks."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # only where a line is not plain ASCII

    columns = wcswidth(text)
    return columns if columns >= 0 else sum(_narrow(character) for character in text)


def _narrow(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """The text with control characters made visible, so that a file cannot drive the terminal."""
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable() or character == "\u200d"
        else " "
        if character == "\t"
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


class _Paint(NamedTuple):
    colour: bool

    def __call__(self, style: str, text: str) -> str:
        return f"{_STYLE[style]}{text}{_STYLE['end']}" if self.colour and text else text


def render(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """The diagnostics as a person reads them, each a block, a blank line between two."""
    return "\n\n".join(_render_one(diagnostic, colour) for diagnostic in diagnostics)


def _render_one(diagnostic: Diagnostic, colour: bool) -> str:
    paint = _Paint(colour)
    head = paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
    lines = [head + paint("bold", f": {printable(diagnostic.message)}")]
    source, span = diagnostic.source, diagnostic.span
    margin = 1
    if source and span:
        last = max(source.position(each.start).line for each in (span, *(n.span for n in diagnostic.notes)))
        margin = len(str(last))
        lines += _excerpts(diagnostic, source, span, margin, paint)
    elif source:
        lines.append(f"  {paint('frame', '-->')} {source.path}")
    if diagnostic.advice:
        lines.append(f"{' ' * margin} {paint('help', '= help:')} {printable(diagnostic.advice)}")
    return "\n".join(lines)


def _excerpts(diagnostic: Diagnostic, source: Source, span: Span, margin: int, paint: _Paint) -> list[str]:
    start = source.position(span.start)
    noted = [(note, source.position(note.span.start)) for note in diagnostic.notes]
    bar = paint("frame", "|")
    lines = [
        f"{' ' * margin} {paint('frame', '-->')} {source.path}:{start.line}:{start.column}",
        f"{' ' * margin} {bar}",
    ]
    label = diagnostic.label
    if not label and diagnostic.suggestion is not None:
        label = f"did you mean `{diagnostic.suggestion}`?"
    parts: list[tuple[Position, Span, str, str, str]] = [(start, span, label, "^", diagnostic.severity)]
    parts += [(place, note.span, note.message, "-", "frame") for note, place in noted]
    above = ""
    for place, part, text, mark, style in sorted(parts, key=lambda each: each[0]):
        shown, before, marks = _cut(source, place, part)
        number = paint("frame", str(place.line).rjust(margin))
        excerpt = f"{number} {bar} {shown}".rstrip()
        if excerpt != above:  # two marks of one line stand under one copy of it
            lines.append(excerpt)
            above = excerpt
        carets = paint(style, f"{mark * marks} {printable(text)}".rstrip())
        lines.append(f"{' ' * margin} {bar} {' ' * before}{carets}")
    return lines


def _cut(source: Source, place: Position, span: Span) -> tuple[str, int, int]:
    """The line to show, the columns before the carets, and how many carets."""
    line = source.line(place.line).rstrip("\r")
    begin = place.column - 1
    end = min(begin + max(span.end - span.start, 1), len(line))
    cut_left = max(0, begin - _EXCERPT // 2) if len(line) > _EXCERPT else 0
    cut_right = min(len(line), max(cut_left + _EXCERPT, min(end, begin + _EXCERPT)))
    left = "… " if cut_left else ""
    right = " …" if cut_right < len(line) else ""
    shown = printable(line[cut_left:cut_right])
    before = width(left) + width(printable(line[cut_left:begin]))
    marks = width(printable(line[begin : min(end, cut_right)]))
    return left + shown + right, before, max(marks, 1)
