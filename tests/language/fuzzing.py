"""Mutated .cog texts: each parses and is formatted to one fixed form, or gives diagnostics with a place.

The corpus is the golden cases and the example workflows: everything that the language can say, and what
people get wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import cogscript
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.rendering import render
from tests.mutating import mutated

ROOT = Path(__file__).parents[2]

PIECES = (
    *("\0", "\\", "\\x4", "\\N{", "'", '"', "'''", '"""', "(", ")", "[", "]", "[[", "]]", ",", "=", "-", "#"),
    *(" # why\n", "\n# alone\n", "#\n", "\n", "\r\n", "\r", "\t", " ", "\n\n\n", "\u3000", "\x0b", "\x0c"),
    *("\x1c", "\u2028", "\ufeff", "（", "）", "，", "‘", "😀", "步骤", "086", "-1", "1e9", "0.50", "9" * 500),
    *("True", "none", "[[1,2,3,4]]", "[[1,2]]", "[[]]", "[[1,2,],]", "[1, 2]", "__CogName_a__", "__CogName_"),
    *("END", "END()", "IF(test=", "END_IF()", "ELSE()", "REPEAT(times=2)", "END_REPEAT()"),
    *("VISIBLE(box=[[1,2]])", "KEY_DOWN(key='A')", "text='a'", "text='''a\nb'''", "box=", "CLICK("),
    *("output='__CogName_a__'", "optional=True"),
)


def corpus() -> list[str]:
    files = sorted([*(ROOT / "tests" / "cases").rglob("*.cog"), *(ROOT / "workflows").rglob("*.cog")])
    return [path.read_text(encoding="utf-8") for path in files]


def cases(seed: str) -> Iterator[str]:
    """Endless mutated workflows; the same for the same seed."""
    chance = random.Random(f"workflows {seed}")
    texts = corpus()
    lines = [line for text in texts for line in text.splitlines() if "(" in line]
    while True:
        few = "\n".join(chance.choice(lines) for _ in range(chance.randint(1, 4)))
        yield mutated(chance.choice((few, few, chance.choice(texts))), chance, lines, PIECES)
        yield commented(few, chance)


def commented(text: str, chance: random.Random) -> str:
    """A text with comments and line breaks where brackets and commas are."""
    between = (" # why\n", "\n", "\n# alone\n", " #\n\n", "\r\n")
    return re.sub(
        r"[\[(,\])]", lambda each: each[0] + (chance.choice(between) if chance.random() < 0.2 else ""), text
    )


def attempt(text: str) -> bool:
    """Parse and format a text; whether it was one that can be."""
    try:
        workflow = cogscript.parse(text, "any.cog")
    except CogError as error:
        found = error.diagnostics
    else:
        _is_formatted(workflow)
        return True
    assert any(each.is_error for each in found)
    assert all(each.span and each.to_json()["line"] for each in found)
    render(found, colour=True)
    return False


def _is_formatted(workflow: cogscript.Workflow) -> None:
    once = cogscript.format(workflow)
    again = cogscript.parse(once)
    assert again == workflow
    assert cogscript.format(again) == once
    assert [each.description for each in again.walk()] == [each.description for each in workflow.walk()]
    render(cogscript.check(workflow))
