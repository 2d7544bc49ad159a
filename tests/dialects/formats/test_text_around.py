"""Text around an action is kept as a comment, or reported, or recognised: never done by mistake."""

import pytest

from cogscript.dialects import import_text
from cogscript.language.write.formatter import format_operation


def operations(text, dialect=None):
    imported = import_text(text, dialect)
    return [format_operation(each) for each in imported.workflow.operations], imported


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('Grounded Operation: CLICK(box=[[1,2,3,4]]) then type "a", swipe up', 'then type "a", swipe up'),
        ("CLICK(box=[[1,2,3,4]]) swipe up", "swipe up"),
        ("CLICK(box=[[1,2,3,4]])  # press home", "press home"),
    ],
)  # fmt: skip
def test_words_after_an_operation_on_its_line_are_a_comment_and_no_action(text, kept):
    made, imported = operations(text)
    assert made == ["CLICK(box=[[001,002,003,004]])"]
    assert imported.workflow.operations[0].trailing == f"# {kept}"


def test_an_action_in_the_middle_of_a_sentence_is_reported():
    made, imported = operations("Action: click(start_box='(1,2)') and then type(content='a')", "ui-tars")
    assert made == ["CLICK(box=[[001,002]])"]
    assert [each.message for each in imported.untranslated] == [
        "another action stands in the middle of a sentence"
    ]


def test_replies_in_a_log_are_read_whatever_the_log_calls_them():
    log = (
        "[2031-04-05 10:00:00] [INFO] response: type(content='tea')\n"
        "some other line\n"
        "Model output: click(start_box='(1,2)')\n"
        "Step 3: hotkey(key='enter')\n"
    )
    made, _ = operations(log)
    assert made == ["TYPE(text='tea')", "CLICK(box=[[001,002]])", "KEY_PRESS(key='Return')"]


REPLY = "Thought: Open it.\nAction: click(start_box='(100,200)')"
PRINTED = f"ChatCompletionMessage(content={REPLY!r}, role='assistant', tool_calls=None)"


@pytest.mark.parametrize("log", [PRINTED, f"{PRINTED}\n{REPLY}\n", f"{REPLY}\n\n{PRINTED}\n"])
def test_a_reply_that_is_printed_as_an_object_too_is_done_once(log):
    made, imported = operations(log)
    assert made == ["CLICK(box=[[100,200]])"]
    assert imported.workflow.operations[0].description == "Open it."


def test_a_list_with_backticks_is_a_list_of_operations_each_with_what_is_said_of_it():
    text = (
        "1. `LAUNCH(app='Files', url='None')`: open the files;\n\n"
        "2. `LAUNCH(app='None', url='``example.org``')`\n\n"
        "3.\n`KEY_PRESS(key='F5')`\n"
    )
    made, imported = operations(text)
    assert made == [
        "LAUNCH(app='Files', url='None')",
        "LAUNCH(app='None', url='example.org')",
        "KEY_PRESS(key='F5')",
    ]
    assert imported.workflow.operations[0].description == "open the files;"
    assert [each.message for each in imported.diagnostics] == ["backticks around the link were left out"]


def test_a_document_that_shows_operations_between_backticks_gives_all_of_them():
    text = (
        "# Keys\n\nA key is pressed by its name, for example `KEY_PRESS(key='F11')`. The parameter `key` is\n"
        "required. Two keys: `KEY_DOWN(key='A')` is no operation of CogAgent by itself.\n\n"
        "| name | meaning |\n|---|---|\n| box | a place, like `[[1,2,3,4]]` |\n\n"
        "- `END()`\n"
    )
    made, _ = operations(text, "cogagent")
    assert made == ["KEY_PRESS(key='F11')", "KEY_DOWN(key='A')", "END()"]


def test_a_numbered_history_is_read_once():
    prompt = (
        "User: Task: Open it\nHistory steps: \n0. CLICK(box=[[1,2,3,4]])\tPress it\n(Platform: WIN)\n"
        "Assistant: Action: Wait\nGrounded Operation: HOVER(box=[[5,6,7,8]])\n"
        "User: Task: Open it\nHistory steps: \n0. CLICK(box=[[1,2,3,4]])\tPress it\n"
        "1. HOVER(box=[[5,6,7,8]])\tWait\n(Platform: WIN)\n"
        "Assistant: Grounded Operation: END()\n"
    )
    made, _ = operations(prompt)
    assert [each.partition("(")[0] for each in made] == ["WORKFLOW", "CLICK", "HOVER", "END"]
