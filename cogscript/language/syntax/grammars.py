"""Finds the grammar files: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def grammar_text(name: str) -> str:
    """The text of a grammar, such as `cog.lark`."""
    packaged = files("cogscript") / "grammars" / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    beside = Path(__file__).resolve().parents[3] / "grammars" / name
    return beside.read_text(encoding="utf-8")
