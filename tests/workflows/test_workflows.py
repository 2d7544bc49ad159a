"""The workflows that come with the project, each run as a person would, on a private desktop."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import cogscript
from cogscript.settings import data_folder

WORKFLOWS = Path(__file__).parents[2] / "workflows"
LIMIT = 300  # seconds; generous, for slow machines


class Pages(SimpleHTTPRequestHandler):
    """The pages of the workflows, and a record of what their form sends."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.sent.append(body)  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    handler = functools.partial(Pages, directory=str(WORKFLOWS / "pages"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.sent = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def address(server: ThreadingHTTPServer, page: str) -> str:
    return f"url=http://127.0.0.1:{server.server_address[1]}/{page}"


def run(name: str, *options: str, folder: Path) -> str:
    """What the workflow answers, run by a person with an empty home folder."""
    words = [sys.executable, "-m", "cogscript", "run", str(WORKFLOWS / name), "--screen", "virtual", *options]
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(data_folder().parent)}
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False,
        env={**os.environ, **home},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted(WORKFLOWS.rglob("*.cog")), ids=lambda path: path.stem)
def test_each_is_right_and_in_canonical_form(path: Path) -> None:
    workflow = cogscript.load(path)
    assert cogscript.check(workflow) == []
    assert cogscript.format(workflow) == path.read_text(encoding="utf-8")


@pytest.mark.drives_programs
def test_first_note_twice(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    for _ in range(2):  # the second time the editor asks whether to replace the file
        assert "给妈妈打电话" in run("first-note.cog", "--var", f"file={note}", folder=tmp_path)
        assert note.read_text(encoding="utf-8").startswith("今天的事\n- 给妈妈打电话\n- Buy milk, bread & ")


@pytest.mark.drives_programs
def test_two_greetings(tmp_path: Path) -> None:
    assert run("two-greetings.cog", folder=tmp_path) == "你好, 李雷! Hello, Ada!\n"


@pytest.mark.drives_programs
def test_clipboard_note(tmp_path: Path) -> None:
    assert (
        run("clipboard-note.cog", "--var", "text=一个 & two", folder=tmp_path)
        == "从剪贴板来的：\n一个 & two\n\n"
    )


@pytest.mark.drives_programs
def test_find_and_replace(tmp_path: Path) -> None:
    assert run("find-and-replace.cog", folder=tmp_path) == "蓝色 house, 蓝色 door, 蓝色 roof\n"


@pytest.mark.drives_programs
def test_disk_report(tmp_path: Path) -> None:
    assert re.fullmatch(r"\d+% ?of ?\w+ ?used\n", run("disk-report.cog", folder=tmp_path))


@pytest.mark.drives_programs
def test_picture_tour(tmp_path: Path) -> None:
    run("picture-tour.cog", "--var", f"folder={tmp_path}", folder=tmp_path)
    assert (tmp_path / "tour-1-window.png").stat().st_size > 1000
    assert (tmp_path / "tour-2-menu.png").stat().st_size > 1000


@pytest.mark.drives_programs
def test_fill_form(server: ThreadingHTTPServer, tmp_path: Path) -> None:
    run("fill-form.cog", "--var", address(server, "form.html"), folder=tmp_path)
    assert server.sent == [  # type: ignore[attr-defined]
        "李小龙 <li@example.org>",
        "Ada Lovelace <ada@example.org>",
        "O'Neill, Maeve <maeve@example.org>",
    ]


@pytest.mark.drives_programs
def test_morning_news_whatever_pops_up(server: ThreadingHTTPServer, tmp_path: Path) -> None:
    news = run("morning-news.cog", "--var", address(server, "news.html"), folder=tmp_path)
    for word in ("wind from the sea", "three goals to two", "first week is free"):
        assert word in news


@pytest.mark.drives_programs
def test_wait_for_download(server: ThreadingHTTPServer, tmp_path: Path) -> None:
    file = tmp_path / "Downloads" / "export.csv"
    run(
        "wait-for-download.cog",
        "--var",
        address(server, "export.html"),
        "--var",
        f"file={file}",
        folder=tmp_path,
    )
    assert file.read_text() == "number,total\n1001,17.00\n"


@pytest.mark.drives_programs
def test_summarise_page_with_the_local_model(server: ThreadingHTTPServer, tmp_path: Path) -> None:
    install = [sys.executable, "-m", "cogscript", "model", "install"]
    subprocess.run(install, check=True, timeout=LIMIT, capture_output=True)
    summary = run(
        "summarise-page.cog", "--model", "local", "--var", address(server, "tea.html"), folder=tmp_path
    )
    assert "tea" in summary.casefold()
