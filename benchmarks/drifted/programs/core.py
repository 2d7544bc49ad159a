"""What a program is in every toolkit: it shows a description, writes down what happens, and changes in time.

    python3 -m drifted.programs.gtk_view FOLDER

FOLDER holds the description, `spec.json`. Beside it the program writes `log.jsonl`, one line for everything
that matters (a button with its identity and what the fields hold at that moment, a choice, a tick, a text),
and `places.json`, where each of its elements is on the screen now. Things that come late are counted from
the moment somebody makes the file `go`, so that they are late for a run and not for the desktop's start.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

Node = dict[str, Any]
Places = dict[str, tuple[int, int, int, int]]

TICK = 0.1
"""Seconds between two looks at the clock and at where everything is."""
POPUP = 0.5
"""Seconds until a message pops up: its window must have its place, or it is put anywhere."""
_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """In a child: whoever started it may be killed, and nothing may be left behind."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class View(ABC):
    """A toolkit: builds what the description says and reports what people do to `program`."""

    program: Program

    @abstractmethod
    def open_window(self, spec: Node) -> None: ...
    @abstractmethod
    def fill(self, spec: Node) -> None:
        """Put the content into the window."""

    @abstractmethod
    def open_dialog(self, spec: Node) -> None: ...
    @abstractmethod
    def close_dialog(self) -> None:
        """Close the dialog opened last."""

    @abstractmethod
    def write(self, identity: str, text: str) -> None: ...
    @abstractmethod
    def show(self, identity: str) -> None: ...
    @abstractmethod
    def enable(self, identity: str, on: bool) -> None: ...
    @abstractmethod
    def places(self) -> Places:
        """Everything that can be seen now, in pixels of the screen."""

    @abstractmethod
    def loop(self, tick: Callable[[], None]) -> None:
        """Run until the end, calling `tick` every now and then."""


class Program:
    def __init__(self, view: View, folder: Path) -> None:
        self.spec: Node = json.loads((folder / "spec.json").read_text(encoding="utf-8"))
        self._folder = folder
        self._view = view
        view.program = self
        self._log = (folder / "log.jsonl").open("a", encoding="utf-8", buffering=1)
        self._texts: dict[str, str] = {}
        self._expression = ""
        self._late: list[Node] = list(self.spec.get("late", []))
        self._due: list[tuple[float, Node]] = []
        self._happened: set[str] = set()
        self._went: float | None = None
        self._filled = False
        self._places: Places = {}

    def run(self) -> None:
        self._note("started")
        window = float(self.spec.get("window_after", 0))
        while window and not self._gone(window):
            time.sleep(TICK / 2)
        self._view.open_window(self.spec)
        if not self.spec.get("content_after"):
            self._fill()
        self._view.loop(self._tick)

    # --- what people do -----------------------------------------------------------------

    def pressed(self, identity: str) -> None:
        does = self._does(identity)
        if does.startswith("calculate:"):
            self._calculate(does.partition(":")[2])
        self.did({"act": "press", "id": identity, "fields": dict(self._texts)})
        word, _, name = does.partition(":")
        if word == "open":
            dialog = self.spec["dialogs"][name]
            self._view.open_dialog(dialog)
            self._disable_late(dialog)
        elif word == "close":
            self._view.close_dialog()
        elif word == "search":
            self._due.append((time.monotonic() + self.spec["search_takes"], {"do": "show", "id": name}))

    def entered(self, identity: str) -> None:
        """Return in a field: the button that stands for it, if any."""
        if button := (self._node(identity) or {}).get("enter"):
            self.pressed(button)

    def typed(self, identity: str, text: str) -> None:
        if self._texts.get(identity) == text:
            return
        self._texts[identity] = text
        self._happened.add(f"text {identity}={text}")
        self._write({"text": text, "id": identity})

    def checked(self, identity: str, on: bool) -> None:
        self.did({"act": "check", "id": identity, "value": "on" if on else "off"})

    def chose(self, identity: str) -> None:
        """`identity` is that of the option, the list's item or the tab."""
        self.did({"act": "choose", "id": identity})

    def did(self, act: Node) -> None:
        self._happened.add(" ".join(str(act[key]) for key in ("act", "id", "value") if key in act))
        self._write(act)

    # --- what happens by itself ---------------------------------------------------------

    def _tick(self) -> None:
        if not self._filled and self._gone(float(self.spec["content_after"])):
            self._fill()
        for late in list(self._late):
            if late["after"] in self._happened or (late["after"] == "go" and self._gone(0)):
                self._late.remove(late)
                self._due.append((time.monotonic() + late["seconds"], late))
        for due in [each for each in self._due if each[0] <= time.monotonic()]:
            self._due.remove(due)
            self._change(due[1])
        if self._filled and (places := self._view.places()) != self._places:
            self._places = places
            partial = self._folder / "places.partial"
            partial.write_text(json.dumps(places), encoding="utf-8")
            os.replace(partial, self._folder / "places.json")

    def _change(self, late: Node) -> None:
        if late["do"] == "enable":
            self._view.enable(late["id"], True)
        elif late["do"] == "popup":
            self._view.open_dialog(self.spec["dialogs"][late["id"]])
            self._note("shown")
        elif late["do"] == "show":
            self._view.show(late["id"])
            self._happened.add(f"show {late['id']}")
        else:
            self._view.close_dialog()

    def _fill(self) -> None:
        self._view.fill(self.spec)
        self._disable_late({key: self.spec.get(key, []) for key in ("menus", "toolbar", "body")})
        self._filled = True
        if popup := self.spec.get("popup"):
            self._due.append((time.monotonic() + POPUP, {"do": "popup", "id": popup}))
        else:
            self._note("shown")

    def _disable_late(self, part: Node) -> None:
        """What is enabled late is disabled from the moment it is there."""
        here = {node["id"] for node in nodes(part) if "id" in node}
        for late in self._late + [each for _, each in self._due]:
            if late["do"] == "enable" and late["id"] in here:
                self._view.enable(late["id"], False)

    def _gone(self, seconds: float) -> bool:
        """Whether that much time has passed since the run began."""
        if self._went is None and (self._folder / "go").exists():
            self._went = time.monotonic()
        return self._went is not None and time.monotonic() - self._went >= seconds

    # --- parts --------------------------------------------------------------------------

    def _calculate(self, key: str) -> None:
        if key == "C":
            self._expression = ""
        elif key == "=":
            self._expression = _value(self._expression)
        else:
            self._expression += key
        self._texts["display"] = self._expression
        self._view.write("display", self._expression)

    def _does(self, identity: str) -> str:
        return str((self._node(identity) or {}).get("does", ""))

    def _node(self, identity: str) -> Node | None:
        return next((node for node in nodes(self.spec) if node.get("id") == identity), None)

    def _note(self, note: str) -> None:
        self._write({"note": note})

    def _write(self, line: Node) -> None:
        self._log.write(json.dumps({**line, "time": round(time.time(), 3)}, ensure_ascii=False) + "\n")


def nodes(part: Any) -> list[Node]:
    """Every node of a description, the outer ones first."""
    if isinstance(part, dict):
        inner = [node for value in part.values() for node in nodes(value)]
        return [part, *inner]
    return [node for each in part for node in nodes(each)] if isinstance(part, list) else []


def _value(expression: str) -> str:
    """A sum of two numbers, as pocket calculators do it."""
    for sign, work in _SIGNS.items():
        left, found, right = expression.partition(sign)
        if found and left and right:
            return f"{work(float(left), float(right)):g}"
    return expression


_SIGNS: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "−": lambda left, right: left - right,
    "×": lambda left, right: left * right,
    "÷": lambda left, right: left / right,
}


def main(view: Callable[[], View]) -> None:
    Program(view(), Path(sys.argv[1])).run()
