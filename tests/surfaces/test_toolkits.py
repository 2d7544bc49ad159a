"""The same form in GTK, Qt and a web page: each element with its kind, name, value and states."""

from __future__ import annotations

import subprocess

import pytest

from cogscript.language.model.diagnostic import Fault
from tests.surfaces.toolkits import command

TOOLKITS = ("gtk3", "gtk4", "qt5", "qt6", "chromium")

FORM = [
    # kind, name, value, states that hold, states that do not
    ("text field", "Name", "abc", {"enabled", "editable", "focusable"}, {"read-only"}),
    ("password field", "Secret", None, {"enabled", "editable"}, {"read-only"}),
    ("text field", "Fixed", "fixed", {"enabled", "read-only"}, {"editable"}),
    ("combo box", "Colour", "green", {"enabled"}, {"expanded"}),
    ("slider", "Level", "30", {"enabled"}, set()),
    ("spin box", "Count", "5", {"enabled"}, set()),
    ("checkbox", "Agree", None, {"enabled", "checked"}, set()),
    ("radio button", "One", None, {"enabled", "checked"}, set()),
    ("radio button", "Two", None, {"enabled"}, {"checked"}),
    ("button", "Bold", None, {"enabled", "checked"}, set()),
    ("button", "Save", None, {"enabled"}, {"checked"}),
    ("button", "Late", None, set(), {"enabled"}),
    ("button", "More", None, {"enabled", "expanded"}, set()),
    ("tab", "First", None, {"selected"}, {"focused"}),
    ("tab", "Second", None, set(), {"selected"}),
    ("text field", "Notes", "hello\nworld", {"enabled", "editable", "multiline"}, set()),
]
"""What the form holds, whatever it is made with."""

TOLD_OTHERWISE = {
    ("gtk4", "One"): "checkbox",  # GTK 4 has no class for radio buttons
    ("gtk4", "Two"): "checkbox",
    ("qt5", "Bold"): "checkbox",
    ("qt6", "Bold"): "checkbox",
}
NOT_THERE = {("qt5", "More"), ("qt6", "More"), ("gtk4", "More")}


@pytest.fixture
def start(virtual):
    started = []

    def run(*argv, environment=None):
        process = subprocess.Popen(argv, env=virtual.environment | (environment or {}), stdout=-3, stderr=-3)
        started.append(process)

    yield run
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def show(virtual, start, wait_until, tmp_path):
    def run(toolkit, *flags, environment=None):
        start(*command(toolkit, tmp_path / "profile", *flags), environment=environment)
        elements = wait_until(lambda: virtual.elements, what="the accessibility bus")
        wait_until(lambda: elements.find("Notes", "text field"), what=f"the form in {toolkit}")
        return elements

    return run


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_everything_is_told_alike(show, toolkit):
    seen = show(toolkit).snapshot()

    assert seen.complete, seen.reason
    by_name = {(each.role, each.name): each for each in seen.elements}
    for kind, name, value, holding, missing in FORM:
        if (toolkit, name) in NOT_THERE:
            continue
        element = by_name.get((TOLD_OTHERWISE.get((toolkit, name), kind), name))
        assert element, f"{kind} {name} among {sorted(by_name)}"
        assert element.secret == (kind == "password field"), name
        if value is not None or element.secret:
            assert element.value == value, name
        assert holding <= element.states, (name, element.states)
        assert not missing & element.states, (name, element.states)


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("toolkit", "flags", "environment"),
    [
        ("gtk3", (), {"GDK_SCALE": "2"}),
        ("gtk4", (), {"GDK_SCALE": "2"}),
        ("qt5", (), {"QT_SCALE_FACTOR": "1.5"}),
        ("qt6", (), {"QT_SCALE_FACTOR": "1.5"}),
        ("chromium", ("--force-device-scale-factor=1.5",), {}),
    ],
)
def test_places_are_pixels_of_the_screen_at_every_scale(
    virtual, show, wait_until, toolkit, flags, environment
):
    elements = show(toolkit, *flags, environment=environment)
    (save,) = elements.find("Save", "button")
    virtual.click(save.rect.middle)

    wait_until(lambda: elements.find("Saved", "button"), what="the click reached the button")
    assert elements.at(save.rect.middle).name == "Saved"


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_dialog_of_the_same_program_covers_what_lies_behind_it(virtual, show, wait_until, toolkit):
    elements = show(toolkit)
    (ask,) = elements.find("Ask", "button")
    (late,) = elements.find("Late", "button")
    virtual.click(ask.rect.middle)

    yes = wait_until(lambda: elements.find("Yes", "button"), what="the dialog")
    wait_until(lambda: not elements.find("Late"), what="the dialog over the form")
    (save,) = elements.find("Save", "button")
    assert save.rect != ask.rect
    assert (elements.at(late.rect.middle) or yes[0]).name != "Late"
    assert any("modal" in each.states for each in elements.snapshot().elements)


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_an_element_can_be_acted_on_without_the_pointer(virtual, show, wait_until, toolkit):
    elements = show(toolkit)
    before = virtual.pointer()
    (save,) = elements.find("Save", "button")
    elements.act(save)

    wait_until(lambda: elements.refresh(save).name == "Saved", what="the button was pressed")
    assert elements.actions(save)
    with pytest.raises(Fault, match="has no action `dance`"):
        elements.act(save, "dance")
    assert virtual.pointer() == before


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt5", "qt6"])
def test_a_field_can_be_set_and_read_back(show, wait_until, toolkit):
    elements = show(toolkit)
    (name,) = elements.find("Name", "text field")
    elements.set_text(name, "Änne 你好")

    wait_until(lambda: elements.refresh(name).value == "Änne 你好", what="the text")
    assert elements.text(name) == "Änne 你好"
    (secret,) = elements.find("Secret", "password field")
    assert elements.text(secret) is None
    assert elements.length(secret) == len("hidden")
    (level,) = elements.find("Level", "slider")
    elements.set_value(level, 70)
    wait_until(lambda: elements.refresh(level).value == "70", what="the slider")


@pytest.mark.drives_programs
def test_what_cannot_be_set_is_said(show):
    elements = show("chromium")
    (save,) = elements.find("Save", "button")

    with pytest.raises(Fault, match="the button `Save` does not let its text be set"):
        elements.set_text(save, "no")


@pytest.mark.drives_programs
def test_a_tab_and_a_choice_can_be_selected(show, wait_until):
    elements = show("gtk3")
    (second,) = elements.find("Second", "tab")
    elements.select(second)

    wait_until(lambda: "selected" in elements.refresh(second).states, what="the second tab")
    assert elements.find("on Second")


@pytest.mark.drives_programs
def test_an_element_that_has_gone_is_none(virtual, show, wait_until):
    elements = show("gtk3")
    (ask,) = elements.find("Ask", "button")
    elements.act(ask)
    (yes,) = wait_until(lambda: elements.find("Yes", "button"), what="the dialog")
    elements.act(yes)

    wait_until(lambda: elements.refresh(yes) is None, what="the dialog has gone")
    assert elements.refresh(ask) == ask


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", ["gtk3", "qt5", "qt6", "chromium"])
def test_an_open_list_of_choices_lies_above_the_form(virtual, show, wait_until, toolkit):
    elements = show(toolkit)
    (colour,) = elements.find("Colour", "combo box")
    virtual.click(colour.rect.middle)

    (blue,) = wait_until(lambda: elements.find("blue"), what="the choices")
    assert elements.at(blue.rect.middle).name == "blue"
    virtual.click(blue.rect.middle)
    wait_until(lambda: elements.refresh(colour).value == "blue", what="the choice")


@pytest.mark.drives_programs
def test_what_a_part_of_the_same_page_covers_is_not_found(virtual, show, wait_until):
    elements = show("chromium")
    (cover,) = elements.find("Cover", "button")
    (late,) = elements.find("Late", "button")
    assert elements.covered_by(late, late.rect.middle) is None
    virtual.click(cover.rect.middle)

    wait_until(lambda: elements.find("Cookies"), what="the banner")
    wait_until(lambda: not elements.find("Late", "button"), what="the banner over the form")
    assert not elements.find("Name", "text field")
    assert elements.find("Accept", "button")
    assert elements.covered_by(late, late.rect.middle) == "something else on the page"


@pytest.mark.drives_programs
def test_a_calculator_in_qt_is_used_by_the_names_of_its_buttons(virtual, start, wait_until):
    start("kcalc")
    elements = wait_until(lambda: virtual.elements, what="the accessibility bus")
    wait_until(lambda: elements.find("=", "button"), what="the calculator")
    names = {each.name for each in elements.snapshot().elements if each.role == "button"}

    assert {*"0123456789", "+", "−", "×", "÷", "=", "AC"} <= names
    for name in ("7", "×", "8", "="):
        (button,) = (each for each in elements.find(name, "button") if each.name == name)
        virtual.click(button.rect.middle)
    wait_until(lambda: [each for each in elements.find("56") if each.name == "56"], what="the product")


@pytest.mark.drives_programs
def test_what_is_scrolled_out_of_view_can_be_brought_in(show, wait_until):
    elements = show("chromium")
    assert not elements.find("Below", "button")
    (below,) = elements.out_of_view("Below", "button")
    elements.scroll_to(below)

    wait_until(lambda: elements.find("Below", "button"), what="the button has come into view")
    assert not elements.out_of_view("Below", "button")


@pytest.mark.drives_programs
def test_what_a_tab_shows_is_told_at_its_place(show):
    """In GTK it is a part of the tab, and lies outside of it."""
    elements = show("gtk3")
    (inside,) = (each for each in elements.find("on First") if each.role == "label")
    at = elements.at(inside.rect.middle)
    assert at is not None
    assert (at.role, at.name) == ("label", "on First")
