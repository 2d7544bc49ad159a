"""CogAgent: replies, prompts with history, the forms of 2023, and what models get wrong."""

import json

import pytest

import cogscript
from cogscript.dialects import import_text
from cogscript.language.model.diagnostic import CogError
from cogscript.language.syntax.strings import quote


def imported(text, **options):
    return import_text(text, "cogagent", **options)


def lines(text, **options):
    return cogscript.format(imported(text, **options).workflow).splitlines()


def refusal(text, **options):
    with pytest.raises(CogError) as caught:
        imported(text, **options)
    return caught.value.diagnostics


def test_a_reply_becomes_its_operation_with_the_action_above_it():
    reply = (
        "Status: 当前在登录页[[0, 2, 998, 905]]，CLICK(box=[[1,2,3,4]]) 尚未执行。\n"
        "Plan: 1. 点击登录；2. 结束。\n"
        "Action: 点击“登录”按钮。\n"
        "Grounded Operation: CLICK(box=[[410,500,590,550]], element_type='按钮', element_info='登录')\n"
        "<<一般操作>>\n"
    )
    assert lines(reply) == [
        "# 点击“登录”按钮。",
        "CLICK(box=[[410,500,590,550]], element_type='按钮', element_info='登录')",
    ]


@pytest.mark.parametrize(
    "reply",
    [
        "Action: a\nGrounded Operation:CLICK(box=[[1,2,3,4]])",
        "Action：a\nGrounded Operation：CLICK(box=[[1,2,3,4]])",
        "**Action:** a\n**Grounded Operation:** `CLICK(box=[[1,2,3,4]])`.",
        "1. Action: a\n2. Operation: CLICK(box=[[1,2,3,4]])",
        "- action: a\n- grounded operation:\n  CLICK(box=[[1,2,3,4]])",
        "Action: a Grounded Operation: CLICK(box=[[1,2,3,4]])",
        "动作：a\n操作：CLICK(box=[[1,2,3,4]])",
        "Next Action: a\nGrounded Operation: tap [[1,2,3,4]]",
        "Action: an earlier try\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[1,2,3,4]])",
    ],
)
def test_labels_as_models_write_them(reply):
    assert lines(reply) == ["# a", "CLICK(box=[[001,002,003,004]])"]


@pytest.mark.parametrize("mark", ["<<敏感操作>>", "<<Sensitive Operation>>", "<< sensitive operation >>"])
def test_a_sensitive_operation_asks_first(mark):
    reply = f"Action: Pay.\nGrounded Operation:CLICK(box=[[1,2,3,4]])\n{mark}"
    assert lines(reply)[-1] == "CLICK(box=[[001,002,003,004]], sensitive=True)"


def test_the_end_mark_ends_the_task_once():
    assert lines("Grounded Operation: CLICK(box=[[1,2,3,4]])\n<<END>>")[-1] == "END()"
    assert lines("Grounded Operation:END()\n<<END>>") == ["END()"]
    assert lines("END") == ["END()"]


def test_a_prompt_gives_title_platform_and_history():
    prompt = (
        "Task: 打开“网络”, then stop.\n"
        "History steps: \n"
        "0. CLICK(box=[[7,6,27,31]], element_info='苹果, 标志')\t点击左上角 (Apple)。\n"
        "1. TYPE(box=[[10,20,30,40]], text='8.8.4.4')\tType it.\n"
        "(Platform: Mac)\n"
        "(Answer in Action-Operation format.)\n"
    )
    assert lines(prompt) == [
        "WORKFLOW(title='打开“网络”, then stop.', platform='macos')",
        "",
        "# 点击左上角 (Apple)。",
        "CLICK(box=[[007,006,027,031]], element_info='苹果, 标志')",
        "# Type it.",
        "TYPE(box=[[010,020,030,040]], text='8.8.4.4')",
    ]


def test_a_chat_log_reads_a_history_once():
    first = "Task: Save\nHistory steps: \n0. CLICK(box=[[1,1,2,2]])\tFile"
    log = [
        {"role": "user", "content": f"{first}\n(Platform: WIN)"},
        {"role": "assistant", "content": "Action: Save\nGrounded Operation: CLICK(box=[[3,3,4,4]])"},
        {"role": "user", "content": f"{first}\n1. CLICK(box=[[3,3,4,4]])\tSave"},
        {"role": "assistant", "content": "Grounded Operation: END()"},
    ]
    names = [operation.name for operation in imported(json.dumps(log)).workflow.operations]
    assert names == ["WORKFLOW", "CLICK", "CLICK", "END"]


def test_steps_point_into_the_plan_they_came_from():
    result = imported("Action: a\nGrounded Operation: CLICK(box=[[1,2,3,4]])\n")
    (click,) = result.workflow.operations
    assert (click.line, click.column) == (2, 21)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tap [[120,345]]", "CLICK(box=[[120,345]])"),
        (
            "[button] Next -> week -> CLICK at the box [[10,20,30,40]]",
            "CLICK(box=[[010,020,030,040]], element_type='button', element_info='Next -> week')",
        ),
        (
            "[textbox] Note -> TYPE: meet at the box, [[5]] at the box [[10,20,30,40]]",
            "TYPE(box=[[010,020,030,040]], text='meet at the box, [[5]]', element_type='textbox', "
            "element_info='Note')",
        ),
        ("Grounded Operation: press home", "SYSTEM_BUTTON(button='home')"),
        ("press back", "GO_BACK()"),
        ("press enter", "KEY_PRESS(key='Return')"),
        ("task complete", "END()"),
        ('type "it\'s, (ok)"', 'TYPE(text="it\'s, (ok)")'),
    ],
)  # fmt: skip
def test_the_forms_of_2023(text, line):
    assert lines(text) == [line]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            "TYPE(box=[[1,2,3,4]], text='it's a 'test', ok)', element_info='x')",
            "TYPE(box=[[001,002,003,004]], text=\"it's a 'test', ok)\", element_info='x')",
            "quotes inside",
        ),
        (
            "CLICK（box=[[1，2，3，4]]，element_info＝“保存，(全部)”）",
            "CLICK(box=[[001,002,003,004]], element_info='保存，(全部)')",
            "full-width",
        ),
        ("#CLICK(box=[[1,2,3,4]])", "CLICK(box=[[001,002,003,004]])", None),
        ("CLICK(box=[[1,2,3,4]]", "CLICK(box=[[001,002,003,004]])", "closing bracket"),
        ("CLICK(point=(640, 85), element_info='Tea')", "CLICK(box=[[640,085]], element_info='Tea')", None),
        ("CLICK(box=[[1,2,1000,4]])", "CLICK(box=[[001,002,999,004]])", "far edge"),
        ("CLICK(box=[[9,2,3,4]])", "CLICK(box=[[003,002,009,004]])", "wrong order"),
        ("QUOTE_CLIPBORAD(output='__CogName_a__')", "QUOTE_CLIPBOARD(output='__CogName_a__')", "misspelling"),
        ("QUOTE_CLIPBOARD(output='code')", "QUOTE_CLIPBOARD(output='__CogName_code__')", "marks"),
        (
            "SCROLL_UP(box=[[1,2,3,4]], step_count='3')",
            "SCROLL_UP(box=[[001,002,003,004]], step_count=3)",
            "number",
        ),
        (
            "KEY_PRESS(key='ctrl+s')",
            "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='S'), KEY_UP(key='Lcontrol')])",
            "gesture",
        ),
    ],
)  # fmt: skip
def test_what_models_get_wrong_is_repaired_and_said(text, line, said):
    result = imported(text)
    written = cogscript.format(result.workflow).splitlines()[-1]
    assert written.partition("  # ")[0] == line
    if said:
        assert any(said in each.message and each.severity == "warning" for each in result.diagnostics)
        assert said in written
        assert all(each.code == "repaired" for each in refusal(text, strict=True))
    else:
        assert not result.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "Hello, world (draft)",
        "a]b)c",
        "x, y='z'",
        "it's",
        "<<END>>",
        "Action: click(x)",
        "第1、2条，（全部）",
    ],
)
def test_values_are_never_cut(text):
    result = imported(f"Grounded Operation: TYPE(box=[[1,2,3,4]], text={quote(text)})")
    assert [each.arguments["text"] for each in result.workflow.operations] == [text]
    assert not result.diagnostics


def test_a_call_over_several_lines():
    (typed,) = imported("TYPE(\nbox=[[1,2,3,4]],\ntext='a,\nb',\n)\n").workflow.operations
    assert typed.arguments["text"] == "a,\nb"


def test_actions_without_brackets_stand_between_calls():
    plan = "CLICK(box=[[1,2,3,4]])\nsome words\ntap [[1,2]]\nTYPE(box=[[1,2,3,4]], text='a') and more\nEND\n"
    assert [each.name for each in imported(plan).workflow.operations] == ["CLICK", "CLICK", "TYPE", "END"]


def test_the_operation_wins_over_a_call_in_the_action():
    reply = "Action: Click (once) on CLICK(box=[[9,9,9,9]]).\nGrounded Operation: CLICK(box=[[1,2,3,4]])"
    assert lines(reply)[-1] == "CLICK(box=[[001,002,003,004]])"


def test_a_phone_has_buttons_for_back_and_home():
    head = "Task: x\n(Platform: Android)\n"
    assert lines(head + "0. KEY_PRESS(key='Back')\tb\n")[-1].startswith("GO_BACK()")
    assert lines(head + "0. KEY_PRESS(key='Home')\tb\n")[-1].startswith("SYSTEM_BUTTON(button='home')")


def test_a_part_of_a_plan_asks_for_the_variables_it_lacks():
    written = lines("LLM(prompt='Sum up __CogName_page__', output='__CogName_sum__')")
    assert written[1] == "INPUT(output='__CogName_page__')"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CLICK(box=[[1,2,3]])", "this one has 3"),
        ("CLICK(box=[[1,2,3,4],[5,6,7,8]])", "this one has 8"),
        ("CLICK(box=[[1,2,3,1200]])", "1200 lies off the screen"),
        ("CLICK(box=[[-1,2,3,4]])", "-1 lies off the screen"),
        ("CLICK(box=[[x1,y1,x2,y2]])", "is not a place"),
        ("CLICK(box=[[{a},{b},{c},{d}]])", "is not expected here"),
        ("CLICK(element_type='button')", "neither a box nor an element"),
        ("TYPE(text='Hello", "cut off"),
        ("CLICK(box=[[1,2", "cut off"),
        ("KEY_PRESS(key='Bogus')", "no key `Bogus`"),
        ("TYPE(box=[[1,2,3,4]], text='{text}')", "placeholder"),
        ("Grounded de", "no action"),
        ("I would click the button.", "no action"),
        ("__import__('os').system('id')", "no action"),
        ("Grounded Operation: FLY(box=[[1,2,3,4]])", "no action `FLY`"),
        ("", "no action"),
        ("CLICK(" + "[" * 100_000, "nested"),
    ],
)
def test_what_is_no_action_is_refused_with_the_reason(text, message):
    (first, *_) = refusal(text)
    assert message in first.message
    assert first.is_error


def test_a_transcript_that_is_cut_off_says_where():
    result = imported("Action: a\nGrounded Operation: CLICK(box=[[1,2,3,4]])\nAction: Save\nGrounded Op")
    (missing,) = result.untranslated
    assert missing.source.position(missing.span.start).line == 3


def test_half_a_plan_keeps_the_place_of_what_is_missing():
    result = imported("CLICK(box=[[1,2,3,4]])\nCLICK(box=[[1,2,3]])\nCLICK(box=[[5,6,7,8]])\n")
    assert cogscript.format(result.workflow).splitlines() == [
        "CLICK(box=[[001,002,003,004]])",
        "# not translated: a place has 2 numbers, or 4 for a box; this one has 3",
        "# CLICK(box=[[1,2,3]])",
        "",
        "CLICK(box=[[005,006,007,008]])",
    ]
    (missing,) = result.untranslated
    assert missing.source.position(missing.span.start) == (2, 13)
