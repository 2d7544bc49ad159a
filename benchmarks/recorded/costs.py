"""What recording costs: events lost under a flood, time added to an event, processor time when idle."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from recorded.person import wait_for
from recorded.round_trip import COG

RATE, SECONDS = 1000, 5
IDLE = 15.0


def costs() -> None:
    screen: Any = open_surface("virtual", size=Size(1280, 800), settings=Settings())
    try:
        sent, kept, took, grown = flood(screen)
        print(f"events kept      {kept} of {sent} sent at {sent / took:.0f} a second")
        print(f"memory           {grown / sent * 1000:+.2f} MB for a thousand events")
        middle, late = (seconds * 1e3 for seconds in added(screen))
        print(f"added            {middle:+.2f} ms to an event, {late:+.2f} ms to the slowest hundredth")
        print(f"idle             {idle(screen):.1%} of a core, the pointer over an editor")
    finally:
        screen.close()


def _start(screen: Any, folder: Path, *more: str) -> subprocess.Popen[str]:
    environment = {**screen.environment, "XDG_STATE_HOME": str(folder)}
    command = [*COG, "record", str(folder / "out.cog"), "--countdown", "0", "--no-reading", *more]
    recorder = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert recorder.stderr is not None
    for line in recorder.stderr:
        if line.startswith("recording;"):
            return recorder
    raise RuntimeError("the recorder did not start")


def flood(screen: Any) -> tuple[int, int, float, float]:
    """Key events at a rate no person reaches: how many were sent, how many are in the journal, in how many
    seconds, and by how many megabytes the recorder has grown."""
    from Xlib import X
    from Xlib.ext import xtest

    from cogscript.surfaces.x11.connection import connect

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recorder = _start(screen, folder)
        try:
            display = connect(screen.environment)
            code = display.keysym_to_keycode(ord("a"))
            sent = RATE * SECONDS // 2 * 2
            before = _memory(recorder.pid)
            started = time.monotonic()
            for number in range(sent):
                xtest.fake_input(display, X.KeyPress if number % 2 == 0 else X.KeyRelease, code)
                display.flush()
                ahead = started + (number + 1) / RATE - time.monotonic()
                if ahead > 0:
                    time.sleep(ahead)
            took = time.monotonic() - started
            grown = _memory(recorder.pid) - before
            _stop(screen, recorder)
        finally:
            recorder.kill()
        journal = next((folder / "cogscript" / "recordings").glob("*/events.jsonl"))
        events = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
        return sent, sum(event.get("key") == "a" for event in events), took, grown


def added(screen: Any) -> tuple[float, float]:
    """How long an event takes to its program, in the middle and in one case of a hundred, by recording."""
    plain = _delays(screen)
    with tempfile.TemporaryDirectory() as name:
        recorder = _start(screen, Path(name))
        try:
            recorded = _delays(screen)
            _stop(screen, recorder)
        finally:
            recorder.kill()
    middle, late = (sorted(plain)[len(plain) * share // 100] for share in (50, 99))
    return sorted(recorded)[len(recorded) // 2] - middle, sorted(recorded)[len(recorded) * 99 // 100] - late


def _delays(screen: Any) -> list[float]:
    """Seconds from sending a key to its arrival in a window, many times."""
    from Xlib import X
    from Xlib.ext import xtest

    from cogscript.surfaces.x11.connection import connect

    display = connect(screen.environment)
    root = display.screen().root
    window = root.create_window(
        0, 0, 50, 50, 0, X.CopyFromParent, override_redirect=True, event_mask=X.KeyPressMask
    )
    window.map()
    display.sync()
    window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
    display.sync()
    code = display.keysym_to_keycode(ord("b"))
    found = []
    for _ in range(500):
        started = time.perf_counter()
        xtest.fake_input(display, X.KeyPress, code)
        xtest.fake_input(display, X.KeyRelease, code)
        display.flush()
        while display.next_event().type != X.KeyPress:
            pass
        found.append(time.perf_counter() - started)
        time.sleep(0.004)
    display.close()
    return found


def idle(screen: Any) -> float:
    """Processor time of a recorder while nobody does anything, as a part of one core."""
    with tempfile.TemporaryDirectory() as name:
        editor = subprocess.Popen(["mousepad"], env=screen.environment, stderr=subprocess.DEVNULL)
        wait_for(screen.windows, "the editor's window")
        screen.move(screen.windows()[0].rect.middle)
        recorder = _start(screen, Path(name))
        try:
            time.sleep(12)  # somebody who has just worked is looked after more closely
            before = _processor_time(recorder.pid)
            time.sleep(IDLE)
            used = _processor_time(recorder.pid) - before
            _stop(screen, recorder)
            return used / IDLE
        finally:
            recorder.kill()
            editor.kill()
            editor.wait()


def _stop(screen: Any, recorder: subprocess.Popen[str]) -> None:
    subprocess.run(["xdotool", "key", "ctrl+alt+Escape"], env=screen.environment, check=True)
    recorder.communicate(timeout=120)


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def _memory(process: int) -> float:
    """Megabytes a process has in memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
