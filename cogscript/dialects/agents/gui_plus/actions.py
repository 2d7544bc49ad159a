"""Every action of computer_use, mobile_use and browser_use, by an example."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.core.draft import Action


def _table() -> Iterable[tuple[str, Action]]:
    def row(tool: str, action: str, rest: str = "", remark: str = "") -> tuple[str, Action]:
        verb = action.split()[0]
        example = f'{{"name": "{tool}", "arguments": {{"action": "{verb}"{rest}}}}}'
        return f"{tool} {action}", Action(example, remark)

    at = ', "coordinate": [300, 200]'
    yield row("computer_use", "key", ', "keys": ["ctrl", "s"]')
    yield row("computer_use", "type", ', "text": "你好", "clear": 1, "enter": 1')
    for action in ("mouse_move", "left_click", "click", "right_click", "middle_click", "double_click",
                   "triple_click"):  # fmt: skip
        yield row("computer_use", action, at)
    yield row("computer_use", "left_click_drag", at, "from where the pointer is")
    yield row("computer_use", "drag", ', "coordinate": [10, 20], "coordinate2": [300, 200]')
    yield row("computer_use", "scroll", ', "pixels": -5', "up to 20 are notches, more are pixels")
    yield row("computer_use", "hscroll", ', "pixels": 5', "positive is to the right")
    yield row("computer_use", "wait", ', "time": 2')
    yield row("computer_use", "terminate", ', "status": "success"', "FAIL where the status is failure")
    yield row("computer_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("computer_use", "interact", ', "text": "log in, please"')
    yield row("computer_use", "call_user")
    yield row("computer_use", "key_down", ', "keys": ["shift"]', "EvoCUA")
    yield row("computer_use", "key_up", ', "keys": ["shift"]', "EvoCUA")
    yield row(
        "computer_use", "visit_url", ', "url": "https://example.org"', "Fara; its `type` presses Return"
    )
    yield row("computer_use", "web_search", ', "query": "green tea"', "Fara")
    yield row("computer_use", "history_back", "", "Fara")
    yield row("mobile_use", "key", ', "text": "volume_up"', "a key the language lacks becomes a tool")
    yield row("mobile_use", "click", at)
    yield row("mobile_use", "long_press", at + ', "time": 2')
    yield row("mobile_use", "swipe", ', "coordinate": [500, 800], "coordinate2": [500, 200]')
    yield row("mobile_use", "swipe up", ', "direction": "up"', "MAI-UI: where the finger goes")
    yield row("mobile_use", "drag", ', "start_coordinate": [10, 20], "end_coordinate": [300, 200]', "MAI-UI")
    yield row("mobile_use", "type", ', "text": "济南"')
    yield row("mobile_use", "system_button", ', "button": "Back"')
    yield row("mobile_use", "open", ', "text": "Files"')
    yield row("mobile_use", "wait", ', "time": 2')
    yield row("mobile_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("mobile_use", "interact", ', "text": "log in, please"')
    yield row("mobile_use", "ask_user", ', "text": "Which one?"', "MAI-UI")
    yield row("mobile_use", "terminate", ', "status": "success"', "FAIL where the status is failure")
    place = ', "coordinate": [500, 300]'
    yield row("browser_use", "click", place, "or by `label`, where the list of elements came with the plan")
    yield row("browser_use", "type", f'{place}, "text": "abc"', "clears the field, and presses Return")
    yield row("browser_use", "scroll", ', "label": "WINDOW", "direction": "down"', "three notches")
    yield row("browser_use", "select", f'{place}, "option": "Large"')
    yield row("browser_use", "wait")
    yield row("browser_use", "go_back")
    yield row("browser_use", "wikipedia", "", "opens its first page")
    yield row("browser_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("browser_use", "goto", ', "url": "https://example.org"')
    yield (
        "a custom tool",
        Action('{"name": "save_to_file", "arguments": {"file_path": "a.txt", "content": "abc"}}', "TOOL"),
    )


ACTIONS = dict(_table())
