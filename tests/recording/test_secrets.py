"""Nothing of a secret can be derived from any file that `cog record` writes.

Each scene is recorded twice, with secrets of different length and letters. What is on disk must not
differ, in names, order, number and times of events, nor in any picture.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest
from recorded.person import wait_for
from recorded.tasks import CHROMIUM

import cogscript
from cogscript.recording.event_writer import SECRET_SECONDS
from cogscript.recording.input_events import read_journal
from tests.recording.conftest import Recording

SECRETS = ("Hunt3!", "zyxWvUt987&qp")
"""Without a letter in common with anything that is typed openly here."""
OPENLY = "roof"

WITHOUT_ACCESSIBILITY = {"NO_AT_BRIDGE": "1", "DBUS_SESSION_BUS_ADDRESS": "disabled:"}

TK_PROGRAM = """
import tkinter
window = tkinter.Tk()
window.title("Scene")
entry = tkinter.Entry(window, show="*", width=30, insertofftime=0)
entry.pack()
tkinter.Button(window, text="OK").pack()
entry.focus_force()
window.mainloop()
"""


@dataclass(frozen=True)
class Scene:
    name: str
    program: list[str]
    why: str
    do: object
    """What the person does, given the recording and the secret."""
    accessible: bool = True


def type_it(person, session, secret):
    person.type(secret)
    person.pause(0.8)
    person.press("Return")
    person.pause(0.8)


def fill_in_form(person, session, secret):
    person.type(OPENLY)
    person.pause(0.8)
    person.press("Tab")
    person.pause(0.8)
    person.type(secret)
    person.press("BackSpace", "Left", "Right")
    person.type(secret[-1])
    person.pause(0.8)
    person.click_on("Cancel")
    person.pause(0.8)


def mark(person, session, secret):
    person.type(OPENLY)
    person.pause(0.8)
    person.press("ctrl+alt+s")
    session.hear("kept secret, until")
    person.type(secret)
    person.press("BackSpace")
    person.type(secret[-1])
    person.pause(0.8)
    person.press("ctrl+alt+s")
    session.hear("no longer secret")
    person.pause(0.8)
    person.type(OPENLY)
    person.pause(0.8)


def then_type_openly(person, session, secret):
    type_it(person, session, secret)
    person.type(OPENLY)
    person.pause(0.8)
    person.press("Return")
    person.pause(0.8)


TK = [sys.executable, "-c", TK_PROGRAM]
FORM = ["zenity", "--forms", "--title=Scene", "--text=Please", "--add-entry=User", "--add-password=Password"]
SCENES = [
    Scene("a password field that the program tells", FORM, "password field", fill_in_form),
    Scene("marked in an editor", ["mousepad"], "marked", mark),
    Scene("marked in a terminal", ["xterm", "-T", "Scene", "-e", "cat"], "marked", mark),
    Scene("dots in GTK", ["zenity", "--password", "--title=Scene"], "dots", type_it, False),
    Scene("asterisks in Tk", TK, "dots", type_it, False),
    Scene("asterisks in Tk beside accessible programs", TK, "dots", type_it),
    Scene(
        "a terminal that shows nothing",
        ["xterm", "-T", "Scene", "-e", "bash", "-c", "read -s -p 'Password: ' word; echo; cat"],
        "unseen", then_type_openly, False,
    ),
]  # fmt: skip


class Outcome:
    """Everything one recording left."""

    def __init__(self, session, text):
        self.text, self.said = text, session.said
        folder = session.folder()
        self.events = read_journal(folder).events
        self.lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
        self.files = {path.name: path.read_bytes() for path in session.state.rglob("*") if path.is_file()}
        self.picture_dates = {path.stat().st_mtime for path in folder.glob("*.png")}
        self.files["out.cog"] = text.encode()

    def without_clock(self):
        """The journal's lines without their times and without the pointer's path."""
        entries = [json.loads(line) for line in self.lines]
        return [{**entry, "time": None} for entry in entries if entry.get("kind") != "move"]

    def pictures(self):
        return {name: data for name, data in self.files.items() if name.endswith(".png")}


@pytest.fixture
def play(virtual, person, tmp_path):
    """Plays a scene with a secret while it is recorded."""
    sessions, programs = [], []

    def played(scene, secret):
        folder = tmp_path / f"take{len(sessions)}"
        folder.mkdir()
        environment = {**virtual.environment, **({} if scene.accessible else WITHOUT_ACCESSIBILITY)}
        settings = folder / "config" / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-cursor-blink=false\n", encoding="utf-8")
        environment["XDG_CONFIG_HOME"] = str(folder / "config")
        program = subprocess.Popen(
            scene.program, env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        programs.append(program)
        wait_for(lambda: any(each.active for each in virtual.windows()), "the program's window")
        person.move(5, 790)
        person.pause(1.0)
        session = Recording(virtual, folder, environment=environment)
        sessions.append(session)
        person.pause(0.8)
        scene.do(person, session, secret)
        outcome = Outcome(session, session.stop())
        program.kill()
        program.wait()
        wait_for(lambda: not virtual.windows(), "the end of the program's window")
        return outcome

    yield played
    for each in sessions:
        each.process.kill()
        each.process.wait()
    for each in programs:
        each.kill()
        each.wait()


@pytest.mark.drives_programs
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_two_secrets_leave_the_same_files_and_no_byte_tells_them(play, scene):
    one, two = (play(scene, secret) for secret in SECRETS)

    for outcome, secret in zip((one, two), SECRETS, strict=True):
        assert [each.why for each in outcome.events if each.kind == "secret"] == [scene.why], outcome.text
        assert "secret=True" in outcome.text
        assert_tells_nothing(outcome, secret)
        assert_takes_no_time(outcome, marked=scene.why == "marked")
    assert one.without_clock() == two.without_clock()
    assert one.text == two.text
    assert one.pictures() == two.pictures()
    assert re.sub(r"/\S+", "PATH", one.said) == re.sub(r"/\S+", "PATH", two.said)


def assert_tells_nothing(outcome, secret):
    for name, data in outcome.files.items():
        for encoding in ("utf-8", "utf-16-le"):
            for part in (secret, secret.lower(), secret.upper(), secret[:4], secret[-4:]):
                assert part.encode(encoding) not in data, name
    keys = {value for each in outcome.events for value in (each.key, each.text) if value}
    for character in set(secret):
        assert character not in keys
        assert character.lower() not in keys
    assert keys.isdisjoint({"left_shift", "right_shift"}), "no capital letter is given away"


def assert_takes_no_time(outcome, *, marked):
    at = next(index for index, each in enumerate(outcome.events) if each.kind == "secret")
    secret, following = outcome.events[at : at + 2]
    assert following.kind in ("down", "press", "gap"), "nothing happens in the midst of a secret"
    if not marked:  # there the person waited before typing on
        assert following.time - secret.time == pytest.approx(SECRET_SECONDS)
    assert len(outcome.picture_dates) == 1, "the pictures' dates do not tell how long the secret took"


# --- what else could tell a secret -----------------------------------------------------------------

PAGE = """<!doctype html><meta charset=utf-8><title>Scene</title><body style="font:18px sans-serif">
<label>Word <input autofocus oninput="document.title='Scene '+value;b.textContent='Send '+value"></label>
<button id=b>Send</button>"""


@pytest.mark.drives_programs
def test_titles_and_names_that_repeat_a_marked_secret_are_not_told(recording, person, program, tmp_path):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    arguments = [f"--user-data-dir={tmp_path / 'profile'}", (tmp_path / "page.html").as_uri()]
    program("Scene", *CHROMIUM, *arguments)
    person.click_on("Word", "text field")
    session = recording()
    person.press("ctrl+alt+s")
    session.hear("kept secret, until")
    person.type("geheim")
    person.press("ctrl+alt+s")
    session.hear("no longer secret")
    person.click_on("Send geheim", "button")
    text = session.stop()
    click = next(each for each in read_journal(session.folder()).events if each.kind == "press")

    assert "geheim" not in text + session.on_disk() + session.said
    assert click.target is None
    assert "TYPE(text='__CogName_word__'" in text
    assert "CLICK(" in text


@pytest.mark.drives_programs
def test_what_is_typed_in_a_pause_is_not_read_back_from_the_field(recording, person, program):
    program("Ask", "zenity", "--entry", "--title=Ask", "--text=Who?")
    session = recording()
    person.type("one ")
    person.press("ctrl+alt+p")
    session.hear("paused")
    person.type("geheim ")
    person.pause(1.5)
    person.press("ctrl+alt+p")
    session.hear("recording again")
    person.pause(1.5)
    person.type("two")
    text = session.stop()

    assert typed(text) == ["one ", "two"]
    assert "geheim" not in session.on_disk()


@pytest.mark.drives_programs
def test_two_password_fields_are_two_secrets(recording, person, program):
    program("Log in", "zenity", "--forms", "--title=Log in", "--add-password=Old", "--add-password=New")
    session = recording()
    person.click_on("Old", "password field")
    person.type("geheim")
    person.click_on("Old", "password field")  # to put the cursor elsewhere: that is a part of the secret
    person.type("er")
    person.click_on("New", "password field")
    person.type("secret")
    person.click_on("Cancel")

    assert typed(session.stop()) == ["__CogName_old__", "__CogName_new__"]


@pytest.mark.drives_programs
def test_clicks_between_two_marks_are_only_mentioned(recording, person, program):
    program("Ask", "zenity", "--question", "--title=Ask", "--text=Which?")
    session = recording()
    person.press("ctrl+alt+s")
    session.hear("kept secret, until")
    place = person.see("Which?", "label").rect.middle
    for offset in (0, 5, 10):
        person.click(place.x + offset, place.y)
    person.press("ctrl+alt+s")
    session.hear("no longer secret")
    text = session.stop()

    assert [each.kind for each in read_journal(session.folder()).events if each.kind != "move"] == [
        "hidden",
        "gap",
    ]
    assert "# Clicks or keys that went with a secret are not recorded" in text
    assert "not recorded" in session.said


@pytest.mark.drives_programs
def test_capitals_after_a_secret_are_right_though_caps_lock_was_pressed_in_it(recording, person, program):
    program("shell", "xterm", "-T", "shell", "-e", "cat")
    session = recording()
    person.press("ctrl+alt+s")
    session.hear("kept secret, until")
    person.press("x", "Caps_Lock", "y")
    person.press("ctrl+alt+s")
    session.hear("no longer secret")
    person.press("w", "o", "r", "d", "Caps_Lock")

    assert typed(session.stop()) == ["__CogName_password__", "WORD"]


@pytest.mark.drives_programs
def test_where_no_program_tells_its_fields_it_says_how_to_mark_secrets(virtual, tmp_path):
    session = Recording(virtual, tmp_path, environment={**virtual.environment, **WITHOUT_ACCESSIBILITY})
    session.stop()

    assert "password fields cannot be recognised for certain here: press Ctrl+Alt+S" in session.said


def typed(text):
    return [each.arguments["text"] for each in cogscript.parse(text).walk() if each.name == "TYPE"]
