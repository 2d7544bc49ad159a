"""What goes wrong between us and a server, each made to happen by a server that misbehaves."""

import logging
import socket
import ssl
import threading
import time
import traceback
from email.utils import formatdate

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.models import ask, judge
from cogscript.models.client import retry_after
from cogscript.settings import ModelSettings
from tests.models.certificate import certificate_file
from tests.models.conftest import KEY, answer

HELLO = (200, answer(), {})


def error(message, **more):
    return {"error": {"message": message, **more}}


def failing(server, **settings):
    with pytest.raises(Fault) as caught:
        ask("Say hello.", server.settings(**settings))
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return caught.value


# --- answers --------------------------------------------------------------------------------


def test_an_answer(server):
    server.replies = [(200, answer("  你好。\n"), {})]
    assert ask("打个招呼", server.settings()) == "你好。"
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {"model": "qwen-turbo", "messages": [{"role": "user", "content": "打个招呼"}]}


def test_max_tokens_are_asked_for(server):
    ask("Say hello.", server.settings(max_tokens=50))
    assert server.requests[0][2]["max_tokens"] == 50


def test_a_model_that_wants_the_limit_under_its_new_name(server):
    refusal = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    server.replies = [(400, error(refusal), {}), HELLO]
    assert ask("Say hello.", server.settings(max_tokens=50)) == "Hello."
    assert server.requests[1][2]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.requests[1][2]


def test_half_characters_are_sent_as_replacements(server):
    ask("half \ud83d", server.settings())
    assert server.requests[0][2]["messages"][0]["content"] == "half \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    "message",
    [
        {"content": "<think>greet</think>\nHello."},
        {"content": "greet politely</think>Hello."},
        {"content": "Hello.", "reasoning_content": "greet politely"},
        {"content": [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo."}]},
    ],
)
def test_reasoning_is_no_part_of_the_answer(server, message):
    server.replies = [(200, answer(message=message), {})]
    assert ask("Say hello.", server.settings()) == "Hello."


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"content": ""}, "gave an empty answer"),
        ({"content": None}, "gave an empty answer"),
        ({"content": " \n"}, "gave an empty answer"),
        ({"content": "<think>hm"}, "gave only reasoning and no answer"),
        ({"content": "", "reasoning_content": "hm"}, "gave only reasoning and no answer"),
    ],
)
def test_an_empty_answer(server, message, said):
    server.replies = [(200, answer(message=message), {})]
    fault = failing(server)
    assert fault.code == "model-empty"
    assert said in fault.reason


def test_an_answer_cut_by_length_is_no_answer(server):
    server.replies = [(200, answer("Once upon a", "length", usage={"completion_tokens": 3}), {})]
    fault = failing(server)
    assert fault.code == "model-cut"
    assert "after 3 tokens" in fault.reason
    assert "max_tokens" in fault.advice


def test_a_content_filter_and_a_refusal(server):
    server.replies = [(200, answer("", "content_filter"), {})]
    assert failing(server).code == "model-filtered"
    server.replies = [(200, answer(message={"content": None, "refusal": "I cannot."}), {})]
    assert "refused to answer: `I cannot.`" in failing(server).reason


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('{"choices": [', '`{"choices": [`'),
        ("<!doctype html><title>Log in &amp; pay</title><p>…", "`Log in & pay`"),
        ('{"answer": 42}', '`{"answer": 42}`'),
        ('{"choices": []}', '`{"choices": []}`'),
        ('{"choices": [{"message": {"content": 7}}]}', "is no answer of an OpenAI-compatible server"),
        ("[]", "`[]`"),
        ("", "nothing at all"),
    ],
)
def test_what_is_no_answer_at_all(server, body, shown):
    server.replies = [(200, body, {"Content-Type": "text/html"})]
    fault = failing(server)
    assert fault.code == "model-answer"
    assert shown in fault.reason
    assert "/v1" in fault.advice


@pytest.mark.parametrize(("text", "verdict"), [("Yes.", True), ("<think>no?</think>否", False)])
def test_judge(server, text, verdict):
    server.replies = [(200, answer(text), {})]
    assert judge("Is it done?", server.settings()) is verdict
    sent = server.requests[0][2]["messages"][0]["content"]
    assert sent.startswith("Is it done?\n")
    assert "yes or no" in sent


def test_judge_refuses_chatter(server):
    server.replies = [(200, answer("It depends."), {})]
    with pytest.raises(Fault, match=r"yes or no, and said: `It depends\.`"):
        judge("Is it done?", server.settings())


# --- another try ----------------------------------------------------------------------------


def test_429_is_waited_out_as_long_as_the_server_asks(server):
    server.replies = [(429, error("slow down"), {"Retry-After": "1"}), HELLO]
    notices = []
    began = time.monotonic()
    assert ask("Say hello.", server.settings(), notice=notices.append) == "Hello."
    assert time.monotonic() - began >= 1
    assert notices == ["waiting 1.0 s, the server said 429 (try 2 of 5)"]


def cut_at_once(handler):
    handler.cut()


def cut_inside(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.cut()


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ((500, error("oops"), {}), "the server said 500"),
        ((503, "<html><title>Busy</title>", {}), "the server said 503"),
        ((200, error("upstream", code=502), {}), "the server said 502"),
        (cut_at_once, "the connection was cut"),
        (cut_inside, "the connection was cut"),
    ],
)
def test_what_may_pass_is_tried_again(server, reply, said):
    server.replies = [reply, HELLO]
    notices = []
    assert ask("Say hello.", server.settings(), notice=notices.append) == "Hello."
    assert len(server.requests) == 2
    assert len(notices) == 1
    assert said in notices[0]


@pytest.mark.parametrize(
    ("reply", "code", "said"),
    [
        ((429, error("slow down"), {"retry-after-ms": "1"}), "model-busy", "`slow down`"),
        ((500, error("oops"), {"retry-after-ms": "1"}), "model-server", "failed (500): `oops`"),
        (cut_inside, "model-unreachable", "broke before the answer was complete"),
    ],
)
def test_tries_end(server, reply, code, said):
    server.replies = [reply]
    fault = failing(server, retries=1)
    assert fault.code == code
    assert said in fault.reason
    assert len(server.requests) == 2


def test_a_wait_of_an_hour_is_not_waited(server):
    server.replies = [(429, error("slow down"), {"Retry-After": "3600"})]
    fault = failing(server)
    assert "asks to wait 3600 s" in fault.reason
    assert len(server.requests) == 1


def test_an_account_without_credit_is_not_tried_again(server):
    server.replies = [(429, error("You exceeded your current quota", code="insufficient_quota"), {})]
    assert failing(server).code == "model-quota"
    assert len(server.requests) == 1


def test_retry_after_in_all_its_spellings():
    assert retry_after({"retry-after": "7"}) == 7
    assert retry_after({"retry-after-ms": "250", "retry-after": "7"}) == 0.25
    assert 50 < retry_after({"retry-after": formatdate(time.time() + 60, usegmt=True)}) <= 60
    assert retry_after({"retry-after": formatdate(0, usegmt=True)}) == 0
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


# --- no other try ---------------------------------------------------------------------------


def test_a_hanging_server_is_given_up(server):
    server.replies = [lambda handler: server.released.wait(60)]
    fault = failing(server, timeout=0.5)
    assert fault.code == "model-timeout"
    assert "within 0.5 s" in fault.reason
    assert len(server.requests) == 1


def test_a_trickling_server_is_given_up_too(server):
    def trickle(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        while not server.released.wait(0.2):
            handler.wfile.write(b" ")

    server.replies = [trickle]
    assert failing(server, timeout=1.0).code == "model-timeout"


def test_401_and_403(server):
    server.replies = [(401, error("Incorrect API key provided: sk-te***************CRET."), {})]
    fault = failing(server)
    assert fault.code == "model-key"
    assert "does not accept the key" in fault.reason
    assert "CRET" not in fault.reason
    server.replies = [(403, error("not for you"), {})]
    assert "does not allow this to the key" in failing(server).reason
    server.replies = [(401, error("who are you?"), {})]
    fault = failing(server, api_key="")
    assert "wants a key and none is set" in fault.reason


@pytest.mark.parametrize(
    "reply",
    [
        (404, error("The model `qwen-turbi` does not exist", code="model_not_found"), {}),
        (404, error('model "qwen-turbi" not found, try pulling it first'), {}),
        (400, error("Model Not Exist"), {}),
        (404, "not found", {}),
    ],
)
def test_an_unknown_model_is_answered_with_the_nearest(server, reply):
    server.replies = [reply]
    fault = failing(server, name="qwen-turbi")
    assert fault.code == "model-unknown"
    assert "has no model `qwen-turbi`" in fault.reason
    assert fault.advice == "did you mean `qwen-turbo`? It offers: qwen-turbo, qwen-max"


def test_an_unknown_model_of_a_server_that_lists_none(server):
    server.models = []
    server.replies = [(404, error("model not found", code="model_not_found"), {})]
    fault = failing(server)
    assert fault.code == "model-unknown"
    assert "check the name" in fault.advice


def test_an_address_without_v1(server):
    server.replies = [(404, "404 page not found", {})]
    fault = failing(server, base_url=server.address.removesuffix("/v1"))
    assert fault.code == "model-address"
    assert f"did you mean {server.address}?" in fault.advice


def test_an_unnamed_model(server):
    fault = failing(server, name="")
    assert fault.code == "model-none"
    assert "the server offers qwen-turbo, qwen-max" in fault.advice
    server.models = []
    assert "offers" not in failing(server, name="").advice
    server.models = ["the-one"]
    assert ask("Say hello.", server.settings(name="")) == "Hello."
    assert server.requests[0][2]["model"] == "the-one"


def test_another_refusal_says_what_the_server_said(server):
    server.replies = [(422, {"detail": [{"msg": "temperature: wrong"}, {"msg": "top_p: wrong"}]}, {})]
    fault = failing(server)
    assert fault.code == "model-request"
    assert "(422): `temperature: wrong; top_p: wrong`" in fault.reason


# --- the way there --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m", ""], ids=["named", "unnamed"])
def test_a_refused_connection(name):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    with pytest.raises(Fault) as caught:
        ask("Say hello.", ModelSettings(name=name, base_url=address))
    assert caught.value.code == "model-unreachable"
    assert f"nothing answers at {address}: the connection was refused" in caught.value.reason


def test_an_unknown_host():
    with pytest.raises(Fault) as caught:
        ask("Say hello.", ModelSettings(name="m", base_url="http://no-such-host.invalid/v1"))
    assert caught.value.code == "model-unreachable"
    assert "`no-such-host.invalid` is not known (DNS)" in caught.value.reason


def test_https_to_a_server_without(server):
    fault = failing(server, base_url=server.address.replace("http:", "https:"))
    assert fault.code == "model-unreachable"
    assert "no encrypted connection" in fault.reason
    assert "http://" in fault.advice


def test_a_certificate_nobody_vouches_for(tmp_path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate_file(tmp_path))

    def shake(listener):
        try:
            context.wrap_socket(listener.accept()[0], server_side=True)
        except OSError:
            return  # the client goes away, as it should

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=shake, args=(listener,))
        thread.start()
        with pytest.raises(Fault) as caught:
            ask(
                "Say hello.",
                ModelSettings(name="m", base_url=f"https://127.0.0.1:{listener.getsockname()[1]}/v1"),
            )
        thread.join()
    assert caught.value.code == "model-unreachable"
    assert "certificate" in caught.value.reason


# --- the key --------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 200])
@pytest.mark.parametrize("shape", ["json", "text", "html"])
def test_a_server_that_echoes_the_key_does_not_give_it_away(server, status, shape, caplog, capfd):
    def echo(handler):
        said = f"bad header {handler.headers['Authorization']}"
        body = {"json": error(said), "text": said, "html": f"<title>{said}</title>"}[shape]
        handler.say(status, body, {"retry-after-ms": "1"})

    server.replies = [echo]
    caplog.set_level(logging.DEBUG)
    notices = []
    with pytest.raises(Fault) as caught:
        ask("Say hello.", server.settings(retries=1), notice=notices.append)
    output = "".join(capfd.readouterr())
    fault = caught.value
    everything = [
        fault.reason,
        fault.advice,
        repr(fault),
        *traceback.format_exception(fault),
        *notices,
        output,
    ]
    assert not [each for each in everything if KEY in each]
    assert KEY not in caplog.text


# --- context --------------------------------------------------------------------------------

LONG = "word " * 5000


@pytest.mark.parametrize(
    "body",
    [
        error("This model's maximum context length is 4096 tokens.", code="context_length_exceeded"),
        error("request exceeds the size", type="exceed_context_size_error", n_prompt_tokens=5031, n_ctx=4096),
        error("Range of input length should be [1, 4096]"),
    ],
)
def test_the_servers_word_on_a_long_prompt(server, body):
    server.replies = [(400, body, {})]
    fault = failing(server)
    assert fault.code == "model-context"
    assert "longer than `qwen-turbo` can take" in fault.reason
    assert "split it" in fault.advice


def test_a_prompt_too_long_for_the_setting_is_not_sent(server):
    with pytest.raises(
        Fault, match=r"at least 5000 tokens is longer than `qwen-turbo` can take \(4096 tokens\)"
    ):
        ask(LONG, server.settings(context=4096))
    assert not server.requests


@pytest.mark.parametrize(
    "said", [{"meta": {"n_ctx": 4096}}, {"max_model_len": 4096}, {"context_length": 4096}], ids=str
)
def test_a_prompt_too_long_for_what_the_server_lists_is_not_sent(server, said):
    server.models = [{"id": "other"}, {"id": "qwen-turbo", **said}]
    with pytest.raises(Fault, match="4096 tokens"):
        ask(LONG, server.settings())
    assert not server.requests


def test_a_prompt_that_may_fit_is_sent(server):
    assert ask("字" * 3000, server.settings(context=4096)) == "Hello."


def test_a_prompt_the_server_cut_in_silence(server):
    server.replies = [(200, answer(usage={"prompt_tokens": 4096}), {})]
    with pytest.raises(Fault, match="read 4096 tokens of a prompt of at least 5000: it cut the prompt"):
        ask(LONG, server.settings())


@pytest.mark.parametrize("count", [17, 3001])
def test_a_count_that_is_no_context_is_only_a_warning(server, count):
    """Proxies leave out what they had cached, or count pictures in their own way."""
    server.replies = [(200, answer(usage={"prompt_tokens": count}), {})]
    warnings = []
    assert ask(LONG, server.settings(), warn=warnings.append) == "Hello."
    (warning,) = warnings
    assert f"{count} tokens" in warning
