"""Workflows on Windows' own programs, from the command line, as a person would run them."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogscript.surfaces.key_presses import press


def cog(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cogscript", *words],
        cwd=folder,
        env={**os.environ, "COGSCRIPT_HOME": str(folder / "state"), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=180,
    )


def run(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    (folder / "try.cog").write_text(text, encoding="utf-8")
    # Wine tells where the pointer is a tenth of a second late, which looks like a person's hand.
    return cog("run", "--ignore-mouse", *options, "try.cog", folder=folder)


def said(ended: subprocess.CompletedProcess[bytes]) -> str:
    told = ended.stderr.decode("utf-8", "replace")
    assert ended.returncode == 0, told
    return ended.stdout.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.drives_programs
def test_notepad_takes_text_and_gives_it_back(desktop: Any, tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """LAUNCH(app='notepad')
TYPE(text='first line\\n第二行 你好\\nlast <one>')
GESTURE(keys='Ctrl+A')
GESTURE(keys='Ctrl+C')
QUOTE_CLIPBOARD(output='__CogName_all__')
IF(test=EQUALS(left='__CogName_all__', right='first line\\n第二行 你好\\nlast <one>'))
  ANSWER(text='__CogName_all__')
END_IF()
""",
    )
    assert said(ended) == "first line\n第二行 你好\nlast <one>\n"
    assert b"\r\r\n" not in ended.stdout


@pytest.mark.drives_programs
def test_notepad_saves_a_file_by_its_dialog(desktop: Any, tmp_path: Path) -> None:
    target = tmp_path / "saved.txt"
    ended = run(
        tmp_path,
        f"""LAUNCH(app='notepad')
TYPE(text='kept')
GESTURE(keys='Ctrl+S')
WAIT_FOR(test=VISIBLE(element_info='File name'), timeout=20)
TYPE(text={str(target)!r}, enter=True)
WAIT_FOR(test=EXISTS(file={str(target)!r}), timeout=20)
END()
""",
    )
    said(ended)
    assert target.read_text(encoding="utf-8-sig") == "kept"


@pytest.mark.drives_programs
def test_wordpad_keeps_line_breaks(desktop: Any, tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """LAUNCH(app='wordpad')
TYPE(text='one\\ntwo\\nthree')
GESTURE(keys='Ctrl+A')
GESTURE(keys='Ctrl+C')
QUOTE_CLIPBOARD(output='__CogName_all__')
ANSWER(text='__CogName_all__')
""",
    )
    assert said(ended).strip() == "one\ntwo\nthree"


@pytest.mark.drives_programs
def test_regedit_is_read_by_its_picture(desktop: Any, tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """LAUNCH(app='regedit')
WINDOW(action='maximize', title='Registry Editor')
WAIT_FOR(test=VISIBLE(element_info='HKEY_USERS'), timeout=30)
CLICK(element_info='HKEY_USERS')
KEY_PRESS(key='Right')
WAIT_FOR(test=VISIBLE(element_info='.DEFAULT'), timeout=20)
QUOTE_TEXT(box=[[000,040,300,400]], output='__CogName_tree__')
ANSWER(text='__CogName_tree__')
""",
    )
    assert "HKEY_LOCAL_MACHINE" in said(ended)


@pytest.mark.drives_programs
def test_a_minimized_window_is_brought_back(desktop: Any, tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """LAUNCH(app='notepad')
WINDOW(action='minimize', title='Notepad')
WINDOW(action='activate', title='Notepad')
TYPE(text='back')
GESTURE(keys='Ctrl+A')
GESTURE(keys='Ctrl+C')
QUOTE_CLIPBOARD(output='__CogName_all__')
ANSWER(text='__CogName_all__')
WINDOW(action='move', title='Notepad', box=[[100,100,600,600]])
WINDOW(action='resize', title='Notepad', box=[[100,100,600,600]])
""",
    )
    assert said(ended) == "back\n"
    (window,) = (each for each in desktop.windows() if "Notepad" in each.title)
    assert (window.rect.left, window.rect.top) == (128, 80)


@pytest.mark.drives_programs
def test_a_console_program_gets_a_window_and_prints_there(desktop: Any, tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """LAUNCH(app='cmd')
TYPE(text='echo written> there.txt', enter=True)
WAIT_FOR(test=EXISTS(file='there.txt'), timeout=20)
ANSWER(text='done')
""",
    )
    assert said(ended) == "done\n"
    assert "Microsoft" not in ended.stderr.decode("utf-8", "replace")


@contextlib.contextmanager
def registered(name: str, program: str) -> Iterator[None]:
    """A program under App Paths, where Start → Run finds it."""
    import winreg

    key = rf"Software\Microsoft\Windows\CurrentVersion\App Paths\{name}.exe"
    winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, program)
    try:
        yield
    finally:
        winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


@pytest.mark.drives_programs
def test_programs_registered_under_app_paths_are_known(desktop: Any, tmp_path: Path) -> None:
    with registered("cogtestpad", r"%SystemRoot%\system32\notepad.exe"):
        said(run(tmp_path, "LAUNCH(app='cogtestpad')\n"))
    assert any("Notepad" in each.title for each in desktop.windows())


@pytest.mark.drives_programs
def test_a_greeting_is_no_window_and_the_window_is_in_front(desktop: Any, tmp_path: Path) -> None:
    script = Path(__file__).with_name("greeting_window.py")
    with registered("coggreeter", str(Path(sys.executable).with_name("pythonw.exe"))):
        window = desktop.launch_app("coggreeter", 60, [str(script)])
    assert (window.title, window.active) == ("The program itself", True)


@pytest.mark.drives_programs
def test_an_unknown_program_is_a_sentence(desktop: Any, tmp_path: Path) -> None:
    ended = run(tmp_path, "LAUNCH(app='no such program')\n")
    assert ended.returncode == 1
    assert b"there is no application called `no such program`" in ended.stderr


@pytest.mark.drives_programs
def test_a_private_screen_is_a_sentence(tmp_path: Path) -> None:
    ended = run(tmp_path, "KEY_PRESS(key='a')\n", "--screen", "virtual")
    assert ended.returncode in (1, 2)
    assert b"exists only on Linux" in ended.stderr
    assert b"fault of cogscript" not in ended.stderr


@pytest.mark.drives_programs
def test_pipes_are_utf_8_whatever_the_region(tmp_path: Path) -> None:
    ended = run(tmp_path, "ANSWER(text='你好 ✓')\n")
    assert said(ended) == "你好 ✓\n"


@pytest.mark.drives_programs
def test_results_are_written_into_a_file_of_windows(desktop: Any, tmp_path: Path) -> None:
    text = (
        "\ufeffLAUNCH(app='notepad')\r\nTYPE(text='Quoted words')  # 注\r\n"
        "QUOTE_TEXT(box=[[000,050,600,200]], output='__CogName_x__')\r\n"
    )
    (tmp_path / "saved.cog").write_bytes(text.encode())
    ended = cog("run", "--ignore-mouse", "--save-results", "saved.cog", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    written = (tmp_path / "saved.cog").read_bytes().decode()
    assert "result='" in written
    assert "Quoted words" in written.partition("result=")[2]
    assert written.startswith(text[: text.rindex(")")])


@pytest.mark.drives_programs
def test_doctor_tells_what_is_there_and_does_not_crash(tmp_path: Path) -> None:
    ended = cog("doctor", folder=tmp_path)
    told = (ended.stdout + ended.stderr).decode("utf-8", "replace")
    assert "fault of cogscript" not in told
    assert "Windows, 1280×800" in told
    assert "the service answers" not in told  # on Wine, which has no UI Automation


@pytest.mark.drives_programs
def test_recording_starts_says_what_it_cannot_do_and_stops(desktop: Any, tmp_path: Path) -> None:
    ended = cog("record", "--countdown", "0", "--stop-after", "3", "made.cog", folder=tmp_path)
    told = ended.stderr.decode("utf-8", "replace")
    assert ended.returncode == 0, told
    assert "recording;" in told
    assert (tmp_path / "made.cog").exists()


def _keys_on_disk(state: Path) -> int:
    """How many keys that have a name a recording has written down: no hand is as quick as a test."""
    return sum(each.read_text("utf-8").count('"down", "key"') for each in state.rglob("events.jsonl"))


@pytest.mark.drives_programs
def test_keys_are_recorded_until_ctrl_c_in_its_console(desktop: Any, tmp_path: Path, wait_until: Any) -> None:
    made, words = tmp_path / "made.cog", tmp_path / "words.txt"
    # A console of its own, as a person has one: what is said goes into a file, and Ctrl+C is pressed in it.
    script = tmp_path / "record.cmd"
    command = f'"{sys.executable}" -m cogscript record --countdown 0 --no-reading "{made}"'
    script.write_text(f'@title Recording here\r\n@{command} 2> "{words}"\r\n', encoding="utf-8")
    environment = {**os.environ, "COGSCRIPT_HOME": str(tmp_path / "state")}
    recorder = subprocess.Popen(
        ["cmd", "/c", str(script)], env=environment, creationflags=subprocess.CREATE_NEW_CONSOLE
    )
    try:
        wait_until(
            lambda: words.exists() and "recording;" in words.read_text(encoding="utf-8"), what="it records"
        )
        desktop.launch_app("notepad", 60)
        press(desktop, "end")  # so that the window has been looked at before there are words in it
        wait_until(lambda: _keys_on_disk(tmp_path / "state") == 1, what="a key is recorded")
        desktop.type_text("kept words")
        wait_until(lambda: _keys_on_disk(tmp_path / "state") > len("kept words"), what="words are recorded")
        console = next(each for each in desktop.windows() if "Recording here" in each.title)
        assert desktop.window_action(console, "activate")
        press(desktop, "left_ctrl", "c")
        wait_until(made.exists, what="Ctrl+C ends it")
    finally:
        recorder.kill()
    written = made.read_text(encoding="utf-8")
    assert "TYPE(text='kept words')" in written
    assert "Ctrl+C" not in written
