"""What stands open when a run has ended: a program may answer the last step with a question or an error.

The step was done and its effect is there; whether a dialog was to come only a person can say. So it is told
as a warning, with its words, and the outcome stays what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.finding.name_matching import fold
from cogscript.surfaces.look import Look
from cogscript.surfaces.views import WindowView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogscript.runtime.state import RunState
    from cogscript.surfaces.capabilities import Window
    from cogscript.surfaces.protocol import Surface

_SAYING = frozenset({"label", "heading", "text", "paragraph", "alert"})
_LONGEST = 200


def tell_dialogs(state: RunState) -> None:
    """Say of every dialog that came after the last step that it is there, and what it says."""
    for root in {id(each.root): each.root for each in state.surfaces.every}.values():
        for window in root.left_open():
            said = " ".join(_words(root, window))
            words = f": {shown(said, state.mask, _LONGEST)}" if said else ""
            title = shown(window.title, state.mask)
            state.voice.message(
                f"a dialog came after the last step and stands open, {title}{words}", "warning"
            )


def _words(root: Surface, window: Window) -> Iterator[str]:
    """The texts of a dialog: as its program tells them, else as they are read."""
    look = Look(WindowView(root, window))
    try:
        told = [each.name for each in look.elements.elements if each.role in _SAYING and each.name.strip()]
        texts = told or [line.text for line in look.lines()]
    except Fault:  # it has gone by now, or there is no engine to read with
        return
    once = {fold(text): text for text in reversed(texts) if fold(text) != fold(window.title)}
    yield from (" ".join(text.split()) for text in reversed(once.values()))
