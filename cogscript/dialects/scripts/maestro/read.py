"""Maestro: a flow is YAML: `appId:`, then `---` and a list of commands."""

from __future__ import annotations

import re
from contextlib import nullcontext

from cogscript.dialects.core.builders import arguments, visible
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.common_actions import finger, opposite
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.dialects.scripts.maestro.commands import COMMANDS, condition, items, translate
from cogscript.dialects.scripts.maestro.one_command import MaestroCommand
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.tree import Operation, Value

MERGES = ALL_RULES

_SCROLLING_TIME = 20
_A_SCROLL = 1
"""Seconds: how long Maestro scrolls for a thing unless told, and what one swipe takes."""
_BLOCKS = ("repeat", "retry", "runFlow", "scrollUntilVisible")
_HEAD = ("appId", "url", "name", "tags", "env", "onFlowStart", "onFlowComplete", "properties")
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
                if text != variables.spell(name):
                    self.draft.add(Operation("SET", {"output": variables.spell(name), "value": text}), span)

    def read(self, commands: JsonValue) -> None:
        for name, given, span in items(commands):
            with self.draft.attempt(span):
                self._command(name, given, span)

    def _command(self, name: str, given: JsonValue, span: Span) -> None:
        command = MaestroCommand(name, given, span, self.draft)
        label = command.fields.get("label")
        description = label if isinstance(label, str) else ""
        if name in ("repeat", "retry"):
            self._repeat(command)
        elif name == "runFlow":
            self._flow(command)
        elif name == "scrollUntilVisible":
            self._scroll_until(command)
        elif name == "launchApp" and (
            given is None or (isinstance(given, JsonObject) and not given.keys() & {"appId", "url"})
        ):
            self._launch(command)
        elif name in COMMANDS:
            for operation in translate(command):
                self.draft.add(operation, span, description)
                description = ""
        elif ", " in name:
            raise Untranslatable(
                f"one command has several names: {name[:60]}", "is a dash or a space missing?"
            )
        else:
            near = nearest(name, COMMANDS)
            advice = f"did it mean {near}?" if near else ""
            raise Untranslatable(f"the command `{name[:40]}` has no operation", advice)

    def _launch(self, command: MaestroCommand) -> None:
        if not self.app:
            raise Untranslatable("the flow does not say which application it is for (appId)")
        fields = JsonObject(command.span.start)
        if isinstance(command.given, JsonObject):
            fields.update(command.given)
        fields["appId"] = self.app
        inner = MaestroCommand(command.name, fields, command.span, self.draft)
        for operation in translate(inner):
            self.draft.add(operation, command.span)

    def _repeat(self, command: MaestroCommand) -> None:
        command.use("times", "while", "commands", "maxRetries")
        fields = command.fields
        if command.name == "retry":
            raise Untranslatable("what is tried again after a failure is written as TRY by hand")
        test = self._test(fields.get("while"), command) if fields.get("while") is not None else None
        times = str(fields.get("times", "")).strip()
        if not re.fullmatch(r"\d{0,6}", times):
            raise Untranslatable(f"`{times[:40]}` is not how often")
        if test is not None:
            block = Operation("WHILE", arguments(test=test, limit=int(times) if times else None))
        elif times:
            block = Operation("REPEAT", {"times": int(times)})
        else:
            raise Untranslatable("the loop does not say how often")
        with self.draft.nested(block, command.span):
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
        inner = MaestroCommand(command.name, wanted, command.span, self.draft)
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
        fields = command.fields
        file = fields.get("file", fields.get("text"))
        when = fields.get("when")
        test = self._test(when, command) if when is not None else None
        with self.draft.nested(Operation("IF", {"test": test}), command.span) if test else nullcontext():
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

    def _test(self, when: JsonValue, command: MaestroCommand) -> Operation | None:
        """A condition; None for one that always holds on the phones that a flow is read for."""
        if not isinstance(when, JsonObject) or when.keys() - {"visible", "notVisible", "platform", "label"}:
            raise Untranslatable("only `visible` and `notVisible` are understood as conditions")
        platform = str(when.get("platform", "android")).casefold()
        if platform != "android":
            raise Untranslatable(f"it is done only on {platform[:20]}, and the flow is read for Android")
        if "platform" in when:
            self.draft.repaired(command.span, "the flow is read for Android, where this is always done")
            if not when.keys() & {"visible", "notVisible"}:
                return None
        return condition(command, when)
