"""Which dialect a text is in, and whether one file mixes two.

Every dialect says how sure it is, from 0 to 1, by signs of its own. When the surest two are even, the
text is read in both: they may mean the same, as `type(content='…')` does. Otherwise the person is asked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from cogscript.dialects.core.action_shapes import action_names
from cogscript.dialects.core.draft import REPAIRED, DialectOptions, Draft, DraftStep
from cogscript.dialects.core.echoes import TOLD_AGAIN, tells_again
from cogscript.dialects.core.registry import BUILT_IN, all_readers, dialect_names, only_written, reader_named
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source, Span, nearest

SURE = 0.5
"""Below this a dialect does not claim a text."""
_EVEN = 0.05
CERTAIN = 0.85
"""From here on a dialect has seen a sign of its own, and is asked for its part of a mixed file."""
_LOOKED_AT = 40_000
"""Characters: the first steps of a transcript are enough."""
_BEGINNING = 8_000_000
_USUAL = DialectOptions()
_OF_CODE = ("osworld", "pyautogui", "xdotool")
"""What programs make of replies, and no replies themselves."""
_NAMES = re.compile(
    r"""^[ \t]*(?:(?:action|operation)[ \t]*[:：][ \t]*)?(?P<call>[A-Za-z_]{4,40})\((?=\w+=|["'\[(\d])"""
    r"""|["'](?:action|action_type|type|name)["']\s*:\s*["'](?P<object>[A-Za-z_]{4,40})["']"""
    r"""|^[ \t]*(?P<tool>[a-z]{5,12})(?= [a-z]|\.[a-zA-Z]+\()""",
    re.M | re.I,
)
"""Where an action, or the tool that does it, has its name."""
_PICTURE = re.compile(r"[A-Za-z0-9+/=]{2000,}")
"""A screenshot in base64: no part of the plan, and often much longer than all of it."""


def claims(source: Source) -> list[tuple[float, str]]:
    """The dialects that claim a text, the surest first; in the registry's order where even."""
    text = _PICTURE.sub("", source.text[:_BEGINNING])
    if len(text) > _LOOKED_AT:
        whole_lines = text.rfind("\n", _LOOKED_AT // 2, _LOOKED_AT)
        text = text[: _LOOKED_AT if whole_lines < 0 else whole_lines + 1]
    return _claims(text)


@lru_cache(maxsize=1)
def _claims(text: str) -> list[tuple[float, str]]:
    source = Source(text)
    readers, _ = all_readers()
    scored = [(reader.detect(source), name) for name, reader in readers.items()]
    return sorted((each for each in scored if each[0] >= SURE), key=lambda each: -each[0])


def broken_plugins() -> list[Diagnostic]:
    """Installed dialects that could not be asked, as warnings."""
    return [fault.diagnostic()._replace(severity="warning") for fault in all_readers()[1]]


def detect(source: Source, options: DialectOptions = _USUAL) -> str:
    """The dialect of a text; CogError when no dialect claims it, or two would read it differently."""
    found = claims(source)
    if not found:
        raise CogError([_unknown(source), *broken_plugins()])
    best = [name for score, name in found if score >= found[0][0] - _EVEN]
    if only_written(source.text) and not any(
        _acts(reader_named(name).read(source, options)) for name in best
    ):
        raise CogError([_unknown(source)])
    if len(best) == 1:
        return best[0]
    drafts = {name: reader_named(name).read(source, options) for name in best}
    whole = {name: draft for name, draft in drafts.items() if _is_whole(draft)} or drafts
    # A call that one of them knows as its action, and another takes for somebody's own tool, is the former's.
    fewest = min(map(_tools, whole.values()))
    whole = {name: draft for name, draft in whole.items() if _tools(draft) == fewest}
    whole = {name: draft for name, draft in whole.items() if _has_all(draft, whole.values())} or whole
    if _agree(list(whole.values())):
        return next(iter(whole))
    mixed = [each for each in mixture(source, best[0], drafts[best[0]]) if each.is_error]
    raise CogError(
        mixed
        or [
            Diagnostic(
                "ambiguous-dialect",
                f"this could be {' or '.join(best)}, which read it differently",
                span=first_line(source),
                source=source,
                advice="choose one with --from",
            )
        ]
    )


def _is_whole(draft: Draft) -> bool:
    """Whether all of it could be translated: a dialect that can do that is right against one that cannot."""
    return bool(draft.steps) and all(step.operation is not None for step in draft.steps)


def _has_all(draft: Draft, others: Iterable[Draft]) -> bool:
    """Whether it has every action that the others have, so that it is right where they miss one."""
    starts = {step.span.start for step in draft.steps}
    return all(step.span.start in starts for other in others for step in other.steps)


def _tools(draft: Draft) -> int:
    return sum(step.operation is not None and step.operation.name == "TOOL" for step in draft.steps)


def _agree(drafts: list[Draft]) -> bool:
    operations = [[step.operation for step in draft.steps] for draft in drafts]
    return all(each == operations[0] for each in operations)


def _acts(draft: Draft) -> bool:
    """Whether it does more than wait: a pause alone is in any dialect of a language."""
    return any(step.operation is not None and step.operation.name != "WAIT" for step in draft.steps)


def _unknown(source: Source) -> Diagnostic:
    if written := only_written(source.text):
        return Diagnostic(
            "no-action",
            f"this is a script of {written.title}, which is only written here (cog export), and never read",
            span=first_line(source),
            source=source,
            advice=f"these are read: {', '.join(_readable())}",
        )
    if not source.text.strip():
        return Diagnostic(
            "no-action", "the plan is empty", source=source, advice="put an agent's reply or a script into it"
        )
    if misspelt := next(_misspelt(source.text), None):
        name, near = misspelt
        kind = name.lastgroup or ""
        reason = f"this is not a plan of any known agent: none has `{name[kind]}`"
        span = Span(*name.span(kind))
        return Diagnostic("no-action", reason, span=span, source=source, advice=f"did it mean {near}?")
    return Diagnostic(
        "no-action",
        "this is not a plan of any known agent",
        span=first_line(source),
        source=source,
        advice=f"name its dialect with --from: {', '.join(_readable())}",
    )


def _misspelt(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """What is written where an action or a tool has its name, and is nearly one of theirs."""
    calls, objects = action_names()
    known = {"call": calls, "object": objects, "tool": {"xdotool", "pyautogui"}}
    for name in _NAMES.finditer(text[:_LOOKED_AT]):
        kind = name.lastgroup or ""
        if name[kind] not in known[kind] and (near := nearest(name[kind], sorted(known[kind]))):
            yield name, near


def _readable() -> list[str]:
    return [name for name in dialect_names() if name not in BUILT_IN or "read" in BUILT_IN[name].verbs]


def first_line(source: Source) -> Span | None:
    """The place to point at when the whole text is meant."""
    start = len(source.text) - len(source.text.lstrip())
    end = source.text.find("\n", start)
    span = Span(start, len(source.text) if end < 0 else end)
    return span if span.end > span.start else None


def mixture(source: Source, name: str, draft: Draft) -> list[Diagnostic]:
    """Where a plan of one dialect holds actions of another: refused, because half a plan must not run.

    Every other dialect that claims the text reads it too. What it finds where this one translated
    nothing is the other's; unless a log tells there again what this one has read, which is reported.
    """
    ours = sorted((step for step in draft.steps if step.operation is not None), key=lambda step: step.span)
    ends = list(accumulate((step.span.end for step in ours), max))
    starts = [step.span.start for step in ours]
    told_again: list[Diagnostic] = []
    for score, other in claims(source):
        if other == name or score < CERTAIN:
            continue
        after: dict[int, list[DraftStep]] = {}
        for step in reader_named(other).read(source, draft.options).steps:
            before = bisect_left(starts, step.span.end)
            if step.operation is not None and not (before and ends[before - 1] > step.span.start):
                after.setdefault(before, []).append(step)
        for before, group in after.items():
            if before and name not in _OF_CODE and tells_again(source.text, ours[before - 1], group):
                span = group[0].span
                told_again.append(Diagnostic(REPAIRED, TOLD_AGAIN, "warning", span, source))
                continue
            message = f"this is an action of {other} in a plan of {name}"
            advice = "import each agent's steps on their own"
            return [Diagnostic("mixed-dialects", message, span=group[0].span, source=source, advice=advice)]
    return told_again
