"""LAUNCH with real programs: it waits for the window, and says what went wrong when none comes."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.reading.blank import is_blank
from cogscript.settings import LaunchSettings
from cogscript.surfaces.x11.browsers import browser_command, on_private_screen
from cogscript.surfaces.x11.desktop_entries import DesktopEntry
from tests.conftest import wait_until

STAGES = Path(__file__).with_name("stages.py")


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


@pytest.mark.drives_programs
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


@pytest.mark.drives_programs
def test_a_program_on_the_path_whatever_its_case(virtual):
    assert virtual.launch_app("XTerm", 60).title


@pytest.mark.drives_programs
def test_a_program_that_runs_in_a_terminal_gets_one(virtual, programs, tmp_path):
    (tmp_path / "applications").mkdir()
    (tmp_path / "applications" / "waiting.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Waiting\nExec=sleep 600\nTerminal=true\n"
    )
    assert virtual.launch_app("Waiting", 60)


@pytest.mark.drives_programs
def test_a_program_that_runs_once_comes_forward_when_launched_again(virtual):
    first = virtual.launch_app("mousepad", 60)
    virtual.launch_app("xterm", 60)
    again = virtual.launch_app("mousepad", 60)
    assert again.handle == first.handle
    assert again.active


@pytest.mark.drives_programs
def test_a_program_that_was_handed_over_to_one_on_its_way_out_is_started_again(virtual, programs, tmp_path):
    """As programs do that run only once: they give up without a word when the one before does not answer."""
    tries = tmp_path / "tries"
    programs(once=f"echo >> {tries}; rm {tmp_path}/ending 2> /dev/null && exit 1; exec xterm -T once")
    (tmp_path / "ending").touch()
    with pytest.raises(Fault, match="ended with exit code 1 before its window came"):
        virtual.launch_app("once", 60)
    assert tries.read_text() == "\n", "none was there before it"
    (tmp_path / "ending").touch()
    assert virtual.launch_app("once", 60).title == "once"
    assert tries.read_text() == "\n\n\n"


@pytest.mark.drives_programs
def test_the_program_of_that_very_name_and_not_its_preferences(virtual):
    """Debian's pcmanfm has two entries, and the preferences of the desktop come first."""
    window = virtual.launch_app("pcmanfm", 60, [str(Path(__file__).parent)])
    assert window.title == "surfaces"


@pytest.mark.drives_programs
def test_a_file_is_opened_and_its_path_begins_beside_the_workflow(virtual, tmp_path):
    (tmp_path / "a note; $HOME.txt").write_text("kept as it is\n")
    window = virtual.launch_app("mousepad", 60, ["a note; $HOME.txt"], str(tmp_path))
    assert window.title.startswith(f"{tmp_path}/a note; $HOME.txt")


@pytest.mark.drives_programs
def test_arguments_reach_the_program_as_they_are(virtual, programs, tmp_path):
    programs(listing=f'printf "%s|" "$@" > {tmp_path}/arguments; exec xterm')
    virtual.launch_app("listing", 60, ["two words", "$(touch x)", "", "-a;b", "*"])
    assert (tmp_path / "arguments").read_text() == "two words|$(touch x)||-a;b|*|"


def test_an_argument_no_program_can_be_given(virtual):
    with pytest.raises(Fault, match="an argument holds a NUL character"):
        virtual.launch_app("xterm", 5, ["a\0b"])


def staged(programs, *stages: str) -> None:
    """A program called `staged` whose windows come in these stages."""
    programs(staged=f"exec {shlex.join([sys.executable, str(STAGES), *stages])}")


@pytest.mark.drives_programs
@pytest.mark.parametrize("first", ["splash:1.5", "frameless:1.5"])
def test_a_splash_screen_is_no_window(first, virtual, programs):
    staged(programs, first, "open")
    assert virtual.launch_app("staged", 60).title == "The real window"


@pytest.mark.drives_programs
def test_a_window_is_there_when_it_is_painted_and_not_when_it_comes(virtual, programs):
    staged(programs, "empty:2", "open")
    window = virtual.launch_app("staged", 60)
    assert not is_blank(virtual.capture(virtual.manager.inner(window.handle)))


@pytest.mark.drives_programs
def test_a_window_that_is_meant_to_be_empty(virtual, programs):
    staged(programs, "plain")
    assert virtual.launch_app("staged", 60).title == "The real window"


@pytest.mark.drives_programs
def test_a_window_that_stays_empty(virtual, programs):
    staged(programs, "empty:60", "open")
    with pytest.raises(Fault) as caught:
        virtual.launch_app("staged", 2)
    assert "`staged` was started, but its window `The real window` stayed empty for" in caught.value.reason


@pytest.mark.drives_programs
def test_a_program_that_does_not_answer_yet(virtual, programs):
    staged(programs, "deaf:2", "open")
    began = time.monotonic()
    assert virtual.launch_app("staged", 60).title == "The real window"
    assert time.monotonic() - began > 2


def test_a_window_that_never_comes(virtual, programs):
    programs(silent="sleep 600")
    with pytest.raises(Fault) as caught:
        virtual.launch_app("silent", 1.5)
    assert caught.value.reason == "`silent` was started, but no window of it came within 1.5 seconds"
    assert "the windows that are there" not in caught.value.advice


@pytest.mark.drives_programs
def test_the_windows_that_are_there_instead(virtual, programs):
    programs(silent="sleep 600")
    virtual.launch_app("xterm", 60, ["-T", "another one"])
    with pytest.raises(Fault) as caught:
        virtual.launch_app("silent", 0.5)
    assert caught.value.advice.endswith("\nthe windows that are there: `another one`")


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
    first, *there = caught.value.advice.split("\n")
    assert first == "did you mean Mousepad?"
    assert there[0].startswith("the applications that are there: ")
    assert all(len(line) <= 125 for line in there)


@pytest.mark.drives_programs
def test_the_browser_of_the_settings_gets_the_link_as_one_argument(virtual, programs, tmp_path, monkeypatch):
    programs(browser=f'printf "%s|" "$@" > {tmp_path}/arguments; exec xterm -T browser')
    settings = LaunchSettings(browser=[str(tmp_path / "browser"), "--flag"])
    monkeypatch.setattr(virtual._launcher, "_settings", settings)
    window = virtual.launch_url("example.com/a b;c&d'\"$(x)", 60)
    assert window.title == "browser"
    assert (tmp_path / "arguments").read_text() == "--flag|https://example.com/a b;c&d'\"$(x)|"


@pytest.mark.drives_programs
def test_a_second_link_opens_in_the_browser_that_is_there(virtual):
    first = virtual.launch_url("http://127.0.0.1:9/one", 60)
    wait_until(lambda: "127.0.0.1" in virtual.manager.title(first.handle))
    second = virtual.launch_url("http://localhost:9/two", 60)
    wait_until(lambda: "localhost" in virtual.manager.title(second.handle))
    assert second.active


class SlowPage(BaseHTTPRequestHandler):
    """A page that takes its time: its first byte, or all that there is to see."""

    def do_GET(self) -> None:
        if self.path == "/first":
            time.sleep(2)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>slow</title>")
        if self.path == "/rest":
            self.wfile.write(b" " * 4096)
            self.wfile.flush()
            time.sleep(2)
        self.wfile.write(b"<label>Full name <input></label>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.drives_programs
@pytest.mark.parametrize("page", ["first", "rest"])
def test_a_page_is_there_when_it_has_loaded(page, virtual):
    with ThreadingHTTPServer(("127.0.0.1", 0), SlowPage) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        window = virtual.launch_url(f"http://127.0.0.1:{server.server_port}/{page}", 60)
        assert not window.loading
        assert [each.role for each in virtual.elements.find("Full name")].count("text field") == 1
        server.shutdown()


@pytest.mark.drives_programs
def test_a_page_that_never_comes(virtual):
    class Silent(SlowPage):
        def do_GET(self) -> None:
            time.sleep(20)

    with ThreadingHTTPServer(("127.0.0.1", 0), Silent) as server:
        server.daemon_threads, server.block_on_close = True, False
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        link = f"http://127.0.0.1:{server.server_port}/"
        with pytest.raises(Fault) as caught:
            virtual.launch_url(link, 6)
        assert caught.value.reason == f"`{link}` was opened, but its page did not come within 6 seconds"
        server.shutdown()


def browser(identity: str, program: str, *schemes: str) -> DesktopEntry:
    return DesktopEntry(identity, identity, (program,), (identity,), schemes=schemes)


def test_a_browser_is_found_by_what_it_opens(monkeypatch):
    entries = [browser("editor", "edit"), browser("web", "/usr/bin/web", "http", "https")]
    assert browser_command("https", entries, {"PATH": "/nonexistent"}) == ["/usr/bin/web"]
    with pytest.raises(Fault, match="there is no web browser"):
        browser_command("https", entries[:1], {"PATH": "/nonexistent"})


def test_browsers_get_a_profile_of_their_own_on_a_private_screen(tmp_path):
    folder = str(tmp_path)
    command = on_private_screen(["/usr/bin/chromium", "https://x.org"], folder, as_root=True)
    assert command[0] == "/usr/bin/chromium"
    assert command[-1] == "https://x.org"
    assert f"--user-data-dir={folder}/chromium" in command
    assert "--no-sandbox" in command
    assert "--no-sandbox" not in on_private_screen(["chromium"], folder, as_root=False)
    chosen = on_private_screen(["chromium", "--user-data-dir=/mine"], folder, as_root=False)
    assert [each for each in chosen if each.startswith("--user-data-dir")] == ["--user-data-dir=/mine"]
    assert on_private_screen(["xterm"], folder, as_root=True) == ["xterm"]


def test_firefox_asks_no_questions_in_its_new_profile(tmp_path):
    for _ in range(2):  # the second time its profile is there
        command = on_private_screen(["firefox", "https://x.org"], str(tmp_path), as_root=False)
        assert command == ["firefox", "--profile", f"{tmp_path}/firefox", "https://x.org"]
    written = (tmp_path / "firefox" / "user.js").read_text()
    assert 'user_pref("browser.shell.checkDefaultBrowser", false);\n' in written
    assert 'user_pref("browser.startup.homepage_override.mstone", "ignore");\n' in written


def test_the_persons_own_profile_on_a_private_screen():
    assert on_private_screen(["firefox"], None, as_root=False) == ["firefox"]
    own = on_private_screen(["chromium"], None, as_root=False)
    assert not any("user-data-dir" in each for each in own)
    assert "--force-renderer-accessibility" in own
