"""Shell scripts with xdotool: read, never run."""

import os

import pytest

from cogscript import parse
from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from tests.dialects.json_cases import untranslated_examples

NAME = "xdotool"


def operations(text):
    imported = import_text(text, screen=Size(1000, 1000))
    return [each for each in imported.workflow.operations if each.name != "WORKFLOW"], imported


def test_every_example_is_translated():
    assert untranslated_examples(NAME) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("xdotool mousemove 300 200 click 1", "CLICK(box=[[300,200]])"),
        ("xdotool mousemove --sync 300 200 click --repeat 2 1", "DOUBLE_CLICK(box=[[300,200]])"),
        ("xdotool mousemove 300 200 && xdotool click 3", "RIGHT_CLICK(box=[[300,200]])"),
        ("xdotool mousemove 300 200 click 5 click 5", None),
        ("xdotool type --delay 20 'it is tea # 2'", "TYPE(text='it is tea # 2')"),
        ("xdotool type -- \"a;b\"", "TYPE(text='a;b')"),
        ("xdotool key Tab Tab Return", "KEY_PRESS(key='Tab', times=2)\nKEY_PRESS(key='Return')"),
        ("xdotool search --name Tea windowactivate --sync", "WINDOW(action='activate', title='Tea')"),
        ("sleep 1.5; xdotool key F5", "WAIT(seconds=1.5)\nKEY_PRESS(key='F5')"),
        ("xdotool search --name 'Tea$' key a", "WINDOW(action='activate', title='Tea')\nKEY_PRESS(key='A')"),
        ("for k in a b; do xdotool key $k; done", "KEY_PRESS(key='A')\nKEY_PRESS(key='B')"),
        ("go() {\n  xdotool mousemove $1 $2 click 1\n}\nX=300\ngo $X $((X - 100))", "CLICK(box=[[300,200]])"),
        ("echo -n tea | xdotool type --file -", "TYPE(text='tea')"),
        ("xdotool - <<END\nmousemove 300 200\nclick 3\nEND", "RIGHT_CLICK(box=[[300,200]])"),
        ("xdotool mousemove 300 200 \\\n  click 1 >/dev/null 2>&1 &", "CLICK(box=[[300,200]])"),
        ("xdotool windowclose $(xdotool search --name Tea | head -1)", "WINDOW(action='close', title='Tea')"),
        ("sleep 1 2s\nxdotool key a", "WAIT(seconds=3)\nKEY_PRESS(key='A')"),
        ("tea --green & xdotool key a", "LAUNCH(app='tea', arguments=['--green'])\nKEY_PRESS(key='A')"),
        ("xdotool keydown shift mousemove 1 2 click 1 keyup shift", "CLICK(box=[[1,2]], keys=['Lshift'])"),
    ],
)  # fmt: skip
def test_one_line(line, expected):
    made, imported = operations(f"#!/bin/sh\n# What it does\n{line}\n")
    assert imported.dialect == NAME
    if expected is None:
        assert [each.arguments.get("step_count") for each in made if each.name == "SCROLL_DOWN"] == [1, 1]
    else:
        assert made == parse(expected).operations
    assert made[0].description == "What it does"
    assert imported.untranslated == []


@pytest.mark.parametrize(
    "line",
    [
        "xdotool type \"$RANDOM\"",
        "xdotool windowactivate $(pgrep x)",
        "xdotool search --name Tea windowlower",
        "while sleep 1; do xdotool key Tab; done",
        "if [ -f x ]; then\n  xdotool key Tab\nfi",
        "xdotool key Tab || xdotool key Return",
        "xdotool key Tab | cat",
        "touch ran && xdotool key Tab",
        "xdotool mousemove_relative 1 2",
    ],
)  # fmt: skip
def test_what_only_a_shell_knows_is_reported_and_not_run(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made, imported = operations(f"xdotool key a\n{line}\nxdotool key b\n")
    assert [each.arguments["key"] for each in made] == ["A", "B"]
    assert len(imported.untranslated) == 1
    assert os.listdir(tmp_path) == []
