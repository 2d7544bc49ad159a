"""OpenAI's Responses and Anthropic's Messages: what is sent, what comes back, what goes wrong."""

import json

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault
from cogscript.models import ask, converse, eyes_of, judge, resolve
from cogscript.models.conversation import replied, system, tool, user
from cogscript.models.interfaces.question import Computer
from cogscript.models.pictures import prepare
from cogscript.models.replies import ModelCall
from cogscript.settings import ModelSettings, Settings, VisionSettings
from tests.models.conftest import KEY
from tests.seeing_server import SeeingServer, click, done

OWN = ("responses", "messages")


def picture(text="Keep", place=(600, 300)):
    image = Image.new("RGB", (900, 500), "white")
    ImageDraw.Draw(image).text(place, text, fill="black", font=ImageFont.load_default(size=28))
    return prepare(image)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", OWN)
def test_a_picture_is_sent_and_really_seen(api, stream):
    with SeeingServer(answer=lambda body, sight: sight.texts[0].text, api=api) as server:
        settings = server.settings(api_key=KEY, max_tokens=77, extra={"stream": True} if stream else {})
        reply = converse([system("Be short."), user("What is it?", picture())], settings)
    assert (reply.answer, server.complaints) == ("Keep", [])
    assert reply.read > 1000
    assert reply.written > 0
    (body,) = server.requests
    assert "Be short." in (body.get("system"), body.get("instructions"))
    assert 77 in (body.get("max_tokens"), body.get("max_output_tokens"))
    assert KEY not in json.dumps(body)


@pytest.mark.parametrize("api", OWN)
def test_questions_without_pictures_and_verdicts(api):
    with SeeingServer(answer=lambda body, sight: "yes", api=api) as server:
        assert ask("Is it?", server.settings()) == "yes"
        assert judge("Is it?", server.settings())
    assert server.complaints == []


PROTOCOLS = {"responses": "openai", "messages": "anthropic"}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", OWN)
def test_a_call_is_answered_by_a_picture_and_goes_back_as_it_came(api, stream):
    """The server compares what comes back with what it gave, and refuses calls without an answer."""
    intents = [click("Keep"), click("Keep"), done("kept")]
    with SeeingServer(PROTOCOLS[api], intents, api=api) as server:
        settings = server.settings(extra={"stream": True} if stream else {})
        turns = [user("Press Keep.", picture())]
        computer = Computer(api, Size(900, 500))
        for _ in range(2):
            reply = converse(turns, settings, computer=computer)
            (call,) = reply.calls
            given = json.loads(call.arguments)
            x, y = given["coordinate"] if api == "messages" else (given["x"], given["y"])
            assert 600 <= x <= 680
            assert 300 <= y <= 335
            turns += [replied(reply), tool(call, "done", picture())]
        assert converse(turns, settings, computer=computer).answer == "kept"
    assert server.complaints == []
    assert [each["tools"][0]["type"] for each in server.requests] == [
        {"responses": "computer", "messages": "computer_20251124"}[api]
    ] * 3


@pytest.mark.parametrize("api", OWN)
def test_functions_are_declared_where_the_maker_s_own_tool_is_another_s(api):
    other = "messages" if api == "responses" else "responses"
    function = {"name": "computer", "description": "d", "parameters": {"type": "object"}}
    said = {"content": "", "calls": [{"name": "computer", "arguments": '{"action": "left_click"}'}]}
    with SeeingServer(answer=lambda body, sight: said, api=api) as server:
        turns = [user("Press Keep.", picture())]
        tools = [{"type": "function", "function": function}]
        computer = Computer(other, Size(900, 500))
        reply = converse(turns, server.settings(), tools=tools, computer=computer)
        turns += [replied(reply), tool(reply.calls[0], "done", picture())]
        converse(turns, server.settings(), tools=tools, computer=computer)
    assert server.complaints == []
    assert reply.calls[0][1:] == ("computer", '{"action": "left_click"}')
    assert server.requests[0]["tools"][0]["name"] == "computer"


def test_safety_checks_are_acknowledged_with_consent_and_only_then():
    checks = [{"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}]
    action = json.dumps({"type": "click", "button": "left", "x": 1, "y": 2})
    said = {"content": "", "calls": [{"name": "computer", "arguments": action, "checks": checks}]}
    with SeeingServer(answer=lambda body, sight: said, api="responses") as server:
        computer = Computer("responses", Size(900, 500))
        turns = [user("Press it.", picture())]
        reply = converse(turns, server.settings(), computer=computer)
        turns.append(replied(reply))
        agreed = tool(reply.calls[0], "done", picture(), consented=True)
        converse([*turns, agreed], server.settings(), computer=computer)
        refused = tool(reply.calls[0], "CLICK failed: a person is needed", picture())
        converse([*turns, refused], server.settings(), computer=computer)
    assert server.complaints == []
    outputs = [
        [each for each in body["input"] if each.get("type") == "computer_call_output"]
        for body in server.requests
    ]
    assert [len(each) for each in outputs] == [0, 1, 0]
    assert outputs[1][0]["acknowledged_safety_checks"] == checks
    assert "a person is needed" in json.dumps(server.requests[2])


def test_what_the_older_models_are_given():
    with SeeingServer("openai", [click("Keep")], api="responses") as server:
        settings = server.settings(name="computer-use-preview")
        computer = Computer("responses", Size(900, 500), "macos")
        converse([user("Press Keep.", picture())], settings, computer=computer)
    body = server.requests[0]
    assert body["tools"] == [
        {
            "type": "computer_use_preview",
            "display_width": 900,
            "display_height": 500,
            "environment": "mac",
        }
    ]
    assert body["truncation"] == "auto"
    for name, tool_type in (
        ("claude-sonnet-4-5-20250929", "computer_20250124"),
        ("claude-opus-4-1-20250805", "computer_20250124"),
        ("claude-sonnet-4-20250514", "computer_20250124"),
        ("claude-opus-4-5", "computer_20251124"),
        ("claude-sonnet-4-6", "computer_20251124"),
    ):
        with SeeingServer("anthropic", [click("Keep")], api="messages") as server:
            converse(
                [user("Press.", picture())],
                server.settings(name=name),
                computer=Computer("messages", Size(900, 500)),
            )
        assert (server.complaints, server.requests[0]["tools"][0]["type"]) == ([], tool_type)


# --- what goes wrong -------------------------------------------------------------------------------------


def response(**more):
    return {"id": "r", "object": "response", "status": "completed", "output": [], **more}


def said(text, kind="output_text", **more):
    part = {"type": kind, "refusal" if kind == "refusal" else "text": text}
    return response(output=[{"type": "message", "role": "assistant", "content": [part]}], **more)


def message(text="", stop="end_turn"):
    blocks = [{"type": "text", "text": text}] if text else []
    return {"type": "message", "role": "assistant", "content": blocks, "stop_reason": stop}


def error(kind, text):
    return {"type": "error", "error": {"type": kind, "message": text}}


@pytest.mark.parametrize(
    ("api", "status", "body", "code"),
    [
        ("responses", 500, {"error": {"message": "out of order"}}, "model-server"),
        ("responses", 429, {"error": {"message": "slow down"}}, "model-busy"),
        ("responses", 401, {"error": {"message": f"wrong key {KEY}"}}, "model-key"),
        ("responses", 404, "404 page not found", "model-unknown"),
        ("responses", 400, {"error": {"code": "context_length_exceeded"}}, "model-context"),
        ("responses", 413, "<html><title>413</title></html>", "model-picture"),
        ("responses", 200, said("I cannot help", "refusal"), "model-filtered"),
        ("responses", 200, said("Half a", status="incomplete",
                                incomplete_details={"reason": "max_output_tokens"}), "model-cut"),
        ("responses", 200, said("", status="incomplete", incomplete_details={"reason": "content_filter"}),
         "model-filtered"),
        ("responses", 200, response(status="failed", error={"code": "server_error", "message": "no"}),
         "model-server"),
        ("responses", 200, response(), "model-empty"),
        ("responses", 200, "<html>hello</html>", "model-answer"),
        ("messages", 529, error("overloaded_error", "Overloaded"), "model-server"),
        ("messages", 429, error("rate_limit_error", "slow down"), "model-busy"),
        ("messages", 401, error("authentication_error", f"invalid x-api-key {KEY}"), "model-key"),
        ("messages", 404, error("not_found_error", "model: claude-9"), "model-unknown"),
        ("messages", 400, error("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"),
         "model-context"),
        ("messages", 413, error("request_too_large", "Request exceeds the maximum size"), "model-picture"),
        ("messages", 400, error("invalid_request_error", "image exceeds 5 MB maximum"), "model-picture"),
        ("messages", 200, message("I'd rather not.", "refusal"), "model-filtered"),
        ("messages", 200, message("Half a", "max_tokens"), "model-cut"),
        ("messages", 200, message("", "model_context_window_exceeded"), "model-context"),
        ("messages", 200, message(), "model-empty"),
        ("messages", 200, f"event: error\ndata: {json.dumps(error('overloaded_error', 'Overloaded'))}\n\n",
         "model-server"),
        ("messages", 200, "nothing", "model-answer"),
    ],
)  # fmt: skip
def test_what_a_server_does_wrong_is_a_sentence(server, api, status, body, code):
    server.replies = [(status, body, {"Retry-After": "0"})]
    settings = VisionSettings(
        name="claude-9", base_url=server.address, api_key=KEY, api=api, retries=1, timeout=20
    )
    with pytest.raises(Fault) as caught:
        ask("What is it?", settings, pictures=[picture()])
    assert caught.value.code == code
    assert KEY not in str(caught.value)
    assert len(server.requests) == (2 if code in ("model-server", "model-busy") else 1)


@pytest.mark.parametrize("api", OWN)
def test_a_server_that_is_busy_cut_off_or_hangs(server, api):
    notices = []
    good = {"responses": said("Hello."), "messages": message("Hello.")}[api]
    server.replies = [
        (429, error("rate_limit_error", "wait"), {"Retry-After": "0"}),
        lambda handler: handler.cut(),
        (200, good, {}),
    ]
    settings = VisionSettings(name="m", base_url=server.address, api=api, retries=2, timeout=20)
    assert ask("Hello?", settings, notice=notices.append) == "Hello."
    assert len(notices) == 2
    server.replies = [lambda handler: server.released.wait(20)]
    settings = VisionSettings(name="m", base_url=server.address, api=api, retries=0, timeout=0.5)
    with pytest.raises(Fault) as caught:
        ask("Hello?", settings)
    assert caught.value.code == "model-timeout"


# --- which server, which key -----------------------------------------------------------------------------


def test_a_company_s_key_never_reaches_another_s_server():
    both = {"OPENAI_API_KEY": "sk-o", "OPENAI_BASE_URL": "http://localhost:1/v1", "ANTHROPIC_API_KEY": "sk-a"}
    claude = ModelSettings(name="claude-opus-4-5", api="messages")
    endpoint = resolve(claude, both)
    assert (endpoint.base_url, endpoint.api_key) == ("https://api.anthropic.com/v1", "sk-a")
    with pytest.raises(Fault, match="no server is configured"):
        resolve(claude, {"OPENAI_API_KEY": "sk-o"})
    settings = Settings(model=ModelSettings(name="gpt"), vision=VisionSettings(name="claude", api="messages"))
    assert resolve(eyes_of(settings, both), both).api_key == "sk-a"
    settings = Settings(model=claude, vision=VisionSettings(name="claude-haiku-4-5"))
    seeing = resolve(eyes_of(settings, both), both)
    assert (seeing.api, seeing.api_key) == ("messages", "sk-a")
    settings = Settings(model=claude, vision=VisionSettings(name="gpt-5.4", api="responses"))
    seeing = resolve(eyes_of(settings, both), both)
    assert (seeing.api, seeing.base_url, seeing.api_key) == ("responses", "http://localhost:1/v1", "sk-o")


@pytest.mark.parametrize(
    "address", ["https://api.anthropic.com", "https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1/"]
)  # fmt: skip
def test_addresses_as_people_paste_them(address):
    settings = ModelSettings(name="claude", api="messages", base_url=address)
    assert resolve(settings, {}).base_url == "https://api.anthropic.com/v1"


def test_an_interface_that_nobody_speaks():
    with pytest.raises(Fault) as caught:
        resolve(ModelSettings(name="m", base_url="http://localhost:1/v1", api="response"), {})
    assert "did you mean `responses`?" in caught.value.advice
    settings = VisionSettings(name="m", base_url="http://localhost:1", api="messages", computer_tool="mouse")
    with pytest.raises(Fault, match="computer_tool"):
        converse([user("x")], settings, computer=Computer("messages", Size(1, 1)))


def test_secrets_are_hidden_in_what_goes_back_and_seals_are_not_touched():
    from cogscript.models.conversation import Turn, clean

    items = (
        {"type": "thinking", "thinking": "the tulip", "signature": "tulip"},
        {"type": "tool_use", "id": "tulip", "name": "computer", "input": {"text": "a tulip"}},
    )
    turn = Turn("assistant", calls=(ModelCall("tulip", "computer", "{}"),), items=items)
    (cleaned,) = clean([turn], lambda text: text.replace("tulip", "⟨secret⟩"))
    assert cleaned.items[0] == {"type": "thinking", "thinking": "the ⟨secret⟩", "signature": "tulip"}
    assert cleaned.items[1]["input"] == {"text": "a ⟨secret⟩"}
    assert cleaned.items[1]["id"] == "tulip"
