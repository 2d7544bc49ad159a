"""What a text dialect can say comes back as it was; what it cannot is listed with its line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.dialects import export_text, import_text
from cogscript.dialects.core.step_export import DISPLAY
from cogscript.language.model import keys
from cogscript.language.model.box import Box
from cogscript.language.model.tree import Operation, Workflow

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1).filter(
    lambda text: "__" not in text and not re.fullmatch(r"\{[A-Za-z_][\w.()]*\}", text)
)
"""Any text at all but a lone placeholder: quotes, brackets, line breaks, labels are all data."""
apps = texts.filter(lambda text: text.strip() and text != "None")  # LAUNCH(app='None') names no application
links = apps.filter(lambda text: "`" not in text)
unbroken = texts.filter(lambda text: not text.endswith("\n"))
ascii_texts = st.text(st.characters(max_codepoint=126, min_codepoint=32), min_size=1).filter(
    lambda text: "__" not in text
)
words = st.text("abcxyz你好", min_size=1, max_size=8)
sentences = st.lists(words, min_size=1, max_size=5).map(" ".join)
key_names = st.sampled_from([keys.label(key) for key in keys.canonical_keys()])
modifiers = st.sampled_from(["Lcontrol", "Lshift", "Lmenu", "Command"])
counts = st.integers(0, 90)
points = st.tuples(st.integers(0, 999), st.integers(0, 999)).map(Box)
boxes = (
    st.tuples(points, points)
    .map(lambda two: Box((*map(min, *two), *map(max, *two))))
    .filter(lambda box: box[:2] != box[2:])
)
sensitive = {"_sensitive": st.just(True)}
scrolls = ("SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT", "SCROLL_RIGHT")


def operation(names, **arguments):
    optional = {name[1:]: value for name, value in arguments.items() if name.startswith("_")}
    needed = {name: value for name, value in arguments.items() if not name.startswith("_")}
    made = st.fixed_dictionaries(needed, optional=optional)
    return st.builds(Operation, st.sampled_from(names.split()), made)


def pressed(held, presses):
    actions = [Operation("KEY_DOWN", {"key": key}) for key in held]
    actions += [Operation("KEY_PRESS", {"key": key}) for key in presses]
    actions += [Operation("KEY_UP", {"key": key}) for key in reversed(held)]
    return Operation("GESTURE", {"actions": actions})


held_keys = st.lists(modifiers, min_size=1, max_size=3, unique=True)
chords = st.builds(pressed, held_keys, st.sampled_from("ABC5"))
gestures = st.builds(pressed, held_keys, st.lists(key_names, min_size=1, max_size=3))
variables = st.sampled_from(["__CogName_a__", "__CogName_价格__"])
elements = {"_element_type": texts, "_element_info": texts}
wheel = " ".join(scrolls)

SAYABLE = {
    "cogagent": st.one_of(
        operation("CLICK DOUBLE_CLICK RIGHT_CLICK HOVER", box=boxes | points, **elements, **sensitive),
        operation("TYPE", box=boxes | points, text=texts | st.just(""), **elements, **sensitive),
        operation(wheel, box=boxes, step_count=counts, **elements),
        operation("KEY_PRESS", key=key_names, **sensitive), gestures,
        operation("LAUNCH", app=apps),
        operation("LAUNCH", app=st.just("None"), url=st.just("a.example/b?c=d,e")),
        operation("QUOTE_TEXT", box=boxes, output=variables, _auto_scroll=st.booleans(), **elements),
        operation("LLM", prompt=texts, output=variables, _result=texts),
        operation("QUOTE_CLIPBOARD", output=variables, _result=texts),
    ),
    "ui-tars": st.one_of(
        operation("CLICK DOUBLE_CLICK RIGHT_CLICK MIDDLE_CLICK TRIPLE_CLICK HOVER", box=points),
        operation("DRAG SWIPE", box=points, to=points), operation(wheel, step_count=counts, _box=points),
        operation("TYPE", text=unbroken, _box=points, _enter=st.just(True)),
        operation("LONG_PRESS", box=points, _seconds=st.integers(0, 9)),
        operation("KEY_PRESS KEY_DOWN KEY_UP", key=key_names), chords, operation("GO_BACK"),
        operation("WAIT", seconds=st.integers(0, 60)), operation("LAUNCH", app=apps),
        operation("SYSTEM_BUTTON", button=st.just("home")), operation("ASK_USER", question=texts),
    ),
    "glm": st.one_of(
        operation("CLICK DOUBLE_CLICK RIGHT_CLICK MIDDLE_CLICK HOVER", box=points, _element_info=texts),
        operation("DRAG", box=points, to=points, _element_info=texts), chords,
        operation(wheel, step_count=counts, _box=points, _element_info=texts), operation("SCREENSHOT"),
        operation("TYPE", text=texts), operation("KEY_PRESS", key=key_names),
        operation("WAIT", seconds=st.just(5)),
    ),
    "pyautogui": st.one_of(
        operation("CLICK DOUBLE_CLICK RIGHT_CLICK MIDDLE_CLICK TRIPLE_CLICK HOVER", box=points),
        operation("MOUSE_DOWN MOUSE_UP", _box=points, _button=st.just("right")),
        operation(wheel, step_count=st.integers(1, 90), _box=points), operation("TYPE", text=ascii_texts),
        operation("KEY_PRESS KEY_DOWN KEY_UP", key=key_names), chords,
        operation("WAIT", seconds=st.integers(0, 60)),
        operation("SET_CLIPBOARD", text=texts), operation("LAUNCH", url=links),
        operation("ASK_USER", question=texts),
        operation("SCREENSHOT", _file=texts), operation("FAIL", _reason=texts), operation("END"),
    ),
}  # fmt: skip
SAYABLE["osworld"] = SAYABLE["pyautogui"].filter(lambda each: each.name not in ("FAIL", "END"))


def there_and_back(workflow, dialect):
    text, unsaid = export_text(workflow, dialect)
    assert [each.message for each in unsaid] == []
    # Python code counts pixels, and does not say of which display.
    screen = DISPLAY if dialect in ("pyautogui", "osworld") else None
    imported = import_text(text, dialect, screen, literal=True)
    assert imported.diagnostics == []
    return imported.workflow


@pytest.mark.parametrize("dialect", SAYABLE)
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_what_a_dialect_can_say_comes_back_the_same(dialect, data):
    workflow = Workflow(data.draw(st.lists(SAYABLE[dialect], min_size=1, max_size=6)))
    for each in workflow.operations:
        each.leading = [f"# {data.draw(sentences)}"] if data.draw(st.booleans()) else []
    back = there_and_back(workflow, dialect)
    meant = [each for each in back.operations if each.name not in ("WORKFLOW", "INPUT")]
    assert meant == workflow.operations
    assert [each.description for each in meant] == [each.description for each in workflow.operations]


@pytest.mark.parametrize("dialect", ["cogagent", "ui-tars", "glm", "osworld", "pyautogui"])
@settings(deadline=None)
@given(title=sentences)
def test_the_title_comes_back(dialect, title):
    workflow = Workflow([Operation("WORKFLOW", {"title": title}), Operation("CLICK", {"box": Box.of(1, 2)})])
    header = there_and_back(workflow, dialect).operations[0]
    assert header.arguments["title"] == title


@pytest.mark.parametrize("platform", ["windows", "macos", "linux", "android", "ios", "browser"])
def test_cogagent_names_the_platform(platform):
    workflow = Workflow([Operation("WORKFLOW", {"title": "t", "platform": platform}), Operation("END")])
    assert there_and_back(workflow, "cogagent") == workflow


@pytest.mark.parametrize("dialect", ["ui-tars", "glm", "pyautogui"])
def test_a_text_at_a_place_comes_back_as_one_step(dialect):
    workflow = cogscript.parse(
        "TYPE(box=[[100,200]], text='a, b', enter=True)\nDRAG(box=[[1,2]], to=[[3,4]])\n"
    )
    text, unsaid = export_text(workflow, dialect)
    assert not unsaid
    names = [each.name for each in import_text(text, dialect).workflow.operations]
    assert names[-1] == "DRAG"
    assert "TYPE" in names
    assert "CLICK" not in names


@pytest.mark.parametrize(
    ("dialect", "line", "said"),
    [
        ("cogagent", "DRAG(box=[[1,2]], to=[[3,4]])", "has no DRAG"),
        ("cogagent", "CLICK(box=[[1,2]], timeout=3)", "without timeout"),
        ("cogagent", "SCROLL_DOWN(step_count=2)", "needs a box"),
        ("ui-tars", "CLICK(box=[[1,2,3,4]])", "extent of `box`"),
        ("ui-tars", "QUOTE_CLIPBOARD(output='__CogName_a__')", "has no QUOTE_CLIPBOARD"),
        ("ui-tars", "ANSWER(text='a')", "has no ANSWER"),
        ("glm", "CLICK(element_info='Save')", "no place"),
        ("osworld", "TYPE(text='你好')", "cannot type"),
        ("pyautogui", "WINDOW(action='close')", "no function for WINDOW"),
        ("cogagent", "IF(test=VISIBLE(element_info='x'))\n  END()\nEND_IF()", "no blocks"),
    ],
)
def test_what_cannot_be_said_is_listed_with_its_line(dialect, line, said):
    workflow = cogscript.parse(f"CLICK(box=[[5,6]])\n{line}\n", "w.cog")
    _, unsaid = export_text(workflow, dialect)
    (found,) = [each for each in unsaid if said in each.message]
    assert found.severity == "warning"
    assert found.source.position(found.span.start).line == 2


def test_for_cogagent_a_click_and_text_without_a_place_are_one_type():
    source = (
        "# The field\nCLICK(box=[[1,2,3,4]], element_info='Name')\n# Its text\nTYPE(text='tea')\n"
        "CLICK(box=[[5,6,7,8]], keys=['Shift'])\nTYPE(text='a')\n"
    )
    text, reported = export_text(cogscript.parse(source), "cogagent")
    assert "Action: The field Its text\nGrounded Operation: TYPE(box=[[001,002,003,004]], text='tea'" in text
    assert [(each.code, each.to_json()["line"]) for each in reported] == [("lost", 5), ("not-exported", 6)]


@pytest.mark.parametrize(
    "dialect", ["cogagent", "glm", "ui-tars", "pyautogui", "playwright", "gui-plus", "openai"]
)
def test_keys_as_one_text_are_exported_like_their_presses(dialect):
    short, long = (
        export_text(cogscript.parse(text), dialect)
        for text in (
            "GESTURE(keys='Ctrl+Shift+S')",
            "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_DOWN(key='Lshift'), KEY_PRESS(key='S'), "
            "KEY_UP(key='Lshift'), KEY_UP(key='Lcontrol')])",
        )
    )
    assert short == long
    assert short[1] == []
