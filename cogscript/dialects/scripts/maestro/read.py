"""Maestro: a flow is YAML: `appId:`, then `---` and a list of commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from cogscript.dialects.core.builders import visible
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.common_actions import finger, opposite
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.dialects.scripts.maestro.commands import COMMANDS, may_fail, translate
from cogscript.dialects.scripts.maestro.conditions import condition
from cogscript.dialects.scripts.maestro.one_command import MaestroCommand, items
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.tree import Operation, Value

MERGES = ALL_RULES

_SCROLLING_TIME = 20
_A_SCROLL = 1
"""Seconds: how long Maestro scrolls for a thing unless told, and what one swipe takes."""
_BLOCKS = ("repeat", "retry", "runFlow", "scrollUntilVisible")
_HEAD = ("appId", "url", "name", "tags", "env", "onFlowStart", "onFlowComplete", "properties")
_USUAL_RETRIES = 1
_TYPING = ("inputText", "eraseText", "pasteText")
_HOW_IT_SCROLLS = ("speed", "visibilityPercentage", "centerElement", "waitToSettleTimeoutMs")


def _row(command: str, remark: str = "", query: bool = False) -> tuple[str, Action]:
    name = re.split(r"[:\n]", command)[0]
    return name, Action(f"appId: com.example\n---\n- {command}", remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("launchApp", "the flow's own application, or another"),
        _row('tapOn: "Save"', "by its text"),
        _row("doubleTapOn:\n    point: 50%,30%"),
        _row('longPressOn: "Save"'),
        _row('inputText: "green tea"'),
        _row("eraseText: 5", "without a number, the whole field"),
        _row("pressKey: Enter"),
        _row("back"),
        _row("hideKeyboard"),
        _row("scroll", "down, by the finger"),
        _row("scrollUntilVisible:\n    element: Total", "WHILE: a swipe for a second of its timeout"),
        _row("swipe:\n    start: 50%,80%\n    end: 50%,20%"),
        _row('assertVisible: "Done"', "waits for it, as Maestro does"),
        _row("assertNotVisible:\n    id: wait", "by its id"),
        _row("extendedWaitUntil:\n    visible: Done\n    timeout: 30000"),
        _row("openLink: https://example.org"),
        _row("takeScreenshot: page"),
        _row("copyTextFrom: Total", "into the variable `copied`"),
        _row("pasteText"),
        _row("repeat:\n    times: 3\n    commands:\n      - back", "REPEAT; with `while`, WHILE"),
        _row("retry:\n    maxRetries: 2\n    commands:\n      - tapOn: Send", "WHILE with TRY"),
        _row("runFlow:\n    when:\n      visible: Log in\n    commands:\n      - tapOn: Skip", "IF"),
        _row("waitForAnimationToEnd", "not needed", query=True),
    )
)

_OF_OTHERS = ("back", "scroll", "swipe", "repeat", "retry", "runScript")
"""Commands whose names are lists' items in other files, too."""
_NAMES = "|".join(sorted({*COMMANDS, *_BLOCKS} - {*_OF_OTHERS}))
_SIGN = re.compile(
    rf"""^appId:|^[ \t]*-[ \t\r\n]+[{{"']*(?:{_NAMES})\b"""
    r"|^[ \t]*- swipe:[ \t]*(?:#[^\n]*)?\r?\n[ \t]+(?:start|end|direction|from)\w*:",
    re.M,
)


def detect(source: Source) -> float:
    if not _SIGN.search(source.text):
        return 0.0
    try:
        parts = documents(source.text)
    except NotYaml:
        return 0.5
    commands = [name for part in parts for name, _, _ in items(part)]
    if any(name in COMMANDS or name in _BLOCKS for name in commands):
        return 0.97
    configured = any(isinstance(part, JsonObject) and "appId" in part for part in parts)
    return 0.9 if commands and configured else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    try:
        parts = documents(source.text)
    except NotYaml as fault:
        draft.untranslatable(fault.span, fault.reason)
        return draft
    draft.platform = "android"
    reader = _FlowReader(draft)
    for part in parts:
        if isinstance(part, JsonObject):
            reader.end()
            reader.begin(part)
        else:
            reader.read(part)
    reader.end()
    return draft


class _FlowReader:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.app = ""
        self.config = JsonObject()
        """The head of the flow that is read: a file may hold several."""
        self.values: dict[str, str] = {}
        self.retried = 0
        """How many blocks are tried again: each has a variable of its own."""
        self._blocks: dict[str, Callable[[MaestroCommand], None]] = {
            "repeat": self._repeat,
            "retry": self._retry,
            "runFlow": self._flow,
            "scrollUntilVisible": self._scroll_until,
        }

    def begin(self, config: JsonObject) -> None:
        """The head of a flow: what it is for, its variables, and what is done before anything else."""
        self.config = config
        self.app = str(config.get("appId") or config.get("url") or "")
        name = config.get("name")
        if not self.draft.title and isinstance(name, str):
            self.draft.title = name
        for key, value in config.items():
            if key not in _HEAD and value is not None:
                self.draft.repaired(config.places[key], f"`{key[:40]}` is not used")
        self.set_values(config.get("env"))
        self.read(config.get("onFlowStart"))

    def end(self) -> None:
        """What the flow's head wants done after all of it."""
        last = self.config.get("onFlowComplete")
        self.config = JsonObject()
        if last is not None:
            self.draft.remark("Maestro does what follows after a failure, too")
            self.read(last)

    def set_values(self, given: JsonValue) -> None:
        """The variables that the head of a flow sets; one that hands itself on is given from outside."""
        if not isinstance(given, JsonObject):
            return
        for name, value in given.items():
            span = given.places[name]
            with self.draft.attempt(span):
                if not variables.is_name(name) or isinstance(value, JsonObject | JsonArray):
                    raise Untranslatable(f"`{name[:40]}` is not a variable with a text")
                text = MaestroCommand("env", value, span, self.draft).text("" if value is None else value)
                self.values.pop(name, None)
                if not variables.names(text):
                    self.values[name] = text
                if text != variables.spell(name):
                    self.draft.add(Operation("SET", {"output": variables.spell(name), "value": text}), span)

    def read(self, commands: JsonValue) -> None:
        listed = list(items(commands))
        following = [*(name for name, _, _ in listed[1:]), ""]
        for (name, given, span), after in zip(listed, following, strict=False):
            with self.draft.attempt(span):
                self._command(MaestroCommand(name, given, span, self.draft, self.values, after in _TYPING))

    def _command(self, command: MaestroCommand) -> None:
        name = command.name
        if name in self._blocks:
            with self._tried(command.span) if command.optional else nullcontext():
                self._blocks[name](command)
        elif name == "launchApp" and not command.fields.keys() & {"appId", "url", "text"}:
            self._add(self._launched(command))
        elif name in COMMANDS:
            self._add(command)
        elif ", " in name:
            raise Untranslatable(
                f"one command has several names: {name[:60]}", "is a dash or a space missing?"
            )
        else:
            near = nearest(name, COMMANDS)
            advice = f"did it mean {near}?" if near else ""
            raise Untranslatable(f"the command `{name[:40]}` has no operation", advice)

    def _add(self, command: MaestroCommand) -> None:
        """What a command becomes that is no block. One that is optional, and would end the run, is tried."""
        label = command.fields.get("label")
        description = label if isinstance(label, str) else ""
        made = translate(command)
        goes_on = command.optional and command.name != "assertWithAI" and any(map(may_fail, made))
        with self._tried(command.span) if goes_on else nullcontext():
            for operation in made:
                self.draft.add(operation, command.span, description)
                description = ""

    def _tried(self, span: Span) -> AbstractContextManager[None]:
        """What is added inside may fail, and the flow goes on."""
        return self.draft.nested(Operation("TRY", branches=[Operation("CATCH", body=[])]), span)

    def _launched(self, command: MaestroCommand) -> MaestroCommand:
        """The command with the application that the flow is for."""
        if not self.app:
            raise Untranslatable("the flow does not say which application it is for (appId)")
        fields = JsonObject(command.span.start)
        fields.update(command.fields)
        fields["appId"] = self.app
        return command.of(fields)

    def _retry(self, command: MaestroCommand) -> None:
        """Again and again until nothing fails: a loop that itself fails when it has gone too many rounds."""
        command.use("commands", "maxRetries", "file", "env")
        times = command.constant(command.fields.get("maxRetries", _USUAL_RETRIES))
        if not re.fullmatch(r"\d{1,3}", times):
            raise Untranslatable(f"`{times[:40]}` is not how often")
        self.retried += 1
        done = variables.spell(f"retried_{self.retried}")
        self.draft.add(Operation("SET", {"output": done, "value": "no"}), command.span)
        test = Operation("EQUALS", {"left": done, "right": "no"})
        loop = Operation("WHILE", {"test": test, "limit": int(times) + 1})
        with self.draft.nested(loop, command.span), self._tried(command.span):
            self._body(command)
            self.draft.add(Operation("SET", {"output": done, "value": "yes"}), command.span)

    def _repeat(self, command: MaestroCommand) -> None:
        command.use("times", "while", "commands")
        fields = command.fields
        test = condition(command, fields["while"]) if fields.get("while") is not None else None
        times = command.constant(fields.get("times", ""))
        if not re.fullmatch(r"\d{0,6}", times):
            raise Untranslatable(f"`{times[:40]}` is not how often")
        if not times and test is None:
            raise Untranslatable("the loop does not say how often")
        block = Operation("REPEAT", {"times": int(times)}) if times else Operation("WHILE", {"test": test})
        with self.draft.nested(block, command.span):
            if times and test is not None:  # so many rounds at the most: a WHILE would fail after them
                ended = test.arguments["test"] if test.name == "NOT" else Operation("NOT", {"test": test})
                with self.draft.nested(Operation("IF", {"test": ended}), command.span):
                    self.draft.add(Operation("BREAK"), command.span)
            self.read(fields.get("commands"))

    def _scroll_until(self, command: MaestroCommand) -> None:
        """Swipes until a thing is seen; Maestro counts seconds where WHILE counts its rounds."""
        command.use("element", "direction", "timeout", "text", "id", *_HOW_IT_SCROLLS)
        fields = command.fields
        wanted = fields.get("element", command.given)
        direction = str(fields.get("direction") or "down").casefold()
        if direction not in ("up", "down", "left", "right"):
            raise Untranslatable(f"`{direction[:40]}` is no direction")
        seconds = command.milliseconds("timeout") or _SCROLLING_TIME
        inner = command.of(wanted)
        if inner.given is not command.given:
            inner.use("text", "id", "enabled")
        test = visible(inner.target(), absent=True)
        rounds = max(1, round(seconds / _A_SCROLL))
        self.draft.repaired(command.span, f"{seconds:g} seconds of scrolling are {rounds} swipes")
        with self.draft.nested(Operation("WHILE", {"test": test, "limit": rounds}), command.span):
            self.draft.add(finger(opposite(direction), None), command.span)

    def _flow(self, command: MaestroCommand) -> None:
        """Commands in their place, if a thing is seen; another file is called."""
        command.use("when", "commands", "file", "text", "env")
        when = command.fields.get("when")
        test = condition(command, when) if when is not None else None
        with self.draft.nested(Operation("IF", {"test": test}), command.span) if test else nullcontext():
            self._body(command)

    def _body(self, command: MaestroCommand) -> None:
        """The commands of a block, or the file with them."""
        fields = command.fields
        file = fields.get("file", fields.get("text"))
        if file is not None:
            self._call(str(file), fields.get("env"), command)
            return
        self.set_values(fields.get("env"))
        self.read(fields.get("commands"))

    def _call(self, file: str, given: JsonValue, command: MaestroCommand) -> None:
        """Another flow, which must be imported, too; what it is given are its inputs."""
        called = re.fullmatch(r"([^$\r\n]+)\.ya?ml", file.strip())
        if called is None:
            raise Untranslatable(f"`{file[:60]}` is no file with another flow")
        inputs: dict[str, Value] = {}
        for name, value in given.items() if isinstance(given, JsonObject) else ():
            if not re.fullmatch(r"[^\W\d]\w*", name) or name in ("workflow", "output", "sensitive"):
                raise Untranslatable(f"`{name[:40]}` cannot be an input of a workflow that is called")
            inputs[name] = command.text("" if value is None else value)
        self.draft.repaired(
            command.span, f"import {file[:60]}, too: here the workflow of that name is called"
        )
        self.draft.add(Operation("CALL", {"workflow": f"{called[1]}.cog", **inputs}), command.span)
