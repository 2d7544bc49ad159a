"""What a person does on a page becomes lines that a person can read, and that do the same again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.recording.pages.page_recorder import PageRecorder
from cogscript.recording.pages.page_reducer import workflow_of
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.conftest import wait_until
from tests.local_site import served


@pytest.fixture
def site() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture
def person(site: str) -> Iterator[Any]:
    """A browser that is recorded; its pointer and keys are those of a person as far as pages can tell."""
    surface = open_surface("browser", settings=Settings())
    yield surface
    surface.close()


def click(surface: Any, name: str, kind: str | None = None, nth: int = 0) -> None:
    surface.settle()
    surface.click(surface.elements.find(name, kind)[nth].rect.middle)


@pytest.mark.drives_programs
def test_a_form_filled_in_by_hand_is_recorded_and_done_again(person: Any, site: str, tmp_path: Path) -> None:
    recorder = PageRecorder(person)
    person.launch_url(f"{site}/shop.html", 10)
    recorder.watch()
    click(person, "Customer")
    person.type_text("Ann", "keys")
    click(person, "Password")
    person.type_text("hunter2", "keys")
    click(person, "Gift")
    click(person, "Approve", nth=1)
    click(person, "Send order")
    wait_until(lambda: any(e.target and e.target.name == "Send order" for e in recorder.events))
    time.sleep(0.2)
    workflow = workflow_of(recorder.events, "Order")
    text = cogscript.format(workflow)
    assert "hunter2" not in text
    lines = [line.strip() for line in text.splitlines()]
    assert f"IN(browser='{site}/shop.html')" in lines
    said = [line.split("(")[0] for line in lines if line]
    assert said == ["WORKFLOW", "INPUT", "IN", "TYPE", "TYPE", "CHECK", "CLICK", "CLICK", "END_IN", "END"]
    assert "near='INV-0412'" in text
    path = tmp_path / "order.cog"
    path.write_text(text.replace("END_IN()", "  ASSERT(test=VISIBLE(element_info='Ann|red'))\nEND_IN()"))
    run = cogscript.run(
        cogscript.load(path), screen="browser", variables={"password": "hunter2"}, journal=False
    )
    assert run.outcome == "ok", run.error
