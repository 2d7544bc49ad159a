"""What is wrong with a text that does not parse, in a person's words."""

from __future__ import annotations

from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.syntax.parser import Refused

PARTNER = {"(": ")", "[": "]"}

FULL_WIDTH_SIGNS = "（）［］【】，＝：‘’“”＇＂"
FULL_WIDTH = str.maketrans(FULL_WIDTH_SIGNS, "()[][],=:''\"\"'\"")
"""What an input method writes where the language wants plain ASCII."""

_BEGINS_ARGUMENT = frozenset({"KEY", "STRING", "NUMBER", "NAME", "BOX", "OPEN_LIST", "OPEN"})


def unclosed_bracket(source: Source, at: int) -> Diagnostic:
    bracket = source.text[at]
    return Diagnostic(
        "unclosed-bracket",
        f"this `{bracket}` is never closed",
        span=Span(at, at + 1),
        source=source,
        label=f"no `{PARTNER[bracket]}` follows for it",
    )


def unclosed_string(source: Source, at: int, mark: str) -> Diagnostic:
    return Diagnostic(
        "unclosed-string",
        "this text is never closed",
        span=Span(at, at + len(mark)),
        source=source,
        label=f"no {mark} follows for it" + ("" if len(mark) == 3 else " on this line"),
        advice="" if len(mark) == 3 else f"inside a text a quote is written \\{mark}, and a line break \\n",
    )


def stray_closer(source: Source, at: int) -> Diagnostic:
    return Diagnostic(
        "stray-bracket",
        f"this `{source.text[at]}` closes nothing",
        span=Span(at, at + 1),
        source=source,
    )


def refusal(refused: Refused, source: Source) -> Diagnostic:
    """What the grammar's refusal means to a person."""
    kind, text, span, expected = refused.kind, refused.text, refused.span, refused.expected
    if kind == "STRAY":
        return stray_character(text, span, source)
    if "COMMA" in expected and kind in _BEGINS_ARGUMENT:
        return Diagnostic("missing-comma", "a comma is missing before this", span=span, source=source)
    if "STRING" in expected and "KEY" not in expected and "OPEN_LIST" in expected:
        return Diagnostic(
            "missing-value", "a value is missing before this", span=span, source=source,
            advice="a value is text in quotes, a number, True, False, None, a box or a list",
        )  # fmt: skip
    return Diagnostic(
        "syntax",
        f"`{text[:40]}` does not belong here",
        span=span,
        source=source,
        advice="an operation is written NAME(key=value, …), one a line",
    )


def stray_character(text: str, span: Span, source: Source) -> Diagnostic:
    plain = text.translate(FULL_WIDTH)
    if plain != text:
        return Diagnostic(
            "full-width",
            f"`{text}` is a full-width sign; the language uses `{plain}`",
            span=span,
            source=source,
            suggestion=plain,
        )
    shown = text if text.isprintable() else f"U+{ord(text):04X}"
    return Diagnostic(
        "stray-character",
        f"the character `{shown}` does not belong here",
        span=span,
        source=source,
        advice="text is written in quotes, and a comment begins with #",
    )
