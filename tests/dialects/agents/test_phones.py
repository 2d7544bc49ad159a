"""Agents that act on a phone, each in its own form: AutoGLM and Step-GUI."""

import json

import pytest

from cogscript import parse
from cogscript.dialects import export_text, import_text
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples


def operations(text, dialect):
    imported = import_text(text)
    assert imported.dialect == dialect
    assert imported.workflow.operations[0] == parse("WORKFLOW(platform='android')").operations[0]
    return imported.workflow.operations[1:], imported


@pytest.mark.parametrize("dialect", ["autoglm", "step-gui"])
def test_every_example_is_translated(dialect):
    assert untranslated_examples(dialect) == []


# --- AutoGLM --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('do(action="Tap", element=[300,200])', "CLICK(box=[[300,200]])"),
        ("do(action='Tap', element=[300, 200])", "CLICK(box=[[300,200]])"),
        ('do(action="Double Tap", element=[300,200])', "DOUBLE_CLICK(box=[[300,200]])"),
        ('do(action="Long Press", element=[300,200])', "LONG_PRESS(box=[[300,200]])"),
        ('do(action="Type", text="say "hi" now")', "TYPE(text='say \"hi\" now', clear=True)"),
        ('do(action="Type", text="one\ntwo")', "TYPE(text='one\\ntwo', clear=True)"),
        ('do(action="Swipe", start=[500,800], end=[500,200])', "SWIPE(box=[[500,800]], to=[[500,200]])"),
        ('do(action="Wait", duration="3 seconds")', "WAIT(seconds=3)"),
        ('do(action="Take_over", message="Log in")', "ASK_USER(question='Log in')"),
        ("do ( element = [300, 200], action = 'Tap' )", "CLICK(box=[[300,200]])"),
        ('do(action="Long Press", element=[1,2], duration=2)', "LONG_PRESS(box=[[1,2]], seconds=2)"),
        (
            'do(action="Swipe", start=[1,2], end=[3,4], durationMs=500)',
            "SWIPE(box=[[1,2]], to=[[3,4]], seconds=0.5)",
        ),
        ('do(action="Back")', "GO_BACK()"),
        ('finish(message="All done")', "ANSWER(text='All done')\nEND()"),
    ],
)
def test_an_answer_of_autoglm(answer, expected):
    made, imported = operations(f"<think>为什么</think>\n<answer>{answer}</answer>", "autoglm")
    assert made == parse(expected).operations
    assert made[0].description == "为什么"
    assert imported.untranslated == []


def test_a_tap_with_a_message_asks_a_person_first():
    made, _ = operations('do(action="Tap", element=[1,2], message="付款")', "autoglm")
    assert made == parse("CLICK(box=[[1,2]], sensitive=True)").operations
    assert made[0].trailing == "# 付款"


def test_what_its_program_logs_is_not_done_twice():
    logged = json.dumps({"_metadata": "do", "action": "Tap", "element": [300, 200]}, indent=2)
    once = parse("CLICK(box=[[300,200]])").operations
    assert operations(logged, "autoglm")[0] == once
    assert (
        operations(f'Parsing action: do(action="Tap", element=[300,200])\n{logged}\n', "autoglm")[0] == once
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ('do(action="Fly")', "there is no action `Fly`"),
        ('do(action="Tap")', "gives no place"),
        ('do(action="Tap", element=[1,2], index=3)', "`index` changes what is done"),
        ('do(action="Type", text="tea", enterAction="send")', "`enterAction` changes what is done"),
        ('finish(message="done", action="Tap")', "`action` changes what is done"),
        ('do(action="Swipe", start=[1,2])', "neither two places nor a direction"),
    ],
)
def test_what_autoglm_cannot_mean_is_refused(answer, reason):
    with pytest.raises(CogError, match=reason):
        import_text(answer)


def test_a_workflow_as_autoglms_answers():
    source = (
        "WORKFLOW(platform='android')\n# Open it\nLAUNCH(app='微信')\n"
        "CLICK(box=[[300,200]], sensitive=True)\nTYPE(text='a \"b\"', clear=True)\n"
        "SWIPE(box=[[500,800]], to=[[500,200]])\nGO_BACK()\nWAIT(seconds=2)\nANSWER(text='done')\nEND()\n"
    )
    text, reported = export_text(parse(source), "autoglm")
    assert reported == []
    assert '<think>Open it</think><answer>do(action="Launch", app="微信")</answer>' in text
    back = import_text(text)
    assert back.dialect == "autoglm"
    assert back.workflow == parse(source)


# --- Step-GUI -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("action:CLICK\tpoint:300,200", "CLICK(box=[[300,200]])"),
        ("action:CLICK\tpoint:300 200", "CLICK(box=[[300,200]])"),
        ("action:TYPE\tvalue:at 10:30, tea\tpoint:300,200", "TYPE(box=[[300,200]], text='at 10:30, tea')"),
        ("action:SLIDE\tpoint1:500,800\tpoint2:500,200", "SWIPE(box=[[500,800]], to=[[500,200]])"),
        ("action:AWAKE\tvalue:微信", "LAUNCH(app='微信')"),
        ("action:HOT_KEY\tkey:HOME", "SYSTEM_BUTTON(button='home')"),
        ("action:WAIT\tvalue:2秒", "WAIT(seconds=2)"),
        ("action:COMPLETE\treturn:17.00", "ANSWER(text='17.00')\nEND()"),
        ("action:ABORT\tvalue:no network", "FAIL(reason='no network')"),
    ],
)
def test_a_reply_of_step_gui(fields, expected):
    text = f"<THINK> hm </THINK>\nexplain:打开它\t{fields}\tsummary:nothing yet\n"
    made, imported = operations(text, "step-gui")
    assert made == parse(expected).operations
    assert made[0].description == "打开它"
    assert said(imported) == []


def test_step_gui_counts_in_thousandths_and_osworld_in_pixels():
    assert operations('{"action_type": "CLICK", "point": [500, 300]}', "step-gui")[0][0].arguments["box"] == (
        500,
        300,
    )
    reads({"action_type": "CLICK", "x": 960, "y": 540}, "CLICK(box=[[500,500]])", None, None)


def test_what_step_gui_cannot_mean_is_refused():
    with pytest.raises(CogError, match="there is no action `JUMP`"):
        import_text("action:JUMP\tpoint:1,2", "step-gui")
    with pytest.raises(CogError, match="`coordinate` is missing"):
        import_text("action:CLICK\texplain:there", "step-gui")
