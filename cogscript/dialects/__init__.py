"""Other agents' plans, and other tools' scripts ↔ the tree.

    import_text(text, dialect=None, screen=None, literal=False, strict=False) -> Imported
    export_text(workflow, dialect, screen=None) -> (text, diagnostics)

Folders, each of which knows only the ones below it:

    reference.py   docs/dialects.md, made by importing an example of every action
    agents/        what models answer: one folder a dialect, with read.py and write.py
    scripts/       what people and their tools write: likewise
    formats/       the forms that several dialects share: JSON, tool calls, labelled replies, Python code
    core/          what is the same for all: the draft, coordinates, merging, detection, the registry

How a plan becomes a workflow: `core.detection` asks every dialect how sure it is (`detect`). The chosen one
reads the text into a `Draft` (`read`): it walks the pieces of the file (`formats.containers`) and, for each
action,

    with draft.attempt(span, description):
        box = draft.box(draft.space("pixels"), (x, y), span)
        for operation in builders.click(box, "left", 2):
            draft.add(operation, span, description)

Where the text as it stands gives no action, or not all of it is understood, `core.plan_reading` reads it
again without what it is wrapped in (`core.unwrapping`: strings of records and programs, labels of logs,
escapes of pages). What looks like an action of any agent and was not read is said (`core.unread`); what the
text says is not done (it failed, is an example, was done before) is left out and said (`core.doubts`).

`draft.repaired(span, clause)` before `add` reports what was read otherwise than written; Untranslatable
is raised for what cannot be expressed. A dialect gives plain operations: HOVER for a move, CLICK without a
box for a click where the pointer is, DRAG with `to` alone for a drag from there, MOUSE_DOWN, KEY_UP, TYPE
without a box. `core.merging` makes one operation of a sequence that is one, and `core.importing` adds
comments, IN blocks and the header and checks the result.

How a workflow becomes a plan: a dialect's `write` gives `core.step_export.Exporter` a function that
writes one operation; the exporter reports what gets lost.

A new dialect: a folder with read.py (ACTIONS, MERGES, detect, read) and write.py (write), a row in
`core.registry.BUILT_IN`, and `python -m cogscript.dialects.reference > docs/dialects.md`. Another package
adds one by an entry point; see `core.registry`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogscript.dialects.core.exporting import export_text
    from cogscript.dialects.core.importing import Imported, import_text

__all__ = ["Imported", "export_text", "import_text"]


def __getattr__(name: str) -> Any:
    """Loaded on first use: the command line's help needs no dialect."""
    if name in ("import_text", "Imported"):
        from cogscript.dialects.core import importing

        return getattr(importing, name)
    if name == "export_text":
        from cogscript.dialects.core import exporting

        return exporting.export_text
    raise AttributeError(name)
