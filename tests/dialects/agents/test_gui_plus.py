"""GUI-Plus and Qwen-VL: three tools, custom ones, and two systems of coordinates."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.gui_plus.actions import ACTIONS
from cogscript.dialects.agents.gui_plus.browser import BROWSER
from cogscript.dialects.agents.gui_plus.computer import COMPUTER
from cogscript.dialects.agents.gui_plus.mobile import MOBILE
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "gui-plus"


def test_the_sets_of_actions_are_whole():
    tools = {name.split()[0]: set() for name in ACTIONS}
    for name in ACTIONS:
        tools[name.split()[0]].add(name.split()[1])
    assert tools["computer_use"] >= {
        "key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click",
        "double_click", "triple_click", "scroll", "hscroll", "wait", "terminate", "answer", "interact",
        "click", "drag", "call_user",
    }  # fmt: skip
    assert tools["mobile_use"] >= {
        "key", "click", "long_press", "swipe", "type", "system_button", "open", "wait", "answer", "interact",
        "terminate",
    }  # fmt: skip
    assert tools["browser_use"] >= {
        "click", "type", "scroll", "select", "wait", "go_back", "wikipedia", "answer", "goto",
    }  # fmt: skip
    for name, table in (("computer_use", COMPUTER), ("mobile_use", MOBILE), ("browser_use", BROWSER)):
        assert tools[name] <= set(table)
    assert untranslated_examples(NAME) == []


def call(action, tool="computer_use", **arguments):
    return {"name": tool, "arguments": {"action": action, **arguments}}


def phone(action, **arguments):
    return call(action, "mobile_use", **arguments)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (call("left_click", coordinate=[112, 134]), "CLICK(box=[[112,134]])"),
        (call("left_click", coordinate=[100, 200, 300, 400]), "CLICK(box=[[100,200,300,400]])"),
        (call("key", keys=["ctrl", "shift", "t"]),
         "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_DOWN(key='Lshift'), KEY_PRESS(key='T'), "
         "KEY_UP(key='Lshift'), KEY_UP(key='Lcontrol')])"),
        (call("key", keys=["arrowleft"]), "KEY_PRESS(key='Left')"),
        (call("type", text="天气", clear=1, enter=0), "TYPE(text='天气', clear=True)"),
        (call("drag", coordinate=[1, 2], coordinate2=[3, 4]), "DRAG(box=[[1,2]], to=[[3,4]])"),
        (call("scroll", pixels=-5), "SCROLL_DOWN(step_count=5)"),
        (call("scroll", pixels=3, coordinate=[5, 6]), "SCROLL_UP(box=[[5,6]], step_count=3)"),
        (call("hscroll", pixels=-2), "SCROLL_LEFT(step_count=2)"),
        (call("wait"), "WAIT(seconds=2)"),
        (call("wait", time=1.5), "WAIT(seconds=1.5)"),
        (call("terminate", status="success"), "END()"),
        (call("terminate", status="failure"), "FAIL()"),
        (call("answer", text="42"), "ANSWER(text='42')\nEND()"),
        (call("interact", text="log in"), "ASK_USER(question='log in')"),
        ({"name": "terminate", "arguments": {"status": "success"}}, "END()"),
        (phone("long_press", coordinate=[1, 2], time=3), "LONG_PRESS(box=[[1,2]], seconds=3)"),
        (phone("swipe", coordinate=[1, 2], coordinate2=[3, 4]), "SWIPE(box=[[1,2]], to=[[3,4]])"),
        (phone("system_button", button="Menu"), "SYSTEM_BUTTON(button='menu')"),
        (phone("key", text="volume_up"), "SYSTEM_BUTTON(button='volume_up')"),
        (phone("key", text="KEYCODE_ENTER"), "SYSTEM_BUTTON(button='enter')"),
        (phone("key", text="clear"), "TYPE(text='', clear=True)"),
        (phone("key", text="camera"), "TOOL(name='key', key='camera')"),
        (phone("open", text="Files"), "LAUNCH(app='Files')"),
        ({"name": "save_to_file", "arguments": {"file_path": "a.txt", "content": "x", "name": "n"}},
         "TOOL(name='save_to_file', file_path='a.txt', content='x', arguments='{\"name\": \"n\"}')"),
    ],
)  # fmt: skip
def test_one_action(action, expected):
    assert said(reads(action, expected, NAME, screen=None)) == []


REPLY = """<think>The button is at the top.</think>
Action: 点击右上角的“登录”按钮。
<tool_call>
{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [912, 40]}}
</tool_call>
"""


def test_a_reply_gives_its_action_as_the_comment():
    imported = import_text(REPLY)
    assert imported.dialect == NAME
    (click,) = imported.workflow.operations
    assert click.description == "点击右上角的“登录”按钮。"


def test_a_chat_log_gives_the_task_and_leaves_the_prompt_alone():
    tools = {"type": "function", "function": {"name": "mobile_use", "parameters": {"properties": {}}}}
    call_form = '<tool_call>\n{"name": "x", "arguments": {}}\n</tool_call>'
    prompt = f"# Tools\n<tools>\n{json.dumps(tools)}\n</tools>\n{call_form}"
    task = "Instruction: 订一间酒店\n\nPrevious actions:\nNone"
    reply = REPLY.replace("computer_use", "mobile_use").replace("left_click", "click")
    log = {
        "messages": [
            {"role": "system", "content": [{"text": prompt}]},
            {"role": "user", "content": [{"image": "a.png"}, {"text": task}]},
            {"role": "assistant", "content": [{"text": reply}]},
            {"role": "user", "content": "<tool_response>\nok\n</tool_response>"},
        ]
    }
    imported = reads(log, "CLICK(box=[[912,40]])", NAME, screen=None)
    header = imported.workflow.operations[0]
    assert header.arguments == {"title": "订一间酒店", "platform": "android"}


def test_a_place_in_a_reply_inside_a_log_is_shown_where_it_stands():
    log = json.dumps([{"role": "assistant", "content": REPLY.replace("[912, 40]", "[1, 2, 3]")}])
    with pytest.raises(CogError) as refused:
        import_text(log, NAME)
    span = refused.value.diagnostics[0].span
    assert log[span.start : span.end] == "[1, 2, 3]"


def test_one_place_beyond_a_thousand_puts_the_whole_plan_in_pixels():
    plan = [call("left_click", coordinate=[1900, 100]), call("left_click", coordinate=[960, 532])]
    imported = import_text(json.dumps(plan), NAME, Size(1920, 1064))
    boxes = [str(each.arguments["box"]) for each in imported.workflow.operations[1:]]
    assert boxes == ["[[990,095]]", "[[500,504]]"]  # of the 1932x1064 that the model saw
    guessed = import_text(json.dumps(plan), NAME)
    assert "1920x1080 is assumed" in said(guessed)[0]
    with pytest.raises(CogError, match="lies off the screen"):
        import_text(json.dumps(plan[:1]), NAME, Size(1000, 1000))


def test_the_resolution_the_prompt_names_is_the_frame():
    log = [
        {"role": "system", "content": "* The screen's resolution is 500x250."},
        {"role": "assistant", "content": json.dumps(call("click", coordinate=[250, 125]))},
    ]
    reads(log, "CLICK(box=[[500,500]])", NAME, screen=None)


def test_more_than_twenty_are_pixels_and_said():
    imported = reads(call("scroll", pixels=-480), "SCROLL_DOWN(step_count=5)", NAME, screen=None)
    assert said(imported) == ["-480 pixels are read as 5 notches"]


def test_labels_of_a_page_take_the_names_that_came_with_it():
    log = [
        {"role": "user", "content": 'Buy\n[3]: <input> "Search", "In the "shop"";\t[7]: <button> "Go";'},
        {"role": "assistant", "content": json.dumps(call("type", "browser_use", label=3, text="tea"))},
        {"role": "assistant", "content": json.dumps(call("click", "browser_use", label="7"))},
        {"role": "assistant", "content": json.dumps(call("click", "browser_use", label=99))},
        call("scroll", "browser_use", label="WINDOW", direction="down"),
    ]
    imported = reads(
        log,
        "TYPE(text='tea', element_type='input', element_info='Search', clear=True, enter=True)\n"
        "CLICK(element_type='button', element_info='Go')\n"
        "SCROLL_DOWN(step_count=3)",
        NAME,
        screen=None,
    )
    assert said(imported) == ["no element with the label 99 is known"]


def test_labels_of_a_list_with_rectangles_take_their_places():
    log = [
        {"screen": [1000, 500], "SoM": {"SoM_list": [
            {"bbox": {"x": 100, "y": 50, "width": 200, "height": 100}, "text": "Size", "tag": "select"}
        ]}},
        call("select", "browser_use", label=0, option="Large"),
    ]  # fmt: skip
    reads(
        log,
        "SELECT(box=[[100,100,300,300]], element_type='select', element_info='Size', option='Large')",
        NAME,
        screen=None,
    )


def test_calls_with_tags_and_calls_as_json_strings():
    tagged = (
        "<tool_call>\n<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n"
        "<parameter=coordinate>\n[500, 300]\n</parameter>\n</function>\n</tool_call>"
    )
    reads(tagged, "CLICK(box=[[500,300]])", NAME, screen=None)
    completion = {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [
        {"type": "function", "function": {"name": "mobile_use", "arguments": json.dumps(
            {"action": "type", "text": "a \"b\""})}}]}}]}  # fmt: skip
    reads(completion, "TYPE(text='a \"b\"')", NAME, screen=None)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (call("left_klick"), "there is no action `left_klick`"),
        (phone("system_button", button="Eject"), "no button `Eject`"),
        (phone("swipe", coordinate=[1, 2]), "`coordinate2` is missing"),
        (call("terminate", status="maybe"), "not a status to end with"),
        (call("scroll"), "`pixels` is missing"),
        ({"name": "computer_use", "arguments": {}}, "`action` is missing"),
        ({"name": "computer_use", "arguments": "click"}, "the arguments are not a JSON object"),
        ("<tool_call><function=computer_use><parameter=action>left_click</parameter>…</tool_call>",
         "this is no parameter"),
        ('<tool_call>\n{"name": "computer_use", "arguments": {"action": "type", "text": "cut', "cut short"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused(plan, reason):
    text = plan if isinstance(plan, str) else json.dumps(plan)
    with pytest.raises(CogError) as refused:
        import_text(text, NAME)
    assert reason in refused.value.diagnostics[0].message
