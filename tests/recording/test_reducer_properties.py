"""Whatever the events: the result parses, formats to itself, and loses no key and no click."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.language.model import keys
from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.tree import Operation, Workflow
from cogscript.recording.input_events import Event, Hit, Recording, WindowPlace, from_json, to_json
from cogscript.recording.pairing import pair
from cogscript.recording.reducer import reduce

points = st.builds(Point, st.integers(-50, 1400), st.integers(-50, 900))
sizes = st.integers(0, 500)
rects = st.builds(lambda at, width, height: Rect(*at, at.x + width, at.y + height), points, sizes, sizes)
awkward = ["Save", "密码", "__CogName_a__", "it's", "# no", "a\nb", "\\", "'''"]
names = st.text(max_size=12) | st.sampled_from(awkward)
targets = st.none() | st.builds(
    Hit,
    rects,
    st.sampled_from(["", "button", "text field", "password field", "area", "document", "label"]),
    names,
    st.booleans(),
    names,
    st.sampled_from(["", "toolbar"]),
    st.booleans(),
    names,
    names,
    st.sampled_from(["", "icon-1.png"]),
)
windows = st.none() | st.builds(WindowPlace, st.integers(1, 3), names, names, rects, st.booleans())
characters = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("ab'\"\\#_é你😀")
times = st.floats(0, 0.7, allow_nan=False)
named_keys = st.sampled_from(keys.canonical_keys())

pieces = st.one_of(
    st.builds(lambda at: [("move", at)], points),
    st.builds(
        lambda at, button, target: [("press", at, button, target)],
        points,
        st.sampled_from(["left", "right", "middle", "button8", "x9"]),
        targets,
    ),
    st.builds(
        lambda at, button: [("release", at, button)], points, st.sampled_from(["left", "right", "middle"])
    ),
    st.builds(lambda at, dx, dy: [("scroll", at, dx, dy)], points, st.integers(-3, 3), st.integers(-3, 3)),
    st.builds(lambda key: [("down", key, "")], named_keys),
    st.builds(lambda key: [("up", key)], named_keys),
    st.builds(lambda text, target: [("text", text, target)], st.none() | characters, targets),
    st.builds(lambda text: [("field", text)], st.text(max_size=8)),
    st.builds(lambda at, area: [("appeared", at, area)], points, rects),
    st.builds(lambda target: [("secret", target)], targets),
    st.just([("hidden",)]),
    st.just([("gap",)]),
)


@st.composite
def recordings(draw):
    now = 0.0
    events = []
    for kind, *rest in (each for piece in draw(st.lists(pieces, max_size=40)) for each in piece):
        now += draw(times)
        if kind == "move":
            events.append(Event(now, "move", rest[0]))
        elif kind in ("press", "release"):
            events.append(Event(now, kind, rest[0], rest[1], target=rest[2] if len(rest) > 2 else None))
        elif kind == "scroll":
            events.append(Event(now, "scroll", rest[0], dx=rest[1], dy=rest[2]))
        elif kind == "down":
            events.append(Event(now, "down", key=rest[0], text=""))
        elif kind == "up":
            events.append(Event(now, "up", key=rest[0]))
        elif kind == "text":
            events.append(Event(now, "down", text=rest[0], target=rest[1]))
        elif kind == "field":
            events.append(Event(now, "field", text=rest[0]))
        elif kind == "appeared":
            events.append(Event(now, "appeared", rest[0], area=rest[1]))
        elif kind == "secret":
            events.append(Event(now, "secret", target=rest[0], why="dots"))
        else:
            events.append(Event(now, kind))
        events[-1] = replace(events[-1], window=draw(windows))
    return Recording(Size(1280, 800), tuple(events), "linux")


CLICKS = {
    "CLICK": 1, "RIGHT_CLICK": 1, "MIDDLE_CLICK": 1, "DOUBLE_CLICK": 2, "TRIPLE_CLICK": 3, "LONG_PRESS": 1,
    "DRAG": 1,
}  # fmt: skip


def clicks_of(workflow: Workflow) -> range:
    """How many clicks a workflow tells of: text goes into a field by its name, clicked or not."""
    told = sum(CLICKS.get(each.name, 0) for each in workflow.walk())
    side = sum(each.arguments.get("key") == "BrowserBack" for each in workflow.walk())
    into_fields = sum(
        each.name == "TYPE" and not {"box", "element_info"}.isdisjoint(each.arguments)
        for each in workflow.walk()
    )
    return range(told + side, told + side + into_fields + 1)


def presses_in(operation: Operation) -> Counter[str]:
    found: Counter[str] = Counter()
    if operation.name == "KEY_PRESS":
        found[str(operation.arguments["key"])] += int(operation.arguments.get("times", 1))
    for action in operation.arguments.get("actions", []):
        if action.name == "KEY_PRESS":
            found[str(action.arguments["key"])] += 1
    if operation.arguments.get("enter"):
        found["Return"] += 1
    return found


@given(recordings(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_it_parses_and_formats_to_itself(recording, keep_timing):
    workflow = reduce(recording, title='it\'s a "test"', keep_timing=keep_timing, pictures="a_pictures")
    text = cogscript.format(workflow)

    assert cogscript.parse(text) == workflow
    assert cogscript.format(cogscript.parse(text)) == text
    assert cogscript.check(cogscript.parse(text)) == []


@given(recordings())
@settings(max_examples=150, deadline=None)
def test_it_loses_no_click_and_no_notch(recording):
    workflow = reduce(recording)
    text = cogscript.format(workflow)
    sides = sum(each.kind == "down" and each.key == "browser_back" for each in recording.events)

    pressed = sum(each.kind == "press" for each in recording.events)
    assert pressed + sides - text.count("# Mouse button 'x9'") in clicks_of(workflow)
    for name, notches in (
        ("SCROLL_DOWN", sum(max(0, -each.dy) for each in recording.events)),
        ("SCROLL_UP", sum(max(0, each.dy) for each in recording.events)),
        ("SCROLL_LEFT", sum(max(0, -each.dx) for each in recording.events)),
        ("SCROLL_RIGHT", sum(max(0, each.dx) for each in recording.events)),
    ):
        told = sum(each.arguments["step_count"] for each in workflow.walk() if each.name == name)
        assert told == notches


@given(recordings())
@settings(max_examples=150, deadline=None)
def test_it_loses_no_special_key(recording):
    """Every key that enters no text and is no modifier is pressed as often as it was."""
    workflow = reduce(recording)
    told = sum((presses_in(each) for each in workflow.walk()), Counter())
    entered = sum(str(each.arguments.get("text", "")).count("\n") for each in workflow.walk())
    expected: Counter[str] = Counter()
    for act in pair(recording.events):
        if act.kind == "key" and act.key and not act.text and not act.why and act.key != "space":
            expected[keys.label(act.key)] += 1
    secret = any(each.target and each.target.secret for each in recording.events)

    for key, count in expected.items():
        if key == "Backspace":
            assert told[key] <= count  # those that took back a typed character are applied
        elif key == "Return":
            assert secret or told[key] + entered >= count
        elif keys.canonical(key) not in ("browser_back", *keys.MODIFIERS):
            assert told[key] == count, key


@given(st.lists(st.tuples(st.sampled_from("abcXYZ1.,你é "), st.booleans()), max_size=30))
@settings(max_examples=150, deadline=None)
def test_typed_text_is_what_a_field_would_hold(strokes):
    """Characters and backspaces, played on a plain field that was empty."""
    events, held = [], ""
    for index, (character, back) in enumerate(strokes):
        if back and held:
            events.append(Event(index, "down", key="backspace", text=""))
            held = held[:-1]
        else:
            events.append(Event(index, "down", text=character))
            held += character
    workflow = reduce(Recording(Size(100, 100), tuple(events)))

    typed = "".join(str(each.arguments["text"]) for each in workflow.walk() if each.name == "TYPE")
    assert typed == held


@given(recordings())
@settings(max_examples=50, deadline=None)
def test_the_journal_gives_back_what_it_was_given(recording):
    for event in recording.events:
        again = from_json(to_json(event))
        assert (again.kind, again.at, again.key, again.text) == (event.kind, event.at, event.key, event.text)
        assert (again.target, again.window) == (event.target, event.window)
