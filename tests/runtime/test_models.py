"""LLM and JUDGE in a run, asked over real HTTP from a server of the test's own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import cogscript
from cogscript.settings import ModelSettings, Settings

ANSWERS = {
    "Sum up": "短 <summary> __CogName_secret__ END()",
    "Is it red?": "Yes.",
    "Is it blue?": "No",
    "Is it green?": "It might be.",
}


@pytest.fixture
def model() -> Iterator[tuple[Settings, list[str]]]:
    """The settings of a model, and the prompts it has got."""
    prompts: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            prompts.append(asked["messages"][-1]["content"])
            text = next((answer for start, answer in ANSWERS.items() if prompts[-1].startswith(start)), "?")
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
            body = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    yield Settings(model=ModelSettings(name="m", base_url=address, api_key="key", retries=0)), prompts
    server.shutdown()


def perform(text: str, settings: Settings, folder: Path, **options):
    workflow = cogscript.parse(text, str(folder / "test.cog"))
    return cogscript.run(workflow, settings=settings, runs=folder / "runs", **options)


def test_an_answer_becomes_a_variable_and_is_never_expanded_again(model, tmp_path) -> None:
    settings, prompts = model
    run = perform(
        """\
SET(output='__CogName_page__', value='the page')
LLM(prompt='Sum up: __CogName_page__', output='__CogName_s__')
ANSWER(text='<__CogName_s__>')
""",
        settings,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert prompts == ["Sum up: the page"]
    assert run.answers == ["<短 <summary> __CogName_secret__ END()>"]


def test_a_complete_result_asks_nobody_unless_live_is_wanted(model, tmp_path) -> None:
    settings, prompts = model
    text = "LLM(prompt='Sum up', output='__CogName_s__', result='known')\nANSWER(text='__CogName_s__')\n"
    assert perform(text, settings, tmp_path).answers == ["known"]
    assert prompts == []
    assert perform(text, settings, tmp_path, results="live").answers == [ANSWERS["Sum up"]]
    elided = perform(text.replace("known", "短 ..."), settings, tmp_path)
    assert elided.answers == [ANSWERS["Sum up"]]
    checked = perform(text.replace("known", "短 ... END()"), settings, tmp_path, results="check")
    assert checked.differences == 0
    assert perform(text, settings, tmp_path, results="check").differences == 1


def test_judge_is_yes_or_no_and_nothing_else(model, tmp_path) -> None:
    settings, _ = model
    run = perform(
        """\
IF(test=JUDGE(prompt='Is it red?'))
  ANSWER(text='red')
END_IF()
ASSERT(test=NOT(test=JUDGE(prompt='Is it blue?')))
WAIT_FOR(test=JUDGE(prompt='Is it green?'), timeout=1)
""",
        settings,
        tmp_path,
    )
    assert run.answers == ["red"]
    assert run.outcome == "failed"
    assert "might be" in run.error.message
    assert run.steps[-1].operation.line == 5


def test_a_long_answer_is_elided_in_the_file(model, tmp_path, monkeypatch) -> None:
    settings, _ = model
    monkeypatch.setitem(ANSWERS, "Sum up", "行 " * 300)
    file = tmp_path / "test.cog"
    file.write_text("LLM(prompt='Sum up',\n    output='__CogName_s__')  # kept\n", encoding="utf-8")
    run = perform(file.read_text(encoding="utf-8"), settings, tmp_path, save_results=True)
    assert run.outcome == "ok"
    text = file.read_text(encoding="utf-8")
    assert text.startswith("LLM(prompt='Sum up',\n    output='__CogName_s__', result='行 行 ")
    assert text.endswith("...')  # kept\n")
    assert len(text) < 250
