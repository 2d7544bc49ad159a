"""docs/dialects.md is made from the tables, every action has a translation, and none is lost."""

from pathlib import Path

import pytest

from cogscript.dialects.plan import Context
from cogscript.dialects.reference import document, translation
from cogscript.dialects.registry import DIALECTS, dialect_named
from cogscript.language.box import Size
from cogscript.language.diagnostic import Source
from cogscript.language.operations import OPERATIONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "dialects.md"

COUNTS = {
    "cogagent": 29, "glm": 37, "osworld": 56, "computer-use": 68, "openai": 18, "gui-plus": 39,
    "pyautogui": 32, "ui-tars": 28, "visual-agent": 7,
}  # fmt: skip
"""How many actions each agent has. A number changes only when the agent's action space is read again."""

COMPUTER_13 = {
    "MOVE_TO", "CLICK", "MOUSE_DOWN", "MOUSE_UP", "RIGHT_CLICK", "DOUBLE_CLICK", "DRAG_TO", "SCROLL",
    "TYPING", "PRESS", "KEY_DOWN", "KEY_UP", "HOTKEY", "WAIT", "FAIL", "DONE",
}  # fmt: skip


def every_action():
    return [(name, action) for name in DIALECTS for action in dialect_named(name).ACTIONS]


def test_the_document_is_not_stale():
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `python -m cogscript.dialects.reference`"


def test_no_action_is_lost():
    assert {name: len(dialect_named(name).ACTIONS) for name in DIALECTS} == COUNTS


def test_the_action_spaces_the_agents_publish_are_whole():
    seed = {name for name, spec in OPERATIONS.items() if spec.seed}
    assert seed <= set(dialect_named("cogagent").ACTIONS)
    assert set(dialect_named("osworld").ACTIONS) >= COMPUTER_13


@pytest.mark.parametrize(("dialect", "name"), every_action())
def test_every_action_has_a_translation_or_only_asks(dialect, name):
    module = dialect_named(dialect)
    action = module.ACTIONS[name]
    if action.query:
        plan = module.read(Source(action.example), Context(Size(1920, 1080)))
        assert plan.steps == []
        assert plan.diagnostics == []
    else:
        assert translation(dialect, action)
