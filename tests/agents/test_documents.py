"""The settings that docs/agents.md and docs/models.md show are settings that are read."""

import re
from pathlib import Path

import pytest

from cogscript.agents.registry import PROTOCOLS, protocol_named
from cogscript.models import resolve
from cogscript.settings import load_settings

DOCS = Path(__file__).parents[2] / "docs"
SNIPPETS = [
    each
    for name in ("agents.md", "models.md")
    for each in re.findall(r"```toml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.parametrize("text", SNIPPETS)
def test_a_snippet_names_a_server_a_model_and_a_protocol_that_there_is(text: str, tmp_path) -> None:
    (tmp_path / "settings.toml").write_text(text.replace("sk-…", "sk-1").replace("sk-ant-…", "sk-2"))
    settings = load_settings(tmp_path / "settings.toml")
    chosen = settings.vision if "[vision]" in text else settings.model
    assert protocol_named(settings.agent.protocol).name == settings.agent.protocol
    if chosen.base_url:
        endpoint = resolve(chosen, {})
        assert endpoint.api == (chosen.api or "chat")
        assert endpoint.name == chosen.name


def test_the_table_has_every_protocol() -> None:
    text = (DOCS / "agents.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w[\w-]+)` \|", text, re.MULTILINE)) == set(PROTOCOLS)
