"""What is asked of a model, before an interface has its say about the form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogscript.language.model.box import Size
from cogscript.models.conversation import Turn
from cogscript.models.endpoint import Endpoint
from cogscript.models.replies import Reply

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that a model may use by its maker's own tool, where the server speaks its maker's interface;
    elsewhere it is given a function that does the same."""

    api: str
    screen: Size
    """Of the pictures, in which places are counted."""
    environment: str = "linux"


@dataclass(frozen=True, slots=True)
class Question:
    turns: Sequence[Turn]
    tools: Sequence[Mapping[str, Any]] = ()
    """Functions, as chat completions declare them."""
    computer: Computer | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """`temperature`, `top_p`, `stop`; and `extra_body`, which means something to one server only."""
    max_tokens: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What the settings say that each request holds."""

    def computer_for(self, api: str) -> Computer | None:
        return self.computer if self.computer is not None and self.computer.api == api else None

    @property
    def functions(self) -> list[Mapping[str, Any]]:
        """What each function is called, does and takes."""
        return [each["function"] for each in self.tools]


@dataclass(frozen=True, slots=True)
class Interface:
    path: str
    headers: Callable[[Question, Endpoint], dict[str, str]]
    body: Callable[[Question, Endpoint], Body]
    read: Callable[[str, Endpoint, Sequence[int]], Reply]
    """The reply in a body; a Fault, or Transient, where there is none."""


def events(text: str) -> list[dict[str, Any]]:
    """The pieces of an answer that came as a stream; ValueError where one is no JSON."""
    lines = (line.removeprefix("data:").strip() for line in text.splitlines() if line.startswith("data:"))
    return [json.loads(line) for line in lines if line and line != "[DONE]"]


def is_stream(text: str) -> bool:
    return text.lstrip().startswith(("data:", "event:"))
