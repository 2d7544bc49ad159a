"""IN(background=True): a window that is worked in while a person works in another one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cogscript.settings import RunSettings, Settings
from tests.conftest import wait_until
from tests.runtime.screen_help import perform, program, window

_PERSON = "what the person writes meanwhile, with every letter of it in its place "

_TK = """
import sys, tkinter
root = tkinter.Tk(className="Canvas")
root.title("Canvas")
root.geometry("300x300+20+20")
notes = open(sys.argv[1], "a", buffering=1)
root.bind("<Button-1>", lambda event: notes.write(f"press {event.x},{event.y}\\n"))
root.bind("<Double-Button-1>", lambda event: notes.write("double\\n"))
root.bind("<ButtonRelease-1>", lambda event: notes.write(f"release {event.x},{event.y}\\n"))
root.bind("<Button-5>", lambda event: notes.write("wheel down\\n"))
root.bind("<Enter>", lambda event: notes.write("came\\n"))
root.mainloop()
"""


@contextmanager
def a_person_who_types(screen, folder: Path, place: str = "50x20+700+300") -> Iterator[None]:
    """In a terminal, all the while; nothing of theirs may move, be lost or go elsewhere."""
    typed = folder / "typed"
    screen.launch_app("xterm", 20, ["-geometry", place, "-e", "sh", "-c", f"cat > '{typed}'"])
    front, pointer, order = screen.manager.active(), screen.pointer(), screen.manager.stacked()
    hands = subprocess.Popen(
        ["xdotool", "type", "--delay", "15", _PERSON * 3], env=screen.environment
    )  # fmt: skip
    yield
    hands.wait(60)
    assert screen.pointer() == pointer
    assert screen.manager.active() == front
    now = screen.manager.stacked()
    assert now == [each for each in order if each in now]
    subprocess.run(["xdotool", "key", "Return"], env=screen.environment, check=True)
    wait_until(lambda: typed.read_text() == _PERSON * 3 + "\n", 10, what="what the person typed")


@pytest.mark.drives_programs
def test_a_covered_form_is_filled_in_by_its_elements(virtual, tmp_path):
    form = program(
        virtual, "zenity", "--forms", "--title=Order", "--add-entry=Name", "--add-combo=Size",
        "--combo-values=small|medium|large", "--add-password=Code",
    )  # fmt: skip
    window(virtual, "Order")
    with a_person_who_types(virtual, tmp_path, "200x60+0+0"):
        run = perform(
            "IN(window='Order', background=True)\n"
            "  TYPE(element_info='Name', text='Ada 你好')\n"
            "  QUOTE_TEXT(element_info='Name', output='__CogName_name__')\n"
            "  SELECT(element_info='Size', option='medium')\n"
            "  CLICK(element_info='OK')\n"
            "END_IN()\n"
            "ANSWER(text='__CogName_name__')\n",
            virtual, tmp_path,
        )  # fmt: skip
        assert run.outcome == "ok", run.error
        assert run.answers == ["Ada 你好"]
        assert form.communicate(timeout=20)[0].strip() == "Ada 你好|medium|"


@pytest.fixture
def canvas(virtual, tmp_path):
    """A program that tells no elements; what it gets, it notes."""
    notes = tmp_path / "notes"
    notes.touch()
    process = subprocess.Popen([sys.executable, "-c", _TK, str(notes)], env=virtual.environment)
    window(virtual, "Canvas")
    yield notes
    process.kill()
    process.wait()


@pytest.mark.drives_programs
def test_what_tells_no_elements_is_refused_and_not_touched(virtual, tmp_path, canvas):
    for operation, said in (
        ("CLICK(box=[[500,500]])", "no element is told at"),
        ("SCROLL_DOWN(box=[[500,500]], step_count=2)", "there is no scroll bar to move"),
        ("DOUBLE_CLICK(box=[[500,500]])", "DOUBLE_CLICK is done by hand"),
        ("RIGHT_CLICK(box=[[500,500]])", "RIGHT_CLICK is done by hand"),
    ):
        run = perform(f"IN(window='Canvas', background=True)\n  {operation}\nEND_IN()\n", virtual, tmp_path)
        assert run.outcome == "failed"
        assert said in run.error.message
        assert "leaves the pointer and the keyboard to the person" in run.error.message
    assert "press" not in canvas.read_text()


@pytest.mark.drives_programs
def test_a_second_pointer_does_it_where_the_settings_allow_one(virtual, tmp_path, canvas):
    settings = Settings(run=RunSettings(second_pointer=True))
    with a_person_who_types(virtual, tmp_path):
        run = perform(
            "IN(window='Canvas', background=True)\n"
            "  HOVER(box=[[500,500]])\n"
            "  CLICK(box=[[500,500]])\n"
            "  SCROLL_DOWN(box=[[500,500]], step_count=2)\n"
            "  DRAG(box=[[200,500]], to=[[800,500]])\n"
            "  DOUBLE_CLICK(box=[[600,600]])\n"
            "END_IN()\n",
            virtual, tmp_path, settings=settings,
        )  # fmt: skip
        assert run.outcome == "ok", run.error
    noted = canvas.read_text().split("\n")
    assert "came" in noted
    assert noted.count("wheel down") == 2
    assert "double" in noted
    places = [line.split()[1] for line in noted if line.startswith(("press", "release"))]
    assert places[0] == places[1], "a click"
    assert places[2] != places[3], "a drag"


@pytest.mark.drives_programs
def test_a_second_pointer_opens_a_menu_of_its_own_beside_the_persons_keys(virtual, tmp_path):
    note = tmp_path / "twice.txt"
    note.write_text("twice")
    virtual.launch_app("mousepad", 20, [str(note)])
    with a_person_who_types(virtual, tmp_path):
        run = perform(
            "IN(window='twice.txt', background=True)\n"
            "  RIGHT_CLICK(box=[[100,400]])\n"
            "  CLICK(element_info='Duplicate Line / Selection')\n"
            "  GESTURE(keys='Ctrl+S')\n"
            "END_IN()\n",
            virtual, tmp_path, settings=Settings(run=RunSettings(second_pointer=True)),
        )  # fmt: skip
        assert run.outcome == "ok", run.error
    wait_until(lambda: note.read_text().split() == ["twice", "twice"], what="the line twice, and saved")


@pytest.mark.drives_programs
def test_a_second_pointer_does_not_reach_what_is_covered(virtual, tmp_path, canvas):
    virtual.launch_app("xterm", 20, ["-geometry", "80x30+0+0"])
    run = perform(
        "IN(window='Canvas', background=True)\n  CLICK(box=[[500,500]])\nEND_IN()\n",
        virtual, tmp_path, settings=Settings(run=RunSettings(second_pointer=True)),
    )  # fmt: skip
    assert run.outcome == "failed"
    assert "the window `xterm` lies over it" in run.error.message
    assert "press" not in canvas.read_text()
