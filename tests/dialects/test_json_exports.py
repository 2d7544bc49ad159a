"""What a JSON dialect can say comes back as it was; what it cannot is listed with its line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogscript import parse
from cogscript.dialects import export_text, import_text
from cogscript.language.model import keys
from cogscript.language.model.box import Box, Size
from cogscript.language.model.tree import Operation, Workflow

SCREEN = [1920, 1080]
places = st.tuples(st.integers(0, 999), st.integers(0, 999))
words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1).filter(
    lambda text: "__" not in text and text != "None"  # LAUNCH(app='None') names no application
)
key_names = st.sampled_from([keys.label(key) for key in keys.canonical_keys()])
counts = st.integers(1, 60)


def chord(names):
    *held, last = names
    return {
        "actions": [
            *(Operation("KEY_DOWN", {"key": key}) for key in held),
            Operation("KEY_PRESS", {"key": last}),
            *(Operation("KEY_UP", {"key": key}) for key in reversed(held)),
        ]
    }


modifiers = st.sampled_from(["Lcontrol", "Lshift", "Lmenu", "Command"])
chords = st.tuples(modifiers, st.sampled_from(["A", "S", "F5", "Return", "Left", "+", "-"])).map(chord)


plain = {
    "type": st.tuples(st.just("TYPE"), st.fixed_dictionaries({"box": st.just("box"), "text": words})),
    "enter": st.tuples(
        st.just("TYPE"),
        st.fixed_dictionaries({"box": st.just("box"), "text": words, "enter": st.just(True)}),
    ),
    "key": st.tuples(st.just("KEY_PRESS"), st.fixed_dictionaries({"key": key_names})),
    "chord": st.tuples(st.just("GESTURE"), chords),
    "scroll": st.tuples(
        st.sampled_from(["SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT", "SCROLL_RIGHT"]),
        st.fixed_dictionaries({"box": st.just("box"), "step_count": counts}),
    ),
    "drag": st.tuples(st.just("DRAG"), st.fixed_dictionaries({"box": st.just("box"), "to": st.just("box")})),
}


def at(*names, **more):
    """Operations at a place; each place of a workflow is its own, so that no two are taken together."""
    return st.tuples(st.sampled_from(names), st.fixed_dictionaries({"box": st.just("box"), **more}))


def bare(name, **more):
    return st.tuples(st.just(name), st.fixed_dictionaries(more))


clicks = at("CLICK", "RIGHT_CLICK", "MIDDLE_CLICK", "DOUBLE_CLICK", "TRIPLE_CLICK")
held = at(
    "CLICK", "RIGHT_CLICK", "DOUBLE_CLICK", keys=st.lists(modifiers, min_size=1, max_size=2, unique=True)
)
tool_values = st.integers() | st.booleans() | words | st.lists(st.integers(), max_size=3)
tools = st.tuples(
    st.just("TOOL"),
    st.fixed_dictionaries({"name": st.just("save_to_file")}, optional={"path": words, "内容": tool_values}),
)

SAYABLE = {
    "computer-use": st.one_of(
        clicks, held, *plain.values(), tools,
        at("LONG_PRESS", seconds=st.integers(1, 9)),
        bare("KEY_PRESS", key=key_names, times=st.integers(2, 9)),
        bare("KEY_PRESS", key=key_names, seconds=st.integers(1, 9)),
        bare("WAIT", seconds=st.integers(1, 60)), bare("SCREENSHOT"), at("SCREENSHOT"),
        bare("LAUNCH", app=words), bare("SET_CLIPBOARD", text=words),
        bare("QUOTE_CLIPBOARD", output=st.just("__CogName_clipboard__")),
        bare("CLICK", element_info=words, element_type=words), bare("CLICK", element_info=words),
        bare("TYPE", element_info=words, text=words),
        bare("CLICK", id=words), bare("TYPE", element_type=words, text=words),
        bare("WINDOW", action=st.just("activate"), title=words),
        bare("ALLOW", apps=st.lists(words, min_size=1, max_size=3)),
        bare("ALLOW", clipboard=st.sampled_from(["read", "write", "both"]), reason=words),
        bare("ALLOW", system_keys=st.just(True)),
        bare("SHOW", text=words, wait=st.just(True)), at("SHOW", text=words, wait=st.just(True)),
        bare("STATUS", text=words), bare("STATUS", text=st.just("")),
    ),
    "openai": st.one_of(
        at("CLICK", "RIGHT_CLICK", "MIDDLE_CLICK", "DOUBLE_CLICK"),
        at("CLICK", "DOUBLE_CLICK", sensitive=st.just(True)),
        held, *plain.values(), bare("WAIT", seconds=st.just(2)), bare("SCREENSHOT"),
    ),
    "gui-plus": st.one_of(
        clicks, *plain.values(), tools,
        at("TYPE", text=words, clear=st.just(True)),
        bare("WAIT", seconds=st.integers(1, 60)), bare("ASK_USER", question=words),
    ),
    "computer-13": st.one_of(
        clicks, held, *plain.values(), bare("WAIT", seconds=st.just(2)),
        bare("KEY_PRESS", key=st.just("Tab")), at("HOVER"),
    ),
    "visual-agent": st.one_of(
        at("CLICK", element_info=words, element_type=words), bare("CLICK", element_info=words),
        at("TYPE", element_info=words, element_type=words, text=words),
        st.tuples(
            st.sampled_from(["SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT", "SCROLL_RIGHT"]),
            st.just({"step_count": 5}),
        ),
        bare("GO_BACK"), bare("ASK_USER", question=words),
    ),
}  # fmt: skip
PHONE = st.one_of(
    at("CLICK"), at("LONG_PRESS", seconds=st.integers(1, 9)), plain["type"], bare("LAUNCH", app=words),
    st.tuples(st.just("SWIPE"), st.just({"box": "box", "to": "box"})),
    bare("SYSTEM_BUTTON", button=st.sampled_from(["back", "home", "menu", "enter", "power", "volume_up"])),
    bare("WAIT", seconds=st.integers(1, 60)),
)  # fmt: skip
ENDS = {"computer-use": False, "openai": False, "gui-plus": True, "computer-13": True, "visual-agent": True}
RECOGNISED = {"computer-13": "osworld"}
"""Where the text alone does not tell the dialect from a larger one."""


@st.composite
def workflows(draw, steps):
    chosen = draw(st.lists(steps, min_size=1, max_size=8))
    spots = iter(draw(st.lists(places, min_size=16, max_size=16, unique=True)))
    operations = [Operation("WORKFLOW", {"title": draw(words), "screen": list(SCREEN)})]
    for name, arguments in chosen:
        filled = {key: Box(next(spots)) if value == "box" else value for key, value in arguments.items()}
        operations.append(Operation(name, filled))
    return Workflow(operations)


def there_and_back(workflow, dialect):
    text, unsaid = export_text(workflow, dialect)
    assert [each.message for each in unsaid] == []
    assert import_text(text).dialect == RECOGNISED.get(dialect, dialect)
    back = import_text(text, dialect)
    assert back.untranslated == []
    return back.workflow


def test_every_dialect_of_json_is_held():
    assert set(SAYABLE) == set(ENDS)


@pytest.mark.parametrize("dialect", SAYABLE)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_a_dialect_can_say_comes_back_the_same(dialect, data):
    workflow = data.draw(workflows(SAYABLE[dialect]))
    if ENDS[dialect]:
        workflow.operations.append(Operation("END"))
    back = there_and_back(workflow, dialect)
    if dialect == "visual-agent":  # the screen is said with the places, and only there
        workflow.operations[0].arguments = {"title": workflow.operations[0].arguments["title"]}
        back.operations[0].arguments.pop("screen", None)
    assert back.operations == workflow.operations


@settings(max_examples=40, deadline=None)
@given(workflows(PHONE))
def test_what_a_phone_can_do_comes_back_the_same(workflow):
    workflow.operations[0].arguments["platform"] = "android"
    workflow.operations.append(Operation("END"))
    assert there_and_back(workflow, "gui-plus").operations == workflow.operations


LOST = [
    ("computer-use", "CLICK(box=[[100,200]], element_info='Save')", "without element_info"),
    ("computer-use", "CLICK(box=[[100,200,300,400]])", "without the extent of `box`"),
    ("computer-use", "CLICK(box=[[100,200]], timeout=5, optional=True)", "without timeout, optional"),
    ("openai", "WAIT(seconds=7)", "without its time"),
    ("gui-plus", "KEY_PRESS(key='A', seconds=2)", "without seconds"),
    ("visual-agent", "SCROLL_DOWN(step_count=2)", "without how far"),
]
NOT_EXPORTED = [
    ("computer-use", "DRAG(box=[[1,2]], to=[[3,4]], button='right')", "left button only"),
    ("computer-use", "LAUNCH(url='https://example.org')", "opens applications, not links"),
    ("computer-use", "ANSWER(text='42')", "has no ANSWER"),
    ("computer-use", "SHOW(text='Look')", "waits for the person, and SHOW has no `wait=True`"),
    ("computer-use", "TYPE(text='a __CogName_total__')", "has no variables, and TYPE uses `total`"),
    ("computer-use", "IF(test=VISIBLE(element_info='Save'))\n  END()\nEND_IF()", "no blocks: IF is left out"),
    ("openai", "TRIPLE_CLICK(box=[[100,200]])", "has no TRIPLE_CLICK"),
    ("openai", "SCROLL_UP(step_count=2)", "scrolls at a place"),
    ("openai", "CLICK(element_info='Save')", "names no place"),
    ("gui-plus", "CLICK(element_info='Save')", "cannot name an element without its place"),
    ("gui-plus", "LAUNCH(app='Files')", "computer_use has no LAUNCH"),
    ("visual-agent", "CLICK(box=[[100,200]])", "has no element_info"),
    ("visual-agent", "KEY_PRESS(key='A')", "has no KEY_PRESS"),
]


@pytest.mark.parametrize(
    ("code", "dialect", "line", "reason"),
    [("lost", *each) for each in LOST] + [("not-exported", *each) for each in NOT_EXPORTED],
)
def test_what_a_dialect_cannot_express_is_reported_with_its_line(code, dialect, line, reason):
    text, reported = export_text(
        parse(f"WORKFLOW(title='t')\n{line}\nCLICK(box=[[9,9]], element_info='OK')\n"), dialect
    )
    first = reported[0]
    assert (first.code, first.to_json()["line"]) == (code, 2)
    assert reason in first.message
    kept = [each for each in import_text(text, dialect).workflow.operations if each.name != "WORKFLOW"]
    assert len(kept) == (2 if code == "lost" else 1)


def test_the_default_of_a_parameter_is_no_loss():
    line = "DRAG(box=[[1,2]], to=[[3,4]], seconds=0.5, button='left', optional=False)"
    assert export_text(parse(line), "openai")[1] == []


def test_an_export_is_what_the_agents_interface_takes():
    text, _ = export_text(
        parse("WORKFLOW(title='Save it')\n# Press Save\nCLICK(box=[[500,500]])\nEND()\n"),
        "computer-use",
        Size(1000, 800),
    )
    log = json.loads(text)
    assert log["tools"][0]["display_width_px"] == 1000
    assert log["messages"][0] == {"role": "user", "content": "Save it"}
    assert log["messages"][1]["content"] == [
        {"type": "text", "text": "Press Save"},
        {
            "type": "tool_use",
            "name": "computer",
            "input": {"action": "left_click", "coordinate": [500, 400]},
        },
    ]


@pytest.mark.parametrize("dialect", SAYABLE)
def test_descriptions_come_back_as_comments(dialect):
    source = parse("# Press 保存\nCLICK(box=[[500,500]], element_info='保存')\n# Then it is done\nEND()\n")
    text, _ = export_text(source, dialect)
    (click,) = [each for each in import_text(text, dialect).workflow.operations if each.name == "CLICK"]
    assert click.description == "Press 保存"


def test_a_chord_is_one_by_whatever_names_its_keys_have():
    line = "GESTURE(actions=[KEY_DOWN(key='Ctrl'), KEY_PRESS(key='s'), KEY_UP(key='Lcontrol')])"
    text, unsaid = export_text(parse(line), "gui-plus")
    assert unsaid == []
    assert '\\"keys\\": [\\"ctrl\\", \\"s\\"]' in text
