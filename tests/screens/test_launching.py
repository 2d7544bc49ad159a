"""LAUNCH with real programs: it waits for the window, and says what went wrong when none comes."""

from __future__ import annotations

import pytest

from cogscript.language.diagnostic import Fault
from cogscript.screens.browsers import browser_command, with_private_profile
from cogscript.screens.desktop_entries import Entry
from cogscript.settings import LaunchSettings
from tests.conftest import wait_until


@pytest.fixture
def programs(tmp_path, virtual):
    """Put programs on the private desktop's PATH: name → shell script."""
    before = dict(virtual.environment)
    virtual.environment["PATH"] = f"{tmp_path}:{before['PATH']}"
    virtual.environment["XDG_DATA_HOME"] = str(tmp_path)

    def written(**scripts):
        for name, script in scripts.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)

    yield written
    virtual.environment.clear()
    virtual.environment.update(before)


def test_an_application_by_the_name_in_its_menu_entry(virtual, programs, tmp_path):
    (tmp_path / "applications").mkdir()
    (tmp_path / "applications" / "notes.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=My Notes\nName[zh_CN]=我的笔记\n"
        'Exec=xterm -T "two words; $HOME" %F\n',
        encoding="utf-8",
    )
    window = virtual.launch_app("我的笔记", 60)
    assert window.title == "two words; $HOME"
    assert window.active


def test_a_program_on_the_path_whatever_its_case(virtual):
    assert virtual.launch_app("XTerm", 60).title


def test_a_program_that_runs_in_a_terminal_gets_one(virtual, programs, tmp_path):
    (tmp_path / "applications").mkdir()
    (tmp_path / "applications" / "waiting.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Waiting\nExec=sleep 600\nTerminal=true\n"
    )
    assert virtual.launch_app("Waiting", 60)


def test_a_program_that_runs_once_comes_forward_when_launched_again(virtual):
    first = virtual.launch_app("mousepad", 60)
    virtual.launch_app("xterm", 60)
    again = virtual.launch_app("mousepad", 60)
    assert again.handle == first.handle
    assert again.active


def test_a_window_that_never_comes(virtual, programs):
    programs(silent="sleep 600")
    with pytest.raises(Fault) as caught:
        virtual.launch_app("silent", 1.5)
    assert caught.value.reason == "`silent` was started, but no window of it came within 1.5 seconds"


def test_a_program_that_fails_is_quoted(virtual, programs):
    programs(failing="echo 'libthing.so not found' >&2; exit 3")
    with pytest.raises(Fault) as caught:
        virtual.launch_app("failing", 60)
    assert (
        caught.value.reason
        == "`failing` ended with exit code 3 before its window came: libthing.so not found"
    )


def test_a_program_that_cannot_be_started(virtual, programs, tmp_path):
    programs(broken="")
    (tmp_path / "broken").write_bytes(b"#!/nonexistent/interpreter\n")
    with pytest.raises(Fault, match="`broken` cannot be started: No such file"):
        virtual.launch_app("broken", 60)


@pytest.mark.parametrize(
    "name", ["x; rm -rf ~", "$(touch /tmp/x)", "xterm -e ls", "../../bin/xterm", "", "-h", "a" * 500]
)
def test_a_name_is_only_a_name(name, virtual):
    with pytest.raises(Fault, match="there is no application called"):
        virtual.launch_app(name, 5)
    assert not virtual.windows()


def test_a_misspelt_name_is_answered_with_those_that_came_close(virtual):
    with pytest.raises(Fault) as caught:
        virtual.launch_app("Mousepda", 5)
    assert "Mousepad" in caught.value.advice


def test_the_browser_of_the_settings_gets_the_link_as_one_argument(virtual, programs, tmp_path, monkeypatch):
    programs(browser=f'printf "%s|" "$@" > {tmp_path}/arguments; exec xterm -T browser')
    settings = LaunchSettings(browser=[str(tmp_path / "browser"), "--flag"])
    monkeypatch.setattr(virtual._launcher, "_settings", settings)
    window = virtual.launch_url("example.com/a b;c&d'\"$(x)", 60)
    assert window.title == "browser"
    assert (tmp_path / "arguments").read_text() == "--flag|https://example.com/a b;c&d'\"$(x)|"


def test_a_second_link_opens_in_the_browser_that_is_there(virtual):
    first = virtual.launch_url("http://127.0.0.1:9/one", 60)
    wait_until(lambda: "127.0.0.1" in virtual.manager.title(first.handle))
    second = virtual.launch_url("http://localhost:9/two", 60)
    wait_until(lambda: "localhost" in virtual.manager.title(second.handle))
    assert second.active


def browser(identity: str, program: str, *schemes: str) -> Entry:
    return Entry(identity, identity, (program,), (identity,), schemes=schemes)


def test_a_browser_is_found_by_what_it_opens(monkeypatch):
    entries = [browser("editor", "edit"), browser("web", "/usr/bin/web", "http", "https")]
    assert browser_command("https", entries, {"PATH": "/nonexistent"}) == ["/usr/bin/web"]
    with pytest.raises(Fault, match="there is no web browser"):
        browser_command("https", entries[:1], {"PATH": "/nonexistent"})


def test_browsers_get_a_profile_of_their_own_on_a_private_desktop(tmp_path):
    folder = str(tmp_path)
    command = with_private_profile(["/usr/bin/chromium", "https://x.org"], folder, as_root=True)
    assert command[0] == "/usr/bin/chromium"
    assert command[-1] == "https://x.org"
    assert f"--user-data-dir={folder}/chromium" in command
    assert "--no-sandbox" in command
    assert "--no-sandbox" not in with_private_profile(["chromium"], folder, as_root=False)
    chosen = ["chromium", "--user-data-dir=/mine"]
    assert with_private_profile(chosen, folder, as_root=False) == chosen
    assert with_private_profile(["firefox"], folder, as_root=False)[1:] == ["--profile", f"{folder}/firefox"]
    assert with_private_profile(["xterm"], folder, as_root=True) == ["xterm"]
