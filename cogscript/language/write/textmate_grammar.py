"""Writes editors/vscode/syntaxes/cog.tmLanguage.json: how an editor colours a text, from the operation table.

`python -m cogscript.language.write.textmate_grammar` prints it; a test fails when the file is stale. The
language server's own tokens are exact and come later; this is what is seen before it answers, and where it
is not installed.
"""

from __future__ import annotations

import json
from typing import Any

from cogscript.language.model.variables import PREFIX, SUFFIX
from cogscript.language.syntax.parse_tables import TERMINALS
from cogscript.language.write.word_kinds import words

_SCOPES = {
    "control": "keyword.control.cog",
    "leaving": "keyword.control.flow.cog",
    "test": "support.function.test.cog",
    "operation": "entity.name.function.cog",
}
_WORD = r"[^\W\d]\w*"


def grammar() -> dict[str, Any]:
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Generated from the operation table; not edited by hand.",
        "name": "Cog",
        "scopeName": "source.cog",
        "fileTypes": ["cog"],
        "patterns": [{"include": f"#{name}"} for name in _REPOSITORY_ORDER],
        "repository": {
            "comment": {"name": "comment.line.number-sign.cog", "match": TERMINALS["COMMENT"]},
            "text": {"patterns": [_text(mark) for mark in ("'''", '"""', "'", '"')]},
            "inside": {
                "patterns": [
                    {"name": "variable.other.cog", "match": f"{PREFIX}.+?{SUFFIX}"},
                    {"name": "constant.character.escape.cog", "match": r"\\."},
                ]
            },
            "box": {"name": "constant.numeric.box.cog", "match": TERMINALS["BOX"]},
            "number": {"name": "constant.numeric.cog", "match": rf"(?<!\w){TERMINALS['NUMBER']}(?!\w)"},
            "constant": {"name": "constant.language.cog", "match": r"\b(True|False|None)\b"},
            "operation": {"patterns": [_operations(kind, names) for kind, names in words().items()]},
            "unknown": {"name": "meta.function-call.cog", "match": rf"{_WORD}(?=[ \t]*\()"},
            "parameter": {
                "match": rf"({_WORD})[ \t]*(=)",
                "captures": {
                    "1": {"name": "variable.parameter.cog"},
                    "2": {"name": "keyword.operator.assignment.cog"},
                },
            },
        },
    }


_REPOSITORY_ORDER = ("comment", "text", "box", "operation", "unknown", "parameter", "constant", "number")


def _operations(kind: str, names: list[str]) -> dict[str, str]:
    return {"name": _SCOPES[kind], "match": rf"\b({'|'.join(names)})\b(?![ \t]*=)"}


def _text(mark: str) -> dict[str, Any]:
    """A text in quotes; one in single marks ends with its line, so that a missing mark colours no more."""
    ends = mark if len(mark) == 3 else rf"{mark}|(?<!\\)$"
    name = {"'": "single", '"': "double"}[mark[0]]
    return {
        "name": f"string.quoted.{'triple' if len(mark) == 3 else name}.cog",
        "begin": mark,
        "end": ends,
        "patterns": [{"include": "#inside"}],
    }


if __name__ == "__main__":
    print(json.dumps(grammar(), indent=2, ensure_ascii=False))
