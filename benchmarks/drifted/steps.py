"""What a person does: how their hands do it, what the log must say of it, and which lines say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Act = dict[str, Any]

PAGE = "page"
"""The whole content of a window, as the program tells its place."""


class Hand(Protocol):
    """A person at the program."""

    def look(self, identity: str) -> None:
        """Wait until it is there."""

    def click(self, identity: str) -> None: ...
    def type(self, text: str) -> None: ...
    def press(self, key: str) -> None: ...
    def scroll(self, notches: int) -> None: ...


class Plan(Protocol):
    """Collects the lines of CogAgent: a box of the screen, a type and a name."""

    def point(self, operation: str, identity: str, **more: object) -> None: ...
    def say(self, line: str) -> None: ...


class Names(Protocol):
    """Collects lines that have a name and no box."""

    def point(self, operation: str, identity: str, near: str, **more: object) -> None: ...
    def say(self, line: str) -> None: ...


class Step(Protocol):
    @property
    def target(self) -> str:
        """The element that it begins with."""

    def do(self, hand: Hand) -> None: ...
    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        """What the log says of it, `fields` being what was typed until then; they are brought up to date."""

    def plan(self, plan: Plan) -> None: ...
    def names(self, names: Names) -> None: ...


@dataclass(frozen=True, slots=True)
class Press:
    """A button, a tab, a menu or one of its items."""

    target: str
    near: str = ""
    """The text that tells it from others of its name."""
    gives: tuple[str, str] | None = None
    """A calculator's display afterwards."""
    silent: bool = False
    """A menu that only opens is not in the log."""

    def do(self, hand: Hand) -> None:
        hand.click(self.target)

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        if self.gives:
            fields[self.gives[0]] = self.gives[1]
        return [] if self.silent else [{"act": "press", "id": self.target, "fields": dict(fields)}]

    def plan(self, plan: Plan) -> None:
        plan.point("CLICK", self.target)

    def names(self, names: Names) -> None:
        names.point("CLICK", self.target, self.near)


@dataclass(frozen=True, slots=True)
class Pick:
    """A radio button, a line of a list, a tab."""

    target: str
    near: str = ""

    def do(self, hand: Hand) -> None:
        hand.click(self.target)

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        return [{"act": "choose", "id": self.target}]

    def plan(self, plan: Plan) -> None:
        plan.point("CLICK", self.target)

    def names(self, names: Names) -> None:
        names.point("CLICK", self.target, self.near)


@dataclass(frozen=True, slots=True)
class Tick:
    target: str
    near: str = ""
    on: bool = True

    def do(self, hand: Hand) -> None:
        hand.click(self.target)

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        return [{"act": "check", "id": self.target, "value": "on" if self.on else "off"}]

    def plan(self, plan: Plan) -> None:
        plan.point("CLICK", self.target)

    def names(self, names: Names) -> None:
        names.point("CLICK", self.target, self.near)


@dataclass(frozen=True, slots=True)
class Choose:
    """An option of a combo box, which opens when it is clicked."""

    target: str
    option: str
    near: str = ""

    def do(self, hand: Hand) -> None:
        hand.click(self.target)
        hand.click(f"{self.target}={self.option}")

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        return [{"act": "choose", "id": f"{self.target}={self.option}"}]

    def plan(self, plan: Plan) -> None:
        plan.point("CLICK", self.target)
        plan.point("CLICK", f"{self.target}={self.option}")

    def names(self, names: Names) -> None:
        names.point("SELECT", self.target, self.near, option=self.option)


@dataclass(frozen=True, slots=True)
class Fill:
    target: str
    text: str
    near: str = ""
    by_tab: bool = False
    """Whether the person comes from the field before with Tab."""
    enter: str = ""
    """The button that Return stands for."""
    secret: str = ""
    """The variable that a file has in the place of the text."""
    described: str = ""
    """What a plan calls it, where it does not say its label."""

    def do(self, hand: Hand) -> None:
        if self.by_tab:
            hand.look(self.target)
            hand.press("Tab")
        else:
            hand.click(self.target)
        hand.type(self.text)
        if self.enter:
            hand.press("Return")

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        fields[self.target] = self.text
        return [{"act": "press", "id": self.enter, "fields": dict(fields)}] if self.enter else []

    @property
    def _said(self) -> str:
        return f"__CogName_{self.secret}__" if self.secret else self.text

    def plan(self, plan: Plan) -> None:
        more = {"element_info": self.described} if self.described else {}
        plan.point("TYPE", self.target, text=self._said, **more)
        if self.enter:
            plan.say("KEY_PRESS(key='Return')")

    def names(self, names: Names) -> None:
        more = {"enter": True} if self.enter else {}
        names.point("TYPE", self.target, self.near, text=self._said, **more)


@dataclass(frozen=True, slots=True)
class Scroll:
    """Notches of the wheel over the page; a line by name needs none."""

    notches: int
    target: str = PAGE

    def do(self, hand: Hand) -> None:
        hand.look(self.target)
        hand.scroll(self.notches)

    def acts(self, fields: dict[str, str]) -> Sequence[Act]:
        return []

    def plan(self, plan: Plan) -> None:
        plan.point("SCROLL_DOWN", self.target, step_count=self.notches, element_info="Scroll")

    def names(self, names: Names) -> None:
        pass
