"""UI-TARS: every box spelling, thoughts that mention actions, and the three coordinate systems."""

import json

import pytest

import cogscript
from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from cogscript.language.write.formatter import format_operation


def lines(text, **options):
    return cogscript.format(import_text(text, "ui-tars", **options).workflow).splitlines()


@pytest.mark.parametrize(
    "spelling",
    [
        "start_box='(340,260)'",
        'start_box="(340,260)"',
        "start_box='[340,260]'",
        "start_box='[340, 260, 340, 260]'",
        "start_box='340, 260, 340, 260'",
        "start_box='<bbox>340 260 340 260</bbox>'",
        "start_box='<bbox>340 260</bbox>'",
        "start_box='<|box_start|>(340,260)<|box_end|>'",
        "point='<point>340 260</point>'",
        "start_box=(340, 260)",
        "start_box='[0.34, 0.26]'",
        r"start_box=\'(340,260)\'",
        "point='<point>340 260</point>",
    ],
)
@pytest.mark.parametrize("label", ["", "Action: ", "Action：", "Thought: It is (there). Action: "])
def test_every_spelling_of_a_place(label, spelling):
    written = lines(f"{label}click({spelling})")
    assert written[-1].partition("  #")[0] == "CLICK(box=[[340,260]])"


def test_a_box_of_four_keeps_its_extent():
    assert lines("Action: click(start_box='[100, 200, 300, 240]')") == ["CLICK(box=[[100,200,300,240]])"]


def test_only_what_stands_behind_action_is_done():
    reply = (
        "<think>I could type(content='no') or\nAction: click(start_box='(1,1)')</think>\n"
        "Reflection: swipe(start_box='(1,2)', end_box='(3,4)') did not work.\n"
        "Action_Summary: 点击“搜索”。\n"
        "Action: click(start_box='(5,6)')\n\nAction: hotkey(key='ctrl a')\n</Output>"
    )
    assert lines(reply) == [
        "# 点击“搜索”。",
        "CLICK(box=[[005,006]])",
        "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A'), KEY_UP(key='Lcontrol')])",
    ]


def test_a_click_and_the_text_after_it_are_one():
    reply = "Action: click(point='<point>100 200</point>')\n\ntype(content='杭州, (天气)\\n')"
    assert lines(reply) == ["TYPE(box=[[100,200]], text='杭州, (天气)', enter=True)"]
    assert lines(reply, literal=True) == [
        "CLICK(box=[[100,200]])",
        "TYPE(text='杭州, (天气)', enter=True)",
    ]


def test_numbers_over_1000_are_pixels_of_the_resized_picture():
    plan = "Action: click(start_box='(1456,28)')\nAction: click(start_box='(728,546)')"
    assert lines(plan) == lines(plan, screen=Size(1920, 1080))
    assert any("1920x1080 is assumed" in each.message for each in import_text(plan).diagnostics)
    written = lines(plan, screen=Size(1920, 1080))  # resized to 1932x1092
    assert written[0] == "WORKFLOW(screen=[1920, 1080])"
    assert written[2:] == ["CLICK(box=[[754,026]])", "CLICK(box=[[377,500]])"]


def test_the_person_may_say_what_the_numbers_are():
    (click,) = import_text(
        "Action: click(start_box='(960,540)')", "ui-tars", Size(1920, 1080), coordinates="pixels"
    ).workflow.operations[1:]
    assert click.arguments["box"] == (500, 500)


def test_calls_as_tags():
    text = (
        "<function=drag>\n<parameter=start_point><point>100 200</point></parameter>\n"
        "<parameter=end_point>300 400</parameter>\n</function>\n"
        "<function=type>\n<parameter=content>a <b> 'c', (d)</parameter>\n</function>"
    )
    assert lines(text) == ["DRAG(box=[[100,200]], to=[[300,400]])", "TYPE(text=\"a <b> 'c', (d)\")"]


def test_finished_gives_its_content_as_the_answer():
    assert lines("Action: finished(content='17.00')") == ["ANSWER(text='17.00')", "END()"]
    assert lines("Action: finished()") == ["END()"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Action: click(start_box='[]')", "place is empty"),
        ("Action: click(start_box='(x1,y1)')", "is not a place"),
        ("Action: click(start_box='payload()')", "is not a place"),
        ("Action: click(start_box='(1,2,3)')", "this one has 3"),
        ("Action: click()", "gives no place"),
        ("Action: hotkey(key='')", "gives no key"),
        ("Action: type(content='cut", "cut off"),
        ("Action: type(content='')", "no text"),
        ("Action: fly(start_box='(1,2)')", "no action `fly`"),
        ("Action: scroll(start_box='(1,2)', direction='down or up')", "not a direction"),
        ("Thought: I am thinking.", "no action"),
        ("<function=f>(.*?)</function>", "not a call"),
    ],
)
def test_refused_with_the_reason(text, message):
    with pytest.raises(CogError, match=message):
        lines(text)


# --- other spellings and forms --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Action: drag(start='(10,20)' end='(30,40)')", "DRAG(box=[[010,020]], to=[[030,040]])"),
        ("Action: click(210, 340)", "CLICK(box=[[210,340]])"),
        ("Action: click('(210,340)')", "CLICK(box=[[210,340]])"),
        ("Action: drag(10, 20, 30, 40)", "DRAG(box=[[010,020]], to=[[030,040]])"),
        ("Action: type('green tea')", "TYPE(text='green tea')"),
        ("Action: hotkey('f5')", "KEY_PRESS(key='F5')"),
        ("Action: leftDouble(point='<point>210 340</point>')", "DOUBLE_CLICK(box=[[210,340]])"),
        ("Action: doubleclick(point='(210,340)')", "DOUBLE_CLICK(box=[[210,340]])"),
        ("Action: mouse_down(point='(1,2)', button='right')", "MOUSE_DOWN(box=[[001,002]], button='right')"),
        ("Action: open_url(url='example.com')", "LAUNCH(url='example.com')"),
        ("Action: click(point='<point>210, 340</point>')", "CLICK(box=[[210,340]])"),
        ("Action: click(start_box=<|box_start|>(210,340)<|box_end|>)", "CLICK(box=[[210,340]])"),
        ("Action: click(point=<point>210 340</point>)", "CLICK(box=[[210,340]])"),
        ("Action: press_key(key='enter')", "KEY_PRESS(key='Return')"),
        ("Action: press(key='enter')", "KEY_PRESS(key='Return')"),
        (
            "Action: press(key='shift')\nAction: click(point='(1,2)')\nAction: release(key='shift')",
            "CLICK(box=[[001,002]], keys=['Lshift'])",
        ),
        (json.dumps({"name": "wait", "arguments": ""}), "WAIT(seconds=5)"),
        (
            json.dumps(
                {"name": "scroll", "arguments": json.dumps({"direction": "up", "point": "(500,500)"})}
            ),
            "SCROLL_UP(box=[[500,500]], step_count=5)",
        ),
        (
            json.dumps({"action_type": "hotkey", "action_inputs": {"hotkey": "enter"}}),
            "KEY_PRESS(key='Return')",
        ),
        (
            json.dumps(
                {
                    "action_type": "click",
                    "action_inputs": {"start_box": "[0.21,0.34,0.21,0.34]", "start_coords": [403, 367]},
                }
            ),
            "CLICK(box=[[210,340]])",
        ),
        (
            "<seed:tool_call><function=type><parameter=content>tea\n</parameter></function></seed:tool_call>",
            "TYPE(text='tea', enter=True)",
        ),
    ],
)
def test_other_spellings_and_forms(text, expected):
    imported = import_text(text)
    assert imported.dialect == "ui-tars"
    assert imported.untranslated == []
    assert [format_operation(each) for each in imported.workflow.operations] == [expected]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Action: click(start_box='(1,2)', label='7')", "`label` changes what is done"),
        ("Action: click(1, 2, 3)", "has no name"),
        ("Action: click(point='<point>210 340')", "not a place"),
        ("Action: type(content='a\\0b')", "NUL"),
        ("Action: type(content='a\\x4')", "not complete"),
        ("Action: click(start_box=\\'(1,2)\\\\\\')", "expected|place|complete|cut off"),
    ],
)
def test_what_is_not_understood_refuses_the_call(text, reason):
    with pytest.raises(CogError, match=reason):
        import_text(text, "ui-tars")


def test_an_argument_that_changes_nothing_is_reported():
    imported = import_text("Action: click(start_box='(1,2)', colour='red')", "ui-tars")
    assert [each.message for each in imported.diagnostics] == ["`colour` is not used"]
