"""Which dialect a text is in, and whether one file mixes two.

Every dialect says how sure it is, from 0 to 1, by signs of its own. When the surest two are even, the
text is read in both: they may mean the same, as `type(content='…')` does. Otherwise the person is asked.
"""

from __future__ import annotations

from cogscript.dialects.plan import UNTRANSLATABLE, Context, Plan
from cogscript.dialects.registry import DIALECTS, dialect_named
from cogscript.language.diagnostic import CogError, Diagnostic, Source, Span

SURE = 0.5
"""Below this a dialect does not claim a text."""
_EVEN = 0.05
_LOOK = 200_000
"""Characters looked at: the first steps of a transcript tell."""


def claims(source: Source) -> list[tuple[float, str]]:
    """The dialects that claim a text, the surest first; in the registry's order where even."""
    head = source if len(source.text) <= _LOOK else Source(source.text[:_LOOK], source.path)
    scored = [(dialect_named(name).detect(head), name) for name in DIALECTS]
    return sorted((each for each in scored if each[0] >= SURE), key=lambda each: -each[0])


def detect(source: Source) -> str:
    """The dialect of a text; CogError when it is none's, or two would read it differently."""
    found = claims(source)
    if not found:
        raise CogError([_unknown(source)])
    best = [name for score, name in found if score >= found[0][0] - _EVEN]
    if len(best) == 1 or _agree(source, best):
        return best[0]
    raise CogError(
        [
            Diagnostic(
                "ambiguous-dialect",
                f"this could be {' or '.join(best)}, which read it differently",
                span=_head(source),
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
        span=_head(source),
        source=source,
        advice=f"name its dialect with --from: {', '.join(DIALECTS)}",
    )


def _head(source: Source) -> Span | None:
    start = len(source.text) - len(source.text.lstrip())
    end = source.text.find("\n", start)
    span = Span(start, len(source.text) if end < 0 else end)
    return span if span.end > span.start else None


def mixture(source: Source, name: str, plan: Plan) -> list[Diagnostic]:
    """Where a plan of one dialect holds actions of another: refused, for half a plan is no plan."""
    mixed: list[Diagnostic] = []
    for each in plan.diagnostics:
        if each.code != UNTRANSLATABLE or each.span is None:
            continue
        part = Source(source.text[each.span.start : each.span.end])
        others = [claim for claim in claims(part) if claim[1] != name]
        if others and dialect_named(name).detect(part) < others[0][0]:
            mixed.append(
                Diagnostic(
                    "mixed-dialects",
                    f"this is an action of {others[0][1]} in a plan of {name}",
                    span=each.span,
                    source=source,
                    advice="import each agent's steps by themselves",
                )
            )
    return mixed
