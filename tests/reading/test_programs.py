"""Real programs on a private desktop, read with the real engine."""

from __future__ import annotations

import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cogscript.language.model.box import Rect
from cogscript.reading import read_scrolling, read_still, wait_still
from tests.conftest import wait_until

ENTRIES = [
    f"Entry {number:02d} 条目 about {('apples', 'pears', 'plums')[number % 3]}" for number in range(1, 19)
]
PAGE = Rect(0, 92, 1280, 796)
"""Where a maximised browser shows its page."""
STYLE = "<style>body{font:16px sans-serif;margin:20px 30px} p{margin:50px 0}</style>"

NOTE = """\
会议纪要 Meeting notes 2026-11-16
项目 cogscript 的第一次评审会于上午 9:30 开始。
The quick brown fox jumps over the lazy dog.
1. 确认 API 的命名：parse, check, format, load。
2. 测试覆盖率 coverage 达到 92.5%，还差 OCR 部分。
        deeper: 两级缩进 and mixed 中英文 text
Name        Quantity    Price
Apples      12          3.50
Oranges     7           12.00
请访问 https://example.com/docs?id=42&lang=zh 查看详情。
if (x >= 10) { return "ok"; }  # 注释 comment"""


@pytest.fixture
def site():
    """`site(html)` serves a page on the loopback and gives its address."""
    pages: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages[0])

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def serve(body):
        pages.append(f"<!doctype html><title>Ready</title>{STYLE}{body}".encode())
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    server.shutdown()
    server.server_close()


def browse(screen, address):
    window = screen.launch_url(address, 60)
    wait_until(lambda: any("Ready" in each.title for each in screen.windows()), what="the page's title")
    screen.window_action(window, "maximize")
    screen.move(PAGE.middle)
    wait_still(screen.capture, limit=30, quiet=0.5)


def edit(screen, file, theme=""):
    """The file in a maximised editor."""
    environment = dict(screen.environment) | ({"GTK_THEME": theme} if theme else {})
    subprocess.Popen(["mousepad", "--disable-server", str(file)], env=environment, stderr=subprocess.DEVNULL)
    named = lambda: [each for each in screen.windows() if file.name in each.title]  # noqa: E731
    wait_until(named, what="mousepad's window")
    screen.window_action(named()[0], "maximize")
    wait_still(screen.capture, limit=30, quiet=0.5)


def scrolled(screen, reader, area=PAGE, warnings=()):
    screen.move(area.middle)
    reading = read_scrolling(
        screen.capture, lambda notches: screen.scroll("down", notches), reader, area=area
    )
    assert reading.warnings == warnings
    assert reading.area <= 1.25 * reading.document
    return [row.strip() for row in reading.text.split("\n") if row]


@pytest.mark.parametrize("theme", ["", "Adwaita:dark"])
@pytest.mark.drives_programs
def test_an_editor_is_read_with_its_spaces(virtual, reader, tmp_path, theme):
    file = tmp_path / "note.txt"
    file.write_text(NOTE + "\n", encoding="utf-8")
    edit(virtual, file, theme)
    read = read_still(virtual.capture(), reader, Rect(2, 70, 1278, 790)).text.split("\n")
    assert len(read) == len(NOTE.split("\n"))
    # An engine may take a letter for another; every space has to be there.
    shapes = [["x" * len(word) for word in text.split(" ")] for text in NOTE.split("\n")]
    assert [["x" * len(word) for word in text.split(" ")] for text in read] == shapes
    assert sum(one != two for one, two in zip(NOTE, "\n".join(read), strict=True)) <= 2


@pytest.mark.drives_programs
def test_an_editor_is_scrolled_to_its_end(virtual, reader, tmp_path):
    rows = [f"{number} 第{number}行 of the text" for number in range(1, 46)]
    file = tmp_path / "long.txt"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    edit(virtual, file)
    assert scrolled(virtual, reader, Rect(2, 72, 1278, 794)) == rows


@pytest.mark.drives_programs
def test_a_long_page(virtual, reader, site):
    browse(virtual, site("".join(f"<p>{entry}" for entry in ENTRIES)))
    assert scrolled(virtual, reader) == ENTRIES


@pytest.mark.drives_programs
def test_a_header_and_a_footer_that_stay_are_read_once(virtual, reader, site):
    style = (
        "<style>body{margin:0} header{position:sticky;top:0;background:#246;color:#fff;padding:12px}"
        "footer{position:fixed;bottom:0;left:0;right:0;background:#eee;padding:10px}</style>"
    )
    rows = "".join(f"<p>{entry}" for entry in ENTRIES)
    browse(
        virtual, site(f"{style}<header>Sticky header</header>{rows}<p>&nbsp;<footer>Fixed footer</footer>")
    )
    assert scrolled(virtual, reader) == ["Sticky header", *ENTRIES, "Fixed footer"]


@pytest.mark.drives_programs
def test_a_page_that_loads_more_while_one_scrolls(virtual, reader, site):
    script = """<div id=list></div><p id=more>Loading more<script>
        const entries = %s; let shown = 0
        function add() {
          for (const entry of entries.slice(shown, shown + 11)) {
            const p = document.createElement('p'); p.textContent = entry; list.append(p) }
          shown += 11; if (shown >= entries.length) more.remove() }
        add()
        addEventListener('scroll', () => {
          if (innerHeight + scrollY > document.body.scrollHeight - 60)
            setTimeout(() => more.isConnected && add(), 300)
        })</script>"""
    browse(virtual, site(script % json.dumps(ENTRIES)))
    assert scrolled(virtual, reader) == ENTRIES


@pytest.mark.drives_programs
def test_rows_that_all_look_alike(virtual, reader, site):
    browse(virtual, site("<p>The same row" * 18))
    """Pixels alone cannot prove how many there are: that is always said."""
    said = ("the rows look all alike; some may be missing or doubled",)
    assert scrolled(virtual, reader, warnings=said) == ["The same row"] * 18


@pytest.mark.parametrize("program", ["editor", "list"])
@pytest.mark.drives_programs
def test_rows_that_all_look_alike_are_right_or_said_to_be_unsure(virtual, reader, tmp_path, program):
    """At any height of the box: a picture may hold a whole number of rows, or part of one at its edge."""
    count = 24
    if program == "editor":
        file = tmp_path / "rows.txt"
        file.write_text("The same row\n" * count, encoding="utf-8")
        command = ("mousepad", "--disable-server", str(file))
    else:
        command = ("zenity", "--list", "--column=Name", *["The same row"] * count)
    subprocess.Popen(command, env=dict(virtual.environment), stderr=subprocess.DEVNULL)
    (window,) = wait_until(virtual.windows, what=program)
    virtual.window_action(window, "resize", Rect(0, 0, 400, 330))
    wait_still(virtual.capture, limit=30, quiet=0.5)
    (window,) = virtual.windows()
    left, top, right, bottom = window.rect
    area = Rect(left + 20, top + 110, right - 20, bottom - (70 if program == "list" else 10))
    for lower in (0, 7, 20):
        virtual.move(area.middle)
        virtual.scroll("up", 100)
        place = Rect(area.left, area.top, area.right, area.bottom - lower)
        reading = read_scrolling(
            virtual.capture, lambda notches: virtual.scroll("down", notches), reader, area=place
        )
        read = [row for row in reading.text.split("\n") if row.strip()]
        assert read == ["The same row"] * count or "look all alike" in " ".join(reading.warnings)


@pytest.mark.drives_programs
def test_a_caret_that_blinks(virtual, reader, site):
    browse(virtual, site("<input autofocus>" + "".join(f"<p>{entry}" for entry in ENTRIES)))
    assert scrolled(virtual, reader) == ENTRIES
