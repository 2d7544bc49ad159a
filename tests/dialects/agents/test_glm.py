"""GLM-V on a desktop, on a phone and in a browser."""

import pytest

import cogscript
from cogscript.dialects import import_text
from cogscript.language.model.diagnostic import CogError


def lines(text):
    return cogscript.format(import_text(text, "glm").workflow).splitlines()


def test_a_desktop_answer_between_its_marks():
    answer = (
        "<think>The field (top) is empty.</think>"
        "<answer><|begin_of_box|>left_click(start_box='[250,610]', element_info='Name, 名')<|end_of_box|>"
        "</answer>"
    )
    assert lines(answer) == [
        "# The field (top) is empty.",
        "CLICK(box=[[250,610]], element_info='Name, 名')",
    ]


def test_a_phone_plan_with_its_reasons():
    plan = (
        "Memory: none\nReason: Open it first.\n"
        "Action: {'action_type': 'open_app', 'app_name': 'Files'}\n\n"
        "Memory: none\nReason: Name it.\n"
        'Action: {"action_type": "input_text", "text": "a, {b}", "box_2d": [[10,20,30,40]], '
        '"override": true}\n'
    )
    written = lines(plan)
    assert written[0] == "WORKFLOW(platform='android')"
    assert [line.partition("  #")[0] for line in written if not line.startswith("#")][2:] == [
        "LAUNCH(app='Files')",
        "TYPE(box=[[010,020,030,040]], text='a, {b}', clear=True, enter=True)",
    ]


def test_a_number_in_a_browser_needs_the_list_of_elements():
    prompt = '[3]: <input> "Search";\t[4]: <button> "Go";\n'
    assert lines(prompt + "Thought: t\nAction: Type [3]; [5$; [x]]") == [
        "# t",
        "TYPE(text='5$; [x]', element_type='input', element_info='Search', clear=True, enter=True)",
    ]
    with pytest.raises(CogError, match=r"the element \[4\] is not in the plan"):
        lines("Action: Click [4]")


@pytest.mark.parametrize(
    "text",
    [
        "left_click(start_box='[x,y]', element_info='')",
        "scroll(start_box='[1,2]', direction='down', step=k)",
        "type(content='{text}')",
        "key(keys='')",
        '{"action_type": "click"}',
        "{action}(start_box='{coords}')",
    ],
)
def test_templates_are_refused(text):
    with pytest.raises(CogError):
        lines(text)
