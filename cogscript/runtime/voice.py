"""What a run says: every word goes through here, and no secret goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Diagnostic

if TYPE_CHECKING:
    from cogscript.language.model.diagnostic import Source, Span
    from cogscript.runtime.events import Level, Listener
    from cogscript.runtime.scope import Secrets


class Voice:
    def __init__(self, listener: Listener, secrets: Secrets) -> None:
        self.listener = listener
        self.secrets = secrets

    def mask(self, text: str) -> str:
        return self.secrets.mask(text)

    def message(self, text: str, level: Level = "note") -> None:
        self.listener.message(level, self.mask(text))

    def warn(self, code: str, text: str, source: Source | None, span: Span | None) -> None:
        """A warning with the place it is about."""
        self.listener.warned(Diagnostic(code, self.mask(text), "warning", span, source))

    def progress(self, text: str) -> None:
        self.listener.progress(self.mask(text))
