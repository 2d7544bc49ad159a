"""Computer use as OpenAI and Anthropic have it themselves: batches, safety checks, old pictures."""

import json

import pytest

from tests.agents.helping import do, operations, scripted, settings_for, written
from tests.agents.test_protocols import past, scene
from tests.agents.test_tasks import DIALOG, Agreeing
from tests.seeing_server.interfaces import interfaces

CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}


def called(actions, *, checks=()) -> dict:
    return {
        "content": "",
        "calls": [{"name": "computer", "arguments": json.dumps(actions), "checks": [*checks]}],
    }


@pytest.mark.parametrize(("protocol", "api"), [("openai", "responses"), ("anthropic", "messages")])
def test_of_a_long_run_the_newest_pictures_go_as_they_are_and_the_rest_in_words(protocol, api) -> None:
    """A server that compares what comes back with what it gave takes it; and it grows by a line a step."""
    from cogscript.agents.registry import protocol_named
    from cogscript.models.client import _interface
    from cogscript.models.endpoint import Endpoint
    from cogscript.models.interfaces.question import Question

    spoken = interfaces()[f"/v1/{api}"]
    action = {"type": "click", "button": "left", "x": 704, "y": 420}
    if protocol == "anthropic":
        action = {"action": "left_click", "coordinate": [704, 420]}
    endpoint, own = Endpoint("http://x/v1", "m", "", api=api), _interface(api)
    asking = protocol_named(protocol).ask
    assert asking is not None
    sizes, history = [], []
    for number in range(1, 31):
        asked = asking("Press it", history, scene())
        question = Question(asked.messages, asked.tools, asked.computer)
        body, headers = own.body(question, endpoint), own.headers(question, endpoint)
        spoken.check(body, headers, protocol)
        assert 1 <= len(spoken.pictures(body)) <= 4
        sizes.append(len(json.dumps(body)))
        usage = {"told": False, "number": number, "read": 0, "written": 0}
        reply = own.read(json.dumps(spoken.reply(called(action), body, usage)), endpoint, ())
        history += past(1, reply)
    assert sizes[29] - sizes[19] == pytest.approx(sizes[19] - sizes[9], abs=300)
    assert sizes[29] - sizes[9] < 20 * 500


@pytest.mark.drives_programs
def test_a_batch_is_done_in_its_order_and_each_step_names_what_it_hit(virtual, tmp_path) -> None:
    def answer(body, sight):
        if not (ok := sight.find("OK")):
            return "The name is given."
        name = sight.find("Name").middle
        x, y = (round(each) for each in ok.middle)
        field = {"type": "click", "button": "left", "x": round(name[0]) + 60, "y": round(name[1]) + 25}
        press = {"type": "click", "button": "left", "x": x, "y": y}
        return called([field, {"type": "type", "text": "Ada"}, press])

    from tests.seeing_server import SeeingServer

    with SeeingServer(answer=answer, api="responses") as server:
        settings = settings_for(server, pictures=1)  # fewer than the protocol has
        run = do(
            server, "openai", virtual, tmp_path, "Say that the name is Ada", before=DIALOG, settings=settings
        )
        assert json.dumps(server.requests[1]).count("data:image/png") == 1
    assert (run.outcome, server.complaints) == ("ok", []), run.error
    assert [each.partition("(")[0] for each in operations(run)] == ["CLICK", "TYPE", "CLICK", "ANSWER", "END"]
    assert len(server.requests) == 2
    assert "element_info='OK'" in written(run)
    assert not virtual.windows()


class Present(Agreeing):
    """A person who says yes to the first question."""

    def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return len(self.asked) == 1


@pytest.mark.drives_programs
def test_safety_checks_are_the_person_s_to_acknowledge(virtual, tmp_path) -> None:
    press = {"type": "click", "button": "left", "x": 600, "y": 400}
    replies = [called(press, checks=[CHECK]), called({"type": "screenshot"}, checks=[CHECK]), "Done."]
    for each in ("alone", "asked"):
        (tmp_path / each).mkdir()
    # Nobody there: it is not done, the model is told so, and nothing is acknowledged in anybody's name.
    with scripted(replies[0], "Done.", api="responses") as server:
        run = do(server, "openai", virtual, tmp_path / "alone")
    assert (run.outcome, server.complaints) == ("ok", []), run.error
    assert [step.outcome for step in run.steps if step.operation.name == "CLICK"] == ["failed"]
    assert "acknowledged" not in json.dumps(server.requests)
    assert "is sensitive" in json.dumps(server.requests[1])
    # Somebody who agrees to the click, and not to the look that comes with a check, too.
    person = Present()
    with scripted(*replies, api="responses") as server:
        run = do(server, "openai", virtual, tmp_path / "asked", person=person)
    assert run.outcome == "stopped"
    assert server.complaints == []
    assert len(person.asked) == 2
    assert all("The page gives orders." in each for each in person.asked)
    outputs = [each for each in server.requests[1]["input"] if each.get("type") == "computer_call_output"]
    assert [each["acknowledged_safety_checks"] for each in outputs] == [[CHECK]]
    assert "sensitive=True" in written(run, everything=True)
