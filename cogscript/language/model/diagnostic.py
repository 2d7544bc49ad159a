"""One Diagnostic type, for every stage from the parser to the run; `rendering` shows them all alike.

A stage that knows a place in a file makes a Diagnostic. A stage that does not (a screen, an OCR
engine, a model) raises a Fault; whoever knows the line turns it into a Diagnostic with a place.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
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
        """The offset at which each line begins, whatever ends the lines; found once, when first asked."""
        if self._starts is None:
            line_end = r"\r\n?|\n" if "\r" in self.text else "\n"
            self._starts = [0, *(match.end() for match in re.finditer(line_end, self.text))]
        return self._starts

    def position(self, offset: int) -> Position:
        starts = self.starts()
        line = bisect_right(starts, min(max(offset, 0), len(self.text)))
        return Position(line, offset - starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """A line's text without what ends it."""
        starts = self.starts()
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


class Note(NamedTuple):
    """A second place that explains the first: what opened, what was set before."""

    message: str
    span: Span


class Diagnostic(NamedTuple):
    """What is wrong, where, and what to do; a plain tuple, so that checking a file loads no more."""

    code: str
    message: str
    severity: Severity = "error"
    span: Span | None = None
    source: Source | None = None
    label: str = ""
    """What is written after the carets."""
    suggestion: str | None = None
    """The text that would be right in the span's place."""
    notes: tuple[Note, ...] = ()
    advice: str = ""
    """What to do about it, in a sentence."""
    details: tuple[tuple[str, str], ...] = ()
    """What else is known, as (heading, text): what was looked for, what came near. A text may have lines."""

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    @property
    def hint(self) -> str:
        """What is written after the carets: the label, or else the suggestion."""
        if self.label or self.suggestion is None:
            return self.label
        return f"did you mean `{self.suggestion}`?"

    def at(self, source: Source | None, span: Span | None) -> Diagnostic:
        return self._replace(source=source, span=span)

    def __str__(self) -> str:
        """On one line; `rendering.render` shows it with its line and carets."""
        place = ""
        if self.source:
            start = self.source.position(self.span.start) if self.span else None
            place = f"{self.source.path}:{start.line}:{start.column}: " if start else f"{self.source.path}: "
        hints = "; ".join(filter(None, (self.hint, self.advice)))
        said = f"{place}{self.severity}[{self.code}]: {self.message}" + (f" ({hints})" if hints else "")
        return printable(said)

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
            **({"details": dict(self.details)} if self.details else {}),
        }


class Reported:
    """The places where an error is reported already: one mistake, one message."""

    __slots__ = ("_starts",)

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self._starts = sorted(each.span.start for each in diagnostics if each.is_error and each.span)

    def within(self, start: int, end: int) -> bool:
        return bool(self._starts) and bisect_left(self._starts, start) != bisect_left(self._starts, end)


class CogError(Exception):
    """Everything that is wrong with a file, or with one step of a run."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = list(diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


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
    # `print` is 0.6 from INPUT, and `Please` from LESS; two letters changed round are nearer than that.
    found = get_close_matches(name[:80].casefold(), by_fold, n=1, cutoff=0.65)
    return by_fold[found[0]] if found else None


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


def listing(items: Sequence[str], most: int = 40) -> str:
    """What is there, for an advice: separated by commas, in lines that fit a terminal."""
    from textwrap import fill

    more = [f"and {len(items) - most} more"] if len(items) > most else []
    return fill(", ".join([*items[:most], *more]), 90, break_long_words=False, break_on_hyphens=False)


def shown(text: str, mask: Callable[[str], str] = str, limit: int = 80) -> str:
    """A value as a message quotes it: masked first, then cut, so that no part of a secret is left."""
    text = mask(text)
    return f"`{text}`" if len(text) <= limit else f"`{text[:limit]}…` ({len(text)} characters)"
