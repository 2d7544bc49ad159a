"""How much asking a model may cost in all, and what it has cost so far."""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.language.model.diagnostic import Fault
from cogscript.models.replies import Reply


@dataclass(slots=True)
class Budget:
    tokens: int = 0
    """Of prompts and answers together; 0 for no limit."""
    minutes: float = 0.0
    """Waited for the model; 0 for no limit."""
    read: int = 0
    written: int = 0
    seconds: float = 0.0
    requests: int = 0

    def add(self, reply: Reply) -> None:
        self.read += reply.read
        self.written += reply.written
        self.seconds += reply.seconds
        self.requests += 1

    def check(self) -> None:
        """A Fault once the limit is reached: nothing more is sent."""
        advice = "allow more, or give the model a smaller task"
        if self.tokens and self.read + self.written >= self.tokens:
            said = f"the model has used {self.read + self.written} tokens of the {self.tokens} allowed"
            raise Fault("model-budget", said, advice)
        if self.minutes and self.seconds >= 60 * self.minutes:
            said = f"the model has taken {self.seconds / 60:.1f} minutes of the {self.minutes:g} allowed"
            raise Fault("model-budget", said, advice)

    @property
    def shown(self) -> str:
        """The running total in a few words."""
        limit = f" of {self.tokens}" if self.tokens else ""
        return f"{self.read + self.written}{limit} tokens, {self.seconds:.0f} s in the model"
