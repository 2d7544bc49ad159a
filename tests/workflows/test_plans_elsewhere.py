"""Other agents' plans, really run where they belong: on a phone, and on a page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import wait_until
from tests.local_site import served
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.surfaces.phone.conftest import adb, handset, plugged, screen

__all__ = ["adb", "handset", "plugged", "screen"]

Call = dict[str, Any]


def run_plan(folder: Path, dialect: str, where: str, *lines: str | Call) -> subprocess.CompletedProcess[str]:
    plan = folder / "plan.txt"
    plan.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines), "utf-8")
    words = [sys.executable, "-m", "cogscript", "run", str(plan), "--from", dialect, "--screen", where]
    environment = {**os.environ, "COGSCRIPT_HOME": str(folder)}
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=200)


def mobile_use(action: str, **arguments: Any) -> Call:
    return {"name": "mobile_use", "arguments": {"action": action, **arguments}}


def browser_use(action: str, **arguments: Any) -> Call:
    return {"name": "browser_use", "arguments": {"action": action, **arguments}}


PLANS: dict[str, Callable[[int, int, str], Sequence[str | Call]]] = {
    "gui-plus": lambda x, y, text: [
        mobile_use("click", coordinate=[x, y]),
        mobile_use("type", text=text),
        mobile_use("key", text="4"),
        mobile_use("answer", text="gui-plus"),
    ],
    "android-world": lambda x, y, text: [
        {"action_type": "click", "x": x * 720 // 1000, "y": y * 1280 // 1000},
        {"action_type": "input_text", "text": text},
        {"action_type": "navigate_back"},
        {"action_type": "answer", "text": "android-world"},
    ],
    "autoglm": lambda x, y, text: [
        f'do(action="Tap", element=[{x},{y}])',
        f'do(action="Type", text="{text}")',
        'do(action="Back")',
        'finish(message="autoglm")',
    ],
}
"""Whose plan → a tap at a place in thousandths, a text, and the button Back."""


@pytest.mark.drives_programs
def test_three_agents_plans_tap_type_and_go_back_on_a_phone(
    plugged: Adbd, handset: Handset, screen: Any, tmp_path: Path
) -> None:
    handset.start("com.example.form")

    def name() -> Any:
        return next((each for each in screen.elements.snapshot().elements if each.name == "Name"), None)

    rect = wait_until(name, what="the form").rect
    place = round(rect.middle.x / 0.72), round(rect.middle.y / 1.28)
    for dialect, plan in PLANS.items():
        entered = f"by {dialect}"
        plan_lines = plan(*place, entered)
        done = run_plan(tmp_path, dialect, "phone", *_on_a_known_screen(dialect, plan_lines))
        assert done.returncode == 0, done.stderr
        assert entered in (name().value or ""), done.stderr
    assert handset.pressed == ["back"] * len(PLANS), "adb's key 4 is the button Back, and no digit"


def _on_a_known_screen(dialect: str, lines: Sequence[str | Call]) -> Sequence[str | Call]:
    """AndroidWorld counts in pixels, and its episodes say of which screen."""
    return [{"screen_size": [720, 1280]}, *lines] if dialect == "android-world" else lines


ELEMENTS = {"elements": [{"id": 1, "tag": "input", "text": "Customer"},
                         {"id": 2, "tag": "button", "text": "Send order"},
                         {"id": 3, "tag": "select", "text": "Colour"}]}  # fmt: skip


@pytest.mark.drives_programs
def test_labels_of_browser_use_are_those_of_its_list_of_elements(tmp_path: Path) -> None:
    with served() as site:
        opened = browser_use("goto", url=f"{site}/shop.html")
        done = run_plan(
            tmp_path, "gui-plus", "browser", ELEMENTS, opened,
            browser_use("type", label="1", text="Ann"),
            browser_use("select", label="3", option="blue"),
            browser_use("click", label="2"),
            browser_use("scroll", label="WINDOW", direction="down"),
            browser_use("answer", text="done"),
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
        refused = run_plan(tmp_path, "gui-plus", "browser", ELEMENTS, opened, browser_use("click", label="7"))
    assert refused.returncode == 2
    assert "no element with the label 7 is known" in refused.stderr
