"""Each recorded line is tried out with the finder: it says what it takes to find its target again."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Rect
from cogscript.recording.evidence import with_evidence
from cogscript.recording.input_events import Hit
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.elements import Element, Snapshot
from cogscript.surfaces.look import Look

ENABLED = frozenset({"enabled"})


def element(role: str, name: str, left: int, top: int, *, id: str = "", parent: int | None = None) -> Element:
    return Element(role, name, Rect(left, top, left + 80, top + 20), id, states=ENABLED, parent=parent)


def invoices() -> list[Element]:
    """Three rows: a number, a customer, an amount, a button that is called the same in each."""
    found = [element("label", "Inbox", 0, 140)]
    for row, (number, customer) in enumerate([("INV-1", "Baker"), ("INV-2", "Baker"), ("INV-3", "Carter")]):
        top = 100 + 40 * row
        found.append(element("cell", number, 200, top))
        found.append(element("cell", customer, 300, top))
        found.append(element("cell", f"{row}20.00", 400, top))
        found.append(element("button", "Edit", 500, top))
    return found


def tried(hit: Hit, elements: list[Element]) -> Hit:
    surface = open_surface("dry", settings=Settings())
    look = Look(surface)
    look.elements = Snapshot(elements)
    return with_evidence(hit, look)


def hit_of(each: Element) -> Hit:
    return Hit(each.rect, each.role, each.name, id=each.id)


def test_a_name_that_is_there_once_needs_nothing_else():
    save = element("button", "Save", 10, 10, id="save")

    assert tried(hit_of(save), [save, element("button", "Cancel", 100, 10)]) == Hit(
        save.rect, "button", "Save"
    )


def test_a_repeated_name_is_told_by_the_text_of_its_row():
    rows = invoices()
    assert tried(hit_of(rows[8]), rows).near == "INV-2"
    assert tried(hit_of(rows[12]), rows).near == "INV-3"


def test_amounts_are_the_last_that_a_row_is_told_by():
    rows = [each for each in invoices() if not each.name.startswith("INV") and each.name != "Inbox"]
    edit = rows[-1]
    assert tried(hit_of(edit), rows).near == "Carter"


def test_a_group_tells_its_fields_from_those_of_another():
    home = Element("area", "Home address", Rect(0, 0, 300, 100), states=ENABLED)
    work = Element("area", "Work address", Rect(0, 110, 300, 210), states=ENABLED)
    street, other = element("text field", "Street", 20, 40), element("text field", "Street", 20, 150)

    assert tried(hit_of(other), [home, street, work, other]).near == "Work address"


def test_where_no_text_tells_its_own_id_does():
    one, other = element("button", "Edit", 10, 10, id="first"), element("button", "Edit", 10, 60, id="last")
    assert tried(hit_of(other), [one, other]).id == "last"


@pytest.mark.parametrize("id", ["", "ember1234", ":r3:"])
def test_an_id_that_a_program_makes_up_anew_is_not_written_and_the_box_decides(id):
    one, other = element("button", "Edit", 10, 10), element("button", "Edit", 10, 300, id=id)
    found = tried(hit_of(other), [one, other])

    assert (found.name, found.id, found.near) == ("Edit", "", "")


def test_a_name_that_leads_elsewhere_is_left_out():
    """Two things of one name at one place: nothing that a line could say tells them apart."""
    one, other = element("button", "Edit", 10, 10), element("button", "Edit", 12, 10)
    assert tried(hit_of(other), [one, other]).name == ""


def test_what_was_still_disabled_before_keeps_its_name():
    enabled = element("button", "Write Changes", 10, 10)
    before = Element("button", "Write Changes", enabled.rect)

    assert tried(hit_of(enabled), [before, element("button", "Revert", 100, 10)]).name == "Write Changes"
