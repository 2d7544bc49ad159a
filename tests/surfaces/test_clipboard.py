"""The clipboard, and the person's own contents, which a run gives back."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import textwrap

import pytest
from PIL import Image

from cogscript.language.model.diagnostic import Fault
from tests.conftest import wait_until
from tests.surfaces.programs import Entry, Mousepad, Page, press


def put(screen, data: bytes, kind: str = "UTF8_STRING", selection: str = "clipboard") -> subprocess.Popen:
    """Copy something as another program does: xclip holds it until somebody else copies."""
    holder = subprocess.Popen(
        ["xclip", "-quiet", "-selection", selection, "-t", kind, "-i"],
        env=screen.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    holder.stdin.write(data)
    holder.stdin.close()
    wait_until(lambda: get(screen, kind, selection) == data, what="xclip holds it")
    return holder


def get(screen, kind: str = "UTF8_STRING", selection: str = "clipboard") -> bytes:
    command = ["xclip", "-selection", selection, "-t", kind, "-o"]
    return subprocess.run(command, env=screen.environment, capture_output=True, timeout=60).stdout


def picture() -> bytes:
    """A PNG too large for one X property."""
    chance = random.Random(7)
    buffer = io.BytesIO()
    Image.frombytes("RGB", (500, 400), chance.randbytes(600_000)).save(buffer, "png")
    assert buffer.tell() > 500_000
    return buffer.getvalue()


@pytest.mark.parametrize("text", ["plain", "中文 👩‍👩‍👧 \n\ttab “quote” ", "x" * 1_000_000, " "])
@pytest.mark.drives_programs
def test_what_is_set_others_read_and_what_others_set_is_read(text, virtual):
    virtual.set_clipboard(text)
    assert virtual.clipboard() == text
    assert get(virtual).decode() == text
    put(virtual, text[::-1].encode())
    assert virtual.clipboard() == text[::-1]


@pytest.mark.drives_programs
def test_an_empty_clipboard_and_one_with_a_picture_are_sentences(virtual):
    put(virtual, picture(), "image/png")
    with pytest.raises(Fault, match="holds a picture, not text"):
        virtual.clipboard()
    holder = put(virtual, b"gone with its program")
    holder.kill()
    holder.wait()
    with pytest.raises(Fault, match="the clipboard is empty"):
        wait_until(lambda: virtual.clipboard() and False, limit=10)


@pytest.mark.drives_programs
def test_a_program_that_holds_the_clipboard_and_hangs_is_a_sentence(virtual):
    holder = put(virtual, b"unreachable")
    holder.send_signal(19)
    try:
        with pytest.raises(Fault, match="does not answer"):
            virtual.clipboard()
    finally:
        holder.send_signal(18)


@pytest.mark.drives_programs
def test_a_copied_picture_survives_typing(virtual, tmp_path):
    copied = picture()
    put(virtual, copied, "image/png")
    editor = Mousepad(virtual, tmp_path)
    virtual.type_text("typed 字")
    assert get(virtual, "image/png") == copied
    assert editor.text() == "typed 字"


@pytest.mark.drives_programs
def test_an_empty_clipboard_is_empty_again_after_typing(virtual, tmp_path):
    holder = put(virtual, b"old")
    holder.kill()
    holder.wait()
    editor = Mousepad(virtual, tmp_path)
    virtual.type_text("typed 字")
    assert editor.text() == "typed 字"
    with pytest.raises(Fault, match="the clipboard is empty"):
        virtual.clipboard()


@pytest.mark.drives_programs
def test_a_clipboard_that_cannot_be_kept_is_left_alone(virtual, tmp_path):
    """Its owner hangs, so its contents cannot be saved: the text goes in by keys instead."""
    holder = put(virtual, b"unreachable for a while")
    editor = Mousepad(virtual, tmp_path)
    holder.send_signal(19)
    virtual.type_text("Keys: é字😀\nnew line")
    holder.send_signal(18)
    assert editor.text() == "Keys: é字😀\nnew line"
    assert virtual.clipboard() == "unreachable for a while"


@pytest.mark.drives_programs
def test_the_primary_selection_stays_outside_terminals(virtual, tmp_path):
    put(virtual, b"middle click", selection="primary")
    editor = Mousepad(virtual, tmp_path)
    virtual.type_text("typed 字")
    assert editor.text() == "typed 字"
    assert get(virtual, selection="primary") == b"middle click"


@pytest.mark.drives_programs
def test_pasting_by_hand_right_after_typing_gives_what_was_copied(virtual, tmp_path):
    put(virtual, "我的".encode())
    entry = Entry(virtual, tmp_path)
    virtual.type_text("typed ")
    press(virtual, "left_ctrl", "v")
    assert entry.text() == "typed 我的"


@pytest.mark.parametrize("program", [Mousepad, Page])
@pytest.mark.drives_programs
def test_what_a_program_was_just_told_to_copy_is_read(program, virtual, tmp_path):
    put(virtual, b"old")
    program(virtual, tmp_path)
    for text in ("新的 one", "two 二", "three"):
        virtual.type_text(text)
        press(virtual, "left_ctrl", "a")
        press(virtual, "left_ctrl", "x")
        assert virtual.clipboard() == text


# The person's desktop, played by a private one: another process is the run.
RUN = """
    import os, signal, sys
    from cogscript.surfaces.x11.persons_desktop import X11Desktop
    from cogscript.settings import Settings
    screen = X11Desktop(Settings(), os.environ)
    {then}
"""


def run_on(screen, then: str) -> int:
    script = textwrap.dedent(RUN).format(then=then)
    return subprocess.run([sys.executable, "-c", script], env=screen.environment, timeout=120).returncode


@pytest.mark.drives_programs
def test_what_a_run_copied_stays_after_it_has_ended(virtual):
    assert run_on(virtual, "screen.set_clipboard('结果 42'); screen.close()") == 0
    assert get(virtual).decode() == "结果 42"


@pytest.mark.parametrize("end", ["screen.close()", "os.kill(os.getpid(), 9)", "os._exit(3)"])
@pytest.mark.drives_programs
def test_what_a_person_copied_stays_after_a_run_that_typed(end, virtual, tmp_path):
    put(virtual, "珍贵".encode())
    editor = Mousepad(virtual, tmp_path)
    run_on(virtual, f"screen.type_text('typed 字'); {end}")
    assert get(virtual).decode() == "珍贵"
    assert editor.text() == "typed 字"


@pytest.mark.drives_programs
def test_what_a_person_copied_is_given_back_when_the_run_dies_in_the_middle_of_typing(virtual, tmp_path):
    put(virtual, "珍贵".encode())
    Mousepad(virtual, tmp_path)
    run_on(virtual, "screen.entering.selections.offer('half typed', primary=True); os.kill(os.getpid(), 9)")
    wait_until(lambda: get(virtual).decode() == "珍贵", what="the clipboard is given back")
