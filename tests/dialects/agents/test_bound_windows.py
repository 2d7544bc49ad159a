"""A computer-use plan that is bound to a window becomes an IN block, and an IN block a binding."""

import base64
import io
import json

import pytest
from PIL import Image

import cogscript
from cogscript import parse
from cogscript.dialects import export_text, import_text
from cogscript.language.model.box import Size
from tests.dialects.json_cases import reads, said

NAME = "computer-use"
SCREEN = Size(2000, 1000)


def call(name, **arguments):
    return {"type": "tool_use", "name": name, "input": arguments}


def answer(*content):
    return {"type": "tool_result", "content": list(content)}


def text(words):
    return {"type": "text", "text": words}


def picture(width, height, form="PNG"):
    held = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(held, form)
    data = base64.b64encode(held.getvalue()).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def transcript(*parts):
    """A chat log: calls are the assistant's, their results the person's, as the interface has them."""
    roles = {"tool_use": "assistant", "tool_result": "user"}
    return {"messages": [{"role": roles[part["type"]], "content": [part]} for part in parts]}


BIND = call("bind_window", action="bind", title="记事本")
UNBIND = call("bind_window", action="unbind")
CLICK = call("virtual_mouse", action="click", coordinate=[400, 150])


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(answer(picture(800, 600)), id="a screenshot that the transcript carries"),
        pytest.param(answer(picture(800, 600, "JPEG")), id="as JPEG"),
        pytest.param(
            answer(text('Bound to: hwnd=77 "记事本" pid=4 rect=(100,50 800x600)')), id="bind_window status"
        ),
        pytest.param(
            answer(text("Window rect: x=100, y=50, width=800, height=600")), id="window_management get_rect"
        ),
    ],
)
def test_places_are_thousandths_of_the_window_when_its_size_is_known(size):
    imported = import_text(json.dumps(transcript(BIND, size, CLICK)), NAME, SCREEN)
    block = imported.workflow.operations[-1]
    assert (block.name, block.arguments["window"]) == ("IN", "记事本")
    assert block.body == parse("CLICK(box=[[500,250]])").operations
    assert said(imported) == []


def test_where_the_window_stood_is_kept_for_agents_that_know_only_screens():
    rect = answer(text("Window rect: x=200, y=100, width=800, height=600"))
    reads(
        transcript(BIND, rect, CLICK),
        "IN(window='记事本', box=[[100,100,500,700]])\n  CLICK(box=[[500,250]])\nEND_IN()",
        NAME,
        SCREEN,
    )


def test_a_window_of_unknown_size_is_assumed_to_fill_the_display_and_that_is_reported_once():
    imported = reads(
        [BIND, CLICK, CLICK],
        "IN(window='记事本')\n  CLICK(box=[[200,150]])\n  CLICK(box=[[200,150]])\nEND_IN()",
        NAME,
        SCREEN,
    )
    assert said(imported) == ["the bound window's size is not known: it is assumed to fill the display"]


def test_a_size_the_plan_gives_the_window_counts_until_it_changes_again():
    sized = call("window_management", action="move_resize", x=0, y=0, width=1000, height=500)
    reads(
        transcript(
            BIND,
            sized,
            CLICK,
            call("window_management", action="maximize"),
            answer(picture(2000, 1000)),
            CLICK,
        ),
        """
        WINDOW(action='move', title='记事本', box=[[0,0,500,500]])
        WINDOW(action='resize', title='记事本', box=[[0,0,500,500]])
        IN(window='记事本')
          CLICK(box=[[400,300]])
        END_IN()
        WINDOW(action='maximize', title='记事本')
        IN(window='记事本')
          CLICK(box=[[200,150]])
        END_IN()
        """,
        NAME,
        SCREEN,
    )


def test_everything_up_to_the_unbinding_is_done_in_the_window():
    imported = reads(
        [
            call("left_click", coordinate=[100, 100]),
            BIND,
            call("virtual_keyboard", action="type", text="你好"),
            call("left_click", coordinate=[100, 100]),
            UNBIND,
            call("left_click"),
            call("left_click", coordinate=[300, 300]),
        ],
        """
        CLICK(box=[[50,100]])
        IN(window='记事本')
          TYPE(text='你好')
          CLICK(box=[[50,100]])
        END_IN()
        MOUSE_DOWN()
        MOUSE_UP()
        CLICK(box=[[150,300]])
        """,
        NAME,
        SCREEN,
    )
    assert imported.untranslated == []


def test_a_click_in_the_window_and_text_after_it_are_not_joined():
    reads(
        [BIND, CLICK, UNBIND, call("type", text="a")],
        "IN(window='记事本')\n  CLICK(box=[[200,150]])\nEND_IN()\nTYPE(text='a')",
        NAME,
        SCREEN,
    )


def test_a_window_bound_by_a_number_is_known_by_the_title_it_was_listed_with():
    listed = answer(text('Visible windows (2):\nhwnd=12 pid=3 "Inbox"\nhwnd=34 pid=5 "订单 - 记事本"'))
    imported = import_text(
        json.dumps(transcript(listed, call("bind_window", action="bind", hwnd="34"), CLICK)), NAME, SCREEN
    )
    assert imported.workflow.operations[-1].arguments["window"] == "订单 - 记事本"


def test_a_window_known_only_by_a_number_keeps_its_keys_and_loses_its_places():
    imported = import_text(
        json.dumps([call("bind_window", action="bind", hwnd="34"), CLICK, call("type", text="a")]),
        NAME,
        SCREEN,
    )
    assert [each.message for each in imported.untranslated] == [
        "the place lies in a window of which the plan gives only a number",
    ]
    assert imported.workflow.operations[-1] == parse("TYPE(text='a')").operations[0]


def test_a_window_that_is_bound_and_not_used_is_brought_to_the_front():
    reads([BIND], "WINDOW(action='activate', title='记事本')", NAME)


def test_on_windows_an_application_that_is_opened_is_bound():
    reads(
        [call("open_application", app="Notepad"), call("virtual_keyboard", action="type", text="a")],
        "LAUNCH(app='Notepad')\nIN(app='Notepad')\n  TYPE(text='a')\nEND_IN()",
        NAME,
    )
    reads(
        [call("open_application", app="Notes"), call("type", text="a")],
        "LAUNCH(app='Notes')\nTYPE(text='a')",
        NAME,
    )


def test_what_could_not_be_translated_stands_in_the_block_as_a_comment():
    imported = import_text(
        json.dumps([BIND, CLICK, call("virtual_mouse", action="jump"), UNBIND]), NAME, SCREEN
    )
    lines = cogscript.format(imported.workflow).splitlines()
    assert lines[-3:-1] == [
        "# not translated: there is no action `jump`",
        '# {"type": "tool_use", "name": "virtual_mouse", "input": {"action": "jump"}}',
    ]
    assert parse(cogscript.format(imported.workflow)) == imported.workflow


# --- back again -------------------------------------------------------------------------------------

WORKFLOW = """
WORKFLOW(title='Note', screen=[2000,1000])
LAUNCH(app='Notepad')
IN(window='记事本', box=[[100,100,500,700]])
  # In the page
  CLICK(box=[[500,250]])
  WAIT(seconds=3)
END_IN()
CLICK(box=[[10,20]])
"""


def test_an_in_block_becomes_a_binding_and_comes_back_the_same():
    exported, lost = export_text(parse(WORKFLOW), NAME)
    assert lost == []
    calls = [
        (part["name"], part["input"])
        for message in json.loads(exported)["messages"]
        if message["role"] == "assistant"
        for part in message["content"]
        if part["type"] == "tool_use"
    ]
    assert calls[2:] == [
        ("bind_window", {"action": "bind", "title": "记事本"}),
        ("window_management", {"action": "get_rect"}),
        ("computer", {"action": "left_click", "coordinate": [400, 150]}),
        ("computer", {"action": "wait", "duration": 3}),
        ("bind_window", {"action": "unbind"}),
        ("computer", {"action": "left_click", "coordinate": [20, 20]}),
    ]
    back = import_text(exported)
    assert back.workflow == parse(WORKFLOW)
    assert back.workflow.operations[2].body[0].description == "In the page"


def test_without_the_windows_size_a_place_in_it_cannot_be_exported():
    source = "IN(window='记事本')\n  CLICK(box=[[500,250]])\n  KEY_PRESS(key='F5')\nEND_IN()\n"
    exported, lost = export_text(parse(source), NAME)
    assert [(each.code, each.to_json()["line"]) for each in lost] == [("not-exported", 2)]
    assert "IN does not say its size" in lost[0].message
    assert import_text(exported).workflow.operations[-1].body == parse("KEY_PRESS(key='F5')").operations


@pytest.mark.parametrize("dialect", ["cogagent", "openai", "gui-plus", "ui-tars", "glm", "pyautogui"])
def test_for_agents_that_know_only_screens_the_block_stands_where_its_window_stood(dialect):
    source = parse("IN(window='x', box=[[100,200,500,400]])\n  CLICK(box=[[500,500]])\nEND_IN()\n")
    exported, lost = export_text(source, dialect, SCREEN)
    (click,) = [
        each for each in import_text(exported, dialect, SCREEN).workflow.walk() if each.name == "CLICK"
    ]
    assert click.arguments["box"].middle(Size(1000, 1000)) == (300, 300)
    assert [(each.code, each.to_json()["line"]) for each in lost][:1] == [("lost", 1)]
    assert "placed where its window stood" in lost[0].message


@pytest.mark.parametrize("dialect", ["cogagent", "openai", "gui-plus", "ui-tars", "glm", "pyautogui"])
def test_a_block_that_does_not_say_where_its_window_stood_is_left_out(dialect):
    source = parse("IN(window='x')\n  CLICK(box=[[500,500]])\nEND_IN()\nCLICK(box=[[1,2]])\n")
    exported, lost = export_text(source, dialect, SCREEN)
    clicks = [each for each in import_text(exported, dialect, SCREEN).workflow.walk() if each.name == "CLICK"]
    assert len(clicks) == 1
    assert lost[0].code == "not-exported"
    assert "left out with everything in it" in lost[0].message
