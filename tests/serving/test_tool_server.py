"""The small set of tools: over stdio and HTTP, wrong calls, refused permission, clients that go away."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.error
import urllib.request

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

import cogscript
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.serving.own_tools import INSTRUCTIONS, OWN_TOOLS
from cogscript.settings import Settings
from tests.conftest import wait_until
from tests.runtime.screen_help import keys_down
from tests.serving.clients import HttpServer, connected, over_stdio, served


def test_the_definitions_cost_few_tokens():
    """Four bytes a token, as a rule of thumb."""
    told = json.dumps(
        [{"name": each.name, "description": each.doc, "inputSchema": each.schema} for each in OWN_TOOLS]
    )
    assert len(told.encode()) / 4 < 2500 - len(INSTRUCTIONS.encode()) / 4


@pytest.mark.drives_programs
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_stdio_a_session_is_saved_and_runs_again_without_a_client(tmp_path, mode):
    note = tmp_path / "note.txt"
    note.write_text("")

    async def talk():
        async with connected(over_stdio(tmp_path), mode=mode) as call:
            await call.ok("do", operations=f"LAUNCH(app='mousepad', arguments=['{note}'])")
            assert call.asked == ["Do you allow the run to use `mousepad`?"]
            reply = await call.ok("do", operations="TYPE(text='written 你好')\nGESTURE(keys='Ctrl+S')")
            assert "ok: TYPE(text='written 你好') (yes)" in reply.text
            assert len(reply.text.encode()) / 4 < 300
            listed = (await call.ok("look", find="File")).text
            assert "element_type='menu', element_info='File'" in listed
            assert (await call.ok("look", picture=True, limit=1)).picture.size == (1280, 800)
            assert "TYPE(text='written 你好')" in (await call.ok("read_run")).text
            await call.ok("save_session", file="letter", title="A letter")
            assert "letter.cog: A letter" in (await call.ok("list_workflows")).text
            await asyncio.to_thread(wait_until, lambda: note.read_text() == "written 你好", 15)

    asyncio.run(talk())
    note.write_text("")
    run = cogscript.run(
        str(tmp_path / "letter.cog"), screen="virtual", settings=Settings(), runs=tmp_path / "runs"
    )
    assert run.outcome == "ok", run.error
    assert note.read_text() == "written 你好"


@pytest.mark.drives_programs
def test_over_http_only_with_the_token(tmp_path):
    server = HttpServer(tmp_path, 8871, "--allow-app", "xterm")
    try:
        for headers in ({}, {"Authorization": "Bearer guessed"}):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(server.url, b"{}", headers))
            assert refused.value.code == 401

        async def talk():
            headers = {"Authorization": f"Bearer {server.token}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as web,
                connected(streamable_http_client(server.url, http_client=web), None) as call,
            ):
                await call.ok("do", operations="LAUNCH(app='xterm')")
                assert "window" in (await call.ok("look")).text
                refused = await call("do", operations="LAUNCH(app='mousepad')")
                assert refused.is_error
                assert "`mousepad` may not be used here; allowed are: xterm" in refused.text

        asyncio.run(talk())
    finally:
        server.close()


@pytest.mark.drives_programs
def test_wrong_calls_are_answered_with_a_sentence(virtual, tmp_path):
    async def talk():
        async with served(virtual, tmp_path) as call:
            for given, said in (
                ({"operations": "CLICK(elment_info='Save')"}, "did you mean `element_info`?"),
                ({"operations": "CLICK("}, "error["),
                ({"operations": ""}, "there is no operation to perform"),
                ({"operation": "END()"}, "`do` has no parameter `operation`: did you mean `operations`?"),
                ({}, "`do` needs `operations`"),
                ({"operations": 7}, "`operations` of `do` must be of type string, not int"),
                ({"operations": "TYPE(text='\0')"}, "holds a NUL character"),
                ({"operations": "#" + "x" * 10_000_000}, "has 10,000,001 characters"),
                ({"operations": "TYPE(text='__CogName_unset__')"}, "unset"),
            ):
                reply = await call("do", **given)
                assert reply.is_error
                assert said in reply.text, reply.text[:300]
            outside = await call("save_session", file="../elsewhere")
            assert "lies outside of" in outside.text
            assert "did you mean `look`?" in (await call("loook")).text

    asyncio.run(talk())
    assert not (tmp_path.parent / "elsewhere.cog").exists()


@pytest.mark.drives_programs
def test_what_is_not_granted_is_not_pressed_nor_typed_in(virtual, tmp_path):
    """Also not a window that appears in front after the program was granted."""
    typed = tmp_path / "typed"

    async def talk():
        async with served(virtual, tmp_path, says=lambda question: "mousepad" in question) as call:
            await call.ok("do", operations="ALLOW(apps=['mousepad'])\nLAUNCH(app='mousepad')")
            await call.ok("do", operations="TYPE(text='mine')")
            subprocess.Popen(["xterm", "-e", "sh", "-c", f"cat > '{typed}'"], env=virtual.environment)
            await asyncio.to_thread(
                wait_until, lambda: any(each.active and "xterm" in each.apps for each in virtual.windows())
            )
            for operation in ("TYPE(text='secret')", "KEY_PRESS(key='Return')"):
                reply = await call("do", operations=operation)
                assert reply.is_error
                assert "`xterm` may not be used here; allowed are: mousepad" in reply.text
            assert [each for each in call.asked if "xterm" in each] == [
                "Do you allow the run to use `xterm`?"
            ]
            for operation, said in (
                ("GESTURE(keys='Alt+Tab')", "may not be used here"),
                (
                    "WINDOW(action='activate', title='Mousepad')\nGESTURE(keys='Alt+Tab')",
                    "goes to the system",
                ),
                ("QUOTE_CLIPBOARD(output='__CogName_x__')", "may not read the clipboard"),
                ("SET_CLIPBOARD(text='x')", "may not write the clipboard"),
            ):
                assert said in (await call("do", operations=operation)).text
            caught = "TRY()\n  KEY_PRESS(key='Super')\nCATCH()\nEND_TRY()"
            assert (await call("do", operations=caught)).is_error, "a CATCH does not make it good"
            assert keys_down(virtual) == []

    asyncio.run(talk())
    assert typed.read_text() == ""


@pytest.mark.drives_programs
def test_a_client_that_goes_away_leaves_nothing_pressed_and_the_record_whole(virtual, tmp_path):
    async def talk():
        async with served(virtual, tmp_path) as call:
            await call.ok("do", operations="ALLOW(apps=['mousepad'])\nLAUNCH(app='mousepad')")
            await call.ok("do", operations="MOUSE_DOWN(box=[[500,500]])\nKEY_DOWN(key='Shift')")
            assert keys_down(virtual) != []
            drag = asyncio.create_task(
                call("do", operations="DRAG(box=[[300,500]], to=[[600,500]], seconds=2)")
            )
            await asyncio.sleep(0.5)
            drag.cancel()

    asyncio.run(talk())
    assert keys_down(virtual) == []
    (run,) = list_runs(tmp_path / "runs")
    with Record(run) as record:
        assert record.outcome in ("ok", "stopped", "failed")
        assert [each.outcome for each in record.steps()][-1] is not None


@pytest.mark.drives_programs
def test_a_bound_window_that_closes_is_missed_with_a_sentence(virtual, tmp_path):
    async def talk():
        async with served(virtual, tmp_path, tools="computer-use") as call:
            await call.ok("request_access", apps=["xterm"])
            await call.ok("open_application", app="xterm")
            virtual.manager.kill(int(virtual.windows()[0].handle))
            await asyncio.to_thread(wait_until, lambda: not virtual.windows())
            for name, given in (
                ("screenshot", {}),
                ("type", {"text": "x"}),
                ("virtual_mouse", {"action": "click", "coordinate": [5, 5]}),
            ):
                reply = await call(name, **given)
                assert reply.is_error
                assert "the bound window (app='xterm') is no longer there" in reply.text
            assert not (await call("bind_window", action="unbind")).is_error

    asyncio.run(talk())
