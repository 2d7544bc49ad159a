"""docs/records.md says what the schema says."""

from __future__ import annotations

from pathlib import Path

from cogscript.records.schema_document import document

DOCS = Path(__file__).parents[2] / "docs"


def test_the_document_is_fresh() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    assert text == document(), "run `python -m cogscript.records.schema_document` into docs/records.md"
