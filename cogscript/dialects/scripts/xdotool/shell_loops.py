"""The rounds of a loop in a shell script: written out where they differ, one REPEAT where they are alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, DraftStep, Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import simple_commands
from cogscript.dialects.scripts.xdotool.shell_tests import UNDECIDED
from cogscript.dialects.scripts.xdotool.shell_variables import Variables
from cogscript.dialects.scripts.xdotool.shell_words import Comment, Token
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_FEW = 4
"""Rounds that are alike: so many are a REPEAT."""
_MOST_WRITTEN = 200
MOST_TRIED = 1_000
_COUNTED_VALUE = r"\"?\$?\{?\w+\}?\"?"
COUNTS_ON = re.compile(
    rf"(?:\[\[?|\(\(|test)\s*{_COUNTED_VALUE}\s*(?:-lt|-le|-gt|-ge|<=?|>=?)\s*{_COUNTED_VALUE}\s*(?:\]\]?|\)\))?"
)
"""A test that holds until a number has come to its end, and never again."""
ENOUGH = 100
"""Rounds of a loop without end after which it is taken to go on so."""
_COUNTING = re.compile(
    r"\s*(?P<name>\w+)\s*=(?P<first>[^;=]+);\s*(?P=name)\s*(?P<until><=?|>=?)(?P<last>[^;=]+);"
    r"\s*(?:(?P=name)\s*(?P<way>\+\+|--)|(?P<before>\+\+|--)\s*(?P=name)|(?P=name)\s*(?P<sign>[-+])=(?P<step>[^;]+))\s*"
)


def counted_rounds(text: str, variables: Variables) -> tuple[str, range | str]:
    """The variable of `for ((i = 0; i < 10; i++))` and its values; where a person says how often, what takes
    the answer."""
    counted = _COUNTING.fullmatch(text)
    if counted is None:
        raise Untranslatable("the loop does not say how often")
    if (asked := asked_number(counted["last"], variables)) is not None:
        first = variables.sum(counted["first"])
        if (first, counted["until"]) not in ((0, "<"), (1, "<=")) or not re.fullmatch(
            r"\+\+", counted["way"] or counted["before"] or ""
        ):
            raise Untranslatable(UNDECIDED)
        return counted["name"], asked
    first, last = variables.sum(counted["first"]), variables.sum(counted["last"])
    step = variables.sum(counted["step"]) if counted["step"] else 1
    step = -step if "-" in (counted["way"] or counted["before"] or counted["sign"]) else step
    if step == 0 or (step > 0) != counted["until"].startswith("<"):
        raise Untranslatable("the loop does not say how often")
    inclusive = counted["until"].endswith("=")
    return counted["name"], range(first, last + (inclusive and (1 if step > 0 else -1)), step)


def asked_number(text: str, variables: Variables) -> str | None:
    """The variable that takes a person's answer, where a text is nothing else; with its dollar sign or
    without."""
    name = re.fullmatch(r"\s*\"?\$?\{?([A-Za-z_]\w*)\}?\"?\s*", text)
    value = variables.values.get(name[1], "") if name else ""
    return value if re.fullmatch(rf"{ASKED}\w+?__", value) else None


def read_lines(words: list[str], given: str) -> Iterator[dict[str, str]]:
    """What `read x y` sets for each line that it reads."""
    words = list(words)
    apart = None
    if words and words[0].startswith("IFS="):
        apart = words.pop(0).removeprefix("IFS=") or "\n"
    names = [word for word in words[1:] if not word.startswith("-")]
    options = [word for word in words[1:] if word.startswith("-")]
    if words[:1] != ["read"] or len(apart or ",") != 1 or any(each != "-r" for each in options):
        raise Untranslatable(UNDECIDED)
    for line in given.splitlines():
        values = line.split(apart, max(0, len(names) - 1))
        if apart is None:
            values = [value.strip() for value in values]
        yield dict(zip(names, [*values, *[""] * len(names)], strict=False))


def waited_for(test: str, body: Sequence[Token], *, is_until: bool) -> str | None:
    """The search for a window that a loop repeats until it finds one, and does nothing else."""
    found = re.search(r"\bxdotool\s+search\b[^|)`>&;\n]*", test)
    negated = len(re.findall(r"(?<!\S)(?:!|-z)(?!\S)", test)) % 2 == 1
    if found is None or is_until == negated:
        return None
    commands = simple_commands([token for token in body if not isinstance(token, Comment)])
    waiting = ("sleep", "echo", "printf", ":")
    if not all(each.words and each.words[0].plain in waiting for each in commands):
        return None
    return re.sub(r"\s\d$", "", found[0].strip())


class ShellRounds:
    """What each round of a loop has added to the draft."""

    def __init__(self, draft: Draft, span: Span, description: str) -> None:
        self.draft = draft
        self.description = description
        self._span = span
        self._start, self._noted = len(draft.steps), len(draft.diagnostics)
        self._after_first = self._noted
        self._rounds: list[list[DraftStep]] = []

    @contextmanager
    def one_round(self) -> Iterator[None]:
        at = len(self.draft.steps)
        try:
            yield
        finally:
            self._rounds.append(self.draft.steps[at:])
            if len(self._rounds) == 1:
                self._after_first = len(self.draft.diagnostics)
            self.description = ""

    def close_endless(self) -> None:
        """The loop is never left: its rounds are one WHILE, which has a limit."""
        first = self._rounds[0]
        does = any(step.operation is None or step.operation.name != "WAIT" for step in first)
        if not does or not self.are_alike():
            self.undo()
            raise Untranslatable("the loop goes on without end")
        if all(step.operation is None for step in first):
            # Nothing of it is done: why not is said once.
            self.draft.steps[self._start :] = first
            del self.draft.diagnostics[self._after_first :]
            raise Untranslatable("the loop goes on without end")
        self.draft.steps[self._start :] = []
        del self.draft.diagnostics[self._after_first :]
        self.draft.repaired(self._span, builders.ENDLESS)
        repeated = self.draft.add(builders.endless(), self._span)
        repeated.inner = self._rounds[0]
        repeated.description, repeated.inner[0].description = repeated.inner[0].description, ""

    def are_alike(self) -> bool:
        first = _keys(self._rounds[0])
        return all(_keys(each) == first for each in self._rounds[1:])

    def is_too_long(self, number: int) -> bool:
        """Whether there are too many rounds to go through each of them."""
        return number > MOST_TRIED

    def count(self) -> None:
        if len(self._rounds) >= MOST_TRIED:
            raise Untranslatable(f"a loop of more than {MOST_TRIED:,} rounds is not gone through")

    def too_long(self) -> str:
        return f"a loop of more than {_MOST_WRITTEN} rounds that differ is not written out"

    def __len__(self) -> int:
        return len(self._rounds)

    def can_write(self, number: int) -> bool:
        """Whether so many rounds are not too many to be written one by one, as they differ."""
        return number <= _MOST_WRITTEN

    def undo(self) -> None:
        del self.draft.steps[self._start :]
        del self.draft.diagnostics[self._noted :]
        self._rounds = []

    def close(self, times: int | str | None = None) -> None:
        """All rounds are done: `times` of them where not each was gone through; a variable, where a person
        says how often."""
        number = len(self._rounds) if times is None else times
        if not any(self._rounds):
            return
        if all(step.operation is None for step in self._rounds[0]) and self.are_alike():
            # Nothing of it is done: that is said once.
            self.draft.steps[self._start :] = self._rounds[0]
            del self.draft.diagnostics[self._after_first :]
            return
        if (isinstance(number, str) or number >= _FEW) and self.are_alike():
            repeated = DraftStep(Operation("REPEAT", {"times": number}), self._span, block=self.draft.block)
            repeated.inner = self._rounds[0]
            repeated.description, repeated.inner[0].description = repeated.inner[0].description, ""
            self.draft.steps[self._start :] = [repeated]
            del self.draft.diagnostics[self._after_first :]
        elif isinstance(number, str) or number > _MOST_WRITTEN:
            self.undo()
            raise Untranslatable(self.too_long())


def _keys(steps: list[DraftStep]) -> list[object]:
    # What was said before the loop stands with the first step of its first round.
    return [
        (str(step.operation), step.notes if step.operation is None else [], _keys(step.inner or []))
        for step in steps
    ]
