"""What each command of Selenium IDE becomes; UI.Vision has most of them, too.

Elements are found by name when the workflow runs. Control flow depends on scripts of the page, which are
never run: those commands are reported, each in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urljoin

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.scripts.selenium.locators import ID, TEXT, TYPES, Found, best, read_locator, target
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

_VARIABLE = re.compile(r"\$\{(?!KEY_)([^{}!]+)\}")
_INNER = re.compile(r"\$\{(?:![^{}]*|[^{}]*[\[\]()][^{}]*)\}")
"""A setting of the player, or a part of a variable."""
_LEFT = re.compile(r"\$\{(?!KEY_)")
COUNTED = re.compile(r"@POS=(?!1$)(\d+)$|\)\[(?!1\])(\d+)\]$", re.I)
"""The second of several elements: by UI.Vision's mark, or by its place in an XPath."""
_KEY = re.compile(r"\$\{KEY_(\w+(?:\+KEY_\w+)*)\}")
_KEYS = {"ENTER": "Return", "RETURN": "Return", "ESC": "Escape", "ESCAPE": "Escape", "PGUP": "PageUp",
         "PGDN": "PageDown", "PAGE_UP": "PageUp", "PAGE_DOWN": "PageDown", "DEL": "Delete", "CMD": "Command",
         "BKSP": "Backspace", "BACKSPACE": "Backspace", "CTRL": "Ctrl", "CONTROL": "Ctrl"}  # fmt: skip
_FIRST = re.compile(r"@POS=1$", re.I)
_SOFT = "a `verify` continues after a difference: here the run stops"


@dataclass(slots=True)
class SeleniumCommand:
    """One command of a project, with the places of its parts in the file."""

    name: str
    target: str
    given_value: str
    span: Span
    draft: Draft
    locators: list[str] = field(default_factory=list)
    """The target, and whatever else the recorder noted for the same element."""
    base: str = ""
    """The address that relative ones belong to."""
    value_used: bool = False

    @property
    def value(self) -> str:
        self.value_used = True
        return self.given_value

    def report_unused(self) -> None:
        """A value that changed nothing is said, like every argument that is not used."""
        if self.given_value.strip() and not self.value_used:
            self.draft.repaired(self.span, f"the value `{self.given_value[:40]}` is not used")

    def text(self, text: str) -> str:
        """A text with its variables as a workflow writes them."""
        if inner := _INNER.search(text):
            raise Untranslatable(f"`{inner[0][:40]}` is known only to the program that plays the recording")
        made = _VARIABLE.sub(lambda match: variables.spell(match[1].strip()), text)
        if _LEFT.search(made):
            raise Untranslatable(f"`{text[:40]}` is known only to the program that plays the recording")
        return made

    def plain(self, text: str) -> str:
        """A text that is looked for as it stands; a pattern is not."""
        prefix, mark, rest = text.partition(":")
        if (mark and prefix in ("regexp", "regexpi", "glob")) or text.strip().startswith("*"):
            raise Untranslatable(f"`{text[:40]}` is a pattern, and a text is compared as it stands")
        return self.text(rest if mark and prefix == "exact" else text)

    def _refuse_counted(self) -> None:
        if counted := COUNTED.search(self.target.strip()):
            number = counted[1] or counted[2]
            raise Untranslatable(f"it is number {number} of several that its name does not tell apart")

    def element(self) -> dict[str, Value]:
        self._refuse_counted()
        own = read_locator(self.target.strip())
        found = best(self.locators)
        if found is None:
            raise self._unnamed()
        named = self._named(found)
        if own is not None and own.rank == ID and found is not own and "id" not in named:
            named = {"id": self.plain(own.text), **named}  # the file's own locator stays
        return named

    def read_element(self) -> dict[str, Value]:
        """The element whose text is read: by its own locator, and never by the text itself that is noted
        beside it, which may be another when it is read."""
        if self.target.strip() and (own := read_locator(self.target.strip())) is not None:
            self.element()  # refuses what counts
            return self._named(own)
        others = [each for each in self.locators if (one := read_locator(each)) and one.rank != TEXT]
        found = best(others)
        if found is None:
            raise self._unnamed()
        return self._named(found)

    def seen_element(self) -> dict[str, Value]:
        """The element of a test: all that it says must hold, so an id that the file asks for stands alone,
        without the text that the recorder saw there."""
        own = read_locator(self.target.strip())
        if own is None or own.rank != ID:
            return self.element()
        self._refuse_counted()
        return self._named(own)

    def _unnamed(self) -> Untranslatable:
        return Untranslatable(
            f"`{self.target[:80]}` says where the element stands in the page, not what it is called",
            "name it by what a person sees: element_info='…'",
        )

    def _named(self, found: Found) -> dict[str, Value]:
        named, report = target(found._replace(text=self.plain(_FIRST.sub("", found.text))))
        if report:
            self.draft.repaired(self.span, report)
        return named

    def milliseconds(self) -> float | int:
        text = self.target or self.value
        if not re.fullmatch(r"\s*\d{1,8}\s*", text):
            raise Untranslatable(f"`{text[:40]}` is not a time in milliseconds")
        seconds = int(text) / 1000
        return int(seconds) if seconds.is_integer() else seconds

    def output(self, name: str) -> str:
        plain = name.strip()
        if not variables.is_name(plain):
            raise Untranslatable(f"`{plain[:40]}` cannot name a variable")
        return variables.spell(plain)


Make = Callable[[SeleniumCommand], list[Operation]]


def _pointed(name: str) -> Make:
    return lambda command: [Operation(name, command.element())]


def _opened(command: SeleniumCommand) -> list[Operation]:
    address = command.text(command.target)
    is_whole = "://" in address or not command.base
    return [builders.opened(address if is_whole else urljoin(command.base, address))]


def _typed(command: SeleniumCommand) -> list[Operation]:
    """`type` replaces what the field holds."""
    return [Operation("TYPE", {**command.element(), "text": command.text(command.value), "clear": True})]


def keys_sent(text: str, where: dict[str, Value]) -> list[Operation]:
    """Text with keys in it, `tea${KEY_ENTER}`: the text at the element, then the keys."""
    made: list[Operation] = []
    held: list[str] = []
    at = 0
    for match in [*_KEY.finditer(text), None]:
        plain = text[at : match.start() if match else len(text)]
        if held and plain.startswith("+"):
            plain = plain[1:]
        if plain and held:
            made.append(builders.chord([*held, plain[0]]))
            held, plain = [], plain[1:]
        if plain:
            made.append(Operation("TYPE", {**where, "text": plain}))
            where = {}
        if match is None:
            break
        *together, last = (_KEYS.get(name.upper(), name) for name in match[1].split("+KEY_"))
        held += together
        key = last
        if builders.is_modifier(key):
            held.append(key)
        elif key == "Return" and not held and made and _is_unsent(made[-1]):
            made[-1].arguments["enter"] = True
        else:
            made.append(builders.chord([*held, key]))
            held = []
        at = match.end()
    return builders.repeated(made)


def _is_unsent(operation: Operation) -> bool:
    """Whether it is a text that no Return has ended yet."""
    return operation.name == "TYPE" and "enter" not in operation.arguments


def _sent(command: SeleniumCommand) -> list[Operation]:
    where = command.element()
    made = keys_sent(command.text(command.value), where)
    if made and made[0].name != "TYPE":
        if _has_focus(command.draft, where):
            return keys_sent(command.text(command.value), {})
        # The click comes first and once: another before the text would undo what the keys chose.
        return [Operation("CLICK", where), *keys_sent(command.text(command.value), {})]
    return made


def _has_focus(draft: Draft, where: dict[str, Value]) -> bool:
    """Whether the step before was at the same element: the keys go there without another click."""
    last = draft.steps[-1].operation if draft.steps else None
    if last is None or last.name not in ("TYPE", "CLICK"):
        return False
    return {name: value for name, value in last.arguments.items() if name not in ("text", "clear")} == where


def _selected(command: SeleniumCommand) -> list[Operation]:
    kind, mark, option = command.value.partition("=")
    if not mark:
        option = command.value
    elif kind != "label":
        raise Untranslatable(f"an option is chosen by its text, and this one by its {kind[:20]}")
    return [Operation("SELECT", {**command.element(), "option": command.plain(option)})]


def _checked(on: bool) -> Make:
    def make(command: SeleniumCommand) -> list[Operation]:
        where = command.element()
        if where.get("element_type") == TYPES["input"]:
            del where["element_type"]  # every `input` is one in the page's source, also a box to tick
        return [Operation("CHECK", {**where, "on": on})]

    return make


def _awaited(absent: bool) -> Make:
    def make(command: SeleniumCommand) -> list[Operation]:
        test = builders.visible(command.seen_element(), absent=absent)
        if not re.fullmatch(r"\s*\d{0,8}\s*", command.value):
            raise Untranslatable(f"`{command.value[:40]}` is not a time in milliseconds")
        seconds = int(command.value) / 1000 if command.value.strip().isdecimal() else None
        timeout: Value = None if seconds is None else int(seconds) if seconds.is_integer() else seconds
        return [Operation("WAIT_FOR", builders.arguments(test=test, timeout=timeout))]

    return make


def _asserted(absent: bool, soft: bool = False) -> Make:
    def make(command: SeleniumCommand) -> list[Operation]:
        if soft:
            command.draft.repaired(command.span, _SOFT)
        return [Operation("ASSERT", {"test": builders.visible(command.seen_element(), absent=absent)})]

    return make


def _equal(soft: bool = False, differs: bool = False) -> Make:
    """The element's text against a text."""

    def make(command: SeleniumCommand) -> list[Operation]:
        if soft:
            command.draft.repaired(command.span, _SOFT)
        output = variables.spell("text")
        test = Operation("EQUALS", {"left": output, "right": command.plain(command.value)})
        return [
            Operation("QUOTE_TEXT", {**command.read_element(), "output": output}),
            Operation("ASSERT", {"test": Operation("NOT", {"test": test}) if differs else test}),
        ]

    return make


def _compared(soft: bool = False) -> Make:
    """A variable against a text."""

    def make(command: SeleniumCommand) -> list[Operation]:
        if soft:
            command.draft.repaired(command.span, _SOFT)
        left = command.output(re.sub(r"^\$\{|\}$", "", command.target.strip()))
        test = Operation("EQUALS", {"left": left, "right": command.text(command.value)})
        return [Operation("ASSERT", {"test": test})]

    return make


def _stored(command: SeleniumCommand) -> list[Operation]:
    if command.value.strip().casefold() == "!clipboard":
        return [Operation("SET_CLIPBOARD", {"text": command.text(command.target)})]
    if command.value.startswith("!"):
        command.draft.repaired(command.span, f"the setting {command.value[:40]} is not kept")
        return []
    return [
        Operation("SET", {"output": command.output(command.value), "value": command.text(command.target)})
    ]


def _quoted(command: SeleniumCommand) -> list[Operation]:
    return [Operation("QUOTE_TEXT", {**command.read_element(), "output": command.output(command.value)})]


def _said(command: SeleniumCommand) -> list[Operation]:
    return _noted(f"echo: {command.text(command.target)}")(command)


def _noted(message: str) -> Make:
    def make(command: SeleniumCommand) -> list[Operation]:
        command.draft.remark(message)
        return []

    return make


def _left(command: SeleniumCommand) -> list[Operation]:
    command.draft.repaired(command.span, "the pointer leaves the element only with the next step")
    return []


def _sized(command: SeleniumCommand) -> list[Operation]:
    command.draft.repaired(command.span, f"the window's size {command.target[:20]} is not kept")
    return []


def _unhurried(command: SeleniumCommand) -> list[Operation]:
    command.draft.repaired(command.span, f"the speed {command.target[:20]} is not kept")
    return []


def _reloaded(command: SeleniumCommand) -> list[Operation]:
    command.draft.repaired(command.span, "the page is loaded anew by its key")
    return [Operation("KEY_PRESS", {"key": "F5"})]


def _framed(command: SeleniumCommand) -> list[Operation]:
    return _noted("frames need no choosing: elements are found by what a person sees")(command)


def _refused(reason: str) -> Make:
    def make(command: SeleniumCommand) -> list[Operation]:
        raise Untranslatable(reason)

    return make


_SCRIPT = _refused("a script of the page would have to be run")

COMMANDS: dict[str, Make] = {
    "open": _opened,
    **dict.fromkeys(("click", "clickAt", "clickAndWait"), _pointed("CLICK")),
    **dict.fromkeys(("doubleClick", "doubleClickAt"), _pointed("DOUBLE_CLICK")),
    **dict.fromkeys(("contextMenu", "rightClick"), _pointed("RIGHT_CLICK")),
    **dict.fromkeys(("mouseOver", "mouseMove", "mouseMoveAt"), _pointed("HOVER")),
    **dict.fromkeys(("mouseDown", "mouseDownAt"), _pointed("MOUSE_DOWN")),
    **dict.fromkeys(("mouseUp", "mouseUpAt"), _pointed("MOUSE_UP")),
    "mouseOut": _left,
    "type": _typed,
    "sendKeys": _sent,
    **dict.fromkeys(("select", "selectAndWait", "addSelection"), _selected),
    "check": _checked(True),
    "uncheck": _checked(False),
    "pause": lambda command: [Operation("WAIT", {"seconds": command.milliseconds()})],
    **dict.fromkeys(("waitForElementPresent", "waitForElementVisible"), _awaited(False)),
    **dict.fromkeys(("waitForElementNotPresent", "waitForElementNotVisible"), _awaited(True)),
    "assertElementPresent": _asserted(False),
    "assertElementNotPresent": _asserted(True),
    "verifyElementPresent": _asserted(False, soft=True),
    "verifyElementNotPresent": _asserted(True, soft=True),
    **dict.fromkeys(("assertText", "assertValue"), _equal()),
    **dict.fromkeys(("verifyText", "verifyValue"), _equal(soft=True)),
    "assertNotText": _equal(differs=True),
    "verifyNotText": _equal(soft=True, differs=True),
    "assert": _compared(),
    "verify": _compared(soft=True),
    "store": _stored,
    **dict.fromkeys(("storeText", "storeValue"), _quoted),
    "echo": _said,
    "comment": _said,
    "setWindowSize": _sized,
    "selectFrame": _framed,
    "close": lambda command: [Operation("WINDOW", {"action": "close"})],
    "editContent": _typed,
    "goBack": lambda command: [Operation("GO_BACK")],
    "refresh": _reloaded,
    "waitForPageToLoad": _noted("a step waits until the page is still anyway"),
    "debugger": _noted("a stop for the person who looks for a fault"),
    "setSpeed": _unhurried,
    **dict.fromkeys(("executeScript", "executeAsyncScript", "runScript"), _SCRIPT),
}
