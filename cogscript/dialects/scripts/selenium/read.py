"""Selenium IDE: a project is a JSON file with tests, each a list of commands, targets and values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.code_fences import code_fences
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson
from cogscript.dialects.scripts.selenium.commands import COMMANDS, Make, SeleniumCommand
from cogscript.dialects.scripts.selenium.loose_commands import begins_with_command, loose_commands
from cogscript.dialects.scripts.selenium.recorded_blocks import Entry, read_blocks
from cogscript.dialects.scripts.step_wording import refuse_form
from cogscript.language.model.diagnostic import Source, Span, nearest

MERGES = ALL_RULES
_MOST_NESTED = 10
_BEFORE = re.compile(r"^\ufeff")
_OBJECT = re.compile(r"[\s\ufeff]*\{")
_PARTS = frozenset({
    "id", "comment", "command", "target", "targets", "value", "opensWindow", "windowHandleName",
    "windowTimeout", "isBreakpoint", "description",
})  # fmt: skip
"""What a command is made of, in lower case where UI.Vision writes it with a capital; which window a click
opens is nothing it does."""


def _row(
    name: str, target: str = "", value: str = "", remark: str = "", query: bool = False
) -> tuple[str, Action]:
    command = f'{{"command": "{name}", "target": "{target}", "value": "{value}"}}'
    return name, Action(
        f'{{"url": "https://example.org", "tests": [{{"commands": [{command}]}}]}}', remark, query
    )


ACTIONS: dict[str, Action] = dict(
    (
        _row("open", "/tea"),
        _row("click", "linkText=Green tea", "", "by its text, its label or its id"),
        _row("doubleClick", "xpath=//button[contains(.,'Save')]"),
        _row("mouseOver", "css=[aria-label='Menu']"),
        _row("type", "css=input[placeholder='Search']", "tea", "empties the field first"),
        _row("sendKeys", "css=[aria-label='Search']", "tea${KEY_ENTER}"),
        _row("select", "xpath=//select[@aria-label='Size']", "label=Large"),
        _row("pause", "2000"),
        _row("waitForElementVisible", "linkText=Done", "10000"),
        _row("assertElementPresent", "linkText=Done"),
        _row("assertText", "css=[aria-label='Total']", "17.00"),
        _row("store", "tea", "what", "a variable"),
        _row("storeText", "css=[aria-label='Total']", "total"),
        _row("close"),
        _row("echo", "done", "", "a comment", query=True),
        _row("selectFrame", "index=0", "", "not needed", query=True),
    )
)


_SIGNS = (re.compile(r'"tests"\s*:\s*\['), re.compile(r'"commands"\s*:\s*\[\s*(?:\{|\])'))
_TEST = re.compile(
    r'"commands"\s*:\s*\[\s*\{(?=[^{}]{0,2000}"command"\s*:\s*")(?=[^{}]{0,2000}"target"\s*:\s*")'
)
"""One test that was cut out of a project: an object with the commands of Selenium IDE."""


def detect(source: Source) -> float:
    if _is_project(source.text):
        return 1.0
    return 0.9 if begins_with_command(source.text, "command", "target", "value") else 0.0


def _is_project(text: str) -> bool:
    found = only_json(text)
    return all(sign.search(found) for sign in _SIGNS) or _is_test(found)


def _is_test(text: str) -> bool:
    return '"tests"' not in text and bool(_TEST.search(text)) and bool(_commands(text))


def _commands(text: str) -> list[JsonValue]:
    """The commands of a text that is one test."""
    try:
        value = parse(text).value
    except NotJson:
        return []
    return _items(value.get("commands")) if isinstance(value, JsonObject) else []


def only_json(text: str) -> str:
    """A text that is an object, or the one such code fence in it with all else blank; empty for any other."""
    fences = list(code_fences(text))
    found = [(opened.end(), end) for opened, end in fences if _OBJECT.match(text, opened.end(), end)]
    if _OBJECT.match(text):
        return _BEFORE.sub(" ", text)
    if len(found) != 1:
        return ""
    ((start, end),) = found
    return " " * start + text[start:end]


def whole_object(source: Source, draft: Draft) -> JsonObject:
    """The object that a file is, with the places of its values; an empty one, reported, if it is none."""
    try:
        value = parse(only_json(source.text) or source.text).value
    except NotJson as fault:
        draft.untranslatable(fault.span, fault.reason)
        return JsonObject()
    return value if isinstance(value, JsonObject) else JsonObject()


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    draft.platform = "browser"
    if not _is_project(source.text) and begins_with_command(source.text, "command"):
        items = list(loose_commands(source.text, "command", draft))
        read_blocks(draft, [_ProjectReader(draft, "", {}).entry(item) for item in items])
        return draft
    project = whole_object(source, draft)
    draft.title = _text(project.get("name"))
    listed = [project] if "tests" not in project else _items(project.get("tests"))
    tests = [test for test in listed if isinstance(test, JsonObject)]
    reader = _ProjectReader(
        draft, _text(project.get("url")), {_text(test.get("name")): test for test in tests}
    )
    called = reader.called_by_others(tests)
    for test in tests:
        if _text(test.get("name")) not in called:
            reader.read(test, len(tests) > 1)
    return draft


def _items(value: JsonValue) -> list[JsonValue]:
    return list(value) if isinstance(value, JsonArray) else []


def _text(value: JsonValue) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)  # some write a time without quotes
    return value if isinstance(value, str) else ""


class _ProjectReader:
    def __init__(self, draft: Draft, base: str, tests: Mapping[str, JsonObject]) -> None:
        self.draft = draft
        self.base = base
        self.tests = tests
        self.depth = 0
        self.title = ""
        """The name of the test, until a step has it."""

    def called_by_others(self, tests: list[JsonObject]) -> set[str]:
        """Tests that another one runs: they are read where they are run."""
        return {
            _text(command.get("target"))
            for test in tests
            for command in _items(test.get("commands"))
            if isinstance(command, JsonObject) and command.get("command") == "run"
        }

    def read(self, test: JsonObject, named: bool) -> None:
        self.title = f"Test: {_text(test.get('name'))}" if named else ""
        items = [item for item in _items(test.get("commands")) if isinstance(item, JsonObject)]
        read_blocks(self.draft, [self.entry(item) for item in items])

    def entry(self, item: JsonObject) -> Entry:
        target, value = _text(item.get("target")), _text(item.get("value"))
        return Entry(
            _text(item.get("command")), target, value, item.span, lambda: self._described_command(item)
        )

    def _described_command(self, item: JsonObject) -> None:
        before = len(self.draft.steps)
        self._command(item, "\n".join(filter(None, (self.title, _text(item.get("comment"))))))
        if len(self.draft.steps) > before:
            self.title = ""

    def _command(self, item: JsonObject, description: str) -> None:
        name = _text(item.get("command"))
        if not name or name.startswith("//"):
            if name:
                self.draft.remark(f"switched off: {name.lstrip('/ ')}")
            return
        if name == "run":
            test = _text(item.get("target"))
            if (inner := self.tests.get(test)) is None:
                self.draft.untranslatable(item.span, f"the test `{test[:40]}` is not in this file")
            else:
                self._run(inner, item.span)
            return
        others = [
            _text(each[0]) for each in _items(item.get("targets")) if isinstance(each, JsonArray) and each
        ]
        add_command(self.draft, COMMANDS, name, item, description, others, self.base)

    def _run(self, test: JsonObject, span: Span) -> None:
        if self.depth >= _MOST_NESTED:
            self.draft.untranslatable(span, "tests run each other without end")
            return
        self.depth += 1
        self.read(test, True)
        self.depth -= 1


def _in_any_case(table: Mapping[str, Make]) -> Mapping[str, Make]:
    return {name.casefold(): make for name, make in table.items()}


def add_command(
    draft: Draft,
    table: Mapping[str, Make],
    name: str,
    item: JsonObject,
    description: str,
    others: list[str],
    base: str = "",
) -> None:
    """Add what a command becomes; its target and its value in whatever case they are written."""
    goal = _text(item.get("target", item.get("Target")))
    value = _text(item.get("value", item.get("Value")))
    # A target that a person wrote over the recorder's is another element than the one noted beside it.
    same = [] if goal.strip() and goal not in others else others
    command = SeleniumCommand(name, goal, value, item.span, draft, [goal, *same], base)
    with draft.attempt(item.span, description):
        for key in ("target", "Target", "value", "Value"):
            if isinstance(item.get(key), bool | JsonArray | JsonObject):
                raise Untranslatable(f"`{key}` is not a text", span=item.places[key])
        refuse_form(goal)
        refuse_form(value)
        make = table.get(name) or _in_any_case(table).get(name.strip().casefold())
        if make is None:
            near = nearest(name, table)
            raise Untranslatable(
                f"the command `{name[:40]}` has no operation", f"did it mean {near}?" if near else ""
            )
        made = make(command)
        if made:
            command.report_unused()
            for key in item:
                if key not in _PARTS and key[:1].lower() + key[1:] not in _PARTS and item[key]:
                    draft.repaired(item.places[key], f"`{key[:40]}` is not used")
        for operation in made:
            draft.add(operation, item.span, description)
            description = ""
