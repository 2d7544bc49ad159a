"""What goes wrong between a client, the server and the programs: a sentence each, nothing left pressed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from tests.conftest import wait_until
from tests.runtime.screen_help import keys_down, window
from tests.serving.clients import HttpServer, connected, from_outside, served

_GREEN = (40, 170, 70)

_TWO_BUTTONS = """
import signal, sys
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

def button(name):
    made = Gtk.Button(label=name)
    made.connect("clicked", lambda _: open(sys.argv[1], "a").write(name + "\\n"))
    box.pack_start(made, True, True, 0)
    return made

box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
first, other = button("Pay now"), button("Delete all")
GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR1, first.destroy)
window = Gtk.Window(title="Two buttons", default_width=300, default_height=200)
window.add(box)
window.show_all()
Gtk.main()
"""


@pytest.mark.drives_programs
def test_two_clients_do_not_work_on_one_screen(tmp_path):
    """The one that came second is told so; when the first goes away in the middle of a drag, it may."""
    server = HttpServer(tmp_path, 8872, "--allow-app", "xterm")

    async def talk():
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            connected(streamable_http_client(server.url, http_client=web), None, "legacy") as second,
        ):
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as other,
                connected(streamable_http_client(server.url, http_client=other), None, "legacy") as first,
            ):
                await first.ok("do", operations="LAUNCH(app='xterm')")
                refused = await second("look")
                assert refused.is_error
                assert "another client is working on this screen" in refused.text
                drag = asyncio.create_task(
                    first("do", operations="DRAG(box=[[400,400]], to=[[600,400]], seconds=2)")
                )
                await asyncio.sleep(0.5)
                drag.cancel()
            async with asyncio.timeout(30):
                while (said := await second("look")).is_error:
                    await asyncio.sleep(0.2)
            assert "window" in said.text
            steps = (await second.ok("read_run")).text
            assert "DRAG" in steps
            assert "unfinished" not in steps

    try:
        asyncio.run(talk())
    finally:
        server.close()


@pytest.mark.drives_programs
def test_a_bound_window_keeps_its_binding_when_its_title_changes_and_is_missed_when_it_hangs(
    virtual, tmp_path
):
    note = tmp_path / "first.txt"
    note.write_text("")

    async def talk():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["mousepad"])
            virtual.launch_app("mousepad", 20, [str(note)])
            await call.ok("bind_window", action="bind", title="first.txt")
            await call.ok("virtual_keyboard", action="type", text="changed")
            await asyncio.to_thread(wait_until, lambda: virtual.windows()[0].title.startswith("*"))
            assert '"*' in (await call.ok("bind_window", action="status")).text
            await call.ok("virtual_keyboard", action="combo", text="ctrl+s")
            process = virtual.windows()[0].process or virtual.manager.pid(int(virtual.windows()[0].handle))
            os.kill(process, signal.SIGSTOP)
            try:
                async with asyncio.timeout(60):
                    reply = await call("virtual_keyboard", action="type", text="lost")
                assert reply.is_error
                assert "does not tell its fields: " in reply.text
            finally:
                os.kill(process, signal.SIGCONT)
            assert (await call.ok("screenshot")).picture is not None, "and goes on when it answers again"
            assert keys_down(virtual) == []

    asyncio.run(talk())


@pytest.mark.drives_programs
@pytest.mark.parametrize("tools", ["default", "computer-use"])
def test_an_element_that_goes_away_after_the_look_is_missed_and_its_neighbour_not_pressed(
    virtual, tmp_path, tools
):
    """In a look's list, and while a person is asked whether it may be pressed."""
    pressed = tmp_path / "pressed"
    pressed.touch()
    words = ["/usr/bin/python3", "-c", _TWO_BUTTONS, str(pressed)]
    program = subprocess.Popen(words, env=virtual.environment)

    def goes(question: str) -> bool:
        if "Pay now" in question:
            program.send_signal(signal.SIGUSR1)
            wait_until(lambda: not virtual.elements.find("Pay now"))
        return True

    async def talk():
        async with served(virtual, tmp_path, tools=tools, says=goes) as call:
            await asyncio.to_thread(window, virtual, "Two buttons")
            if tools == "default":
                await call.ok("do", operations="ALLOW(apps=['python3'])")
                assert "Pay now" in (await call.ok("look")).text
                click = "CLICK(element_info='Pay now', timeout=1, sensitive=True)"
                reply = await call("do", operations=click)
            else:
                await call.ok("request_access", apps=["python3"])
                await call.ok("bind_window", action="bind", title="Two buttons")
                assert "Pay now" in (await call.ok("screenshot")).text
                await asyncio.to_thread(goes, "Pay now")
                reply = await call("click_element", name="Pay now", role="Button")
            assert reply.is_error
            assert "`Pay now`" in reply.text
            assert "was not found" in reply.text

    try:
        asyncio.run(talk())
    finally:
        program.kill()
        program.wait()
    assert pressed.read_text() == ""


@pytest.mark.drives_programs
@pytest.mark.parametrize("marks", [True, False])
def test_a_border_shows_the_person_which_window_is_bound_and_is_in_no_picture(virtual, tmp_path, marks):
    async def talk():
        virtual.marks_windows = marks  # what the setting says when a screen is opened
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["xterm"])
            await call.ok("open_application", app="xterm")
            rect = virtual.windows()[0].rect
            edge = (rect.left + 1, rect.top + rect.height // 2)
            assert (from_outside(virtual).getpixel(edge) == _GREEN) == marks
            assert virtual.capture().getpixel(edge) != _GREEN
            assert (await call.ok("screenshot")).picture.convert("RGB").getpixel((1, 100)) != _GREEN
            await call.ok("bind_window", action="unbind")
            assert from_outside(virtual).getpixel(edge) != _GREEN

    try:
        asyncio.run(talk())
    finally:
        virtual.marks_windows = True


@pytest.mark.drives_programs
def test_the_actions_of_a_batch_are_checked_as_calls_are(virtual, tmp_path):
    async def talk():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            for action, said in (
                ({"action": "tpye", "text": "x"}, "there is no tool `tpye`"),
                ({"action": "type", "txt": "x"}, "`type` has no parameter `txt`: did you mean `text`?"),
                ({"action": "type"}, "`type` needs `text`"),
                ({"action": "type", "text": "a\0b"}, "holds a NUL character"),
                ({"action": "type", "text": "x" * 10_000_000}, "has 10,000,000 characters"),
                ({"action": "left_click", "coordinate": ["a", 1]}, "must be of type number, not str"),
                ({"action": "left_click", "coordinate": [1]}, "takes 2 values, not 1"),
            ):
                reply = await call("computer_batch", actions=[{"action": "wait", "duration": 0}, action])
                assert reply.is_error
                assert "1 of 2, wait: ok" in reply.text
                assert said in reply.text

    asyncio.run(talk())


@pytest.mark.drives_programs
def test_a_link_is_opened_only_by_a_browser_that_was_granted(virtual, tmp_path):
    async def talk():
        async with served(virtual, tmp_path, says=lambda _: False) as call:
            reply = await call("do", operations="LAUNCH(url='http://127.0.0.1:9/')")
            assert reply.is_error
            assert "may not be used here; allowed are: none" in reply.text
            assert len(call.asked) == 1
        async with served(virtual, tmp_path, says=None, allow_apps=["xterm"]) as call:
            reply = await call("do", operations="ALLOW(apps=['xterm'], clipboard='read', system_keys=True)")
            assert "was asked for and not granted" in reply.text, "each is granted apart"
        async with served(virtual, tmp_path, says=lambda asked: "clipboard" not in asked) as call:
            await call.ok("do", operations="ALLOW(apps=['xterm'], system_keys=True)\nLAUNCH(app='xterm')")
            await call.ok("do", operations="GESTURE(keys='Alt+Tab')")
            refused = await call("do", operations="SET_CLIPBOARD(text='x')")
            assert "may not write the clipboard" in refused.text

    asyncio.run(talk())
    assert not virtual.windows() or all("xterm" in each.apps for each in virtual.windows())


@pytest.mark.drives_programs
def test_another_monitor_is_worked_on_by_its_number(virtual, tmp_path):
    for number, place in (("One", "640/169x800/212+0+0"), ("Two", "640/169x800/212+640+0")):
        subprocess.run(["xrandr", "--setmonitor", number, place, "none"], env=virtual.environment, check=True)
    try:

        async def talk():
            async with served(virtual, tmp_path, tools="computer-use") as call:
                await call.ok("request_access", apps=["xterm"])
                virtual.launch_app("xterm", 20, ["-geometry", "40x20+700+100"])
                assert (await call.ok("switch_display", display="2")).text == "on monitor 2"
                shot = await call.ok("screenshot")
                assert shot.picture.size == (640, 800)
                await call.ok("left_click", coordinate=[150, 200])
                assert 640 < virtual.pointer().x < 1280
                assert (await call.ok("switch_display", display="auto")).text == "on the primary monitor"
                bound = hex(int(virtual.windows()[0].handle))
                await call.ok("bind_window", action="bind", hwnd=bound)
                for place in (60, 900):  # the person moves it to the other monitor, and back
                    moved = ["xdotool", "windowmove", "--sync", bound, str(place), "200"]
                    subprocess.run(moved, env=virtual.environment, check=True)
                    await call.ok("left_click", coordinate=[50, 50])
                    assert place < virtual.pointer().x < place + 100
                    shot = await call.ok("screenshot")
                    assert abs(shot.picture.width - virtual.windows()[0].rect.width) < 5

        asyncio.run(talk())
    finally:
        for number in ("One", "Two"):
            subprocess.run(["xrandr", "--delmonitor", number], env=virtual.environment, check=True)
