"""Private screens do not meet: what programs keep of themselves is each screen's own, files stay."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import cogscript
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import RunSettings, Settings
from cogscript.surfaces import open_surface, surface_kind
from cogscript.surfaces.x11.desktop_entries import read_entries
from cogscript.surfaces.x11.profiles import own_folders
from cogscript.surfaces.x11.program_environment import persons_environment, utf8_locale
from tests.surfaces.programs import press, wait_until


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A person's home folder, which programs find by HOME alone."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_DIRS", raising=False)
    return home


def open_private(**run):
    return open_surface("virtual", settings=Settings(run=RunSettings(**run)))


@pytest.mark.drives_programs
def test_programs_keep_their_settings_to_the_screen_and_leave_the_home_alone(home):
    screen = open_private()
    try:
        assert screen.environment["HOME"] == str(home)
        window = screen.launch_app("galculator", 60)
        screen.dismiss()
        kept = Path(screen.environment["XDG_CONFIG_HOME"]) / "galculator"
        assert window.title == "galculator"
        assert kept.is_dir()
    finally:
        screen.close()
    assert not (home / ".config").exists()
    assert not kept.exists()


@pytest.mark.drives_programs
def test_the_persons_own_settings_when_asked_for(home):
    run = cogscript.run(
        cogscript.parse("LAUNCH(app='galculator')\n"),
        screen="virtual", profile="own", settings=Settings(), journal=False,
    )  # fmt: skip
    assert run.outcome == "ok", run.error
    assert (home / ".config" / "galculator").is_dir()


def test_a_profile_that_is_not_there():
    with pytest.raises(Fault) as caught:
        surface_kind("virtual").check(Settings(run=RunSettings(profile="mine")), None)
    assert caught.value.reason == "there is no profile called `mine`"
    assert caught.value.advice == "it is private or own: run.profile in the settings file"


@pytest.mark.drives_programs
def test_a_program_that_runs_once_runs_once_on_each_screen(home):
    """Geany hands its files to the Geany that runs already, which it finds in its configuration."""
    (home / "one.txt").write_text("1")
    (home / "two.txt").write_text("2")
    first, second = open_private(), open_private()
    try:
        one = first.launch_app("geany", 60, [str(home / "one.txt")])
        two = second.launch_app("geany", 60, [str(home / "two.txt")])
        assert one.title.startswith("one.txt")
        assert two.title.startswith("two.txt")
        assert [each.title for each in first.windows()] == [one.title]
        again = first.launch_app("geany", 60, [str(home / "two.txt")])
        assert again.handle == one.handle
    finally:
        first.close()
        second.close()


@pytest.mark.drives_programs
def test_what_one_run_left_unsaved_is_not_offered_to_the_next(home):
    for _ in range(2):
        screen = open_private()
        try:
            window = screen.launch_app("mousepad", 60)
            assert window.title == "Untitled 1 - Mousepad"
            assert len(screen.windows()) == 1
            screen.type_text("never saved")
            wait_until(lambda screen=screen, window=window: screen.manager.title(window.handle)[0] == "*")
        finally:
            screen.close()


def test_what_says_where_files_are_is_brought_along(home, tmp_path):
    written = {
        ".config/user-dirs.dirs": 'XDG_DOWNLOAD_DIR="$HOME/Loads"\n',
        ".config/mimeapps.list": "[Default Applications]\nx-scheme-handler/http=mine.desktop\n",
        ".config/gtk-3.0/bookmarks": "file:///srv\n",
        ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-theme-name=Mine\n",
        ".local/share/fonts/mine.ttf": "a font",
        ".local/share/applications/mine.desktop": "[Desktop Entry]\nType=Application\nName=Mine\nExec=true\n",
    }
    for name, text in written.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    environment |= own_folders(tmp_path / "own", environment)
    config, data = Path(environment["XDG_CONFIG_HOME"]), Path(environment["XDG_DATA_HOME"])
    assert (config / "user-dirs.dirs").read_text() == written[".config/user-dirs.dirs"]
    assert (config / "gtk-3.0" / "bookmarks").read_text() == "file:///srv\n"
    assert not (config / "gtk-3.0" / "settings.ini").exists()
    assert (data / "fonts" / "mine.ttf").read_text() == "a font"
    assert "Mine" in [entry.name for entry in read_entries(environment)]
    # A copy, which a program may change: the person's own stays as it is.
    (config / "mimeapps.list").write_text("changed")
    assert (home / ".config/mimeapps.list").read_text() == written[".config/mimeapps.list"]


def throw_away(file: Path, home: Path, own: Path) -> bool:
    """As a file manager does on a private screen, which then ends."""
    own.mkdir()
    environment = {**os.environ, "HOME": str(home)}
    environment |= own_folders(own, environment)
    done = subprocess.run(["gio", "trash", str(file)], env=environment, check=False, capture_output=True)
    shutil.rmtree(own)
    return done.returncode == 0


def test_what_is_thrown_away_lies_in_the_persons_bin(home, tmp_path):
    (home / ".local/share/Trash").mkdir(parents=True)
    unwanted = home / "unwanted.txt"
    unwanted.write_text("perhaps wanted")
    assert throw_away(unwanted, home, tmp_path / "own")
    assert not unwanted.exists()
    assert (home / ".local/share/Trash/files/unwanted.txt").read_text() == "perhaps wanted"


def test_nothing_is_thrown_away_where_the_person_has_no_bin(home, tmp_path):
    unwanted = home / "unwanted.txt"
    unwanted.write_text("perhaps wanted")
    assert not throw_away(unwanted, home, tmp_path / "own")
    assert unwanted.read_text() == "perhaps wanted"


def test_qt_programs_are_not_led_to_the_plugins_of_opencv():
    before = {"QT_QPA_PLATFORM_PLUGIN_PATH": "/x/site-packages/cv2/qt/plugins", "QT_QPA_FONTDIR": "/mine"}
    assert persons_environment(before) == {"QT_QPA_FONTDIR": "/mine"}


@pytest.mark.drives_programs
def test_a_file_chosen_in_a_program_is_saved_in_the_home(home):
    screen = open_private()
    try:
        screen.launch_app("mousepad", 60)
        screen.type_text("kept")
        press(screen, "left_ctrl", "s")
        screen.settle()
        screen.type_text("~/kept.txt")
        press(screen, "return")
        screen.await_effect()
        assert (home / "kept.txt").read_text().strip() == "kept"
    finally:
        screen.close()


@pytest.mark.parametrize(
    ("given", "changes"),
    [
        ({}, {"LC_CTYPE": "C.UTF-8"}),
        ({"LANG": "C"}, {"LC_CTYPE": "C.UTF-8"}),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, {"LC_ALL": "C.UTF-8"}),
        ({"LANG": "zh_CN.UTF-8"}, {}),
        ({"LANG": "C", "LC_CTYPE": "de_DE.utf8"}, {}),
    ],
)
def test_programs_get_a_locale_that_can_say_chinese(given, changes):
    assert utf8_locale(given) == changes
