"""Editing in the page: what is wrong is marked, and nothing that was typed is lost."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import wait_until
from tests.studio.served_studio import ServedStudio, open_file, said, text_of, write_text


def replaced(path: Path, text: str) -> None:
    """As editors write: a reader sees the old or the new text, never a half."""
    fresh = path.with_name(".fresh")
    fresh.write_text(text)
    fresh.replace(path)


GOOD = "WORKFLOW(title='Good')\nWAIT(seconds=1)\nEND()\n"


@pytest.mark.drives_programs
def test_a_mistake_is_marked_and_its_suggestion_taken(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    path = studio.write("a.cog", "CLICK(box=[[100,100,200,200]], elment_info='Save')\nEND()\n")
    page = studio.start().show(new_page(), "a.cog")
    page.locator(".cm-lintRange-error").hover()
    page.get_by_role("button", name="Change to `element_info`").click()
    page.wait_for_function("() => cogStudio.editor.text.includes(\" element_info='Save'\")")
    page.wait_for_selector(".cm-lintRange-error", state="detached")
    page.keyboard.press("Control+s")
    said(page, "saved")
    assert path.read_text() == "CLICK(box=[[100,100,200,200]], element_info='Save')\nEND()\n"


@pytest.mark.drives_programs
def test_operations_are_completed_with_what_they_need(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    studio.write("a.cog", "\nEND()\n")
    page = studio.start().show(new_page(), "a.cog")
    page.wait_for_function("() => cogStudio.editor.language.client.serverCapabilities")
    page.locator("#editor .cm-content").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("DOUB", delay=40)
    offered = page.locator(".cm-tooltip-autocomplete li", has_text="DOUBLE_CLICK")
    offered.wait_for()

    def taken() -> bool:
        if offered.count():  # a list that has only just come takes no clicks yet
            offered.click()
        return text_of(page).startswith("DOUBLE_CLICK(element_info=")

    wait_until(taken, what="the operation is written")


@pytest.mark.drives_programs
def test_a_file_that_changes_on_the_disk(studio: ServedStudio, new_page: Callable[..., Any]) -> None:
    """Without changes here it is read again; with changes nobody's text is lost, and the person decides."""
    path = studio.write("a.cog", GOOD)
    page = studio.start().show(new_page(), "a.cog")
    replaced(path, GOOD.replace("=1)", "=2)"))
    page.wait_for_function("() => cogStudio.editor.text.includes('seconds=2')")
    write_text(page, "# mine\nEND()\n")
    replaced(path, GOOD.replace("=1)", "=3)"))
    page.wait_for_selector("#conflict:not([hidden])")
    page.keyboard.press("Control+s")
    assert path.read_text() == GOOD.replace("=1)", "=3)")
    assert text_of(page) == "# mine\nEND()\n"
    page.click("#keep-mine")
    page.keyboard.press("Control+s")
    said(page, "saved")
    assert path.read_text() == "# mine\nEND()\n"
    write_text(page, "# mine again\n")
    replaced(path, GOOD)
    page.click("#take-theirs")
    assert text_of(page) == GOOD
    path.unlink()
    said(page, "gone from the disk")
    page.keyboard.press("Control+s")
    said(page, "saved")
    assert path.read_text() == GOOD
    write_text(page, "# still here\n")
    for _ in range(3):  # an impatient person: each save begins where the last ended
        page.keyboard.press("Control+s")
    page.wait_for_function("() => !cogStudio.editor.file.dirty")
    assert path.read_text() == "# still here\n"
    path.unlink()
    said(page, "gone from the disk")
    replaced(path, "# still here\n")
    said(page, "read again")


@pytest.mark.drives_programs
def test_two_pages_on_one_file(studio: ServedStudio, new_page: Callable[..., Any]) -> None:
    path = studio.write("a.cog", GOOD)
    studio.start()
    one, other = studio.show(new_page(), "a.cog"), studio.show(new_page(), "a.cog")
    write_text(one, "# from one\nEND()\n")
    one.keyboard.press("Control+s")
    other.wait_for_function("() => cogStudio.editor.text.includes('# from one')")
    write_text(other, "# from the other\nEND()\n")
    write_text(one, "# from one, later\nEND()\n")
    one.keyboard.press("Control+s")
    other.wait_for_selector("#conflict:not([hidden])")
    assert text_of(other) == "# from the other\nEND()\n"
    assert path.read_text() == "# from one, later\nEND()\n"


@pytest.mark.drives_programs
def test_a_server_that_dies_and_comes_back(studio: ServedStudio, new_page: Callable[..., Any]) -> None:
    path = studio.write("a.cog", GOOD)
    page = studio.start().show(new_page(), "a.cog")
    link = studio.link
    studio.kill()
    page.wait_for_selector("#lost:not([hidden])")
    write_text(page, "# typed while it was dead\nEND()\n")
    assert studio.start().link == link
    said(page, "is back")
    assert page.locator("#lost").is_hidden()
    assert text_of(page) == "# typed while it was dead\nEND()\n"
    page.keyboard.press("Control+s")
    said(page, "saved")
    assert path.read_text() == "# typed while it was dead\nEND()\n"


@pytest.mark.drives_programs
def test_what_was_not_saved_is_there_after_the_page_was_closed(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    path = studio.write("a.cog", GOOD)
    page = studio.start().show(new_page(), "a.cog")
    write_text(page, "# not saved\n")
    kept = "import('/drafts.js').then((drafts) => drafts.draftOf(cogStudio.editor.key('a.cog')))"
    wait_until(  # a moment after the last key
        lambda: (page.evaluate(kept) or {}).get("text") == "# not saved\n", what="what was typed is kept"
    )
    context = page.context
    page.close()
    again = studio.show(context.new_page(), "a.cog")
    assert text_of(again) == "# not saved\n"
    assert path.read_text() == GOOD


@pytest.mark.drives_programs
def test_a_pasted_line_of_five_million_characters(studio: ServedStudio, new_page: Callable[..., Any]) -> None:
    path = studio.write("a.cog", "END()\n")
    studio.write("b.cog", GOOD)
    page = studio.start().show(new_page(), "a.cog")
    long = "TYPE(text='" + "长 line " * (5_000_000 // 7) + "')"
    page.evaluate(
        "text => { const view = cogStudio.editor.view; view.focus();"
        " view.dispatch(view.state.replaceSelection(text)); }",
        long + "\n",
    )
    page.keyboard.press("Control+s")
    said(page, "saved", 60)
    assert path.read_text(encoding="utf-8") == long + "\nEND()\n"
    open_file(page, "b.cog")
    assert text_of(page) == GOOD
    open_file(page, "a.cog")
    assert text_of(page) == long + "\nEND()\n"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.mark.drives_programs
def test_a_page_of_another_origin_gets_nothing_with_the_right_token(
    studio: ServedStudio, new_page: Callable[..., Any], tmp_path: Path
) -> None:
    studio.write("a.cog", GOOD)
    link = studio.start().link
    site = tmp_path / "site"
    site.mkdir()
    (site / "evil.html").write_text("<title>evil</title>")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        page = new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/evil.html")
        got = page.evaluate(
            """async (link) => {
              const tried = {};
              const socket = new WebSocket(link.replace("http", "ws").replace("/?", "/link?"));
              tried.socket = await new Promise((resolve) => {
                socket.onopen = () => resolve("open");
                socket.onerror = () => resolve("refused");
              });
              tried.fetch = await fetch(link).then(() => "read", () => "refused");
              const posted = { method: "POST", mode: "no-cors", body: "{}" };
              tried.post = await fetch(link, posted).then((answer) => answer.type, () => "refused");
              const frame = document.createElement("iframe");
              frame.src = link;
              document.body.append(frame);
              await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 3000); });
              try {
                tried.frame = frame.contentDocument?.body?.textContent ?? "closed";
              } catch {
                tried.frame = "closed";
              }
              return tried;
            }""",
            link,
        )
        assert got["socket"] == "refused"
        assert got["fetch"] == "refused"
        assert got["post"] in ("refused", "opaque")
        assert got["frame"] in ("closed", "")
    finally:
        server.shutdown()
        server.server_close()
