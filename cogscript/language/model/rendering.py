"""Diagnostics as a person reads them: the message, the line, and carets under the place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from cogscript.language.model.diagnostic import Diagnostic, Position, Source, Span, printable

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
    for heading, text in (*diagnostic.details, ("help", diagnostic.advice)):
        if text:
            first, *more = map(printable, text.split("\n"))
            lines.append(f"{' ' * margin} {paint('help', f'= {heading}:')} {first}")
            lines += [f"{' ' * (margin + len(heading) + 5)}{line}" for line in more]
    return "\n".join(lines)


def _excerpts(diagnostic: Diagnostic, source: Source, span: Span, margin: int, paint: _Paint) -> list[str]:
    start = source.position(span.start)
    noted = [(note, source.position(note.span.start)) for note in diagnostic.notes]
    bar = paint("frame", "|")
    lines = [
        f"{' ' * margin} {paint('frame', '-->')} {source.path}:{start.line}:{start.column}",
        f"{' ' * margin} {bar}",
    ]
    parts: list[tuple[Position, Span, str, str, str]] = [
        (start, span, diagnostic.hint, "^", diagnostic.severity)
    ]
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
    line = source.line(place.line)
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
