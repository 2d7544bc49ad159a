"""A recorder that looks too late: what it did not see in time it does not name, and says so.

The recorder is stopped while the person works on, and sees only afterwards what was done: what a busy
machine does now and then, done for certain. Whether the recorder has seen enough before is up to the
machine; so a line may be right or may say what it does not know, and may not be anything else.
"""

from __future__ import annotations

import contextlib
import os
import signal

import pytest
from recorded.person import wait_for

import cogscript
from cogscript.recording.reducer import LATE

FORM = ("zenity", "--forms", "--title=Log in", "--text=Please", "--add-entry=User", "--add-password=Password")
SECRET = "s3cret!"


@contextlib.contextmanager
def asleep(process):
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def lines(text, name):
    return [each for each in cogscript.parse(text).walk() if each.name == name]


def is_said(operation, what):
    return any(what in line for line in operation.leading)


@pytest.mark.drives_programs
def test_a_menu_item_is_not_taken_for_what_its_dialog_has_in_its_place(recording, person, program):
    program("Mousepad", "mousepad")
    session = recording()
    person.type("some")
    person.click_on("File", "menu")
    person.see("Save", "menu item")
    with asleep(session.process.pid):  # the menu may have been read
        person.click_on("Save", "menu item")
        person.see("Name", "text field")
    person.press("Escape")
    person.pause(1)
    with asleep(session.process.pid):  # the menu was never seen
        person.click_on("File", "menu")
        person.click_on("Save", "menu item")
        person.see("Name", "text field")
    text = session.stop()

    clicks = lines(text, "CLICK")
    assert len(clicks) == 4, text
    for click, name in zip(clicks, ("File", "Save", "File", "Save"), strict=True):
        said = click.arguments.get("element_info")
        assert said == name or (said is None and is_said(click, LATE)), text
    assert is_said(clicks[3], LATE), text
    assert "Save As" not in "".join(f"{block.arguments} {block.body}" for block in lines(text, "IN")[-1:]), (
        text
    )
    assert "too busy" in session.said


@pytest.mark.drives_programs
def test_a_name_is_not_taken_for_the_secret_that_follows(recording, person, program):
    program("Log in", *FORM)
    session = recording()
    person.see("User", "text field")
    with asleep(session.process.pid):
        person.type("anna")
        person.press("Tab")
        person.type(SECRET)
    text = session.stop()

    name, secret = lines(text, "TYPE")
    assert name.arguments["text"] == "anna" or is_said(name, "not seen in time"), text
    assert secret.arguments["text"].startswith("__CogName_"), text
    assert secret.arguments.get("element_info") == "Password" or is_said(secret, "kept secret"), text
    assert SECRET not in text + session.on_disk() + session.said


@pytest.mark.drives_programs
def test_a_secret_whose_window_was_never_seen_is_a_secret(recording, person, program, virtual):
    session = recording()
    with asleep(session.process.pid):
        program("Key", "zenity", "--password", "--title=Key")
        person.type(SECRET)
        person.press("Return")
        wait_for(lambda: not virtual.windows(), "the end of the dialog")
    text = session.stop()

    (secret,) = lines(text, "TYPE")
    assert secret.arguments["text"].startswith("__CogName_"), text
    assert is_said(secret, "not seen in time"), text
    assert SECRET not in text + session.on_disk() + session.said
