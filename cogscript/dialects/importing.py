"""From the text of a plan to a workflow: the part that is the same for every dialect.

Which dialect it is, how large a plan may be, comments from descriptions, the header, and the promise
that what comes out passes the checker.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cogscript.dialects.detection import CERTAIN, claims, detect, first_line, mixture
from cogscript.dialects.merging import merge, place_pointer
from cogscript.dialects.plan import NO_TEXT, REPAIRED, UNTRANSLATABLE, Context, Plan, Step
from cogscript.dialects.registry import dialect_named
from cogscript.dialects.words import arguments
from cogscript.language import variables
from cogscript.language.box import Size
from cogscript.language.checker import check
from cogscript.language.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.tree import ArgumentSpan, Operation, Value, Workflow

LARGEST = 32 * 1024 * 1024
"""Characters of the largest plan that is read: beyond any transcript, short of a machine's memory."""

DEEPEST = 1000
_BRACKET = re.compile(r"[\[\]{}]")
_EXCERPT = 80


@dataclass(frozen=True, slots=True)
class Imported:
    """A plan as a workflow. Its operations carry their places in the plan's own text."""

    workflow: Workflow
    diagnostics: list[Diagnostic]
    """What was repaired and what could not be translated: warnings, all with a place."""
    dialect: str

    @property
    def untranslated(self) -> list[Diagnostic]:
        """What is missing in the workflow. Running it would do half: refuse while there is any."""
        return [each for each in self.diagnostics if each.code == UNTRANSLATABLE]


def import_text(
    text: str,
    dialect: str | None = None,
    screen: Size | None = None,
    literal: bool = False,
    strict: bool = False,
    *,
    path: str = "<text>",
    coordinates: str | None = None,
) -> Imported:
    """The workflow a plan says; CogError when there is no action in it, when dialects are mixed, or,
    with `strict`, when anything had to be repaired or could not be translated."""
    if len(text) > LARGEST:
        reason = f"the plan has {len(text):,} characters, more than the {LARGEST:,} that are read"
        advice = "leave out its pictures, or cut it into several plans"
        raise CogError([Diagnostic("too-large", reason, source=Source("", path), advice=advice)])
    source = Source(text, path)
    _refuse_binary(source)
    _refuse_nesting(source)
    name = dialect or detect(source)
    module = dialect_named(name)
    context = Context(screen, literal, coordinates)
    plan = module.read(source, context)
    if not any(step.operation for step in plan.steps):
        raise CogError(_nothing(plan, name))
    mixed = mixture(source, name, plan)
    if mixed:
        raise CogError(mixed)
    if strict and plan.diagnostics:
        raise CogError([each._replace(severity="error") for each in plan.diagnostics])
    rules = () if literal else module.MERGES
    steps = merge(place_pointer(plan.steps, everywhere=bool(rules)), rules)
    workflow = _workflow(plan, steps)
    wrong = [each for each in check(workflow) if each.is_error]
    if wrong:
        raise CogError(wrong)
    return Imported(workflow, plan.diagnostics, name)


def _refuse_binary(source: Source) -> None:
    """NUL, and halves of characters, are in no text that a person or a model wrote."""
    found = NO_TEXT.search(source.text)
    if found:
        message = f"the plan is no text: it holds the character U+{ord(found.group()):04X}"
        raise CogError([Diagnostic("not-text", message, span=Span(*found.span()), source=source)])


def _refuse_nesting(source: Source) -> None:
    """A plan has a dozen brackets within each other; a thousand are an attack, and are not looked into."""
    depth = 0
    for match in _BRACKET.finditer(source.text):
        depth = max(0, depth + (1 if match.group() in "[{" else -1))
        if depth > DEEPEST:
            raise CogError(
                [
                    Diagnostic(
                        "too-deep",
                        f"brackets are nested more than {DEEPEST:,} deep",
                        span=Span(*match.span()),
                        source=source,
                    )
                ]
            )


def _nothing(plan: Plan, dialect: str) -> list[Diagnostic]:
    """Why a text gives no workflow: each broken action, or that there is none."""
    sure = {name: score for score, name in claims(plan.source)}
    others = [name for name, score in sure.items() if score >= max(CERTAIN, sure.get(dialect, 0) + 0.1)]
    if plan.diagnostics and not others:
        return [each._replace(severity="error") for each in plan.diagnostics]
    advice = "docs/dialects.md shows what each dialect looks like; name one with --from"
    if others:
        advice = f"it reads like a plan of {others[0]}: --from {others[0]}"
    return [
        Diagnostic(
            "no-action",
            f"there is no action of the dialect {dialect} in this text",
            span=first_line(plan.source),
            source=plan.source,
            advice=advice,
        )
    ]


# --- the workflow ---------------------------------------------------------------------------------


def _workflow(plan: Plan, steps: list[Step]) -> Workflow:
    operations: list[Operation] = []
    waiting: list[str] = []
    for step in steps:
        if step.operation is None:
            waiting += [_comment(f"not translated: {note}") for note in step.notes]
            waiting += [_comment(f"  {_excerpt(plan.source, step.span)}"), ""]
            continue
        operation = step.operation
        operation.leading = waiting + [_comment(line) for line in _lines(step.description)]
        if step.notes:
            operation.trailing = _comment("; ".join(dict.fromkeys(step.notes)))
        _locate(operation, plan.source, step.span)
        operations.append(operation)
        waiting = []
    while waiting and not waiting[-1]:
        waiting.pop()
    head = _header(plan) + _inputs(operations)
    if head and operations and operations[0].leading[:1] != [""]:
        operations[0].leading.insert(0, "")
    return Workflow(head + operations, trailing=waiting, source=plan.source)


def _header(plan: Plan) -> list[Operation]:
    screen: Value = list(plan.screen) if plan.screen else None
    given = arguments(title=_one_line(plan.title) or None, screen=screen, platform=plan.platform or None)
    return [Operation("WORKFLOW", given)] if given else []


def _inputs(operations: list[Operation]) -> list[Operation]:
    """An INPUT for each variable that the plan uses and nothing in it sets: a part of a longer one."""
    set_by: set[str] = set()
    missing: dict[str, None] = {}
    for operation in operations:
        for parameter, value in operation.arguments.items():
            for name in variables.names(value) if isinstance(value, str) else ():
                if parameter != "output" and name not in set_by:
                    missing[name] = None
        output = operation.arguments.get("output")
        own = variables.sole_name(output) if isinstance(output, str) else None
        if own is not None:
            set_by.add(own)
    made = [Operation("INPUT", {"output": variables.spell(name)}) for name in missing]
    if made:
        made[0].leading = [_comment("The plan uses these, and nothing in it says what they are")]
    return made


def _locate(operation: Operation, source: Source, span: Span) -> None:
    """Let an error at this step, in the check or in a run, point into the plan."""
    position = source.position(span.start)
    operation.start, operation.end = span
    operation.line, operation.column = position
    operation.spans = {name: ArgumentSpan(span.start, span.start, span.end) for name in operation.arguments}


def _comment(text: str) -> str:
    return f"# {_one_line(text)}".rstrip()


def _lines(text: str) -> list[str]:
    """The lines that say something: a bracket left over from a container does not."""
    return [line for line in text.splitlines() if any(map(str.isalnum, line))]


def _one_line(text: str) -> str:
    """One line that a file can hold: NUL is the one character it cannot."""
    return " ".join(text.split()).replace("\0", "\N{REPLACEMENT CHARACTER}")


def _excerpt(source: Source, span: Span) -> str:
    text = _one_line(source.text[span.start : span.end])
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"


__all__ = ["LARGEST", "REPAIRED", "UNTRANSLATABLE", "Imported", "import_text"]
