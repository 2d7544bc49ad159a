"""All 38 computer-use tools by name, through real clients of a real `cog mcp`: over stdio and over HTTP.

The server is a process of its own that works on the display of these tests as on a person's desktop, so that
they can see what it did, and press the buttons that are a person's.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from cogscript.dialects.agents.computer_use.read import TOOLS
from cogscript.language.model.box import Point
from cogscript.surfaces.note_drawing import BUTTON
from tests.conftest import wait_until
from tests.runtime.screen_help import keys_down
from tests.serving.clients import Calls, HttpServer, connected, from_outside, over_stdio


@contextlib.asynccontextmanager
async def client(transport: str, screen: Any, folder: Path) -> AsyncIterator[Calls]:
    """A client whose person allows everything."""
    given = {"screen": "desktop", "display": screen.environment}
    words = ("--tools", "computer-use", "--ignore-mouse")
    if transport == "stdio":
        async with connected(over_stdio(folder, *words, **given)) as calls:
            yield calls
        return
    server = await asyncio.to_thread(HttpServer, folder, 8873, *words, **given)
    try:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            connected(streamable_http_client(server.url, http_client=web), mode="legacy") as calls,
        ):
            yield calls
    finally:
        await asyncio.to_thread(server.close)


@contextlib.contextmanager
def person_presses_next(screen: Any) -> Iterator[None]:
    """A person who presses Next on every note that comes: the button furthest to the right."""
    over = threading.Event()

    def button() -> Point | None:
        picture, size = from_outside(screen).load(), screen.size
        places = (Point(x, y) for x in range(size.width - 1, -1, -8) for y in range(0, size.height, 8))
        return next((each for each in places if picture[each.x, each.y] == BUTTON), None)

    def run() -> None:
        while not over.wait(0.1):
            if place := button():
                pressed = ["xdotool", "mousemove", str(place.x), str(place.y), "click", "1"]
                subprocess.run(pressed, env=screen.environment, check=True)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.drives_programs
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_all_tools_by_name(virtual: Any, tmp_path: Path, transport: str) -> None:
    async def tour() -> None:
        async with client(transport, virtual, tmp_path) as call:
            await permissions(call)
            await an_editor_in_front(call, tmp_path)
            await the_window_itself(call)
            await the_same_window_behind(call, virtual, tmp_path)
            await elements_of_a_dialog(call, virtual, tmp_path)
            await a_terminal(call, tmp_path)
            await people(call, virtual)
            await wrong_calls(call)
            assert call.called == set(TOOLS)

    asyncio.run(tour())
    assert keys_down(virtual) == []


async def permissions(call: Calls) -> None:
    apps = ["mousepad", "zenity", "xterm", "Terminal"]
    await call.ok(
        "request_access",
        apps=apps,
        reason="a tour",
        clipboardRead=True,
        clipboardWrite=True,
        systemKeyCombos=True,
    )
    assert call.asked[0] == "Do you allow the run to use `mousepad`? (a tour)"
    granted = (await call.ok("list_granted_applications")).text
    assert "mousepad" in granted
    assert "clipboard: read, write" in granted


async def an_editor_in_front(call: Calls, folder: Path) -> None:
    """Everything a hand and a keyboard do, and the text that comes of it."""
    note = folder / "note.txt"
    assert "bound to hwnd=0x" in (await call.ok("open_application", app="mousepad")).text
    await call.ok("type", text="one two three\nfour five six\n")
    await call.ok("key", text="ctrl+s")
    await call.ok("type", text=str(note))
    await call.ok("key", text="Return")
    await holds(note, "one two three\nfour five six\n")
    shot = await call.ok("screenshot")
    assert shot.picture is not None
    assert "GUI elements in this window:" in shot.text
    assert (await call.ok("zoom", region=[0, 0, 100, 50])).picture.size == (400, 200)
    for name in ("left_click", "double_click", "triple_click", "middle_click"):
        await call.ok(name, coordinate=[200, 200])
    await call.ok("right_click", coordinate=[200, 300])
    await call.ok("key", text="Escape")
    await call.ok("mouse_move", coordinate=[120, 140])
    assert (await call.ok("cursor_position")).text == "x=120, y=140"
    await call.ok("left_click_drag", start_coordinate=[20, 120], coordinate=[150, 120])
    await call.ok("left_mouse_down")
    await call.ok("left_mouse_up")
    await call.ok("scroll", coordinate=[300, 300], scroll_direction="down", scroll_amount=3)
    await call.ok("hold_key", text="shift", duration=0.2)
    await call.ok("wait", duration=0.1)
    await call.ok("write_clipboard", text="剪贴板")
    assert "剪贴板" in (await call.ok("read_clipboard")).text
    actions = [
        {"action": "key", "text": "ctrl+a"},
        {"name": "type", "input": {"text": "first\n"}},
        {"action": "key", "text": "ctrl+s"},
    ]
    assert "3 of 3, key" in (await call.ok("computer_batch", actions=actions)).text
    await holds(note, "first\n")


async def the_window_itself(call: Calls) -> None:
    moved = {"x": 40, "y": 60, "width": 700, "height": 520}
    await call.ok("window_management", action="move_resize", **moved)
    rect = (await call.ok("window_management", action="get_rect")).text
    found = re.search(r"rect=\((-?\d+),(-?\d+) (\d+)x(\d+)\)", rect)
    assert found is not None, rect
    for value, wanted in zip(map(int, found.groups()), moved.values(), strict=True):
        assert abs(value - wanted) <= 4
    await call.ok("window_management", action="move_offscreen")
    assert (await call.ok("screenshot")).picture is not None, "a window beside the screen has a picture"
    await call.ok("window_management", action="move_resize", **moved)
    for action in ("minimize", "restore", "maximize", "restore", "focus"):
        await call.ok("window_management", action=action)
    await call.ok("switch_display", display="1")
    await call.ok("bind_window", action="bind", title="note.txt")
    await call.ok("activate_window", click_x=200, click_y=200)


async def the_same_window_behind(call: Calls, screen: Any, folder: Path) -> None:
    """Covered by a terminal, and without its focus."""
    note = folder / "note.txt"
    screen.launch_app("xterm", 30, ["-maximized"])
    front, pointer = screen.manager.active(), screen.pointer()
    await call.ok("virtual_mouse", action="click", coordinate=[200, 200])
    refused = await call("virtual_keyboard", action="combo", text="ctrl+a")
    assert "the menu item `Select All` is greyed out" in refused.text, "it is not the program's turn"
    await call.ok("virtual_keyboard", action="type", text="behind 你好\n" * 60)
    await call.ok("mouse_wheel", coordinate=[200, 300], delta=-5)
    await call.ok("virtual_keyboard", action="combo", text="ctrl+s")
    await holds(note, "first\n" + "behind 你好\n" * 60)
    assert (screen.manager.active(), screen.pointer()) == (front, pointer)
    assert (await call.ok("bind_window", action="unbind")).text == "unbound"


async def elements_of_a_dialog(call: Calls, screen: Any, folder: Path) -> None:
    answer = folder / "answer"
    ask = f"zenity --entry --title=Ask --text='Your name:' > '{answer}'"
    subprocess.Popen(["sh", "-c", ask], env=screen.environment)
    await asyncio.to_thread(wait_until, lambda: any(each.title == "Ask" for each in screen.windows()))
    await call.ok("bind_window", action="bind", title="Ask")
    await call.ok("type_into_element", role="Edit", text="Ada")
    await call.ok("click_element", name="OK", role="Button")
    await holds(answer, "Ada\n")
    await call.ok("bind_window", action="unbind")


async def a_terminal(call: Calls, folder: Path) -> None:
    answers = folder / "answers"
    command = f"read a; read b; echo \"$a/$b\" > '{answers}'; cat"
    assert "bound to" in (await call.ok("open_terminal", agent="custom", command=command)).text
    await call.ok("prompt_respond", response_type="yes")
    await call.ok("prompt_respond", response_type="type", text="something else")
    await holds(answers, "y/something else\n")
    await call.ok("window_management", action="close")


async def people(call: Calls, screen: Any) -> None:
    await call.ok("status_indicator", action="show", message="working")
    assert (await call.ok("status_indicator", action="status")).text == "shown: working"
    await call.ok("status_indicator", action="hide")
    with person_presses_next(screen):
        await call.ok("request_teach_access", reason="how to save")
        await call.ok("teach_step", explanation="点击这里", anchor=[30, 30])
        steps = [{"explanation": "Like this."}, {"explanation": "And that is all."}]
        await call.ok("teach_batch", steps=steps)


async def wrong_calls(call: Calls) -> None:
    for given, said in (
        ({"text": "a\0b"}, "holds a NUL character"),
        ({"text": "x" * 10_000_000}, "has 10,000,000 characters"),
        ({"text": "x", "txet": "y"}, "`type` has no parameter `txet`"),
    ):
        reply = await call("type", **given)
        assert reply.is_error
        assert said in reply.text


async def holds(path: Path, text: str) -> None:
    await asyncio.to_thread(
        wait_until, lambda: path.is_file() and path.read_text() == text, 30, f"{path.name} holds {text!r}"
    )
