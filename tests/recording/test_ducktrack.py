"""Other tools' recordings go through the same reducer."""

from __future__ import annotations

import json

import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.ducktrack import looks_like_ducktrack, read_ducktrack
from cogscript.recording.reducer import reduce

METADATA = {"system": "Darwin", "screen_width": 1000, "screen_height": 800, "scroll_direction": -1}


def line(time, action, **more):
    return json.dumps({"time_stamp": time, "action": action, **more})


def click(time, x, y, button="left"):
    return [
        line(time, "click", x=x, y=y, button=button, pressed=True),
        line(time + 0.1, "click", x=x, y=y, button=button, pressed=False),
    ]


def keys(time, *names):
    lines = []
    for index, name in enumerate(names):
        lines.append(line(time + index * 0.2, "press", name=name))
        lines.append(line(time + index * 0.2 + 0.1, "release", name=name))
    return lines


@pytest.fixture
def recording(tmp_path):
    def write(lines, metadata=METADATA, name="events.jsonl"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if metadata is not None:
            beside = path.with_name(name.replace("events", "metadata").replace("jsonl", "json"))
            beside.write_text(json.dumps(metadata), encoding="utf-8")
        return path

    return write


def operations(path, screen=None):
    found, diagnostics = read_ducktrack(path.read_text(encoding="utf-8"), str(path), screen)
    return reduce(found).operations, diagnostics


def test_a_search_typed_and_scrolled(recording):
    path = recording(
        [
            line(100.0, "move", x=1.5, y=2.25),
            *click(101, 500.4, 400.6),
            *keys(102, "h", "i", "space", "b", "o", "b", "enter"),
            line(110, "scroll", x=500, y=400, dx=0, dy=-1),
            line(110.1, "scroll", x=501, y=400, dx=0, dy=-1),
        ]
    )
    found, diagnostics = operations(path)

    assert diagnostics == []
    assert [each.name for each in found] == ["WORKFLOW", "TYPE", "SCROLL_DOWN", "END"]
    assert found[0].arguments == {"screen": [1000, 800], "platform": "macos"}
    assert found[1].arguments["text"] == "hi bob"
    assert found[1].arguments["enter"] is True
    assert found[2].arguments["step_count"] == 2


@pytest.mark.parametrize("direction", [-1, 1])
def test_the_page_goes_where_the_programs_saw_it_go_whatever_the_hand_did(recording, direction):
    path = recording([line(1, "scroll", x=5, y=5, dx=0, dy=-3)], {**METADATA, "scroll_direction": direction})

    assert [each.name for each in operations(path)[0]][1:-1] == ["SCROLL_DOWN"]


def test_metadata_may_carry_the_name_of_its_events(recording):
    path = recording(click(1, 5, 5), name="monday_events.jsonl")

    assert operations(path)[0][0].arguments["screen"] == [1000, 800]


def test_places_outside_of_the_declared_screen_are_said_with_their_line(recording):
    found, diagnostics = operations(recording([*click(1, 5, 5), *click(3, 500, 900)]))

    assert [each.message for each in diagnostics] == ["(500, 900) lies outside of the 1000×800 screen"]
    assert diagnostics[0].source.position(diagnostics[0].span.start).line == 3
    assert "outside" in found[2].leading[0]


def test_the_shortcut_that_stopped_the_other_recorder_is_left_out_and_said(recording):
    path = recording([*click(1, 5, 5), *(line(5, "press", name=name) for name in ("ctrl_l", "alt_l", "T"))])
    found, diagnostics = operations(path)

    assert [each.name for each in found] == ["WORKFLOW", "CLICK", "END"]
    assert "Lcontrol+Lmenu+T is taken as what stopped the recorder" in diagnostics[0].message


def test_a_shortcut_that_was_let_go_stays(recording):
    path = recording([line(1, "press", name="ctrl"), *keys(1.1, "c"), line(2, "release", name="ctrl")])

    assert [each.name for each in operations(path)[0]][1:-1] == ["GESTURE"]


def test_opencua_lines_carry_more_and_read_the_same(recording):
    path = recording(
        [
            line(1, "press", name="shift", pynput_key="Key.shift", event_idx=0),
            line(1.1, "press", name="A", pynput_key="'A'", event_idx=1),
            line(1.2, "release", name="A", pynput_key="'A'", event_idx=2),
            line(1.3, "release", name="shift", pynput_key="Key.shift", event_idx=3),
        ]
    )

    assert operations(path)[0][1].arguments == {"text": "A"}


@pytest.mark.parametrize(
    "bad",
    [
        "not json",
        "[1, 2]",
        '{"action": "click"}',
        '{"time_stamp": "soon", "action": "move", "x": 1, "y": 1}',
        '{"time_stamp": 1, "action": "move", "x": NaN, "y": 1}',
        '{"time_stamp": Infinity, "action": "move", "x": 1, "y": 1}',
        '{"time_stamp": 1, "action": "scroll", "x": 1, "y": 1, "dx": Infinity, "dy": 0}',
        '{"time_stamp": 1, "action": "dance"}',
        '{"time_stamp": 1, "action": "click", "x": 1e400, "y": 1, "button": "left", "pressed": true}',
    ],
)
def test_a_line_that_is_no_event_is_left_out_and_said(recording, bad):
    found, diagnostics = operations(recording([bad, *click(2, 5, 5)]))

    assert [each.name for each in found] == ["WORKFLOW", "CLICK", "END"]
    assert len(diagnostics) == 1
    assert "left out" in diagnostics[0].message


def test_without_metadata_the_screen_must_be_said(recording):
    path = recording(click(1, 5, 5), metadata=None)

    with pytest.raises(Fault, match="is not known"):
        operations(path)
    assert operations(path, Size(640, 480))[0][0].arguments["screen"] == [640, 480]


def test_the_command_tells_a_recording_from_a_plan(recording, capsys):
    path = recording([*click(1, 5, 5), *click(3, 500, 900)])

    assert main(["import", str(path)]) == 0
    shown = capsys.readouterr()
    assert [each.name for each in cogscript.parse(shown.out).operations] == [
        "WORKFLOW",
        "CLICK",
        "CLICK",
        "END",
    ]
    assert "outside of the 1000×800 screen" in shown.err
    assert main(["import", "--from", "opencua", "--strict", str(path)]) == 2


def test_a_file_without_events_is_refused(tmp_path, capsys):
    path = tmp_path / "note.txt"
    path.write_text("hello\n", encoding="utf-8")

    assert main(["import", "--from", "ducktrack", str(path)]) == 1
    assert "holds no events" in capsys.readouterr().err
    assert not looks_like_ducktrack("hello")
