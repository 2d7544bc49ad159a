"""A run that somebody else packed: `cog studio run.zip` shows it first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.records.traces import pack
from tests.studio.served_studio import ServedStudio


@pytest.mark.drives_programs
def test_a_zip_of_a_run_is_opened(tmp_path: Path, new_page: Callable[..., Any]) -> None:
    workflow = cogscript.parse(
        "SET(output='__CogName_a__', value='1')\nFAIL(reason='as it was')\n", "gone.cog"
    )
    run = cogscript.run(workflow, screen="dry", runs=tmp_path / "runs")
    assert run.folder is not None
    pack([run.folder], tmp_path / "run.zip")
    studio = ServedStudio(tmp_path / "run.zip", tmp_path / "home").start()
    try:
        page = studio.show(new_page())
        page.wait_for_selector("#step-list .failed")
        assert "as it was" in page.inner_text("#detail")
        assert len(page.evaluate("cogStudio.runs.shown.steps")) == 2
    finally:
        assert studio.end() == 0
