"""An ok is a proof: each operation sees that what it promises is there, and says so in the record."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cogscript.records.reader import Record
from cogscript.report.html_page import html_page
from cogscript.runtime.console.display import Plain
from tests.conftest import wait_until
from tests.runtime.screen_help import mute_terminal, perform, program, window
from tests.surfaces.toolkits import command

STAGES = str(Path(__file__).parents[1] / "surfaces" / "stages.py")
TOOLKITS = ("gtk3", "gtk4", "qt5", "qt6", "chromium")


@pytest.fixture
def form(virtual, tmp_path):
    """The form of tests/surfaces/toolkits, in one toolkit or another."""
    started = []

    def show(toolkit: str):
        process = subprocess.Popen(
            command(toolkit, tmp_path / "profile"), env=virtual.environment, stdout=-3, stderr=-3
        )
        started.append(process)
        wait_until(lambda: virtual.elements and virtual.elements.find("Notes", "text field"), what=toolkit)
        virtual.settle()
        return virtual.elements

    yield show
    for process in started:
        process.kill()
        process.wait()


def one(elements, name: str, *kinds: str):
    """It is asked for until it is told: a busy machine holds up the program that tells it."""
    return wait_until(
        lambda: next((each for each in elements.find(name) if each.role in kinds), None), what=name
    )


# --- fields, boxes and lists, in every toolkit ----------------------------------------------------------


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_fields_hold_what_was_typed(toolkit, form, virtual, tmp_path) -> None:
    elements = form(toolkit)
    run = perform(
        """\
INPUT(output='__CogName_word__', secret=True)
TYPE(element_info='Name', text='Zoë 你好', clear=True)
TYPE(element_info='Secret', text='__CogName_word__')
TYPE(element_info='Notes', text='one\\ntwo', clear=True)
TYPE(element_info='Count', text='42', clear=True)
""",
        virtual,
        tmp_path,
        variables={"word": "s3cr3t-s3cr3t"},
    )
    assert run.outcome == "ok", run.error
    assert [step.seen for step in run.steps[1:]] == ["yes", "yes, 13 characters", "yes", "yes"]
    assert one(elements, "Name", "text field").value == "Zoë 你好"
    assert one(elements, "Notes", "text field").value == "one\ntwo"
    assert one(elements, "Count", "spin box").value == "42"
    assert elements.length(one(elements, "Secret", "password field")) in (13, 19)  # "hidden" was there


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_box_is_brought_into_a_state_and_left_alone_in_it(toolkit, form, virtual, tmp_path) -> None:
    elements = form(toolkit)
    run = perform(
        """\
CHECK(element_info='Agree')
CHECK(element_info='Agree', on=False)
CHECK(element_info='Agree', on=False)
CHECK(element_info='Two')
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    already = "yes, it was {} already"
    assert [step.seen for step in run.steps] == [already.format("on"), "yes", already.format("off"), "yes"]
    assert "checked" not in one(elements, "Agree", "checkbox").states
    assert "checked" in one(elements, "Two", "radio button", "checkbox").states
    assert "checked" not in one(elements, "One", "radio button", "checkbox").states


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", ["gtk3", "qt5", "qt6", "chromium"])
def test_a_list_shows_what_was_chosen(toolkit, form, virtual, tmp_path) -> None:
    elements = form(toolkit)
    run = perform(
        "SELECT(element_info='Colour', option='blue')\nSELECT(element_info='Colour', option='blue')",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert [step.seen for step in run.steps] == ["yes", "yes, it was chosen already"]
    assert one(elements, "Colour", "combo box").value == "blue"


@pytest.mark.drives_programs
def test_an_item_of_an_open_list_is_chosen(virtual, tmp_path) -> None:
    dialog = program(
        virtual, "zenity", "--list", "--title=Colours", "--column=Colour", "Red", "Green", "Blue"
    )
    window(virtual, "Colours")
    run = perform(
        "SELECT(box=[[450,400,550,600]], option='Green')\nCLICK(element_info='OK')", virtual, tmp_path
    )
    assert run.outcome == "ok", run.error
    assert run.steps[0].seen == "yes"
    assert dialog.communicate(timeout=60)[0] == "Green\n"


@pytest.mark.drives_programs
def test_what_cannot_be_brought_into_a_state_says_why(form, virtual, tmp_path) -> None:
    elements = form("gtk3")
    run = perform("CHECK(element_info='One', on=False)", virtual, tmp_path)
    assert run.error.message == "a radio button is switched off by choosing another one of its group"
    run = perform("CHECK(element_info='Save')", virtual, tmp_path)
    assert run.error.message == "nothing here tells whether it is on, so it is left as it is"
    assert elements.find("Save", "button")  # it was not clicked: a click renames it


@pytest.mark.drives_programs
def test_a_read_only_field_is_a_failure(form, virtual, tmp_path) -> None:
    form("gtk3")
    run = perform("TYPE(element_info='Fixed', text='other')", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.message == (
        "nothing changed when the text was entered by keys: the read-only text field `Fixed` takes no text"
    )


# --- clicks and keys --------------------------------------------------------------------------------------


@pytest.fixture
def terminal(virtual):
    """A window that changes at each Return, and at nothing else."""
    count = "n=1; while read line; do n=$((n+1)); clear; echo round $n; done"
    process = mute_terminal(virtual, count)
    yield virtual
    process.kill()
    process.wait()


@pytest.mark.drives_programs
def test_whether_a_click_or_a_key_changed_anything_is_on_record(terminal, tmp_path) -> None:
    run = perform(
        """\
CLICK(box=[[500,500]])
WAIT(seconds=1)
CLICK(box=[[500,500]])
WAIT(seconds=1)
KEY_PRESS(key='Return')
WAIT(seconds=1)
KEY_PRESS(key='Shift')
WAIT(seconds=1)
KEY_PRESS(key='Return')
""",
        terminal,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    _, click, enter, shift, last = (step for step in run.steps if step.operation.name != "WAIT")
    assert (click.seen, enter.seen) == ("nothing changed", "yes")
    assert (shift.seen, last.seen) == ("nothing changed", "yes")


@pytest.mark.drives_programs
def test_a_key_that_had_no_time_to_show_is_not_judged(terminal, tmp_path) -> None:
    run = perform("KEY_PRESS(key='Shift')\nKEY_PRESS(key='Shift')", terminal, tmp_path)
    assert [step.seen for step in run.steps] == ["not known", "nothing changed"]


@pytest.mark.drives_programs
def test_a_failure_says_whether_the_step_before_it_changed_anything(terminal, tmp_path) -> None:
    never = "WAIT_FOR(test=EXISTS(file='nowhere'), timeout=2)"
    run = perform(f"KEY_PRESS(key='Return')\n{never}", terminal, tmp_path)
    assert [step.seen for step in run.steps] == ["yes", None]
    assert run.error.details == ()
    run = perform(f"KEY_PRESS(key='Shift')\n{never}", terminal, tmp_path)
    assert [step.seen for step in run.steps] == ["nothing changed", None]
    assert run.error.details == (("before it", "line 1: KEY_PRESS changed nothing on the screen"),)


@pytest.mark.drives_programs
def test_a_line_may_insist_on_a_change(terminal, tmp_path) -> None:
    run = perform("KEY_PRESS(key='Return', changes=True)", terminal, tmp_path, pictures=False)
    assert run.outcome == "ok", run.error
    assert run.steps[0].seen == "yes"
    run = perform("KEY_PRESS(key='Shift', changes=True)", terminal, tmp_path, pictures=False)
    assert run.outcome == "failed"
    assert run.error.code == "nothing-changed"
    assert run.error.message == "nothing changed on the private screen within 2 s"


@pytest.mark.drives_programs
def test_a_program_that_is_held_up_is_waited_for_before_it_is_judged(virtual, tmp_path) -> None:
    editor = program(virtual, "mousepad")
    window(virtual, "Mousepad")
    virtual.settle()

    class HoldsUp(Plain):
        def step_acting(self, step) -> None:
            editor.send_signal(signal.SIGSTOP)
            threading.Timer(3, editor.send_signal, [signal.SIGCONT]).start()

    run = perform(
        "KEY_PRESS(key='Return', changes=True)",
        virtual,
        tmp_path,
        pictures=False,
        listener=HoldsUp(io.StringIO(), lambda text: text),
    )
    assert run.outcome == "ok", run.error


@pytest.mark.drives_programs
def test_what_the_pointer_alone_changes_is_no_effect_of_the_click(virtual, tmp_path) -> None:
    program(virtual, "zenity", "--entry", "--title", "Who", "--text", "Your name")
    window(virtual, "Who")
    run = perform(
        "HOVER(element_info='OK')\nCLICK(element_info='Your name', element_type='text', changes=True)",
        virtual,
        tmp_path,
    )
    assert [step.outcome for step in run.steps] == ["ok", "failed"]
    assert run.error.code == "nothing-changed"


# --- the wheel, drags, windows, the clipboard, pictures -----------------------------------------------------


@pytest.mark.drives_programs
def test_scrolling_says_whether_it_moved(virtual, tmp_path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("".join(f"line {number}\n" for number in range(200)), encoding="utf-8")
    program(virtual, "mousepad", str(file))
    window(virtual, "long.txt")
    virtual.settle()
    run = perform(
        "SCROLL_UP(box=[[500,500]], step_count=3)\nSCROLL_DOWN(box=[[500,500]], step_count=3)",
        virtual,
        tmp_path,
    )
    assert [step.seen for step in run.steps] == ["nothing changed: it is at its end", "yes, it moved"]


@pytest.mark.drives_programs
def test_a_drag_says_whether_anything_changed(virtual, tmp_path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("some words to select\n" * 20, encoding="utf-8")
    program(virtual, "mousepad", str(file))
    found = window(virtual, "words.txt")
    virtual.settle()
    left, top = found.rect.left + 20, found.rect.top + 120
    start, end = ([x * 1000 // 1280 + 1, y * 1000 // 800 + 1] for x, y in ((left, top), (left + 80, top)))
    run = perform(f"DRAG(box=[{start}], to=[{end}])\nDRAG(box=[[2,2]], to=[[50,50]])", virtual, tmp_path)
    assert [step.seen for step in run.steps] == ["yes", "nothing changed"]


@pytest.mark.drives_programs
def test_a_window_is_seen_to_obey(virtual, tmp_path) -> None:
    program(virtual, "mousepad")
    window(virtual, "Mousepad")
    run = perform(
        """\
WINDOW(action='maximize')
WINDOW(action='resize', box=[[0,0,500,500]])
WINDOW(action='move', box=[[100,100,600,600]])
WINDOW(action='minimize')
WINDOW(action='restore', title='Mousepad')
WINDOW(action='close')
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert [step.seen for step in run.steps] == ["yes"] * 6


@pytest.mark.drives_programs
def test_a_window_that_asks_first_is_told(virtual, tmp_path) -> None:
    program(virtual, "mousepad")
    window(virtual, "Mousepad")
    run = perform("TYPE(box=[[500,500]], text='unsaved')\nWINDOW(action='close')", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    assert run.steps[1].seen == "not known: `Save Changes` asks first"


@pytest.mark.drives_programs
def test_the_clipboard_and_a_picture_are_there(virtual, tmp_path) -> None:
    file = tmp_path / "shot.png"
    run = perform(f"SET_CLIPBOARD(text='你好\\nthere')\nSCREENSHOT(file='{file}')", virtual, tmp_path)
    assert [step.seen for step in run.steps] == ["yes", "yes"]
    assert virtual.clipboard() == "你好\nthere"
    assert file.stat().st_size


# --- how people see it ----------------------------------------------------------------------------------


@pytest.mark.drives_programs
def test_what_nobody_saw_does_not_look_like_what_was_seen(virtual, tmp_path) -> None:
    mute_terminal(virtual, "sleep 60")
    said = io.StringIO()
    run = perform(
        "TYPE(text='quiet')\nKEY_PRESS(key='Return')",
        virtual,
        tmp_path,
        listener=Plain(said, lambda text: text),
    )
    assert run.outcome == "ok", run.error
    typed, key = (line for line in said.getvalue().splitlines() if line.startswith("  ["))
    assert ": done, not seen" in typed
    assert ": ok" in key
    with Record(run.folder) as record:
        page = html_page([record])
    assert page.count("done, not seen") == 1
    assert "not known: nothing changed, and a terminal need not show what is typed" in page


@pytest.mark.drives_programs
def test_a_window_that_comes_while_a_text_is_typed_is_no_success(virtual, tmp_path) -> None:
    """The first letters went to the window before it, and nobody saw the text anywhere."""
    virtual.launch_app(sys.executable, 60, [STAGES, "keyed:0.3"])
    run = perform("TYPE(text='/home/anna/dialog.fl')", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "not-entered"
    assert "the window `Another window` came while the text was typed" in run.error.message
