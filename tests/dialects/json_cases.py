"""What the tests of the JSON dialects share."""

import json

from cogscript import parse
from cogscript.dialects import import_text
from cogscript.dialects.core.registry import reader_named
from cogscript.language.model.box import Size

FULL = Size(1000, 1000)
"""A screen on which a pixel is a thousandth."""


def reads(plan, expected, dialect, screen=FULL, **options):
    """Import a plan (a text, or JSON to be) and compare it with the workflow expected; what was imported."""
    text = plan if isinstance(plan, str) else json.dumps(plan, ensure_ascii=False)
    imported = import_text(text, dialect, screen, **options)
    got = [each for each in imported.workflow.operations if each.name != "WORKFLOW"]
    assert got == parse(expected).operations
    return imported


def said(imported):
    return [each.message for each in imported.diagnostics]


def untranslated_examples(dialect):
    """The names of the actions whose example gives nothing, though it is no query, or the other way round."""
    wrong = []
    for name, action in reader_named(dialect).ACTIONS.items():
        plan = reader_named(dialect).read(*_read(action.example))
        made = bool(plan.steps) and all(step.operation for step in plan.steps)
        if made is action.query:
            wrong.append(name)
    return wrong


def _read(example):
    from cogscript.dialects.core.draft import DialectOptions
    from cogscript.language.model.diagnostic import Source

    return Source(example), DialectOptions(Size(1920, 1080))
