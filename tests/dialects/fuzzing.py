"""Mutated plans for every reader: each must give a workflow that reads back, or a diagnostic.

The corpus is what every
dialect says of itself: an example of each action, in the containers that plans come in.
"""

import json
import random

import cogscript
from cogscript.dialects import import_text
from cogscript.dialects.core.registry import built_in, reader_named
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.rendering import render
from tests.mutating import mutated

READERS = tuple(built_in("read"))

PIECES = (
    *("\0", "\\", "\\x", "\\x4", "\\u12", "\\N{", "'", '"', "`", "```", "'''", '\\"', "\\'"),
    *("(", ")", "[", "]", "[[", "]]", "{", "}", ",", ":", ";", "=", "\n", "\r\n", "\t", " ", "\u3000"),
    *("（", "）", "，", "“", "”", "-", "--", "---", "- ", "#", "//", "1", "0", "-1", "1e999", "9" * 21),
    *("0.5", "NaN", "null", "None", "true", "True", "''", '""', "[]", "{}", "<think>", "</think>"),
    *("<answer>", "<tool_call>", "</tool_call>", "<function=", "</function>", "<point>", "</point>"),
    *("Action: ", "Thought: ", "assistant: ", "user: ", "Grounded Operation: ", "__CogName_a__"),
    *("__CogName_", "${KEY_ENTER}", "${a}", "&a ", "*a", "!!python/object:os ", "\ufeff", "é", "步骤", "😀"),
    *("\u200d", "name", "arguments", '"name": ""', '"action": ', "coordinate", "text", "x", "y", "box="),
    *("keys", "$(id)", "; rm -rf /", "__import__('os')"),
)


def corpus(dialect):
    """The examples of a dialect, alone and in what plans come in."""
    examples = [action.example for action in reader_named(dialect).ACTIONS.values()]
    objects = [each for each in examples if each.lstrip().startswith("{")]
    logs = [
        json.dumps(
            {"messages": [{"role": "user", "content": "Do it"}, {"role": "assistant", "content": each}]}
        )
        for each in examples[:6]
    ]
    arrays = [f"[{', '.join(objects[:8])}]"] if objects else []
    replies = [f"Thought: why\nAction: {each}\n" for each in examples[:6]]
    fences = [f"Like this:\n\n```\n{each}\n```\n" for each in examples[:6]]
    return [*examples, *arrays, *logs, *replies, *fences, "\n".join(examples)]


def cases(dialect, seed):
    """Endless mutated plans; the same for the same seed."""
    chance = random.Random(f"{dialect} {seed}")
    texts = corpus(dialect)
    while True:
        yield mutated(chance.choice(texts), chance, texts, PIECES)


def attempt(text, dialect):
    """Import a text; whether it gave a workflow, which must then hold."""
    try:
        imported = import_text(text, dialect)
    except CogError as refused:
        render(refused.diagnostics)
        return False
    except Fault:
        return False
    written = cogscript.format(imported.workflow)
    assert cogscript.parse(written) == imported.workflow
    assert all(each.span is not None for each in imported.diagnostics)
    return True
