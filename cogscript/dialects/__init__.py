"""Other agents' plans ↔ the tree: one module a dialect, one registry, one way in and out.

    import_text(text, dialect=None, screen=None, literal=False, strict=False) -> Imported
    export_text(workflow, dialect, screen=None) -> (text, diagnostics)

How the room is laid out, and what a dialect's module owes the others:

- registry.py names the dialects; a module is imported when asked for. It offers
    ACTIONS   {name: plan.Action(example, remark, query)}: every action of its agent, by an example that
              the importer must translate. docs/dialects.md and a test are made from it.
    MERGES    the rules of merging.py its plans need: merging.ALL_RULES, or () where the agent's words
              are already those of .cog
    detect(source) -> float       0 … 1; 1.0 for a sign no other dialect has, 0.5 at least to claim it
    read(source, context) -> Plan
    write(workflow, context) -> (text, list[Diagnostic])      what it could not say: code "unsayable"
- plan.py: Context (what the person said), Plan, Step, Untranslatable. `read` makes `Plan(source, context)`,
  walks `containers.pieces(source)` and for each action does

      with plan.attempt(span, description):
          box = plan.box(plan.frame("pixels"), (x, y), span)
          for operation in words.click(box, "left", 2):
              plan.add(operation, span, description)

  `plan.repaired(span, clause)` before `add` says what was read otherwise than written; raise
  Untranslatable(reason) for what cannot be said; plan.title, plan.platform, plan.screen where known.
  A dialect yields plain operations: HOVER for a move, CLICK without a box for a click where the pointer
  is, DRAG with `to` alone for a drag from there, MOUSE_DOWN, KEY_UP, TYPE without a box.
- words.py builds them (click, chord, scroll, typed) and takes chords apart again for exporters.
- coordinates.py: a system's Frame → Box and back (`frame.point(box)`, `frame.corners(box)`).
- containers.py: file → pieces (text, fence, json; with roles in a chat log), `piece.place(start, end)` is a
  range of its text as a Span of the file. json_text.py: JSON with places, mended only in documented ways.
- Text agents: replies.py takes a reply apart by its labels, calls.py reads a call, places.py a place, each
  by a grammar; transcripts.py makes steps of them with a dialect's Speech; spoken.py reads arguments.
- JSON agents: json_plan.py finds the calls, json_fields.py reads arguments, json_write.py is for exporters.
- merging.py, detection.py, importing.py, exporting.py: what is the same for all.
- osworld.py chooses by piece: computer_13.py reads its JSON, pyautogui_code.py its code. Each has ACTIONS
  and `read_piece(piece, plan) -> bool` (whether the piece was its own).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogscript.dialects.exporting import export_text
    from cogscript.dialects.importing import Imported, import_text

__all__ = ["Imported", "export_text", "import_text"]


def __getattr__(name: str) -> Any:
    """Loaded on first use: the command line's help needs no dialect."""
    if name in ("import_text", "Imported"):
        from cogscript.dialects import importing

        return getattr(importing, name)
    if name == "export_text":
        from cogscript.dialects import exporting

        return exporting.export_text
    raise AttributeError(name)
