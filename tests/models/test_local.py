"""A real llama.cpp server with real weights, as any endpoint."""

import os
import signal
import subprocess
import sys

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.models import ask, judge
from cogscript.models import local as local_model
from cogscript.settings import ModelSettings

PAGE = (
    "The harbour of Ningbo is one of the busiest in the world. Cranes there run day and night. "
    "The old town keeps a library founded in 1561, the oldest private library still standing in Asia."
)


def test_it_answers_the_same_each_time(local):
    first = ask(f"Summarise this text in one sentence:\n\n{PAGE}", local)
    assert "Ningbo" in first
    assert ask("Say hello in five words.", local)
    assert ask(f"Summarise this text in one sentence:\n\n{PAGE}", local) == first


def test_it_judges_in_one_word(local):
    assert judge("The text says: 'Payment accepted.' Was the payment accepted?", local) in (True, False)


def test_a_prompt_longer_than_its_context_is_measured_before_it_is_sent(local):
    with pytest.raises(
        Fault, match=r"of \d+ tokens is longer than `local` can take \(8192 tokens\)"
    ) as caught:
        ask("桥" * 5000, local)
    assert caught.value.code == "model-context"


def test_the_context_set_for_another_server_is_not_the_local_models(local):
    local.context = 1_000_000
    with pytest.raises(Fault, match="8192 tokens"):
        ask("word " * 9000, local)


def test_a_real_server_cuts_an_answer(local):
    local.max_tokens = 3
    with pytest.raises(Fault) as caught:
        ask("Count from one to one hundred.", local)
    assert caught.value.code == "model-cut"


def test_a_real_server_refuses_a_wrong_key_and_answers_as_any_endpoint(local):
    endpoint = local_model.serve()
    elsewhere = ModelSettings(
        name="any", base_url=endpoint.base_url, api_key=endpoint.api_key, max_tokens=200
    )
    assert ask("Say hello in five words.", elsewhere)
    with pytest.raises(Fault) as caught:
        ask(
            "Say hello in five words.",
            ModelSettings(name="any", base_url=endpoint.base_url, api_key="wrong-key"),
        )
    assert caught.value.code == "model-key"


def test_a_server_that_was_killed_is_started_again(local):
    ask("Say hello in five words.", local)
    dead = local_model._running.process
    os.kill(dead.pid, signal.SIGKILL)
    dead.wait()
    assert ask("Say hello in five words.", local)
    assert local_model._running.process.pid != dead.pid


def test_it_ends_with_the_program_and_says_nothing(local, wait_until):
    code = (
        "from cogscript.models import local\nlocal.serve()\nprint(local._running.process.pid, flush=True)\n"
    )
    ends = {"in peace": "", "by force": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"}
    for end in ends.values():
        done = subprocess.run([sys.executable, "-c", code + end], capture_output=True, text=True, timeout=300)
        assert done.stderr == ""
        wait_until(lambda pid=int(done.stdout): not _alive(pid), what="the server gone")


def _alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_without_weights_it_says_how_to_get_them(monkeypatch, tmp_path):
    local_model.stop_serving()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(Fault) as caught:
        ask("Say hello in five words.", ModelSettings(name="local"))
    assert "weights are not installed" in caught.value.reason
    assert "cog model install" in caught.value.advice


def test_without_the_engine_it_says_how_to_get_it(monkeypatch):
    local_model.stop_serving()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Fault) as caught:
        ask("Say hello in five words.", ModelSettings(name="local"))
    assert "cogscript[local]" in caught.value.advice


def test_weights_llama_cannot_load_are_a_sentence(monkeypatch, tmp_path):
    local_model.stop_serving()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = local_model.WEIGHTS.path
    path.parent.mkdir(parents=True)
    with path.open("wb") as broken:
        broken.write(b"GGUF garbage")
        broken.truncate(local_model.WEIGHTS.size)
    with pytest.raises(Fault) as caught:
        ask("Say hello in five words.", ModelSettings(name="local"))
    assert caught.value.code == "model-local"
    assert "did not start" in caught.value.reason


@pytest.mark.parametrize(
    "module", ["cogscript.models", "cogscript.models.endpoint", "cogscript.cli.model_command"]
)
def test_importing_loads_nothing_heavy(module):
    code = (
        f"import sys, {module}; print([m for m in ('openai', 'xllamacpp', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
