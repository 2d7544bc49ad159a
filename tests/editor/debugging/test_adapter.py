"""Debugging a workflow over the real protocol: stops, steps, variables, changes, failures."""

import base64
import io
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.editor.debugging.debug_client import DebugClient, Refused

GREETING = """\
SET(output='__CogName_name__', value='Ada')
REPEAT(times=2)
  # Greet them
  ANSWER(text='hello __CogName_name__')
  SET(output='__CogName_last__', value='greeted')
END_REPEAT()
CALL(workflow='sub.cog', who='__CogName_name__')
ANSWER(text='end')
"""
SUB = """\
INPUT(output='__CogName_who__')
ANSWER(text='sub for __CogName_who__')
ANSWER(text='sub is done')
"""


@pytest.fixture
def greeting(editor: DebugClient) -> Path:
    editor.file(SUB, "sub.cog")
    return editor.file(GREETING)


def test_a_run_stops_at_a_breakpoint_and_goes_on(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, 3)  # a comment: the line below it is meant
    assert editor.stopped() == ("breakpoint", "test.cog", 4)
    assert "Greet them" in editor.frames()[0]["name"]
    editor.ask("continue", threadId=1)
    assert editor.stopped() == ("breakpoint", "test.cog", 4)
    assert editor.set_breaks(greeting, 99)[0]["verified"] is False
    editor.ask("continue", threadId=1)
    assert editor.ended() == 0
    assert editor.output.count("hello Ada\n") == 2
    assert "end\n" in editor.output


def test_stepping_in_out_and_over(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, stopOnEntry=True)
    assert editor.stopped() == ("entry", "test.cog", 1)
    editor.ask("next", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 2)
    editor.ask("stepIn", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 4)
    editor.ask("stepOut", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 7)
    editor.ask("stepIn", threadId=1)
    assert editor.stopped() == ("step", "sub.cog", 1)
    assert [(each["source"]["name"], each["line"]) for each in editor.frames()] == [
        ("sub.cog", 1),
        ("test.cog", 7),
    ]
    editor.ask("stepOut", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 8)
    assert "sub is done" not in editor.output  # a called file's answers go to its caller
    editor.ask("next", threadId=1)
    assert editor.ended() == 0


def test_stepping_out_of_a_while_goes_through_all_its_rounds(editor: DebugClient) -> None:
    path = editor.file(
        "SET(output='__CogName_n__', value='1')\n"
        "WHILE(test=LESS(left='__CogName_n__', right='3'))\n"
        "  IF(test=EQUALS(left='__CogName_n__', right='2'))\n"
        "    SET(output='__CogName_n__', value='3')\n"
        "  ELSE()\n"
        "    SET(output='__CogName_n__', value='2')\n"
        "  END_IF()\n"
        "END_WHILE()\n"
        "ANSWER(text='__CogName_n__')\n"
    )
    editor.debug(path, 3)
    assert editor.stopped() == ("breakpoint", "test.cog", 3)
    editor.set_breaks(path)
    editor.ask("stepOut", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 9)
    assert editor.variables() == {"n": "3"}


def test_variables_are_shown_set_and_asked_for(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, 4, 8)
    editor.stopped()
    assert editor.variables() == {"name": "Ada"}
    assert editor.variables(1) == {"text": "hello Ada", "round": "1"}
    reference = editor.ask("scopes", frameId=1)["scopes"][0]["variablesReference"]
    editor.ask("setVariable", variablesReference=reference, name="name", value="王 = Bob")
    assert editor.ask("evaluate", expression="name")["result"] == "王 = Bob"
    assert editor.say("<__CogName_name__>") == "<王 = Bob>"
    assert editor.say("CONTAINS(text='__CogName_name__', part='Bob')") == "True"
    with pytest.raises(Refused, match="`__CogName_nmae__` has no value here"):
        editor.say("nmae")
    with pytest.raises(Refused, match="CLICK is no test"):
        editor.say("CLICK(element_info='x')")
    with pytest.raises(Refused, match="cannot be a variable's name"):
        editor.ask("setVariable", variablesReference=reference, name="a__b", value="")
    editor.set_breaks(greeting, 8)
    editor.ask("continue", threadId=1)
    editor.stopped()
    assert editor.output.count("hello 王 = Bob\n") == 2


def test_the_callers_variables_are_shown_and_left_alone(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, stopAtLine=7)
    editor.stopped()
    editor.ask("stepIn", threadId=1)
    editor.stopped()
    reference = editor.ask("scopes", frameId=2)["scopes"][0]["variablesReference"]
    shown = editor.ask("variables", variablesReference=reference)["variables"]
    assert [(each["name"], each["value"]) for each in shown] == [("last", "greeted"), ("name", "Ada")]
    with pytest.raises(Refused, match="only variables of the file the run stands in"):
        editor.ask("setVariable", variablesReference=reference, name="name", value="Bob")


def test_a_jump_goes_where_it_can_and_says_why_where_it_cannot(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, stopOnEntry=True)
    editor.stopped()
    source = {"path": str(greeting)}
    with pytest.raises(Refused, match=r"line 4 stands inside a block .* jump to line 2"):
        editor.ask("gotoTargets", source=source, line=4)
    (target,) = editor.ask("gotoTargets", source=source, line=8)["targets"]
    editor.ask("goto", threadId=1, targetId=target["id"])
    assert editor.stopped() == ("goto", "test.cog", 8)
    assert "hello" not in editor.output
    (target,) = editor.ask("gotoTargets", source=source, line=1)["targets"]
    editor.ask("goto", threadId=1, targetId=target["id"])  # and back: it is done again
    assert editor.stopped() == ("goto", "test.cog", 1)


def test_a_run_begins_at_a_line_with_its_inputs(editor: DebugClient) -> None:
    path = editor.file(
        "INPUT(output='__CogName_who__', default='Ada')\nFAIL(reason='no')\nANSWER(text='__CogName_who__')\n"
    )
    editor.debug(path, beginAtLine=3)
    assert editor.ended() == 0
    assert "Ada\n" in editor.output


def test_a_failure_stops_and_the_line_changed_in_the_editor_is_tried_again(editor: DebugClient) -> None:
    path = editor.file("ANSWER(text='one')\nASSERT(test=EXISTS(file='nowhere'))\nANSWER(text='two')\n")
    editor.debug(path)
    assert editor.stopped() == ("exception", "test.cog", 2)
    told = editor.ask("exceptionInfo", threadId=1)
    assert "nowhere" in told["description"]
    assert "ASSERT(test=EXISTS(file='nowhere'))" in told["details"]["stackTrace"]
    editor.file("# moved\nANSWER(text='one')\nASSERT(test=EXISTS(file='test.cog'))\nANSWER(text='three')\n")
    editor.ask("continue", threadId=1)
    assert editor.ended() == 0
    assert "line 3 was changed, and is taken as it is now" in editor.output
    assert editor.output.count("one\n") == 1
    assert "three\n" in editor.output


def test_a_file_whose_blocks_are_others_now_is_not_taken(editor: DebugClient) -> None:
    path = editor.file("REPEAT(times=1)\n  ANSWER(text='a')\nEND_REPEAT()\nANSWER(text='b')\n")
    editor.debug(path, 2)
    editor.stopped()
    editor.file("REPEAT(times=1)\n  ANSWER(text='a')\n  ANSWER(text='c')\nEND_REPEAT()\n")
    editor.ask("continue", threadId=1)
    assert editor.ended() == 0
    assert "start it anew to run the file as it is now" in editor.output
    assert "b\n" in editor.output


def test_a_failure_is_retried_skipped_or_let_be(editor: DebugClient) -> None:
    path = editor.file(
        "ASSERT(test=EXISTS(file='there'))\n"
        "FAIL(reason='skip me')\n"
        "TRY()\n  FAIL(reason='expected')\nCATCH()\nEND_TRY()\n"
        "FAIL(reason='the end')\n"
    )
    editor.debug(path)
    assert editor.stopped() == ("exception", "test.cog", 1)
    assert "try a step that failed again" in editor.say("help")
    assert "breakpoints are set in the editor" in editor.say("b 2")
    (editor.folder / "there").touch()
    editor.ask("restartFrame", frameId=1)
    assert editor.stopped() == ("exception", "test.cog", 2)
    editor.say("skip")
    editor.event("continued")
    assert editor.stopped() == ("exception", "test.cog", 7)  # what TRY catches stops nobody
    editor.ask("continue", threadId=1)
    assert editor.ended() == 1


def test_failures_that_are_caught_stop_when_they_are_wanted(editor: DebugClient) -> None:
    path = editor.file("TRY()\n  FAIL(reason='expected')\nCATCH()\n  ANSWER(text='x')\nEND_TRY()\n")
    editor.ask("initialize")
    number = editor.send("launch", program=str(path))
    editor.ask("setExceptionBreakpoints", filters=["caught"])
    editor.ask("configurationDone")
    editor.answer_to(number)
    assert editor.stopped() == ("exception", "test.cog", 2)
    editor.ask("next", threadId=1)
    assert editor.stopped() == ("step", "test.cog", 3)


def test_breakpoints_with_a_condition_a_count_and_a_message(editor: DebugClient) -> None:
    (editor.folder / "rows.csv").write_text("city\nRome\nOslo\nBonn\nLima\n", encoding="utf-8")
    path = editor.file("FOR_EACH(rows='rows.csv')\n  ANSWER(text='__CogName_city__')\nEND_FOR_EACH()\n")
    oslo = {"line": 2, "condition": "EQUALS(left='__CogName_city__', right='Oslo')"}
    editor.debug(path, oslo)
    editor.stopped()
    assert editor.variables() == {"city": "Oslo"}
    editor.set_breaks(path, {"line": 2, "hitCondition": "2"})
    editor.ask("continue", threadId=1)
    editor.stopped()
    assert editor.variables() == {"city": "Lima"}
    editor.set_breaks(path)
    editor.ask("continue", threadId=1)
    assert editor.ended() == 0


def test_a_message_is_said_in_place_of_a_stop(editor: DebugClient, greeting: Path) -> None:
    editor.debug(greeting, {"line": 4, "logMessage": "now __CogName_name__"})
    assert editor.ended() == 0
    assert editor.output.count("now Ada\n") == 2


def test_what_is_asked_is_answered_in_a_dialog_or_in_the_console(editor: DebugClient) -> None:
    path = editor.file(
        "INPUT(output='__CogName_pin__', secret=True)\n"
        "ASK_USER(question='Which city?', output='__CogName_city__')\n"
        "SET(output='__CogName_copy__', value='__CogName_pin__ in __CogName_city__')\n"
        "ANSWER(text='x')\n"
    )
    number = editor.begin(path, 4)
    asked = editor.event("cogAsk")
    assert asked == {"question": "pin:", "secret": True, "confirms": False}
    editor.ask("cogAnswer", text="4711-x")
    editor.answer_to(number)
    assert editor.event("cogAsk")["question"] == "Which city?"
    editor.say("Oslo")
    editor.stopped()
    assert editor.variables() == {
        "pin": "⟨secret pin⟩", "city": "Oslo", "copy": "⟨secret pin⟩ in Oslo",
    }  # fmt: skip
    assert "4711" not in editor.output


@pytest.mark.parametrize(
    ("text", "launch", "said"),
    [
        ("CLICK(elment_info='x')\n", {}, "did you mean `element_info`"),
        ("ANSWER(text='a')\n", {"args": ["--scren", "dry"]}, "no `--scren` here: did you mean `--screen`"),
        ("ANSWER(text='a')\n", {"args": ["--step"]}, "stop in the editor instead"),
        ("ANSWER(text='a')\n", {"screen": "nowhere"}, "nowhere"),
        ("ANSWER(text='a')\n", {"stopAtLine": 12}, "no operation at line 12"),
    ],
)
def test_a_run_that_cannot_begin_says_why(editor: DebugClient, text: str, launch: dict, said: str) -> None:
    number = editor.begin(editor.file(text), **launch)
    with pytest.raises(Refused, match=said):
        editor.answer_to(number)
    assert editor.ended() != 0


def test_a_run_is_paused_and_ended_in_the_middle_of_a_step(editor: DebugClient) -> None:
    path = editor.file("REPEAT(times=1000)\n  WAIT(seconds=0.05)\nEND_REPEAT()\nWAIT(seconds=500)\n")
    editor.debug(path)
    with pytest.raises(Refused, match="pause it first"):
        editor.ask("stackTrace", threadId=1)
    while "line 2" not in editor.output:
        editor.event("output")
    editor.ask("pause", threadId=1)
    assert editor.stopped() == ("pause", "test.cog", 2)
    editor.ask("gotoTargets", source={"path": str(path)}, line=4)
    editor.ask("goto", threadId=1, targetId=4)
    editor.stopped()
    editor.ask("continue", threadId=1)
    time.sleep(0.2)
    editor.ask("terminate")
    assert editor.ended() == 130
    editor.close()
    assert editor.process.returncode == 0


def test_an_editor_that_dies_takes_the_run_along(editor: DebugClient) -> None:
    editor.debug(editor.file("WAIT(seconds=500)\n"))
    assert editor.process.stdin is not None
    editor.process.stdin.close()
    assert editor.process.wait(60) == 0


def test_without_debugging_nothing_stops(editor: DebugClient) -> None:
    path = editor.file("ANSWER(text='a')\nFAIL(reason='no')\n")
    editor.debug(path, 1, noDebug=True)
    assert editor.ended() == 1


def test_nonsense_is_refused_and_the_adapter_goes_on(editor: DebugClient, greeting: Path) -> None:
    for command in ("attach", "readMemory", "{}"):
        with pytest.raises(Refused, match="is not known here"):
            editor.ask(command)
    with pytest.raises(Refused, match="was asked wrongly"):
        editor.ask("setBreakpoints", breakpoints=[{"line": 1}])
    editor.debug(greeting, stopOnEntry=True)
    editor.stopped()
    with pytest.raises(Refused, match="was asked wrongly"):
        editor.ask("scopes", frameId="x")


@pytest.mark.drives_programs
def test_the_picture_is_that_of_the_lines_surface_now(editor: DebugClient) -> None:
    path = editor.file(
        "LAUNCH(app='mousepad')\n"
        "TYPE(text='Dear reader')\n"
        "IN(window='Mousepad')\n"
        "  CLICK(box=[[400,400,600,600]])\n"
        "END_IN()\n"
    )
    editor.debug(path, 1, 2, 4, screen="virtual", size="800x600")
    editor.stopped()
    with pytest.raises(Refused, match="no screen is open yet"):
        editor.ask("cogPicture")
    editor.ask("continue", threadId=1)
    editor.stopped()
    shown = editor.ask("cogPicture")
    assert (shown["width"], shown["height"], shown["line"], shown["box"]) == (800, 600, 2, None)
    assert Image.open(io.BytesIO(base64.b64decode(shown["picture"]))).size == (800, 600)
    editor.ask("continue", threadId=1)
    editor.stopped()
    shown = editor.ask("cogPicture")
    assert shown["box"] == [400, 400, 600, 600]
    assert "Mousepad" in shown["surface"]
    window = Image.open(io.BytesIO(base64.b64decode(shown["picture"])))
    assert window.size == (shown["width"], shown["height"]) != (800, 600)
