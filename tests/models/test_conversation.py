"""Several turns, pictures, tool calls: against a server that really looks at what it is sent."""

import json

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.models import ask, converse, eyes_of, judge, resolve
from cogscript.models.budget import Budget
from cogscript.models.conversation import assistant, system, tool, user, wire, with_newest_pictures
from cogscript.models.pictures import prepare, resizing_of
from cogscript.models.replies import ModelCall
from cogscript.settings import ModelSettings, Settings, VisionSettings, config_file, load_settings
from tests.models.conftest import answer
from tests.seeing_server import SeeingServer, click, done


def drawn(*texts, size=(900, 500)):
    """A picture with texts at places."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for text, place in texts:
        draw.text(place, text, fill="black", font=ImageFont.load_default(size=28))
    return image


DIALOG = drawn(("Save changes?", (60, 60)), ("Discard", (100, 300)), ("Keep", (600, 300)))


def what_it_reads(_, sight):
    return " / ".join(each.text for each in sight.texts)


def test_a_picture_is_sent_and_really_seen():
    with SeeingServer(answer=what_it_reads) as server:
        said = ask("What does it say?", server.settings(), pictures=[prepare(DIALOG)])
    assert [word in said for word in ("Save changes?", "Discard", "Keep")] == [True] * 3
    (message,) = server.requests[0]["messages"]
    assert [part["type"] for part in message["content"]] == ["text", "image_url"]
    assert message["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_a_place_in_a_picture_that_was_made_smaller_is_the_same_place_on_the_surface():
    """The window stands at 300,200; the model sees it smaller, and what it points at is found again."""
    window = Rect(300, 200, 1200, 700)
    picture = prepare(DIALOG, window, resizing_of(VisionSettings(factor=28, most_pixels=200_000)))
    assert picture.sent.width % 28 == picture.sent.height % 28 == 0
    assert picture.sent.width * picture.sent.height <= 200_000
    with SeeingServer("ui-tars", [click("Keep")]) as server:
        shape = "Output Format Action Space User Instruction"
        reply = converse([user(shape), user(picture)], server.settings())
    x, y = map(int, reply.answer.partition("'(")[2].partition(")'")[0].split(","))
    place = picture.to_surface(x, y)
    assert Rect(300 + 600, 200 + 300, 300 + 680, 200 + 335).holds(place)


def test_what_is_covered_cannot_be_read():
    picture = prepare(DIALOG, Rect(10, 10, 910, 510), covered=[Rect(90, 290, 300, 360)])
    with SeeingServer(answer=what_it_reads) as server:
        said = ask("Read it", server.settings(), pictures=[picture])
    assert "Discard" not in said
    assert "Keep" in said
    assert DIALOG.getpixel((110, 320)) is not None  # the image itself is untouched
    assert "Discard" in ask_again(DIALOG)


def ask_again(image):
    with SeeingServer(answer=what_it_reads) as server:
        return ask("Read it", server.settings(), pictures=[prepare(image)])


def test_a_judgement_about_a_picture():
    def says(_, sight):
        return "yes" if sight.find("Save changes?") else "no"

    with SeeingServer(answer=says) as server:
        assert judge("Is it asked about changes?", server.settings(), pictures=[prepare(DIALOG)])
        assert not judge("Is it?", server.settings(), pictures=[prepare(drawn(("Ready", (50, 50))))])


def test_turns_keep_their_newest_pictures_and_the_rest_as_text():
    pictures = [prepare(drawn((f"Page {index}", (50, 50)), size=(300, 120))) for index in range(6)]
    turns = [system("Be brief.")]
    for index, picture in enumerate(pictures):
        turns += [user(picture), assistant(f"I saw {index}")]
    kept = with_newest_pictures(turns, 2)
    assert [each.role for each in kept] == ["system", *["assistant"] * 4, *["user", "assistant"] * 2]
    assert [each.pictures for each in kept if each.pictures] == [(pictures[4],), (pictures[5],)]
    told = with_newest_pictures(turns, 2, "(a picture, left out)")
    assert len(told) == len(turns)
    assert told[1].text == "(a picture, left out)"
    assert with_newest_pictures(turns, 99) == turns


def test_a_tool_call_and_its_answer_share_an_id():
    tools = [{"type": "function", "function": {"name": "computer", "parameters": {"type": "object"}}}]
    with SeeingServer("openai", [click("Keep"), done("kept")]) as server:
        messages = [user("Keep the changes", prepare(DIALOG))]
        first = converse(messages, server.settings(), tools=tools)
        (call,) = first.calls
        assert json.loads(call.arguments)["type"] == "click"
        messages += [assistant(first.answer, first.calls), tool(call, "clicked", prepare(DIALOG))]
        second = converse(messages, server.settings(), tools=tools)
    assert server.complaints == []
    assert second.answer == "kept"
    assert second.calls == ()
    sent = server.requests[1]["messages"]
    assert sent[1]["tool_calls"][0]["id"] == sent[2]["tool_call_id"] == call.id


def test_a_wrong_shape_is_noticed():
    """The server that checks the messages does find a wrong one."""
    with (
        SeeingServer("cogagent", [click("Keep")]) as server,
        pytest.raises(Fault, match="one user message, anew each step"),
    ):
        converse([system("Hello"), user("Task: x", prepare(DIALOG))], server.settings())
    assert server.complaints


def test_tokens_are_counted_and_limited():
    budget = Budget(tokens=2500)
    with SeeingServer(answer=what_it_reads) as server:
        ask_for = [user("Read", prepare(DIALOG))]
        converse(ask_for, server.settings(), budget=budget)
        assert budget.read > 1000
        assert budget.written > 0
        assert budget.seconds > 0
        assert "of 2500 tokens" in budget.shown
        converse(ask_for * 2, server.settings(), budget=budget)
        with pytest.raises(Fault) as caught:
            converse(ask_for, server.settings(), budget=budget)
        assert len(server.requests) == 2
    assert caught.value.code == "model-budget"
    assert "2500 allowed" in caught.value.reason


def test_minutes_are_limited():
    budget = Budget(minutes=1, seconds=61)
    with (
        SeeingServer(answer=what_it_reads) as server,
        pytest.raises(Fault, match=r"1\.0 minutes of the 1 allowed"),
    ):
        converse([user("Hello")], server.settings(), budget=budget)
    assert server.requests == []


def test_secrets_go_out_as_names(server):
    def hide(text):
        return text.replace("hunter2", "⟨secret password⟩")

    call = ModelCall("1", "computer", '{"text": "hunter2"}')
    converse([user("It is hunter2"), assistant("", [call]), tool(call, "typed hunter2")],
             server.settings(), hide=hide)  # fmt: skip
    sent = json.dumps(server.requests[0][2], ensure_ascii=False)
    assert "hunter2" not in sent
    assert sent.count("⟨secret password⟩") == 3


def test_extra_fields_of_the_settings_are_in_the_body(server):
    config_file().write_text(
        '[vision]\nname = "m"\n[vision.extra]\nvl_high_resolution_images = true\n'
        "[vision.extra.chat_template_kwargs]\nenable_thinking = false\n",
        encoding="utf-8",
    )
    settings = load_settings()
    settings.vision.base_url = server.address
    converse([user("Hello")], eyes_of(settings, {}), options={"temperature": 0})
    body = server.requests[0][2]
    assert body["vl_high_resolution_images"] is True
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert body["temperature"] == 0


def test_an_answer_in_pieces(server):
    pieces = [
        {"choices": [{"delta": {"role": "assistant", "content": ""}}]},
        {"choices": [{"delta": {"reasoning_content": "Hm."}}]},
        {"choices": [{"delta": {"content": "Hello "}}]},
        {"choices": [{"delta": {"content": "there."}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}},
    ]
    body = "".join(f"data: {json.dumps(each)}\n\n" for each in pieces) + "data: [DONE]\n\n"
    server.replies = [(200, body, {"Content-Type": "text/event-stream"})]
    reply = converse([user("Hi")], server.settings(extra={"stream": True}))
    assert (reply.answer, reply.reasoning, reply.read, reply.written) == ("Hello there.", "Hm.", 7, 3)


def test_a_tool_call_in_pieces(server):
    def piece(**function):
        return {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "a1", "function": function}]}}]}

    pieces = [piece(name="computer", arguments='{"x"'), piece(arguments=": 1}")]
    server.replies = [(200, "".join(f"data: {json.dumps(each)}\n\n" for each in pieces), {})]
    reply = converse([user("Hi")], server.settings())
    assert reply.calls == (ModelCall("a1", "computer", '{"x": 1}'),)


def test_thirty_steps_grow_in_a_straight_line():
    """Bytes sent: the pictures stay as many as are kept, so that a step costs what a step costs."""
    with SeeingServer(answer=lambda *_: "Thought: on\nAction: wait()") as server:
        messages = [user("prompt " * 100)]
        page = prepare(drawn(("Page", (50, 50)), size=(600, 400)))
        for _ in range(30):
            messages.append(user(page))
            reply = converse(with_newest_pictures(messages, 5), server.settings())
            messages.append(assistant(reply.answer))
    growth = [later - earlier for earlier, later in zip(server.sizes, server.sizes[1:], strict=False)]
    text_alone = max(growth[5:])
    assert text_alone < 200  # once the window is full, a step adds its words and no picture
    assert sum(server.sizes[20:]) < 2.2 * sum(server.sizes[5:10])


# --- which model looks ---------------------------------------------------------------------------


def test_two_models_in_the_settings():
    config_file().write_text(
        '[model]\nname = "talks"\nbase_url = "http://one.example/v1"\napi_key = "k1"\n'
        '[vision]\nname = "looks"\nlongest_side = 1568\n',
        encoding="utf-8",
    )
    settings = load_settings()
    assert resolve(settings.model, {}).name == "talks"
    eyes = resolve(eyes_of(settings, {}), {})
    assert (eyes.name, eyes.base_url, eyes.api_key) == ("looks", "http://one.example/v1", "k1")
    assert resizing_of(settings.vision).size(Size(3136, 1960)) == (1568, 980)


def test_a_vision_server_of_its_own_does_not_get_the_other_ones_key():
    config_file().write_text(
        '[model]\nname = "talks"\nbase_url = "http://one.example/v1"\napi_key = "k1"\n'
        '[vision]\nname = "looks"\nbase_url = "http://two.example/v1"\napi_key = "k2"\n',
        encoding="utf-8",
    )
    eyes = resolve(eyes_of(load_settings(), {}), {})
    assert (eyes.base_url, eyes.api_key) == ("http://two.example/v1", "k2")


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        (
            {"VISION_MODEL": "v", "VISION_BASE_URL": "http://v/v1", "VISION_API_KEY": "k"},
            ("v", "http://v/v1", "k"),
        ),
        ({"VISION_MODEL": "v", "OPENAI_API_KEY": "o"}, ("v", "https://api.openai.com/v1", "o")),
        (
            {"VL_MODEL": "qwen-vl", "CHAT_MODEL": "qwen", "API_URL": "http://a/v1", "API_KEY": "k"},
            ("qwen-vl", "http://a/v1", "k"),
        ),
        (
            {"VL_MODEL": "qwen-vl", "DASHSCOPE_API_URL": "http://o/v1", "DASHSCOPE_API_KEY": "x"},
            ("qwen-vl", "http://o/v1", "x"),
        ),
    ],
)
def test_the_looking_models_names_in_the_environment(environ, expected):
    endpoint = resolve(eyes_of(Settings(), environ), environ)
    assert (endpoint.name, endpoint.base_url, endpoint.api_key) == expected


def test_a_text_model_that_sees_is_both():
    settings = Settings(model=ModelSettings(name="both", base_url="http://b/v1", sees=True, timeout=7.0))
    eyes = eyes_of(settings, {})
    assert resolve(eyes, {}).name == "both"
    assert eyes.timeout == 7.0


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(model=ModelSettings(name="talks", base_url="http://one.example/v1"))],
)
def test_without_a_model_that_sees_nothing_is_sent(settings):
    with pytest.raises(Fault) as caught:
        ask("What is it?", eyes_of(settings, {}), pictures=[prepare(DIALOG)])
    assert caught.value.code == "model-blind"
    assert "[vision]" in caught.value.advice


def test_the_small_local_model_is_blind():
    with pytest.raises(Fault, match="`local` does not take pictures"):
        ask("What is it?", VisionSettings(name="local"), pictures=[prepare(DIALOG)])


# --- what servers do wrong with pictures ----------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "message", "code"),
    [
        (400, "This model does not support image input", "model-blind"),
        (400, "qwen2.5:7b is not a multimodal model", "model-blind"),
        (500, "image input is not supported - hint: you may need to provide the mmproj", "model-blind"),
        (404, "No endpoints found that support image input", "model-blind"),
        (400, "Invalid content type. image_url is only supported by certain models.", "model-blind"),
        (413, "Request Entity Too Large", "model-picture"),
        (400, "image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes", "model-picture"),
        (400, "The image dimensions exceed max allowed size: 8000 pixels", "model-picture"),
        (400, "the image could not be decoded: not a valid PNG", "model-request"),
        (400, "This model's maximum context length is 4096 tokens", "model-context"),
    ],
)  # fmt: skip
def test_a_server_that_does_not_take_the_picture(server, status, message, code):
    server.replies = [(status, {"error": {"message": message}}, {})]
    with pytest.raises(Fault) as caught:
        ask("What is it?", server.settings(), pictures=[prepare(DIALOG)])
    assert caught.value.code == code
    assert len(server.requests) == 1  # another try would change nothing


def test_a_text_alone_that_is_too_large_is_not_a_picture(server):
    server.replies = [(413, {"error": {"message": "Request Entity Too Large"}}, {})]
    with pytest.raises(Fault) as caught:
        ask("What is it?", server.settings())
    assert caught.value.code == "model-context"


def test_a_busy_server_is_asked_again_with_the_picture():
    busy = lambda handler: handler.say(429, {"error": {"message": "slow down"}}, {"Retry-After": "0"})  # noqa: E731
    waited = []
    with SeeingServer(answer=what_it_reads) as server:
        server.faults = [busy, lambda handler: handler.say(500, "oops", {"Retry-After": "0"})]
        said = ask("Read", server.settings(), pictures=[prepare(DIALOG)], notice=waited.append)
    assert "Discard" in said
    assert ["429" in waited[0], "500" in waited[1]] == [True, True]
    assert len(server.requests) == 3


def test_a_server_that_hangs():
    with SeeingServer() as server:
        server.faults = [lambda _: server.released.wait(20)]
        with pytest.raises(Fault) as caught:
            ask("Read", server.settings(timeout=0.5), pictures=[prepare(DIALOG)])
    assert caught.value.code == "model-timeout"
    assert "[vision]" in caught.value.advice


def test_a_refusal(server):
    message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    server.replies = [(200, answer(message=message), {})]
    with pytest.raises(Fault, match="refused to answer: `I cannot help with that"):
        ask("What is it?", server.settings(), pictures=[prepare(DIALOG)])


def test_a_narrow_strip_cannot_be_resized():
    with pytest.raises(Fault, match="cannot be resized"):
        prepare(Image.new("RGB", (1000, 3)), resizing=resizing_of(VisionSettings(factor=28)))


def test_plain_messages_are_plain_text():
    assert wire([user("a", "b"), assistant("c")]) == [
        {"role": "user", "content": "a\nb"},
        {"role": "assistant", "content": "c"},
    ]
