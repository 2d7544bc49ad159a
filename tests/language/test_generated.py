"""What is generated from a table is what the table says now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def formatted(source: str, name: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", name, "-"],
        input=source, capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout  # fmt: skip


@pytest.mark.parametrize(
    ("module", "file"),
    [
        ("cogscript.language.syntax.grammar_tables", "cogscript/language/syntax/parse_tables.py"),
        ("cogscript.language.write.constructors", "cogscript/ops.py"),
        ("cogscript.language.write.argument_types", "cogscript/runtime/step_arguments.py"),
        ("cogscript.language.write.reference", "docs/operations.md"),
        ("cogscript.language.write.textmate_grammar", "editors/vscode/syntaxes/cog.tmLanguage.json"),
        ("cogscript.language.write.vim_syntax", "editors/vim/syntax/cog.vim"),
        ("cogscript.surfaces.names_document", "docs/names.md"),
    ],
)
def test_a_generated_file_is_fresh(module: str, file: str) -> None:
    text = subprocess.run(
        [sys.executable, "-m", module], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    if file.endswith(".py"):
        text = formatted(text, file)
    assert (ROOT / file).read_text(encoding="utf-8") == text, f"run `python -m {module}` into {file}"
