"""DesktopVisualAgent: decisions by name, groundings in pixels of a screen that may be wrong."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.visual_agent.read import ACTIONS
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "visual-agent"


def decision(action, reasoning="", **params):
    return {"reasoning": reasoning, "action": action, "params": params}


def test_the_set_of_actions_is_whole():
    assert set(ACTIONS) == {"CLICK", "TYPE", "SCROLL", "SUCCESS", "FAIL", "ASK_USER", "grounding"}
    assert untranslated_examples(NAME) == []


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (decision("CLICK", target="搜索", pos="顶部"), "CLICK(element_info='搜索')"),
        (decision("TYPE", target="搜索", text="天气, (今)"), "TYPE(element_info='搜索', text='天气, (今)')"),
        (decision("SCROLL", direction="向右"), "SCROLL_RIGHT(step_count=5)"),
        (decision("SCROLL", direction="up"), "SCROLL_UP(step_count=5)"),
        (decision("SUCCESS"), "END()"),
        (decision("FAIL"), "GO_BACK()"),
        (decision("ASK_USER", question="哪一个？"), "ASK_USER(question='哪一个？')"),
        ({"type": "SCROLL", "direction": "向下"}, "SCROLL_DOWN(step_count=5)"),
        ('{"type": "TYPE"} box={"box": [128, 72, 640, 144]} text="a, b}"',
         "TYPE(box=[[100,100,500,200]], text='a, b}')"),
    ],
)  # fmt: skip
def test_one_decision(action, expected):
    reads(action, expected, NAME, screen=Size(1280, 720))


def test_the_reasoning_is_the_comment_and_the_position_a_remark():
    imported = import_text(json.dumps([decision("CLICK", "The list is long.", target="Next", pos="右下角")]))
    assert imported.dialect == NAME
    (click,) = imported.workflow.operations
    assert (click.description, click.trailing) == ("The list is long.", "# at 右下角")


def test_a_grounding_gives_its_decision_a_place_and_is_a_click_by_itself():
    grounding = {"box": [80, 60, 160, 120], "label": "Go", "type": "按钮", "screen": [800, 600]}
    imported = reads(
        [decision("CLICK", target="Search"), grounding, grounding],
        "CLICK(box=[[100,100,200,200]], element_type='按钮', element_info='Search')\n"
        "CLICK(box=[[100,100,200,200]], element_type='按钮', element_info='Go')",
        NAME,
        screen=None,
    )
    assert imported.workflow.operations[0].arguments == {"screen": [800, 600]}


def test_a_screen_that_is_not_the_real_one_is_said():
    grounding = {"box": [80, 60, 160, 120], "label": "Go", "type": "按钮", "screen": [800, 600]}
    imported = reads(
        grounding, "CLICK(box=[[100,100,200,200]], element_type='按钮', element_info='Go')", NAME,
        screen=Size(1920, 1080),
    )  # fmt: skip
    assert "believed in a screen of 800x600, not 1920x1080" in said(imported)[0]


def test_a_box_that_does_not_fit_its_own_screen_is_read_in_the_real_one():
    grounding = {"box": [960, 540, 1920, 1080], "label": "", "type": "图片", "screen": [800, 600]}
    imported = reads(
        grounding, "CLICK(box=[[500,500,999,999]], element_type='图片')", NAME, screen=Size(1920, 1080)
    )
    assert any("does not fit in its own screen of 800x600" in each for each in said(imported))
    with pytest.raises(CogError, match="lies off the screen"):
        import_text(json.dumps(grounding), NAME)


def test_the_page_gives_the_elements_kinds_and_the_task():
    log = {
        "page_state": {
            "page_type": "首页",
            "elements": [{"label": "登录", "type": "按钮", "position": "右上角"}],
        },
        "user_target": "登录网站",
        "user_history": [decision("CLICK", target="登录", pos="右上角")],
    }
    imported = reads(log, "CLICK(element_type='按钮', element_info='登录')", NAME, screen=None)
    assert imported.workflow.operations[0].arguments == {"title": "登录网站"}


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (decision("CLICK", pos="顶部"), "`target` is missing"),
        (decision("TYPE", target="搜索"), "`text` is missing"),
        (decision("SCROLL", direction="倒着"), "not a direction to scroll in"),
        (decision("HOVER", target="x"), "there is no action `HOVER`"),
        ({"box": [1, 2, 3], "label": "x", "type": "y", "screen": [800, 600]}, "2 numbers, or 4"),
        ({"question": "which?"}, "there is no action of this agent here"),
        ('{ "direction": "向上" / "向下" }', "expected `,` or `}`, found `/`"),
        ('{ "target": "x", "pos": 大致位置, }', "expected a value, found `大`"),
    ],
)
def test_what_is_wrong_is_refused(plan, reason):
    text = plan if isinstance(plan, str) else json.dumps(plan, ensure_ascii=False)
    with pytest.raises(CogError) as refused:
        import_text(text, NAME)
    assert reason in refused.value.diagnostics[0].message


def test_a_success_that_the_person_did_not_confirm_does_not_end_the_plan():
    click = {"reasoning": "", "action": "CLICK", "params": {"target": "播放"}}
    success = {"reasoning": "", "action": "SUCCESS", "params": {}}
    unconfirmed = {**success, "result": "用户未确认操作成功，继续执行任务。"}
    reads([click, success], "CLICK(element_info='播放')\nEND()", NAME)
    reads([success, click], "CLICK(element_info='播放')", NAME)
    reads([click, unconfirmed], "CLICK(element_info='播放')", NAME)
    imported = reads([unconfirmed, click, success], "CLICK(element_info='播放')\nEND()", NAME)
    assert "did not confirm" in imported.workflow.operations[1].trailing
