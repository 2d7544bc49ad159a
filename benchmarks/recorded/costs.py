"""What recording costs: events lost under a flood, time added to an event, processor time when idle."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from cogscript.language.box import Size
from cogscript.screens import open_screen
from cogscript.settings import Settings
from recorded.round_trip import COG

RATE, SECONDS = 1000, 5
IDLE = 15.0


def costs() -> None:
    screen: Any = open_screen("virtual", size=Size(1280, 800), settings=Settings())
    try:
        sent, kept, took = flood(screen)
        print(f"events kept      {kept} of {sent} sent at {sent / took:.0f} a second")
        print(f"added by a hook  {hook_time() * 1e6:.0f} µs an event")
        print(f"idle             {idle(screen):.1%} of a core")
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


def flood(screen: Any) -> tuple[int, int, float]:
    """Key events at a rate no person reaches: how many were sent, and how many are in the journal."""
    from Xlib import X
    from Xlib.ext import xtest

    from cogscript.screens.x11_connection import connect

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recorder = _start(screen, folder)
        try:
            display = connect(screen.environment)
            code = display.keysym_to_keycode(ord("a"))
            sent = RATE * SECONDS // 2 * 2
            started = time.monotonic()
            for number in range(sent):
                xtest.fake_input(display, X.KeyPress if number % 2 == 0 else X.KeyRelease, code)
                display.flush()
                ahead = started + (number + 1) / RATE - time.monotonic()
                if ahead > 0:
                    time.sleep(ahead)
            took = time.monotonic() - started
            subprocess.run(["xdotool", "key", "ctrl+alt+Escape"], env=screen.environment, check=True)
            recorder.communicate(timeout=120)
        finally:
            recorder.kill()
        journal = next((folder / "cogscript" / "recordings").glob("*/events.jsonl"))
        events = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
        return sent, sum(event.get("key") == "a" for event in events), took


def hook_time() -> float:
    """What the hook itself takes, under the load of the thread that empties its queue."""
    from cogscript.language.box import Point
    from cogscript.recording.listener import Listener, Raw

    listener = Listener(Point(0, 0))
    stop = threading.Event()

    def empty() -> None:
        while not stop.is_set():
            listener.queue.get()

    thread = threading.Thread(target=empty, daemon=True)
    thread.start()
    rounds = 20_000
    started = time.perf_counter()
    for number in range(rounds):
        listener.queue.put(Raw(time.monotonic(), "move", Point(number, number)))
    took = time.perf_counter() - started
    stop.set()
    listener.queue.put(Raw(0.0, "end", Point(0, 0)))
    return took / rounds


def idle(screen: Any) -> float:
    """Processor time of a recorder while nobody does anything, as a part of one core."""
    with tempfile.TemporaryDirectory() as name:
        recorder = _start(screen, Path(name))
        try:
            time.sleep(12)  # somebody who has just worked is looked after more closely
            before = _processor_time(recorder.pid)
            time.sleep(IDLE)
            return (_processor_time(recorder.pid) - before) / IDLE
        finally:
            subprocess.run(["xdotool", "key", "ctrl+alt+Escape"], env=screen.environment, check=True)
            try:
                recorder.communicate(timeout=60)
            finally:
                recorder.kill()


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))
