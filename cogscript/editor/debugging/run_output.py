"""What a run says while it goes on, in the editor's debug console: as `cog run` tells it in a terminal."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.editor.debugging.adapter_wire import Wire
from cogscript.runtime.console.display import Plain


class _Console:
    """A stream whose lines go to the editor."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def write(self, text: str) -> None:
        self._wire.event("output", category="console", output=text)

    def flush(self) -> None: ...


class RunOutput(Plain):
    def __init__(self, wire: Wire, mask: Callable[[str], str]) -> None:
        super().__init__(_Console(wire), mask)
        self._wire = wire

    def answered(self, text: str) -> None:
        """An answer is what the workflow prints, a secret in it too: as on standard output."""
        self._wire.event("output", category="stdout", output=text + "\n")
