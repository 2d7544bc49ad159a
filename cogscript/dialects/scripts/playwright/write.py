"""A workflow as a Python script with Playwright that does the same on a page.

Things with a name are found by it, as a person would; boxes become pixels of a page of the display's size.
Variables are entries of a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.core.builders import CLICKS, PIXELS_A_NOTCH, chord_keys
from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import (
    Binding,
    Exporter,
    NotExportable,
    StepExport,
    display_of,
    header_of,
)
from cogscript.language.model import keys, variables
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Value, Workflow

NAME = "playwright"
_WHEEL = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
_ROLES = {
    "button": "button", "link": "link", "text field": "textbox", "entry": "textbox", "textbox": "textbox",
    "checkbox": "checkbox", "check box": "checkbox", "radio button": "radio", "list": "combobox",
    "combo box": "combobox", "menu item": "menuitem", "tab": "tab", "heading": "heading", "按钮": "button",
    "链接": "link", "输入框": "textbox", "文本输入框": "textbox",
}  # fmt: skip
_KEYS = {
    "left_ctrl": "Control", "right_ctrl": "Control", "left_alt": "Alt", "right_alt": "Alt",
    "left_shift": "Shift", "right_shift": "Shift", "left_super": "Meta", "right_super": "Meta",
    "return": "Enter", "escape": "Escape", "backspace": "Backspace", "delete": "Delete", "tab": "Tab",
    "space": "Space", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "home": "Home", "end": "End", "page_up": "PageUp", "page_down": "PageDown", "insert": "Insert",
}  # fmt: skip
_HEAD = """from playwright.sync_api import expect, sync_playwright

values = {{}}

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(headless=False)
    page = browser.new_page(viewport={{"width": {width}, "height": {height}}})
"""


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    display = display_of(options)
    exporter = Exporter(
        NAME,
        CoordinateSpace(*display),
        lambda step: _write(step, display),
        ends=True,
        has_variables=True,
        binds=("browser",),
        bind=lambda step: _bind(step, display),
    )
    lines: list[str] = []
    for operation, statements in exporter.steps(workflow):
        if operation.description and statements:
            lines.append(f"# {operation.description}")
        lines += statements
    title = header_of(workflow).get("title")
    docstring = f'"""{_docstring(title)}"""\n\n' if title else ""
    body = "".join(f"    {line}\n" for line in [*lines, "browser.close()"])
    return docstring + _HEAD.format(width=display.width, height=display.height) + body, exporter.diagnostics


def _docstring(title: str) -> str:
    return " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')


def _bind(step: StepExport, display: Size) -> Binding[str]:
    address = step.text("browser")
    step.take("background")
    goto = [f"page.goto({_text(address)})"] if "://" in address or "." in address else []
    if not goto:
        step.losses.append("which page: there is one")
    return Binding(goto, [], CoordinateSpace(*display))


def _text(value: Value) -> str:
    """A text as Python writes it; one with variables takes their values."""
    if not isinstance(value, str):
        return repr(value)
    if variables.PREFIX not in value:
        return repr(value)
    parts: list[str] = []
    at = 0
    for name, start, end in variables.occurrences(value):
        if start > at:
            parts.append(repr(value[at:start]))
        parts.append(f"values[{name!r}]")
        at = end
    if at < len(value):
        parts.append(repr(value[at:]))
    return " + ".join(parts) or repr(value)


def _of_id(step: StepExport) -> str:
    return f"page.locator({_text('[id=' + repr(step.text('id')) + ']')})"


def _locator(step: StepExport) -> str | None:
    """How the element is found by name; None where only its place is known."""
    if step.has("id"):
        step.take("element_info"), step.take("element_type"), step.take("box")
        return _of_id(step)
    if not step.has("element_info"):
        return None
    info, kind = step.text("element_info"), step.take("element_type")
    step.take("box")  # the name tells it better
    role = _ROLES.get(kind.casefold()) if isinstance(kind, str) else None
    if role:
        return f"page.get_by_role({role!r}, name={_text(info)}).first"
    return f"page.get_by_text({_text(info)}).first"


def _field(step: StepExport) -> str | None:
    """How a field is found by name: by its role, its label or what it shows while it is empty."""
    if step.has("id") or not step.has("element_info"):
        return _locator(step)
    info, kind = step.text("element_info"), step.take("element_type")
    step.take("box")
    role = _ROLES.get(kind.casefold()) if isinstance(kind, str) else None
    if role:
        return f"page.get_by_role({role!r}, name={_text(info)}).first"
    return f"page.get_by_label({_text(info)}).or_(page.get_by_placeholder({_text(info)})).first"


def _place(step: StepExport, name: str = "box") -> str:
    x, y = step.point(name)
    return f"{x:g}, {y:g}"


def _key(name: str) -> str:
    key = keys.canonical(name)
    if key is None:
        raise NotExportable(f"there is no key `{name[:40]}`")
    if key in _KEYS:
        return _KEYS[key]
    if keys.is_character(key):
        return key
    if key[0] == "f" and key[1:].isdecimal():
        return key.upper()
    raise NotExportable(f"{NAME} has no key {name[:40]}")


def _write(step: StepExport, display: Size) -> list[str]:
    held = [_key(name) for name in step.held_keys()]
    make = _WRITERS.get(step.name)
    if make is None:
        raise NotExportable(f"{NAME} has no {step.name}")
    statements = make(step)
    return [
        *(f"page.keyboard.down({key!r})" for key in held),
        *statements,
        *(f"page.keyboard.up({key!r})" for key in reversed(held)),
    ]


def _patience(step: StepExport) -> list[str]:
    """How long the element is waited for, where the workflow says it."""
    return [f"timeout={step.number('timeout') * 1000:g}"] if step.has("timeout") else []


def _clicked(step: StepExport) -> list[str]:
    button, count = CLICKS[step.name]
    more = [f"button={button!r}"] if button != "left" else []
    more += [f"click_count={count}"] if count > 1 else []
    locator = _locator(step)
    if locator:
        return [f"{locator}.click({', '.join([*more, *_patience(step)])})"]
    return [f"page.mouse.click({', '.join([_place(step), *more])})"]


def _hovered(step: StepExport) -> list[str]:
    locator = _locator(step)
    if locator:
        return [f"{locator}.hover({', '.join(_patience(step))})"]
    return [f"page.mouse.move({_place(step)})"]


def _typed(step: StepExport) -> list[str]:
    clear, enter, text = step.take("clear") is True, step.take("enter") is True, _text(step.text("text"))
    step.take("method")
    locator = _field(step)
    if locator and clear:
        made = [f"{locator}.fill({', '.join([text, *_patience(step)])})"]
    else:
        made = [f"{locator}.click({', '.join(_patience(step))})"] if locator else []
        made += [f"page.mouse.click({_place(step)})"] if not locator and step.has("box") else []
        made += ["page.keyboard.press('Control+A')"] if clear else []
        made.append(f"page.keyboard.insert_text({text})")
    return [*made, *(["page.keyboard.press('Enter')"] if enter else [])]


def _scrolled(step: StepExport) -> list[str]:
    across, down = _WHEEL[step.name.removeprefix("SCROLL_")]
    notches = step.number("step_count") * PIXELS_A_NOTCH
    locator = _locator(step)
    moved = (
        [f"{locator}.hover()"] if locator else [f"page.mouse.move({_place(step)})"] if step.has("box") else []
    )
    return [*moved, f"page.mouse.wheel({across * notches:g}, {down * notches:g})"]


def _dragged(step: StepExport) -> list[str]:
    button = step.take("button")
    if button not in (None, "left"):
        raise NotExportable(f"{NAME} drags with the left button only")
    step.take("seconds")
    return [
        f"page.mouse.move({_place(step)})",
        "page.mouse.down()",
        f"page.mouse.move({_place(step, 'to')}, steps=10)",
        "page.mouse.up()",
    ]


def _button(step: StepExport) -> list[str]:
    moved = [f"page.mouse.move({_place(step)})"] if step.has("box") else []
    button = step.take("button")
    named = f"button={button!r}" if isinstance(button, str) and button != "left" else ""
    return [*moved, f"page.mouse.{'down' if step.name == 'MOUSE_DOWN' else 'up'}({named})"]


def _pressed(step: StepExport) -> list[str]:
    names = chord_keys(step.operation)
    step.take("key"), step.take("actions")
    if names is None:
        raise NotExportable(f"{NAME} presses keys together, and this is not a chord")
    times = step.take("times")
    pressed = f"page.keyboard.press({'+'.join(_key(name) for name in names)!r})"
    return [pressed] * (times if isinstance(times, int) else 1)


def _held(step: StepExport) -> list[str]:
    key = _key(step.text("key"))
    return [f"page.keyboard.{'down' if step.name == 'KEY_DOWN' else 'up'}({key!r})"]


def _launched(step: StepExport) -> list[str]:
    if not step.has("url") or step.operation.arguments["url"] == "None":
        raise NotExportable(f"{NAME} opens pages, not applications")
    step.take("app")
    address = step.text("url")
    if "://" not in address and not address.startswith(("about:", variables.PREFIX)):
        address = f"https://{address}"
    return [f"page.goto({_text(address)})"]


def _seen(asked: StepExport) -> str:
    """How the element of a test is found: everything that the test says must hold."""
    if asked.has("near"):
        raise NotExportable(f"{NAME} does not know what stands in a row, and this test asks for it")
    if not asked.has("id"):
        return _locator(asked) or ""
    found, kind = _of_id(asked), asked.take("element_type")
    if isinstance(kind, str):
        role = _ROLES.get(kind.casefold())
        if role is None:
            raise NotExportable(
                f"{NAME} has no word for the kind `{kind[:40]}` of what is looked for by its id"
            )
        found += f".and_(page.get_by_role({role!r}))"
    return (
        f"{found}.filter(has_text={_text(asked.text('element_info'))})"
        if asked.has("element_info")
        else found
    )


def _expected(step: StepExport) -> list[str]:
    """A text that must be seen, or must not."""
    test = step.take("test")
    absent = isinstance(test, Operation) and test.name == "NOT"
    inner = test.arguments.get("test") if isinstance(test, Operation) and absent else test
    if not isinstance(inner, Operation) or inner.name != "VISIBLE":
        raise NotExportable(f"{NAME} expects only a text that is seen, or is not")
    if inner.arguments.get("box") is not None:
        raise NotExportable(
            f"{NAME} expects a text anywhere on the page, and this one is looked for in a place"
        )
    seen = _seen(StepExport(inner, step.space))
    verb = "not_to_be_visible" if absent else "to_be_visible"
    seconds = step.number("timeout", 10)
    wait = f"timeout={seconds * 1000:g}" if step.name == "WAIT_FOR" else ""
    step.take("message")
    return [f"expect({seen}).{verb}({wait})"]


def _pictured(step: StepExport) -> list[str]:
    file = step.take("file")
    path = f"path={_text(file)}" if isinstance(file, str) else ""
    if not step.has("box"):
        return [f"page.screenshot({path})"]
    left, top, right, bottom = (*step.corners(), *step.corners())[:4]
    clip = f'clip={{"x": {left:g}, "y": {top:g}, "width": {right - left:g}, "height": {bottom - top:g}}}'
    return [f"page.screenshot({', '.join(filter(None, (path, clip)))})"]


def _variable(step: StepExport) -> str:
    name = variables.sole_name(step.text("output"))
    return f"values[{name!r}]"


def _quoted(step: StepExport) -> list[str]:
    output = _variable(step)
    step.take("result"), step.take("auto_scroll")
    locator = _locator(step)
    if locator is None:
        raise NotExportable(f"{NAME} reads an element by its name, and this one has only a place")
    return [f"{output} = {locator}.inner_text()"]


def _selected(step: StepExport) -> list[str]:
    option = _text(step.text("option"))
    locator = _field(step)
    if locator is None:
        raise NotExportable(f"{NAME} chooses in a list by its name, and this one has only a place")
    return [f"{locator}.select_option(label={option})"]


def _checked(step: StepExport) -> list[str]:
    locator = _locator(step)
    if locator is None:
        raise NotExportable(f"{NAME} checks a box by its name, and this one has only a place")
    return [f"{locator}.set_checked({step.take('on') is not False})"]


def _input(step: StepExport) -> list[str]:
    output, default, prompt = _variable(step), step.take("default"), step.take("prompt")
    step.take("secret")
    if default is not None:
        return [f"{output} = {_text(default)}"]
    return [f"{output} = input({_text(prompt) if isinstance(prompt, str) else ''})"]


def _asked(step: StepExport) -> list[str]:
    output = f"{_variable(step)} = " if step.has("output") else ""
    return [f"{output}input({_text(step.text('question'))})"]


def _failed(step: StepExport) -> list[str]:
    return [f"raise SystemExit({_text(step.text('reason')) if step.has('reason') else 1})"]


_WRITERS: dict[str, Callable[[StepExport], list[str]]] = {
    **dict.fromkeys(CLICKS, _clicked),
    **{f"SCROLL_{direction}": _scrolled for direction in _WHEEL},
    **dict.fromkeys(("MOUSE_DOWN", "MOUSE_UP"), _button),
    **dict.fromkeys(("KEY_PRESS", "GESTURE"), _pressed),
    **dict.fromkeys(("KEY_DOWN", "KEY_UP"), _held),
    **dict.fromkeys(("WAIT_FOR", "ASSERT"), _expected),
    "HOVER": _hovered,
    "TYPE": _typed,
    "DRAG": _dragged,
    "LAUNCH": _launched,
    "GO_BACK": lambda step: ["page.go_back()"],
    "WAIT": lambda step: [f"page.wait_for_timeout({step.number('seconds') * 1000:g})"],
    "SCREENSHOT": _pictured,
    "QUOTE_TEXT": _quoted,
    "SELECT": _selected,
    "CHECK": _checked,
    "SET": lambda step: [f"{_variable(step)} = {_text(step.take('value'))}"],
    "INPUT": _input,
    "ANSWER": lambda step: [f"print({_text(step.text('text'))})"],
    "ASK_USER": _asked,
    "FAIL": _failed,
    "END": lambda step: ["raise SystemExit(0)"],
}
