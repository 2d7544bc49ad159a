"""Computer-use tools: three versions of the computer tool, and the 38 tools of the reference."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.computer_use.read import ACTIONS, TOOLS, VERSIONS
from cogscript.dialects.agents.computer_use.windows_tools import WINDOWS_TOOLS
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "computer-use"


def test_the_sets_of_actions_are_whole():
    assert [len(actions) for actions in VERSIONS.values()] == [10, 16, 17]
    assert set(VERSIONS["computer_20251124"]) <= set(TOOLS)
    assert len(TOOLS) == 38
    teaching = {"request_teach_access", "teach_step", "teach_batch"}
    windows = (set(WINDOWS_TOOLS) - teaching) & set(TOOLS)
    assert (len(TOOLS) - len(windows) - len(teaching), len(windows), len(teaching)) == (24, 11, 3)
    assert len(ACTIONS) == 68


def test_every_action_has_a_translation_but_for_queries():
    assert untranslated_examples(NAME) == []
    queries = {name for name, action in ACTIONS.items() if action.query}
    assert queries == {
        "list_granted_applications", "cursor_position", "bind_window list", "bind_window unbind",
        "bind_window status", "window_management get_rect", "status_indicator status",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"action": "left_click", "coordinate": [100, 200], "text": "ctrl+shift"},
         "CLICK(box=[[100,200]], keys=['Lcontrol','Lshift'])"),
        ({"action": "key", "text": "Page_Down", "repeat": 3}, "KEY_PRESS(key='PageDown', times=3)"),
        ({"action": "key", "text": "KP_0"}, "KEY_PRESS(key='Numpad0')"),
        ({"action": "key", "text": "ctrl++"},
         "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='+'), KEY_UP(key='Lcontrol')])"),
        ({"action": "key", "text": "ctrl+a Delete"},
         "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A'), KEY_UP(key='Lcontrol')])\n"
         "KEY_PRESS(key='Delete')"),
        ({"action": "type", "text": "a, (b) 'c'\n"}, "TYPE(text=\"a, (b) 'c'\", enter=True)"),
        ({"action": "scroll", "scroll_direction": "left", "scroll_amount": 4}, "SCROLL_LEFT(step_count=4)"),
        ({"action": "scroll", "coordinate": [1, 2], "scroll_direction": "up", "scroll_amount": 2,
          "text": "ctrl"}, "SCROLL_UP(box=[[1,2]], step_count=2, keys=['Lcontrol'])"),
        ({"action": "zoom", "region": [10, 20, 300, 400]}, "SCREENSHOT(box=[[10,20,300,400]])"),
        ({"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]},
         "DRAG(box=[[1,2]], to=[[3,4]])"),
        ({"name": "mouse_wheel", "input": {"coordinate": [1, 2], "delta": 5, "direction": "horizontal"}},
         "SCROLL_RIGHT(box=[[1,2]], step_count=5)"),
        ({"name": "mcp__desktop__write_clipboard", "input": {"text": "x"}}, "SET_CLIPBOARD(text='x')"),
        ({"name": "prompt_respond", "input": {"response_type": "select", "arrow_direction": "up"}},
         "KEY_PRESS(key='Up')\nKEY_PRESS(key='Return')"),
    ],
)  # fmt: skip
def test_one_action(action, expected):
    assert said(reads(action, expected, NAME)) == []


def test_sequences_become_one_and_literally_do_not():
    plan = [
        {"action": "mouse_move", "coordinate": [10, 20]},
        {"action": "left_mouse_down"},
        {"action": "mouse_move", "coordinate": [30, 40]},
        {"action": "left_mouse_up"},
        {"action": "left_click", "coordinate": [50, 60]},
        {"action": "type", "text": "你好"},
        {"action": "double_click"},
    ]
    reads(
        plan,
        "DRAG(box=[[10,20]], to=[[30,40]])\nTYPE(box=[[50,60]], text='你好')\nDOUBLE_CLICK(box=[[50,60]])",
        NAME,
    )
    literal = import_text(json.dumps(plan), NAME, Size(1000, 1000), literal=True)
    assert [each.name for each in literal.workflow.operations[1:]] == [
        "HOVER", "MOUSE_DOWN", "HOVER", "MOUSE_UP", "CLICK", "TYPE", "DOUBLE_CLICK",
    ]  # fmt: skip


def test_keys_held_together_for_a_time():
    reads(
        {"action": "hold_key", "text": "ctrl+shift", "duration": 2},
        "KEY_DOWN(key='Lcontrol')\nKEY_DOWN(key='Lshift')\nWAIT(seconds=2)\n"
        "KEY_UP(key='Lshift')\nKEY_UP(key='Lcontrol')",
        NAME,
        literal=True,
    )


TRANSCRIPT = {
    "tools": [
        {"type": "computer_20250124", "name": "computer", "display_width_px": 1280, "display_height_px": 800}
    ],
    "messages": [
        {"role": "user", "content": "Save the report"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Where is it?"},
                {"type": "tool_use", "id": "1", "name": "computer", "input": {"action": "screenshot"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "1",
                    "content": [
                        {
                            "type": "text",
                            "text": '[Button] "保存" (128,80 128x40) enabled\n[Edit] "" (0,0 9x9)',
                        },
                        {"type": "image", "source": {"data": '{"action": "left_click"}'}},
                    ],
                }
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Pressing Save"},
                {"type": "tool_use", "name": "click_element", "input": {"name": "保存"}},
                {"type": "tool_use", "name": "computer", "input": {"action": "cursor_position"}},
                {"type": "tool_use", "name": "bash", "input": {"command": "ls", "env": {"A": "b"}}},
            ],
        },
    ],
}


def test_a_transcript_gives_title_screen_comments_and_the_elements_places():
    imported = import_text(json.dumps(TRANSCRIPT, ensure_ascii=False))
    assert imported.dialect == NAME
    header, look, save, tool = imported.workflow.operations
    assert header.arguments == {"title": "Save the report", "screen": [1280, 800]}
    assert (look.name, look.description) == ("SCREENSHOT", "Where is it?")
    assert (str(save.arguments["box"]), save.arguments["element_info"]) == ("[[100,100,200,150]]", "保存")
    assert save.description == "Pressing Save"
    assert tool.arguments == {"name": "bash", "command": "ls", "env": '{"A": "b"}'}
    assert "cursor_position only asks" in tool.trailing


def test_calls_written_as_text_with_what_their_author_says():
    imported = reads(
        'bind_window(action="bind", title="记事本")   ← bring it up\nscreenshot\n'
        'virtual_mouse(action="click", coordinate=[500, 300])  # the page\n'
        '1. type(text="a, b) (c")\nnot_a_tool(text="x")\n',
        "IN(window='记事本')\nSCREENSHOT()\nTYPE(box=[[500,300]], text='a, b) (c')\nEND_IN()",
        NAME,
    )
    assert imported.workflow.operations[1].description == "bring it up"
    assert said(imported) == [
        "the bound window's size is not known: it is assumed to fill the display",
        "`not_a_tool` looks like an action, and is none that is known here",
    ]


def test_a_batch_refuses_its_bad_action_alone():
    batch = {"name": "computer_batch", "input": {"actions": [
        {"action": "left_click", "coordinate": [1, 2]},
        {"action": "jump"},
        {"action": "key", "text": "Return"},
    ]}}  # fmt: skip
    imported = reads(batch, "CLICK(box=[[1,2]])\nKEY_PRESS(key='Return')", NAME)
    assert said(imported) == ["there is no action `jump`"]


@pytest.mark.parametrize(
    ("action", "reason", "blamed"),
    [
        ({"action": "mouse_move"}, "`coordinate` is missing", None),
        ({"action": "type"}, "`text` is missing", None),
        ({"action": "left_klick", "coordinate": [1, 2]}, "no action `left_klick`", '"left_klick"'),
        ({"action": "left_click", "coordinate": [1, 2, 3]}, "2 numbers, or 4", "[1, 2, 3]"),
        ({"action": "left_click", "coordinate": [1200, 2]}, "1200 lies off the screen", "[1200, 2]"),
        ({"action": "left_click", "coordinate": [-1, 2]}, "-1 lies off the screen", "[-1, 2]"),
        ({"action": "left_click", "coordinate": "here"}, "is not a place", '"here"'),
        ({"action": "key", "text": "ctrl+bananas"}, "no key `bananas`", '"ctrl+bananas"'),
        ({"action": "scroll", "scroll_direction": "around", "scroll_amount": 1}, "not a direction", None),
        ({"action": "key", "text": "a", "repeat": 1000}, "from 0 to 100", "1000"),
        ({"name": "window_management", "input": {"action": "spin"}}, "no action `spin`", '"spin"'),
        ({"name": "computer_batch", "input": {}}, "`actions` is missing", None),
    ],
)
def test_what_is_wrong_is_refused_at_its_place(action, reason, blamed):
    text = json.dumps(action)
    with pytest.raises(CogError) as refused:
        import_text(text, NAME, Size(1000, 1000))
    (diagnostic,) = refused.value.diagnostics
    assert reason in diagnostic.message
    assert text[diagnostic.span.start : diagnostic.span.end] == (blamed or text)


def test_a_display_that_is_not_said_is_guessed_once_and_told():
    places = [[900, 10], [1, 790]]
    plan = json.dumps([{"action": "left_click", "coordinate": place} for place in places])
    imported = import_text(plan)
    (guess,) = said(imported)
    assert "does not give its display's size: 1280x800 is assumed" in guess
    boxes = [str(each.arguments["box"]) for each in imported.workflow.operations]
    assert boxes == ["[[704,013]]", "[[001,988]]"]
    with pytest.raises(CogError, match="no usual display has a place"):
        import_text('{"action": "left_click", "coordinate": [9000, 10]}')
    with pytest.raises(CogError, match="1280x800 is assumed"):
        import_text(plan, strict=True)


def test_an_action_of_another_agent_in_the_plan_is_refused():
    plan = [
        {"type": "tool_use", "name": "computer", "input": {"action": "screenshot"}},
        {"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [1, 2]}},
    ]
    with pytest.raises(CogError) as refused:
        import_text(json.dumps(plan), NAME)
    assert "gui-plus in a plan of computer-use" in str(refused.value)


def test_a_session_of_json_lines_keeps_who_said_what():
    lines = [
        {"type": "user", "message": {"role": "user", "content": "Write hello"}, "uuid": "1"},
        {"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "First open it"},
            {"type": "tool_use", "name": "mcp__desktop__open_application", "input": {"app": "Notepad"}},
        ]}},
        {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "ok"}]}},
        {"type": "assistant", "message": {"role": "assistant", "content": "Done."}},
    ]  # fmt: skip
    imported = reads("\n".join(map(json.dumps, lines)), "LAUNCH(app='Notepad')", NAME, screen=None)
    assert said(imported) == []
    header, launch = imported.workflow.operations
    assert (header.arguments, launch.description) == ({"title": "Write hello"}, "First open it")
