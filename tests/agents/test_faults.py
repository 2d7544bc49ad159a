"""What a model or its server does wrong: corrected by one more turn, or a sentence; the record is whole."""

import io
import json
import re

import pytest

from cogscript.agents import Agent
from cogscript.records.reader import Record
from cogscript.runtime.console.display import Live
from tests.agents.helping import do, operations, scripted, settings_for, texts_of, written
from tests.seeing_server import SeeingServer

pytestmark = pytest.mark.drives_programs

GOOD = "Thought: I click.\nAction: click(start_box='(600,400)')"
DONE = "Thought: It is done.\nAction: finished(content='it is done')"


def click_at(x: int) -> str:
    return GOOD.replace("600", str(x))


def check_whole(run) -> None:
    """The record can be read to its end, every step in it is over, and a file can be made of it."""
    with Record(run.folder) as record:
        steps = list(record.steps())
        assert record.outcome == run.outcome
    assert all(step.outcome is not None for step in steps)
    assert "DO(" not in written(run)


def corrections(server) -> list[str]:
    """The sentences that were sent back to the model."""
    return re.findall(r"That cannot be used: (.*?)\. Answer again", "".join(map(texts_of, server.requests)))


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("I am not sure what to do.", "there is no action in it"),
        (f"{GOOD}\n\nThought: And again.\nAction: click(start_box='(10,20)')", "it holds 2 actions"),
        ("Thought: I click.\nAction: click(start_box='(600,", "is not a place"),
        ("Thought: I click.\nAction: click(start_box='(6000,400)')", "6000 lies off the screen"),
        (
            'Action: Click.\n<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", '
            '"coordinate": [1, 2]}}\n</tool_call>',
            "it reads like gui-plus",
        ),
    ],
)
def test_a_bad_reply_is_corrected_in_one_turn_or_ends_with_a_sentence(
    virtual, tmp_path, reply: str, said: str
) -> None:
    (tmp_path / "twice").mkdir()
    with scripted(reply, GOOD, DONE) as server:
        run = do(server, "ui-tars", virtual, tmp_path)
    assert (run.outcome, run.answers) == ("ok", ["it is done"])
    assert [each for each in corrections(server) if said in each], corrections(server)
    check_whole(run)
    with scripted(reply) as server:
        run = do(server, "ui-tars", virtual, tmp_path / "twice")
    assert run.outcome == "failed"
    assert run.error.code == "agent-reply"
    assert said in run.error.message
    assert len(server.requests) == 2
    check_whole(run)


def test_a_protocol_without_that_turn_ends_at_once(virtual, tmp_path) -> None:
    with scripted("I would rather not.") as server:
        run = do(server, "cogagent", virtual, tmp_path)
    assert run.error.code == "agent-reply"
    assert "I would rather not." in run.error.message
    assert len(server.requests) == 1


def test_prose_around_an_action_is_read_past(virtual, tmp_path) -> None:
    with scripted(f"Of course! Here is the next step.\n\n{GOOD}", DONE) as server:
        run = do(server, "ui-tars", virtual, tmp_path)
    assert run.outcome == "ok"
    assert operations(run)[0].startswith("CLICK(box=[[")


def test_the_same_on_an_unchanged_screen_is_done_twice_and_no_more(virtual, tmp_path) -> None:
    with scripted(GOOD) as server:
        run = do(server, "ui-tars", virtual, tmp_path)
    assert run.error.code == "agent-loop"
    assert len(operations(run)) == 2
    check_whole(run)


def test_a_model_that_never_ends_is_ended_by_the_limit(virtual, tmp_path) -> None:
    with scripted(*(click_at(x) for x in range(100, 900, 100))) as server:
        run = do(server, "ui-tars", virtual, tmp_path, limit=4)
    assert run.error.code == "agent-limit"
    assert len(operations(run)) == 4
    assert "FAIL(reason='the task was not done: the task was not done within 4 steps')" in written(run)
    check_whole(run)


def test_a_model_that_gives_up_says_why(virtual, tmp_path) -> None:
    with scripted("FAIL(reason='there is no printer')") as server:
        run = do(server, "cog", virtual, tmp_path)
    assert run.error.code == "agent-gave-up"
    assert "there is no printer" in run.error.message


def test_a_budget_of_tokens_ends_it_before_the_next_question(virtual, tmp_path) -> None:
    """… and all the while a person sees how much of it is used up."""
    terminal = io.StringIO()
    live = Live(terminal, lambda each: each)
    with scripted(*(click_at(x) for x in range(100, 900, 100))) as server:
        agent = Agent("ui-tars", tokens=3000)
        run = do(server, "ui-tars", virtual, tmp_path, agent=agent, listener=live)
    assert run.error.code == "model-budget"
    told = re.findall(r"DO \(step (\d) of 6, (\d+) of 3000 tokens, \d+ s in the model\)", terminal.getvalue())
    assert [number for number, _ in told] == [str(each + 1) for each in range(len(told))]
    used = [int(tokens) for _, tokens in told]
    assert used[0] == 0
    assert used[-1] > used[0]
    assert 1 <= len(server.requests) < 6
    check_whole(run)


def completion(**message):
    finish = message.pop("finish", "stop")
    return {"choices": [{"finish_reason": finish, "message": {"role": "assistant", **message}}]}


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (500, {"error": {"message": "out of order"}}, "model-server"),
        (429, {"error": {"message": "slow down"}}, "model-busy"),
        (400, {"error": {"message": "maximum context length is 8192", "code": "context_length_exceeded"}},
         "model-context"),
        (413, {"error": {"message": "Request Entity Too Large"}}, "model-picture"),
        (200, completion(content="", refusal="I cannot help with that"), "model-filtered"),
        (200, completion(content="Action: cli", finish="length"), "model-cut"),
    ],
)  # fmt: skip
def test_what_a_server_does_wrong_is_a_sentence_and_the_record_is_whole(
    virtual, tmp_path, status, body, code
) -> None:
    with scripted(GOOD, DONE) as server:
        server.faults = [lambda handler: handler.say(status, body, {"Retry-After": "0"})] * 3
        run = do(server, "ui-tars", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == code
    check_whole(run)


def test_a_busy_server_is_asked_again(virtual, tmp_path) -> None:
    with scripted(GOOD, DONE) as server:
        server.faults = [
            lambda handler: handler.say(429, {"error": {"message": "wait"}}, {"Retry-After": "0"})
        ]
        run = do(server, "ui-tars", virtual, tmp_path)
    assert run.outcome == "ok"


def test_a_server_that_hangs_is_given_up(virtual, tmp_path) -> None:
    with scripted(GOOD) as server:
        server.faults = [lambda handler: server.released.wait(20)] * 2
        settings = settings_for(server, retries=0, timeout=1.0)
        run = do(server, "ui-tars", virtual, tmp_path, settings=settings)
        server.released.set()
    assert run.error.code == "model-timeout"
    check_whole(run)


@pytest.mark.parametrize(
    "reply",
    [
        "SCREENSHOT(file='/tmp/picture.png')",
        "LAUNCH(app='xterm', arguments=['-e', 'reboot'])",
        "CALL(workflow='other.cog')",
        "SET(output='__CogName_x__', value='1')",
        "TYPE(text='__CogName_password__')",
        "DO(task='something else')",
    ],
)
def test_what_a_model_may_not_do_is_refused_before_anything_happens(virtual, tmp_path, reply: str) -> None:
    with scripted(reply) as server:
        run = do(server, "cog", virtual, tmp_path)
    assert run.error.code == "agent-reply"
    assert operations(run) == []


def test_a_sensitive_step_without_a_person_is_refused_and_yes_allows_it(virtual, tmp_path) -> None:
    reply = "Action: Pay.\nGrounded Operation: CLICK(box=[[500,500,510,510]])\n<<敏感操作>>"
    end = "Action: Done.\nGrounded Operation: END()\n<<一般操作>>"
    (tmp_path / "yes").mkdir()
    with scripted(reply, end) as server:
        run = do(server, "cogagent", virtual, tmp_path)
    failed = next(step for step in run.steps if step.operation.name == "CLICK")
    assert failed.outcome == "failed"
    assert "sensitive" in (failed.error or "")
    with scripted(reply, end) as server:
        run = do(server, "cogagent", virtual, tmp_path / "yes", yes=True)
    assert [step.outcome for step in run.steps if step.operation.name == "CLICK"] == ["ok"]


def test_a_model_that_is_not_configured_is_known_before_anything_is_done(
    virtual, tmp_path, monkeypatch
) -> None:
    from cogscript.language.model.diagnostic import Fault
    from cogscript.settings import Settings

    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "VISION_MODEL", "VL_MODEL", "API_URL"):
        monkeypatch.delenv(name, raising=False)
    with SeeingServer() as server, pytest.raises(Fault) as caught:
        do(server, "ui-tars", virtual, tmp_path, settings=Settings())
    assert caught.value.code.startswith("model-")


def test_a_secret_goes_out_by_its_name_and_comes_back_as_the_variable(virtual, tmp_path) -> None:
    from tests.runtime.screen_help import program, window

    zenity = program(virtual, "zenity", "--password", "--title", "Log in")
    window(virtual, "Log in")
    before = "INPUT(output='__CogName_word__', secret=True)\n"
    with scripted("TYPE(text='⟨secret word⟩')", "KEY_PRESS(key='Return')", "END()") as server:
        run = do(server, "cog", virtual, tmp_path, "Log in with __CogName_word__", before=before,
                 variables={"word": "Xy7-tulip"})  # fmt: skip
    assert run.outcome == "ok"
    assert zenity.communicate(timeout=20)[0].strip() == "Xy7-tulip"
    assert "Xy7-tulip" not in json.dumps(server.requests)
    assert "__CogName_word__" in written(run)
    assert "tulip" not in written(run)
