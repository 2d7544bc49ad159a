"""Whatever ends a run: no key or button stays down, and the record is whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pexpect
import pytest

from cogscript.records.reader import Record
from cogscript.runtime.control import Decision
from cogscript.runtime.events import Listener
from cogscript.runtime.options import Options
from cogscript.runtime.run import start
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.conftest import wait_until
from tests.runtime.screen_help import Cog, keys_down, perform

HOLDING = """\
KEY_DOWN(key='Lshift')
MOUSE_DOWN(box=[[500,500]])
WAIT(seconds=600)
"""


def test_an_error_lets_go_of_everything(virtual, tmp_path) -> None:
    run = perform("KEY_DOWN(key='Lcontrol')\nMOUSE_DOWN(box=[[500,500]])\nFAIL()\n", virtual, tmp_path)
    assert run.outcome == "failed"
    assert keys_down(virtual) == []


def test_a_gesture_that_fails_lets_go_of_what_it_held(virtual, tmp_path) -> None:
    """Told by a listener, while the run still goes on: not only at its end."""
    seen = []

    class Watching(Listener):
        def step_finished(self, step) -> None:
            seen.append((step.name, step.outcome, keys_down(virtual)))

    perform(
        """\
TRY()
  GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='__CogName_k__'), KEY_UP(key='Lcontrol')])
CATCH()
END_TRY()
KEY_DOWN(key='Rmenu')
KEY_UP(key='Rmenu')
""",
        virtual,
        tmp_path,
        listener=Watching(),
        variables={"k": "no such key"},
    )
    assert ("GESTURE", "failed", []) in seen
    assert [len(down) for name, _, down in seen if name == "KEY_DOWN"] == [1]
    assert seen[-1] == ("KEY_UP", "ok", [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_run(virtual, tmp_path, number) -> None:
    cog = Cog(virtual, tmp_path, HOLDING)
    cog.began(3)
    assert len(keys_down(virtual)) == 2
    cog.process.send_signal(number)
    status, out, err = cog.end()
    assert status == 130, err
    assert out == ""
    assert "the run was stopped here" in err
    assert "test.cog:3:1" in err
    assert "Traceback" not in err
    assert keys_down(virtual) == []
    with cog.record() as record:
        assert record.outcome == "stopped"
        assert [step.outcome for step in record.steps()] == ["ok", "ok", "stopped"]


def move_pointer(screen, x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], env=screen.environment, check=True)


@pytest.mark.drives_programs
def test_a_hand_on_the_mouse_stops_it(virtual, tmp_path) -> None:
    cog = Cog(virtual, tmp_path, HOLDING)
    cog.began(3)
    move_pointer(virtual, 300, 300)
    status, _, err = cog.end()
    assert status == 130, err
    assert "the pointer was moved by somebody else, to 300,300" in err
    assert keys_down(virtual) == []


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 130)])
@pytest.mark.drives_programs
def test_at_a_terminal_a_hand_on_the_mouse_pauses_it(virtual, tmp_path, answer, status) -> None:
    text = "HOVER(box=[[500,500]])\nWAIT(seconds=3)\nKEY_PRESS(key='A')\nANSWER(text='done')\n"
    file = tmp_path / "test.cog"
    file.write_text(text, encoding="utf-8")
    environment = {**virtual.environment, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm"}
    terminal = pexpect.spawn(
        sys.executable, ["-m", "cogscript", "run", str(file), "--screen", "desktop"],
        env=environment, encoding="utf-8", timeout=60,
    )  # fmt: skip
    terminal.expect_exact("line 2 WAIT")
    move_pointer(virtual, 300, 300)
    terminal.expect_exact("paused: the pointer was moved by somebody else, to 300,300")
    terminal.expect_exact("Continue? [y/N] ")
    terminal.sendline(answer)
    said = terminal.read()
    terminal.close()
    assert terminal.exitstatus == status, said
    assert ("done" in said) == (status == 0)


@pytest.mark.drives_programs
def test_an_option_lets_the_hand_be(virtual, tmp_path) -> None:
    text = "HOVER(box=[[500,500]])\nWAIT(seconds=1.5)\nKEY_PRESS(key='A')\nANSWER(text='done')\n"
    cog = Cog(virtual, tmp_path, text, "--ignore-mouse")
    cog.began(2)
    move_pointer(virtual, 300, 300)
    status, out, err = cog.end()
    assert status == 0, err
    assert out == "done\n"


@pytest.mark.drives_programs
def test_the_corner_stops_it_even_so(virtual, tmp_path) -> None:
    text = (
        "HOVER(box=[[500,500]])\nREPEAT(times=999)\n  WAIT(seconds=0.05)\n  KEY_PRESS(key='A')\nEND_REPEAT()"
    )
    cog = Cog(virtual, tmp_path, text, "--ignore-mouse")
    cog.began(4)
    move_pointer(virtual, 0, 0)
    status, _, err = cog.end()
    assert status == 130, err
    assert "corner" in err


def test_an_x_server_that_dies_is_a_sentence_with_the_line(tmp_path) -> None:
    screen = open_surface("virtual", settings=Settings())
    try:
        cog = Cog(screen, tmp_path, "HOVER(box=[[500,500]])\nWAIT(seconds=2)\nCLICK(box=[[500,500]])\n")
        cog.began(2)
        os.kill(server_of(screen), signal.SIGKILL)
        status, _, err = cog.end()
    finally:
        screen.close()
    assert status == 1, err
    assert "Traceback" not in err
    assert "fault of cogscript itself" not in err
    assert "test.cog:3:1" in err or "test.cog:2:1" in err
    with cog.record() as record:
        assert record.outcome == "failed"


def server_of(screen) -> int:
    """The X server's process: the one that was given the screen's own cookie."""
    cookie = screen.environment["XAUTHORITY"]
    found = subprocess.run(["pgrep", "-f", f"^Xvfb .*{cookie}"], capture_output=True, text=True, check=True)
    return int(found.stdout)


def test_a_run_can_be_read_while_it_runs_and_after_kill_9(virtual, tmp_path) -> None:
    cog = Cog(virtual, tmp_path, HOLDING)
    cog.began(3)
    with cog.record() as record:
        assert record.outcome == "running"
        assert [step.outcome for step in record.steps()] == ["ok", "ok", None]
    cog.process.kill()
    cog.end()
    with cog.record() as record:
        assert record.outcome == "killed"
        assert [step.outcome for step in record.steps()] == ["ok", "ok", None]
        assert record.header["file"] == str(cog.file)
        assert record.files() == {str(cog.file): HOLDING}
    wait_until(lambda: not _release(virtual), what="nothing down")


def _release(screen) -> list[int]:
    """What a killed run left down is for the test to let go of."""
    screen.key_down("left_shift")
    screen.key_up("left_shift")
    screen.press("left")
    screen.release("left")
    return keys_down(screen)


class LeavesAtAFailure:
    """A person who steps, and ends the run where it stands at a step that failed."""

    def check(self, program) -> None: ...

    def before(self, stop) -> Decision:
        return Decision("run")

    def failed(self, stop) -> Decision:
        raise KeyboardInterrupt


def test_a_run_that_is_stopped_at_a_failed_step_has_it_on_record(tmp_path):
    file = tmp_path / "stopped.cog"
    file.write_text("SET(output='__CogName_a__', value='1')\nASSERT(test=EQUALS(left='a', right='b'))\n")
    run = start(str(file), Options(settings=Settings(), runs=tmp_path / "runs"), LeavesAtAFailure())
    assert run.outcome == "stopped"
    with Record(run.folder) as record:
        last = list(record.steps())[-1]
        assert (last.operation.name, last.outcome) == ("ASSERT", "stopped")
        assert last.error, "and why it failed"
