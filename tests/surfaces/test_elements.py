"""What the accessibility service says of real programs: at a place, with the focus, by a name."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import beside, part, without_looks
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.bus import Bus, Call

FORM = (
    *("zenity", "--forms", "--title=Form", "--text=Please fill in", "--add-entry=Name"),
    *("--add-password=Secret",),
)


@pytest.fixture
def elements(virtual, wait_until):
    return wait_until(lambda: virtual.elements, what="the accessibility bus")


@pytest.fixture
def start(virtual, wait_until):
    started = []

    def run(title, *argv):
        process = subprocess.Popen(argv, env=virtual.environment, stdout=-3, stderr=-3)
        started.append(process)
        wait_until(lambda: any(each.active and title in each.title for each in virtual.windows()), what=title)
        return process

    yield run
    for process in started:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


def only(wait_until, elements, name, role=None):
    found = wait_until(lambda: elements.find(name, role), what=name)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.drives_programs
def test_a_form_is_known_by_its_names_and_its_places(virtual, elements, start, wait_until):
    start("Form", *FORM)
    name = only(wait_until, elements, "Name")
    secret = only(wait_until, elements, "secret")
    ok = only(wait_until, elements, "OK", "button")

    assert (name.role, name.secret, name.value) == ("text field", False, "")
    assert (secret.role, secret.secret, secret.value) == ("password field", True, None)
    assert virtual.size.rect.overlap(ok.rect) == ok.rect
    assert elements.at(ok.rect.middle) == ok
    assert elements.at(name.rect.middle).name == "Name"
    assert elements.find("No such thing") == []
    assert [each.role for each in elements.find("Form", "window")] == ["window"]


@pytest.mark.drives_programs
def test_the_focus_is_followed_and_a_field_says_its_text(virtual, elements, start, wait_until):
    start("Form", *FORM)
    virtual.click(only(wait_until, elements, "Name").rect.middle)
    virtual.type_text("Änne 你好")

    wait_until(lambda: (elements.focused() or nothing()).value == "Änne 你好", what="the text")
    virtual.key_down("tab")
    virtual.key_up("tab")
    wait_until(lambda: (elements.focused() or nothing()).secret, what="the password field")


def nothing():
    return Element("", "", Rect(0, 0, 0, 0))


@pytest.mark.drives_programs
def test_a_window_hides_what_lies_behind_it(virtual, elements, start, wait_until):
    start("Form", *FORM)
    ok = only(wait_until, elements, "OK")
    place = f"80x30+{max(0, ok.rect.left - 300)}+{max(0, ok.rect.top - 200)}"
    start("cover", "xterm", "-T", "cover", "-geometry", place, "-e", "cat")

    wait_until(lambda: elements.at(ok.rect.middle) is None, what="the terminal over the button")
    assert elements.find("OK") == []


@pytest.mark.drives_programs
def test_an_open_menu_is_above_the_text_and_a_closed_one_is_not_there(virtual, elements, start, wait_until):
    start("Mousepad", "mousepad")
    menu = only(wait_until, elements, "File", "menu")
    assert elements.find("Save As...") == []
    virtual.click(menu.rect.middle)
    item = only(wait_until, elements, "Save As...")

    under = elements.at(item.rect.middle)
    assert (under.role, under.name) == ("menu item", "Save As...")
    assert elements.find("Save", area=item.rect) == [item]


@pytest.mark.drives_programs
def test_a_program_that_hangs_does_not_hang_us(virtual, elements, start, wait_until):
    start("Form", *FORM)
    ok = only(wait_until, elements, "OK")
    editor = start("Mousepad", "mousepad")
    wait_until(lambda: elements.find("File"), what="the editor")
    os.kill(editor.pid, signal.SIGSTOP)
    elements.find("OK")  # it finds out who does not answer

    started = time.monotonic()
    found = [elements.find("OK") for _ in range(20)]
    assert time.monotonic() - started < 20, "the one that hangs was waited for again and again"
    assert all(each in ([], [ok]) for each in found)


def test_a_bus_that_ends_leaves_nothing_known(virtual, wait_until):
    from cogscript.settings import Settings
    from cogscript.surfaces import open_surface

    screen = open_surface("virtual", settings=Settings())
    found = wait_until(lambda: screen.elements, what="the accessibility bus")
    screen.close()

    assert found.at(Point(5, 5)) is None
    assert found.focused() is None
    assert found.find("OK") == []


def test_questions_that_go_wrong_are_none(virtual):
    bus = Bus(virtual.environment["DBUS_SESSION_BUS_ADDRESS"])
    good = Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
    try:
        assert bus.ask([good._replace(method="Nope"), good, good._replace(to="no.such.name")], 5)[::2] == [
            None,
            None,
        ]
        assert bus.ask_one(good, 5)
    finally:
        bus.close()


@pytest.mark.parametrize(
    ("said", "role", "same"),
    [
        ("button", "push button", True),
        ("按钮", "push button", True),
        ("Text input box", "entry", True),
        ("text_field", "text", True),
        ("link", "push button", False),
        ("clickable thing", "push button", True),
        (None, "push button", True),
    ],
)
def test_kinds_are_told_in_many_words(said, role, same):
    assert roles.means(said, role) is same


def test_a_label_beside_a_field_names_it_and_one_far_away_does_not():
    field = Rect(200, 100, 400, 130)

    assert beside(Rect(120, 105, 190, 125), field) == 10
    assert beside(Rect(200, 75, 260, 95), field) is not None
    assert beside(Rect(450, 105, 490, 125), field) is None
    assert beside(Rect(200, 10, 260, 30), field) is None
    assert beside(Rect(120, 105, 190, 125), Rect(200, 100, 400, 500)) is None


def test_the_label_inside_a_button_is_not_a_second_one():
    button = Element("button", "Save", Rect(0, 0, 80, 30))
    label = Element("label", "Save", Rect(20, 5, 60, 25))
    other = Element("label", "Save", Rect(500, 500, 560, 520))

    assert without_looks([label, button, other]) == [button, other]


@pytest.mark.parametrize(
    ("said", "word"),
    [
        # AT-SPI, UI Automation, ARIA, people
        *(("push button", "button"), ("Button", "button"), ("SplitButton", "button"), ("按钮", "button")),
        *(("menu item", "menu item"), ("MenuItem", "menu item"), ("menuitem", "menu item")),
        *(("menuitemcheckbox", "menu item"), ("check menu item", "menu item")),
        *(("RadioButton", "radio button"), ("radio", "radio button")),
        *(("page tab", "tab"), ("TabItem", "tab"), ("tab", "tab"), ("tablist", "tab list")),
        *(("TreeItem", "tree item"), ("treeitem", "tree item"), ("tree_item", "tree item")),
        *(("DataItem", "row"), ("table row", "row"), ("row", "row"), ("gridcell", "cell")),
        *(
            ("Edit", "text field"),
            ("entry", "text field"),
            ("textbox", "text field"),
            ("searchbox", "text field"),
        ),
        *(("Document", "document"), ("document web", "document"), ("Hyperlink", "link"), ("link", "link")),
        *(("ComboBox", "combo box"), ("combobox", "combo box"), ("CheckBox", "checkbox")),
        *(("Spinner", "spin box"), ("spinbutton", "spin box"), ("spin-button", "spin box")),
        *(("ProgressBar", "progress bar"), ("StatusBar", "status bar"), ("ToolBar", "toolbar")),
        *(("HeaderItem", "column header"), ("columnheader", "column header"), ("DataGrid", "table")),
        *(
            ("Pane", "area"),
            ("Group", "area"),
            ("region", "area"),
            ("panel", "area"),
            ("ScrollBar", "scrollbar"),
        ),
    ],
)
def test_every_service_s_words_become_ours(said, word):
    assert roles.word(said) == word


@pytest.mark.parametrize(
    ("said", "role", "may_be"),
    [
        ("text", "label", True),  # UI Automation's word for a label, AT-SPI's for a field
        ("text", "text field", True),
        ("Edit", "password field", True),
        ("Edit", "button", False),
        ("ListItem", "cell", True),  # GTK's lists are tables
        ("option", "list item", True),
        ("icon", "button", True),
        ("MenuItem", "menu", True),
        ("dialog", "window", True),
        ("CheckBox", "radio button", False),
        ("Custom", "button", True),
        ("tab", "button", False),
    ],
)
def test_a_word_that_several_kinds_go_by_rules_none_of_them_out(said, role, may_be):
    assert roles.means(said, role) is may_be


def test_of_a_row_and_the_link_in_it_the_link_is_meant():
    row = Element("row", "Invoice 7", Rect(0, 0, 400, 30))
    link = Element("link", "Invoice 7", Rect(10, 5, 90, 25))
    field = Element("text field", "Name", Rect(100, 50, 300, 75))
    around = Element("label", "Name", Rect(10, 52, 305, 72))

    assert without_looks([row, link]) == [link]
    assert without_looks([around, field]) == [field]


def test_a_part_of_a_snapshot_keeps_its_family():
    window = Element("window", "W", Rect(0, 0, 100, 100))
    box = Element("area", "", Rect(0, 0, 100, 50), parent=0)
    button = Element("button", "B", Rect(0, 0, 10, 10), parent=1)

    kept = part([window, box, button], lambda each: each.role != "area")
    assert [(each.name, each.parent) for each in kept] == [("W", None), ("B", 0)]
