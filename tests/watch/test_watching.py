"""A private screen that is watched, and left open after a failure: by the command, in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from cogscript.cli.main import main
from cogscript.watch.live_frames import LiveFrames
from cogscript.watch.news_feed import NewsFeed
from cogscript.watch.watch_server import WatchServer

FAILING = """WORKFLOW(title='Look at me')
INPUT(output='__CogName_password__', secret=True)
LAUNCH(app='xterm')
# Say it
TYPE(text='hello')
FAIL(reason='__CogName_password__ is wrong')
"""


@contextmanager
def running(tmp_path: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    (tmp_path / "a.cog").write_text(FAILING, encoding="utf-8")
    without = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "cogscript", "run", "a.cog", "--screen", "virtual", *options]
    process = subprocess.Popen(
        [*command, "--var", "password=hunter2"], cwd=tmp_path, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**without, "XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)


def read_until(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if found := re.search(pattern, line):
            return found
    raise AssertionError(said)


@pytest.mark.drives_programs
def test_the_screen_is_seen_while_the_run_goes_on_and_left_after_a_failure(tmp_path: Path) -> None:
    with running(tmp_path, "--watch", "--keep-open") as process, sync_playwright() as playwright:
        link = read_until(process, r"http://\S+")[0]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(link)
        expect(page.locator("h1")).to_contain_text("Look at me", timeout=30_000)
        expect(page.locator(".happened")).to_contain_text("Say it", timeout=30_000)
        done = page.get_by_role("button", name="Done")
        expect(done).to_be_visible(timeout=30_000)
        # The terminal is white on the black screen, and still there.
        white = "each => each.getContext('2d').getImageData(0, 0, each.width, each.height).data.includes(255)"
        assert page.locator("canvas").evaluate("each => [each.width, each.height]") == [1280, 800]
        assert page.locator("canvas").evaluate(white)
        assert "hunter2" not in page.content()
        assert process.poll() is None
        done.click()
        assert process.wait(60) == 1
        expect(page.locator("#page")).to_contain_text("The run is over")
        browser.close()


@pytest.mark.drives_programs
def test_ctrl_c_ends_a_screen_that_was_kept_open(tmp_path: Path) -> None:
    with running(tmp_path, "--keep-open", "-q") as process:
        link = read_until(process, r"as it was left: (http://\S+)")[1]
        with urllib.request.urlopen(f"{link}picture?after=0", timeout=30) as answer:
            assert answer.read(3) == b"\xff\xd8\xff"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 1


@pytest.fixture
def server() -> Iterator[WatchServer]:
    server = WatchServer(LiveFrames(), NewsFeed(), lambda: pytest.fail("nobody was done"))
    yield server
    server.close()


def status(link: str, **headers: str) -> int:
    method = headers.pop("method", "GET")
    try:
        with urllib.request.urlopen(urllib.request.Request(link, method=method, headers=headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_nobody_comes_in_without_the_address(server: WatchServer) -> None:
    root = f"http://{server.hosts[0]}/"
    assert status(server.link) == status(f"{server.link}parts/words.js") == 200
    for path in (
        "",
        "news",
        "guess/",
        f"{server.token}x/",
        server.token,
        f"{server.token}/parts/../watcher.py",
    ):
        assert status(root + path) == 404
    assert status(server.link, Host="evil.example") == 404  # a name that points here is not this computer
    assert status(f"{server.link}done", method="POST", Origin="http://evil.example") == 404


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--watch", "--dry"], "is for a private screen"),
        (["--keep-open", "--screen", "desktop"], "is for a private screen"),
        (["--watch", "--screen", "virtual", "--rows", "a.csv"], "is for one run"),
    ],
)
def test_what_does_not_go_together(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cog").write_text("WAIT(seconds=0)\n", encoding="utf-8")
    assert main(["run", str(tmp_path / "a.cog"), *options]) == 2
    assert said in capsys.readouterr().err
