"""Which dialect a text is in, and whether one file mixes two.

Every dialect says how sure it is, from 0 to 1, by signs of its own. When the surest two are even, the
text is read in both: they may mean the same, as `type(content='…')` does. Otherwise the person is asked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate

from cogscript.dialects.plan import Context, Plan
from cogscript.dialects.registry import DIALECTS, dialect_named
from cogscript.language.diagnostic import CogError, Diagnostic, Source, Span

SURE = 0.5
"""Below this a dialect does not claim a text."""
_EVEN = 0.05
CERTAIN = 0.85
"""From here on a dialect has seen a sign of its own, and is asked for its part of a mixed file."""
_LOOK = 40_000
"""Characters looked at: the first steps of a transcript tell."""
_BEGINNING = 8_000_000
_PICTURE = re.compile(r"[A-Za-z0-9+/=]{2000,}")
"""A screenshot in base64: nothing of a plan, and often much longer than all of it."""


def claims(source: Source) -> list[tuple[float, str]]:
    """The dialects that claim a text, the surest first; in the registry's order where even."""
    return _claims(_PICTURE.sub("", source.text[:_BEGINNING])[:_LOOK])


@lru_cache(maxsize=1)
def _claims(text: str) -> list[tuple[float, str]]:
    source = Source(text)
    scored = [(dialect_named(name).detect(source), name) for name in DIALECTS]
    return sorted((each for each in scored if each[0] >= SURE), key=lambda each: -each[0])


def detect(source: Source) -> str:
    """The dialect of a text; CogError when it is none's, or two would read it differently."""
    found = claims(source)
    if not found:
        raise CogError([_unknown(source)])
    best = [name for score, name in found if score >= found[0][0] - _EVEN]
    if len(best) == 1 or _agree(source, best):
        return best[0]
    mixed = mixture(source, best[0], dialect_named(best[0]).read(source, Context()))
    raise CogError(
        mixed
        or [
            Diagnostic(
                "ambiguous-dialect",
                f"this could be {' or '.join(best)}, which read it differently",
                span=first_line(source),
                source=source,
                advice="say which with --from",
            )
        ]
    )


def _agree(source: Source, names: list[str]) -> bool:
    plans = [dialect_named(name).read(source, Context()) for name in names]
    said = [[step.operation for step in plan.steps] for plan in plans]
    return all(each == said[0] for each in said)


def _unknown(source: Source) -> Diagnostic:
    return Diagnostic(
        "no-action",
        "this is no plan of any agent that is known here" if source.text.strip() else "the plan is empty",
        span=first_line(source),
        source=source,
        advice=f"name its dialect with --from: {', '.join(DIALECTS)}",
    )


def first_line(source: Source) -> Span | None:
    """The place to point at when all of a text is meant."""
    start = len(source.text) - len(source.text.lstrip())
    end = source.text.find("\n", start)
    span = Span(start, len(source.text) if end < 0 else end)
    return span if span.end > span.start else None


def mixture(source: Source, name: str, plan: Plan) -> list[Diagnostic]:
    """Where a plan of one dialect holds actions of another: refused, for half a plan is no plan.

    Another dialect that claims the text is let read it too. What it finds where this one translated
    nothing is its own.
    """
    ours = sorted(step.span for step in plan.steps if step.operation is not None)
    ends = list(accumulate((span.end for span in ours), max))
    starts = [span.start for span in ours]
    for score, other in claims(source):
        if other == name or score < CERTAIN:
            continue
        for step in dialect_named(other).read(source, plan.context).steps:
            before = bisect_left(starts, step.span.end)
            if step.operation is not None and not (before and ends[before - 1] > step.span.start):
                message = f"this is an action of {other} in a plan of {name}"
                advice = "import each agent's steps by themselves"
                return [Diagnostic("mixed-dialects", message, span=step.span, source=source, advice=advice)]
    return []
