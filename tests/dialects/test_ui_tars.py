"""UI-TARS: every box spelling, thoughts that mention actions, and the three coordinate systems."""

import pytest

import cogscript
from cogscript.dialects import import_text
from cogscript.language.box import Size
from cogscript.language.diagnostic import CogError


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
    with pytest.raises(CogError, match="size is not known"):
        lines(plan)
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
        ("Action: click(start_box='(x1,y1)')", "is no place"),
        ("Action: click(start_box='payload()')", "is no place"),
        ("Action: click(start_box='(1,2,3)')", "this one has 3"),
        ("Action: click()", "says no place"),
        ("Action: hotkey(key='')", "says no key"),
        ("Action: type(content='cut", "cut off"),
        ("Action: type(content='')", "no text"),
        ("Action: fly(start_box='(1,2)')", "no action `fly`"),
        ("Action: scroll(start_box='(1,2)', direction='down or up')", "no direction"),
        ("Thought: I am thinking.", "no action"),
        ("<function=f>(.*?)</function>", "no action `f`|no call"),
    ],
)
def test_refused_with_the_reason(text, message):
    with pytest.raises(CogError, match=message):
        lines(text)
