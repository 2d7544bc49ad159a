"""The flows of the computer-use tools, called by a real MCP client, against real programs."""

from __future__ import annotations

import asyncio
import re
import subprocess

import pytest

import cogscript
from cogscript.dialects.agents.computer_use.read import TOOLS
from cogscript.dialects.formats.tool_calls.element_list import elements_in_text
from cogscript.reading import open_reader, read_still
from cogscript.serving.computer_use.tools import COMPUTER_USE_TOOLS
from cogscript.settings import Settings
from tests.conftest import wait_until
from tests.serving.clients import served


def test_the_tools_are_those_of_the_reference():
    assert len(COMPUTER_USE_TOOLS) == 38
    assert {tool.name for tool in COMPUTER_USE_TOOLS} == set(TOOLS)


@pytest.mark.drives_programs
def test_flow_1_the_whole_screen(virtual, tmp_path):
    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            assert "mousepad" in (await call.ok("request_access", apps=["mousepad"], reason="to write")).text
            assert call.asked == ["Do you allow the run to use `mousepad`? (to write)"]
            assert "bound to hwnd=0x" in (await call.ok("open_application", app="mousepad")).text
            shot = await call.ok("screenshot")
            assert shot.picture is not None
            assert "GUI elements in this window:" in shot.text
            assert elements_in_text(shot.text).told_by("File", "MenuItem", "") is not None
            await call.ok("left_click", coordinate=[300, 250])
            await call.ok("type", text="hello world")
            file = tmp_path / "flow 1.txt"
            await call.ok("key", text="ctrl+s")
            await call.ok("type", text=str(file))
            await call.ok("key", text="Return")
            await asyncio.to_thread(
                wait_until, lambda: file.is_file() and file.read_text() == "hello world", 15
            )

    asyncio.run(flow())


@pytest.mark.drives_programs
def test_flow_2_a_bound_window_while_a_person_works_in_front_of_it(virtual, tmp_path):
    """The person types into a terminal that covers the editor: neither disturbs the other."""
    file = tmp_path / "note.txt"
    file.write_text("".join(f"line {number}\n" for number in range(200)))
    typed = tmp_path / "typed"

    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["mousepad"])
            virtual.launch_app("mousepad", 20, [str(file)])
            virtual.launch_app("xterm", 20, ["-maximized", "-e", "sh", "-c", f"cat > '{typed}'"])
            front = next(each for each in virtual.windows() if each.active)
            virtual.window_action(front, "maximize")
            pointer = virtual.pointer()
            assert "Visible windows (2):" in (await call.ok("bind_window", action="list")).text
            person = subprocess.Popen(
                ["xdotool", "type", "--delay", "25", "the person's own words, all of them, in order"],
                env=virtual.environment,
            )
            reply = await call.ok("bind_window", action="bind", title="note.txt")
            assert "note.txt" in reply.text
            shot = await call.ok("screenshot")
            assert shot.picture is not None
            lines = read_still(shot.picture.convert("RGB"), open_reader(Settings().reading)).text
            assert "line 12" in " ".join(lines.split()), "a covered window shows in its own picture"
            await call.ok("virtual_mouse", action="click", coordinate=[300, 250])
            await call.ok("virtual_keyboard", action="type", text="你好 hello ")
            await call.ok("virtual_keyboard", action="combo", text="ctrl+s")
            await call.ok("mouse_wheel", coordinate=[300, 300], delta=-5)
            assert (await call.ok("bind_window", action="status")).text.startswith("bound to")
            assert (await call.ok("bind_window", action="unbind")).text == "unbound"
            await asyncio.to_thread(person.wait, 60)
            assert virtual.pointer() == pointer
            assert next(each for each in virtual.windows() if each.active).handle == front.handle
            await asyncio.to_thread(wait_until, lambda: "你好 hello line 0" in file.read_text(), 15)
            subprocess.run(["xdotool", "key", "Return"], env=virtual.environment, check=True)
            await asyncio.to_thread(
                wait_until,
                lambda: typed.read_text() == "the person's own words, all of them, in order\n",
                10,
                "what the person typed",
            )

    asyncio.run(flow())


@pytest.mark.drives_programs
def test_flow_3_elements_by_name_and_the_session_saved_and_replayed(virtual, tmp_path):
    virtual.launch_app("zenity", 20, ["--entry", "--title=Ask", "--text=Your name:"])

    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["zenity"])
            await call.ok("bind_window", action="bind", title="Ask")
            shot = await call.ok("screenshot")
            assert re.search(r'\[Button\] "OK" \(\d+,\d+ \d+x\d+\) enabled', shot.text)
            await call.ok("type_into_element", role="Edit", text="new content")
            reply = await call("click_element", name="Nowhere", role="Button")
            assert reply.is_error
            assert "`Nowhere` (Button) was not found" in reply.text
            await call.ok("click_element", name="OK", role="Button")
            call.desk.session.save(tmp_path / "saved.cog", title="Answer")

    asyncio.run(flow())
    written = (tmp_path / "saved.cog").read_text()
    assert "TYPE(text='new content', element_type='Edit')" in written
    answered = tmp_path / "answer"
    virtual.launch_app(
        "xterm", 20, ["-e", "sh", "-c", f"zenity --entry --title=Ask --text='Your name:' > {answered}"]
    )
    wait_until(lambda: any(each.title == "Ask" for each in virtual.windows()))
    run = cogscript.run(
        str(tmp_path / "saved.cog"), screen=virtual, settings=Settings(), runs=tmp_path / "runs"
    )
    assert run.outcome == "ok", run.error
    wait_until(
        lambda: answered.is_file() and answered.read_text() == "new content\n", what="the replayed answer"
    )


_BOOK = """
import sys
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

def ask(_):
    dialog = Gtk.Dialog(title="Asking", transient_for=window)
    entry = Gtk.Entry()
    label = Gtk.Label(label="Your name:", mnemonic_widget=entry)
    dialog.get_content_area().add(label)
    dialog.get_content_area().add(entry)
    dialog.add_button("OK", 1)
    dialog.connect("response", lambda *_: (open(sys.argv[1], "w").write(entry.get_text()), dialog.destroy()))
    dialog.show_all()

window, book = Gtk.Window(title="Book"), Gtk.Notebook()
button = Gtk.Button(label="Ask")
button.connect("clicked", ask)
book.append_page(Gtk.Label(label="Nothing"), Gtk.Label(label="One"))
book.append_page(button, Gtk.Label(label="Two"))
window.add(book)
window.show_all()
Gtk.main()
"""


@pytest.mark.drives_programs
def test_elements_act_by_themselves_in_a_window_and_its_dialog_that_a_person_s_covers(virtual, tmp_path):
    """A tab is chosen, and a dialog is bound as itself: pointer, focus and order stay the person's."""
    answer = tmp_path / "answer"
    book = subprocess.Popen(["/usr/bin/python3", "-c", _BOOK, str(answer)], env=virtual.environment)
    wait_until(lambda: any(each.title == "Book" for each in virtual.windows()))
    virtual.launch_app("xterm", 20, ["-geometry", "210x62+0+0"])
    front, pointer = virtual.manager.active(), virtual.pointer()

    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["python3"])
            await call.ok("bind_window", action="bind", title="Book")
            assert "it is chosen" in (await call.ok("click_element", name="Two", role="TabItem")).text
            await call.ok("click_element", name="Ask", role="Button")
            virtual.window_action(
                next(each for each in virtual.windows() if each.handle == front), "activate"
            )
            await call.ok("bind_window", action="bind", title="Asking")
            await call.ok("type_into_element", name="Your name", text="Ada")
            closed = (await call.ok("click_element", name="OK", role="Button")).text
            assert "Asking" in closed
            assert "Book" not in closed, "only what has gone is said to have gone"

    try:
        asyncio.run(flow())
        assert wait_until(lambda: answer.is_file() and answer.read_text() == "Ada")
        assert (virtual.manager.active(), virtual.pointer()) == (front, pointer)
    finally:
        book.kill()
        book.wait()


@pytest.mark.drives_programs
def test_flow_4_a_terminal_and_its_prompts(virtual, tmp_path):
    answers = tmp_path / "answers"
    script = f"read a; read b; read c; echo \"$a/$b/$c\" > '{answers}'; cat"

    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["Terminal", "xterm"])
            reply = await call.ok("open_terminal", agent="custom", command=script)
            assert "bound to" in reply.text
            await call.ok("prompt_respond", response_type="yes")
            await call.ok("prompt_respond", response_type="no")
            await call.ok("prompt_respond", response_type="type", text="something else")
            await asyncio.to_thread(
                wait_until, lambda: answers.is_file() and answers.read_text() == "y/n/something else\n"
            )
            await call.ok("prompt_respond", response_type="select", arrow_direction="down", arrow_count=2)
            await call.ok("activate_window", click_x=50, click_y=50)

    asyncio.run(flow())


@pytest.mark.drives_programs
def test_flow_5_a_spreadsheet_is_scrolled_both_ways(virtual, tmp_path):
    table = tmp_path / "table.csv"
    rows = (",".join(f"r{row}c{column}" for column in range(60)) for row in range(300))
    table.write_text("\n".join(rows) + "\n")
    reader = open_reader(Settings().reading)

    async def flow():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["gnumeric"])
            virtual.launch_app("gnumeric", 60, [str(table)])
            virtual.launch_app("xterm", 20)
            front, pointer = virtual.manager.active(), virtual.pointer()
            await call.ok("bind_window", action="bind", title="table.csv")
            before = read_still((await call.ok("screenshot")).picture.convert("RGB"), reader).text
            assert "r5c0" in before
            await call.ok("mouse_wheel", coordinate=[300, 400], delta=-10)
            await call.ok("mouse_wheel", coordinate=[300, 400], delta=5, direction="horizontal")
            after = read_still((await call.ok("screenshot")).picture.convert("RGB"), reader).text
            assert "r5c0" not in after
            assert "r35c20" in after, "thirty rows down and fifteen columns to the right"
            assert (virtual.manager.active(), virtual.pointer()) == (front, pointer)

    asyncio.run(flow())
