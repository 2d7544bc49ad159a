"""What passes between the loop and a protocol: plain values, so that a protocol is two pure functions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from cogscript.language.model.box import Box, Size
from cogscript.language.model.resizing import AS_IT_IS, Resizing
from cogscript.language.model.tree import Operation
from cogscript.models.conversation import Turn
from cogscript.models.interfaces.question import Computer
from cogscript.models.pictures import Picture
from cogscript.models.replies import Reply
from cogscript.surfaces.inventory import ListedElement
from cogscript.surfaces.registry import World

Eyes = Literal["needed", "used", "none"]
"""Whether a model has to see, sees where it can, or is told of the surface in words alone."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a model is shown of a surface at one moment."""

    size: Size
    """The surface's own."""
    world: World
    picture: Picture | None = None
    elements: Sequence[ListedElement] = ()
    pointer: Box | None = None
    """Where the pointer is: some dialects click `here`."""
    platform: str = "linux"
    """A key of `registry.WORLDS`: what a WORKFLOW's header calls it."""
    today: date | None = None

    @property
    def shown(self) -> Size:
        """The size in which its places are counted by dialects that count pixels."""
        return self.picture.sent if self.picture is not None else self.size


@dataclass(frozen=True, slots=True)
class Intent:
    operations: Sequence[Operation]
    thought: str = ""
    checks: str = ""
    """What the model's maker wants a person to agree to before it is done."""


@dataclass(frozen=True, slots=True)
class Round:
    """A step that is over."""

    scene: Scene
    reply: Reply
    intent: Intent
    result: str = ""
    """What came of it, in a sentence; empty where it was simply done."""
    done: bool = True
    """Whether all of it was done, with a person's consent where that was wanted."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model."""

    messages: Sequence[Turn]
    tools: Sequence[Mapping[str, Any]] = ()
    computer: Computer | None = None
    """What takes the tools' place where the server speaks the interface of the model's own maker."""
    options: Mapping[str, Any] = field(default_factory=dict)
    sees: bool = True
    """Whether it goes to the model that sees; else to the one that only reads."""
    local: Mapping[str, Any] = field(default_factory=dict)
    """Further options for the small model on this machine, which needs to be led by the hand."""


Conversation = Generator[Ask, Reply, Intent]
"""The questions of one step: each is answered, and the last answer tells what is wanted."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """How one family of models is asked. `ask` and `read` are pure; a protocol of several questions a step
    has `turn` in their place."""

    name: str
    doc: str
    ask: Callable[[str, Sequence[Round], Scene], Ask] | None = None
    read: Callable[[Reply, Scene], Intent] | None = None
    turn: Callable[[str, Sequence[Round], Scene], Conversation] | None = None
    eyes: Eyes = "needed"
    pictures: int = 1
    """How many pictures are in a message at most, the current one included."""
    resizing: Resizing = AS_IT_IS
    """How its models have their pictures resized; the settings may say otherwise."""
    marks: Callable[[World], bool] = lambda world: False
    """Whether numbers are drawn on the elements."""
    elements: bool = False
    """Whether it is told the elements."""
    worlds: tuple[World, ...] = ("desktop", "browser", "phone")
    repairs: bool = True
    """Whether a reply that cannot be read may be corrected in another turn."""
    confirms: bool = False
    """Whether the end counts only when a person agrees."""

    def questions(self, task: str, history: Sequence[Round], scene: Scene) -> Conversation:
        if self.turn is not None:
            return (yield from self.turn(task, history, scene))
        assert self.ask is not None
        assert self.read is not None
        reply = yield self.ask(task, history, scene)
        return self.read(reply, scene)


def prompt(name: str) -> str:
    """The text of a prompt, as its authors have it."""
    path = Path(__file__).parent / "prompts" / f"{name}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n")
