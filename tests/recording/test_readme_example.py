"""The recording that the README shows: recorded at 1280×800, replayed on larger and smaller screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from recorded.person import Person
from recorded.round_trip import record, replay
from recorded.tasks import Task

import cogscript
from cogscript.language.model.box import Size

README = Path(__file__).parents[2] / "README.md"
LOG_IN = "zenity --forms --title='Log in' --text='Order desk' --add-entry=User --add-password=Password"


def note_an_order(person: Person) -> None:
    person.click_on("User", "text field")
    person.type("anna")
    person.press("Tab")
    person.type("s3cret!")
    person.click_on("OK")
    person.see("File", "menu")
    area = person.see_field().rect
    person.click(area.left + 150, area.top + 100)
    for line in ("Customer: ACME", "Amount: 17.50"):
        person.type(line)
        person.press("Return")
    person.click(area.left + 95, area.top + 12, times=2)
    person.type("Contoso")
    person.click_on("File", "menu")
    person.click_on("Save", "menu item")
    person.see("Name", "text field")
    person.type("orders.txt")
    person.click_on("Save", "button")


def what_came_of_it(folder: Path, titles: str) -> str:
    """Who logged in, and what was saved; empty until then."""
    saved = folder / "orders.txt"
    return (folder / "login.txt").read_text() + saved.read_text() if saved.exists() else ""


TASK = Task(
    "Note an order",
    lambda folder: ["env", f"HOME={folder}", "sh", "-c", f"{LOG_IN} > login.txt && exec mousepad"],
    "Log in",
    note_an_order,
    what_came_of_it,
    variables={"password": "s3cret!"},
)


@pytest.mark.drives_programs
def test_it_is_replayed_at_other_sizes_of_the_screen(tmp_path):
    recorded = record(TASK, tmp_path / "orders", Size(1280, 800))

    assert recorded.well_formed
    assert recorded.result == "anna|s3cret!\nCustomer: Contoso\nAmount: 17.50\n"
    assert "s3cret!" not in recorded.text
    for size in (Size(1600, 900), Size(1024, 768)):
        result, said = replay(TASK, recorded, tmp_path / "orders", size)
        assert result == recorded.result, f"at {size}: {said}\n{recorded.text}"


def test_the_readme_shows_a_whole_workflow():
    (shown,) = re.findall(r"```cog\n(WORKFLOW\(title='Note an order'.*?)```", README.read_text("utf-8"), re.S)

    assert cogscript.format(cogscript.parse(shown)) == shown
    assert cogscript.check(cogscript.parse(shown)) == []
    assert "IN(" in shown
