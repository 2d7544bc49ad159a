"""Which model answers: chosen by hand > the environment > the settings file, a key with its address."""

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.models import choose, resolve
from cogscript.settings import ModelSettings, config_file, load_settings

FILE = '[model]\nname = "from-file"\nbase_url = "http://file.example/v1"\napi_key = "file-key"\n'


@pytest.fixture
def filed():
    config_file().write_text(FILE, encoding="utf-8")
    return load_settings().model


def parts(endpoint):
    return endpoint.name, endpoint.base_url, endpoint.api_key


def test_the_settings_file_alone(filed):
    assert parts(resolve(filed, {})) == ("from-file", "http://file.example/v1", "file-key")


def test_the_environment_overrides_the_file(filed):
    environ = {"OPENAI_MODEL": "m", "OPENAI_BASE_URL": "https://env.example/v1/", "OPENAI_API_KEY": "env-key"}
    assert parts(resolve(filed, environ)) == ("m", "https://env.example/v1", "env-key")


def test_what_is_chosen_overrides_the_environment(filed):
    environ = {"OPENAI_MODEL": "m", "CHAT_MODEL": "c"}
    assert resolve(choose(filed, "mine"), environ).name == "mine"
    filed.name = "mine"
    assert resolve(filed, environ).name == "mine"


def test_choosing_what_the_file_names_is_a_choice_too(filed):
    assert resolve(choose(filed, "from-file"), {"OPENAI_MODEL": "m"}).name == "from-file"


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"OPENAI_API_KEY": "k"}, ("", "https://api.openai.com/v1", "k")),
        ({"API_URL": "http://a/v1", "API_KEY": "k", "CHAT_MODEL": "c"}, ("c", "http://a/v1", "k")),
        ({"API_URL": "http://a/v1", "VL_MODEL": "v"}, ("v", "http://a/v1", "")),
        ({"API_URL": "http://a/v1", "VL_MODEL": "v", "CHAT_MODEL": "c"}, ("c", "http://a/v1", "")),
        (
            {"DASHSCOPE_API_KEY": "k", "CHAT_MODEL": "qwen-turbo"},
            ("qwen-turbo", "https://dashscope.aliyuncs.com/compatible-mode/v1", "k"),
        ),
        (
            {
                "DASHSCOPE_API_URL": "http://localhost:11434/v1",
                "DASHSCOPE_API_KEY": "x",
                "CHAT_MODEL": "deepseek-r1:8b",
            },
            ("deepseek-r1:8b", "http://localhost:11434/v1", "x"),
        ),
        (
            {
                "OPENAI_MODEL": "o",
                "CHAT_MODEL": "c",
                "OPENAI_BASE_URL": "http://o/v1",
                "API_URL": "http://a/v1",
            },
            ("o", "http://o/v1", ""),
        ),
        ({"OPENAI_MODEL": "", "CHAT_MODEL": " c ", "API_URL": " http://a/v1 "}, ("c", "http://a/v1", "")),
        ({"API_URL": "http://a/v1/chat/completions", "CHAT_MODEL": "c"}, ("c", "http://a/v1", "")),
    ],
)
def test_names_in_the_environment(environ, expected):
    assert parts(resolve(ModelSettings(), environ)) == expected


@pytest.mark.parametrize(
    ("environ", "key"),
    [
        (
            {"OPENAI_API_KEY": "openai", "DASHSCOPE_API_URL": "http://d/v1", "DASHSCOPE_API_KEY": "dash"},
            "dash",
        ),
        ({"OPENAI_API_KEY": "openai", "API_URL": "http://a/v1", "API_KEY": "a"}, "a"),
        ({"OPENAI_API_KEY": "openai", "API_URL": "http://a/v1"}, "openai"),
    ],
)
def test_a_key_travels_with_its_address(environ, key):
    assert resolve(ModelSettings(), environ).api_key == key


def test_the_files_key_stays_with_the_files_address(filed):
    assert resolve(filed, {"OPENAI_API_KEY": "openai"}).api_key == "file-key"


def test_a_key_in_the_environment_serves_an_address_without_one():
    config_file().write_text('[model]\nbase_url = "http://file.example/v1"\n', encoding="utf-8")
    assert resolve(load_settings().model, {"OPENAI_API_KEY": "openai"}).api_key == "openai"


def test_local_needs_no_address_and_takes_no_key():
    endpoint = resolve(ModelSettings(name="local"), {"OPENAI_API_KEY": "k", "OPENAI_MODEL": "m"})
    assert endpoint.is_local
    assert endpoint.api_key == ""


@pytest.mark.parametrize("environ", [{}, {"API_KEY": "too general to send anywhere"}, {"CHAT_MODEL": "c"}])
def test_no_model_names_the_three_ways(environ):
    with pytest.raises(Fault) as caught:
        resolve(ModelSettings(), environ)
    assert caught.value.code == "model-none"
    for way in (
        "OPENAI_API_KEY",
        "[model]",
        "Ollama",
        "OPENAI_BASE_URL=http",
        "cog model install",
        "--model local",
    ):
        assert way in caught.value.advice


@pytest.mark.parametrize(
    "address", ["localhost:11434", "ftp://x/v1", "http://", "http://a b/v1", "http://x:99999/v1"]
)
def test_a_wrong_address_says_where_it_stands(address):
    with pytest.raises(Fault) as caught:
        resolve(ModelSettings(name="m"), {"OPENAI_BASE_URL": address})
    assert caught.value.code == "model-address"
    assert "OPENAI_BASE_URL" in caught.value.reason


def test_a_key_no_header_can_carry_is_refused_unquoted():
    with pytest.raises(Fault) as caught:
        resolve(ModelSettings(name="m"), {"OPENAI_API_KEY": "sk-one\nsk-two"})
    assert caught.value.code == "model-key"
    assert "sk-" not in caught.value.reason


def test_no_repr_shows_the_key(filed):
    endpoint = resolve(filed, {"OPENAI_BASE_URL": "https://me:hidden@host/v1"})
    for shown in (repr(filed), repr(load_settings()), repr(resolve(filed, {})), endpoint.shown):
        assert "file-key" not in shown
        assert "hidden" not in shown


def test_a_key_of_the_wrong_type_is_not_quoted():
    config_file().write_text("[model]\napi_key = 123456789\n", encoding="utf-8")
    with pytest.raises(Fault) as caught:
        load_settings()
    assert "must be str, not int" in caught.value.reason
    assert "123456789" not in caught.value.reason


def test_what_the_file_said_is_no_setting():
    config_file().write_text("[model]\nfrom_file = {}\n", encoding="utf-8")
    with pytest.raises(Fault, match="unknown setting"):
        load_settings()
