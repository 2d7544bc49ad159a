"""Whose plan a text is, and that a mixed one is refused where it turns."""

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.core.registry import built_in, reader_named, writer_named
from cogscript.language.model.diagnostic import CogError, Fault

OWN = {
    "cogagent": "Action: a\nGrounded Operation: CLICK(box=[[1,2,3,4]])",
    "glm": "<|begin_of_box|>left_click(start_box='[1,2]')<|end_of_box|>",
    "osworld": "pyautogui.click(100, 200)",
    "computer-use": '{"action": "left_click", "coordinate": [100, 200]}',
    "openai": '{"type": "computer_call", "action": {"type": "click", "button": "left", "x": 1, "y": 2}}',
    "gui-plus": '<tool_call>\n{"name": "computer_use", "arguments": '
    '{"action": "left_click", "coordinate": [1, 2]}}\n</tool_call>',
    "ui-tars": "Thought: t\nAction: click(start_box='(1,2)')",
    "visual-agent": '{"reasoning": "r", "action": "CLICK", "params": {"target": "保存"}}',
}  # fmt: skip


@pytest.mark.parametrize("dialect", OWN)
def test_each_dialect_is_known_by_its_own_signs(dialect):
    assert import_text(OWN[dialect]).dialect == dialect


def test_a_chat_log_that_begins_with_a_picture_is_still_known():
    log = '[{"role": "user", "content": "' + "iVBORw0KGgo" * 20_000 + '"}, {"role": "assistant", "content": "'
    assert import_text(log + OWN["cogagent"].replace("\n", "\\n") + '"}]').dialect == "cogagent"


@pytest.mark.parametrize(
    ("dialect", "start", "item", "end"),
    [
        ("selenium-ide", '{"tests": [{"commands": [', '{"command": "pause", "target": "1"}', "]}]}"),
        ("ui-vision", '{"Commands": [', '{"Command": "pause", "Target": "1", "Value": ""}', "]}"),
    ],
)  # fmt: skip
def test_a_long_recording_is_known_by_its_beginning(dialect, start, item, end):
    imported = import_text(start + ", ".join([item] * 3000) + end)
    assert imported.dialect == dialect
    assert len(imported.workflow.operations) >= 3000


def test_a_long_flow_is_known_by_its_beginning():
    imported = import_text("appId: org.example\n---\n" + "- tapOn: 'Next \"page\" of it'\n" * 3000)
    assert imported.dialect == "maestro"


def test_a_click_whose_numbers_may_be_pixels_or_thousandths_is_not_guessed():
    with pytest.raises(CogError, match="not a plan of any known agent"):
        import_text('{"name": "click", "arguments": {"x": 500, "y": 900}}')


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("clik(start_box='(12,34)')", "click"),
        ('{"action": "left_clck", "coordinate": [1, 2]}', "left_click"),
        ("xdtoool key Return", "xdotool"),
        ("pyautogi.click(3, 4)", "pyautogui"),
    ],
)
def test_a_name_that_is_nearly_one_is_answered_with_it(text, near):
    with pytest.raises(CogError) as refused:
        import_text(text)
    (said,) = refused.value.diagnostics
    assert said.advice == f"did it mean {near}?"


def test_where_two_dialects_mean_the_same_there_is_nothing_to_ask():
    assert import_text("type(content='杭州')").workflow.operations[0].name == "TYPE"


@pytest.mark.parametrize("first", ["cogagent", "ui-tars", "osworld"])
@pytest.mark.parametrize("second", ["cogagent", "ui-tars", "osworld", "gui-plus"])
@pytest.mark.parametrize("told", [True, False])
def test_a_mixed_plan_is_refused(first, second, told):
    text = f"{OWN[first]}\n\n{OWN[second]}\n"
    if first == second:
        assert import_text(text).dialect == first
        return
    with pytest.raises(CogError) as caught:
        import_text(text, first if told else None)
    (mixed,) = caught.value.diagnostics
    assert mixed.code == "mixed-dialects"
    assert mixed.span is not None


def test_an_unknown_dialect_is_told_the_nearest_name():
    with pytest.raises(Fault, match="no dialect `ui-tar`"):
        import_text("x", "ui-tar")


@pytest.mark.parametrize("text", ["", "   \n", "Dear Sir or Madam,", "[]", "{}", "null", "CLICK", "click"])
def test_what_is_nobodys_is_refused(text):
    with pytest.raises(CogError) as caught:
        import_text(text)
    assert caught.value.diagnostics[0].code == "no-action"


@pytest.mark.parametrize(
    "text",
    [
        "from playwright.sync_api import sync_playwright\nimport time\ntime.sleep(1)\npage.goto('https://example.org')",
        "page.goto('https://example.org')\npage.get_by_text('Tea').click()",
        "import { test } from '@playwright/test';\ntest('tea', async ({ page }) => {});",
    ],
)
def test_a_script_of_a_dialect_that_is_only_written_is_refused_by_its_name(text):
    with pytest.raises(CogError, match=r"Playwright.*only written"):
        import_text(text)


def test_code_that_only_mentions_it_is_read():
    text = "# not page.goto(\nfrom playwright import sync_api\nimport pyautogui\npyautogui.press('enter')"
    assert import_text(text).workflow.operations[-1].name == "KEY_PRESS"


def test_every_dialect_has_what_the_registry_promises():
    for name in built_in("read"):
        module = reader_named(name)
        assert module.ACTIONS
        assert callable(module.detect)
        assert callable(module.read)
        assert isinstance(module.MERGES, tuple)
    for name in built_in("write"):
        assert callable(writer_named(name).write)
