"""docs/dialects.md is made from the tables, every action has a translation, and none is lost."""

from pathlib import Path

import pytest

from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.registry import built_in, reader_named
from cogscript.dialects.reference import document, translation
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.operations import OPERATIONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "dialects.md"

COMPUTER_13 = {
    "MOVE_TO", "CLICK", "MOUSE_DOWN", "MOUSE_UP", "RIGHT_CLICK", "DOUBLE_CLICK", "DRAG_TO", "SCROLL",
    "TYPING", "PRESS", "KEY_DOWN", "KEY_UP", "HOTKEY", "WAIT", "FAIL", "DONE",
}  # fmt: skip


def every_action():
    return [(name, action) for name in built_in("read") for action in reader_named(name).ACTIONS]


def test_the_document_is_not_stale():
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `python -m cogscript.dialects.reference`"


def test_the_action_spaces_the_agents_publish_are_whole():
    seed = {name for name, spec in OPERATIONS.items() if spec.seed}
    assert seed <= set(reader_named("cogagent").ACTIONS)
    assert set(reader_named("osworld").ACTIONS) >= COMPUTER_13


@pytest.mark.parametrize(("dialect", "name"), every_action())
def test_every_action_has_a_translation_or_only_asks(dialect, name):
    module = reader_named(dialect)
    action = module.ACTIONS[name]
    if action.query:
        plan = module.read(Source(action.example), DialectOptions(Size(1920, 1080)))
        assert plan.steps == []
        assert plan.diagnostics == []
    else:
        assert translation(dialect, action)
