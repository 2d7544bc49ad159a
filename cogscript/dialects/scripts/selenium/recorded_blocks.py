"""Loops and conditions of a recording: commands that open a block and one that closes it.

A number of rounds, and a comparison of a variable with a text, are blocks of a workflow, too. Anything else
is JavaScript, which is never run: then the whole block is reported, and nothing of it is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cogscript.dialects.core.builders import arguments
from cogscript.dialects.core.draft import Draft, Untranslatable, every
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

_OPENERS = frozenset({"if", "while", "times", "foreach", "do"})
_CLOSERS = frozenset({"end", "endif", "endwhile", "repeatif"})
_BRANCHES = frozenset({"else", "elseif"})
_SCRIPT = "whether it is done is decided by a script of the page, which is not run"
_NAMED = re.compile(r"""(["']?)\$\{(?P<name>[^{}!\[\]]+)\}\1""")
_LITERAL = re.compile(r"""(?P<quote>["'])(?P<text>[^"'$]*)(?P=quote)|(?P<number>-?\d[\d.]*)""")
_COMPARED = re.compile(r"(?P<left>[^=!<>]+)(?P<how>[!=]==?|[<>]=?)(?P<right>[^=!<>]+)")


@dataclass(slots=True)
class Entry:
    """One command, and how it is added where nothing stands in its way."""

    name: str
    target: str
    value: str
    span: Span
    add: Callable[[], None]

    @property
    def kind(self) -> str:
        """Its name as the reader of blocks knows it: UI.Vision has older and newer ones."""
        return self.name.strip().casefold().removesuffix("_v2")


def read_blocks(draft: Draft, entries: Sequence[Entry]) -> None:
    at = 0
    while at < len(entries):
        entry = entries[at]
        if entry.kind in _OPENERS:
            end = _end(entries, at)
            _read_block(draft, entries[at : end + 1])
            at = end
        elif entry.kind in _CLOSERS | _BRANCHES:
            draft.untranslatable(entry.span, f"`{entry.name[:20]}` closes nothing")
        else:
            entry.add()
        at += 1


def _end(entries: Sequence[Entry], at: int) -> int:
    """Where the block ends that is opened here; the last command where nothing closes it."""
    depth = 0
    for index in range(at, len(entries)):
        depth += (entries[index].kind in _OPENERS) - (entries[index].kind in _CLOSERS)
        if not depth:
            return index
    return len(entries) - 1


def _read_block(draft: Draft, entries: Sequence[Entry]) -> None:
    first, last = entries[0], entries[-1]
    whole = Span(first.span.start, last.span.end)
    with draft.attempt(whole):
        if last.kind not in _CLOSERS or last is first:
            raise Untranslatable(f"`{first.name[:20]}` is never closed")
        branches = [entry for entry in _own(entries) if entry.kind in _BRANCHES]
        if branches:
            _read_branches(draft, entries, branches)
            return
        with draft.nested(_opener(first), first.span):
            read_blocks(draft, entries[1:-1])


def _read_branches(draft: Draft, entries: Sequence[Entry], branches: list[Entry]) -> None:
    """`if`, `elseIf`, `else`: each part in an IF of its own, which holds where none before it does."""
    heads = [entries[0], *branches]
    if entries[0].kind != "if":
        raise Untranslatable(f"`{branches[0].name[:20]}` belongs to no `if`")
    tests = [compared(head.target) for head in heads if head.kind != "else"]
    steps, diagnostics = len(draft.steps), len(draft.diagnostics)
    places = [next(at for at, each in enumerate(entries) if each is head) for head in heads]
    for number, (start, end) in enumerate(zip(places, [*places[1:], len(entries) - 1], strict=True)):
        failed: list[Value] = [Operation("NOT", {"test": compared(each.target)}) for each in heads[:number]]
        own = [compared(heads[number].target)] if heads[number].kind != "else" else []
        holds = [*failed, *own]
        test = holds[0] if len(holds) == 1 else Operation("ALL", {"tests": holds})
        with draft.nested(Operation("IF", {"test": test}), heads[number].span):
            read_blocks(draft, entries[start + 1 : end])
    asked = {name for test in tests for text in test.texts() for name in variables.names(text.text)}
    set_inside = {
        name
        for step in every(draft.steps[steps:])
        if step.operation is not None
        for name in variables.names(str(step.operation.arguments.get("output", "")))
    }
    if asked & set_inside:
        del draft.steps[steps:], draft.diagnostics[diagnostics:]
        raise Untranslatable(
            "one branch changes what decides about the next", "write them as IF, ELSE_IF and ELSE by hand"
        )


def _own(entries: Sequence[Entry]) -> list[Entry]:
    """The commands of a block that stand in no block inside it."""
    found, depth = [], 0
    for entry in entries[1:-1]:
        depth += (entry.kind in _OPENERS) - (entry.kind in _CLOSERS)
        if not depth:
            found.append(entry)
    return found


def _opener(entry: Entry) -> Operation:
    number = entry.target.strip()
    if entry.kind == "times" and re.fullmatch(r"\d{1,6}", number):
        return Operation("REPEAT", {"times": int(number)})
    if entry.kind == "if":
        return Operation("IF", {"test": compared(entry.target)})
    if entry.kind == "while":
        limit = entry.value.strip()
        rounds: Value = int(limit) if re.fullmatch(r"[1-9]\d{0,5}", limit) else None
        return Operation("WHILE", arguments(test=compared(entry.target), limit=rounds))
    raise Untranslatable(_SCRIPT)


def compared(script: str) -> Operation:
    """The test of a comparison; Untranslatable for any other JavaScript."""
    found = _COMPARED.fullmatch(script)
    if found is None or not any(_NAMED.fullmatch(found[side].strip()) for side in ("left", "right")):
        raise Untranslatable(_SCRIPT)
    sides: dict[str, Value] = {side: _side(found[side].strip()) for side in ("left", "right")}
    how = found["how"]
    name = "LESS" if how in ("<", ">=") else "GREATER" if how in (">", "<=") else "EQUALS"
    test = Operation(name, sides)
    return Operation("NOT", {"test": test}) if how in ("<=", ">=") or how.startswith("!") else test


def _side(script: str) -> str:
    if named := _NAMED.fullmatch(script):
        name = named["name"].strip()
        if not variables.is_name(name):
            raise Untranslatable(f"`{name[:40]}` cannot name a variable")
        return variables.spell(name)
    literal = _LITERAL.fullmatch(script)
    if literal is None:
        raise Untranslatable(_SCRIPT)
    return literal["number"] or literal["text"] or ""
