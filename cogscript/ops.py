"""One constructor an operation: `CLICK(box=(387, 248, 727, 317), element_info="Save")`.

Generated from the operation table by `python -m cogscript.language.write.constructors`; not edited by hand.
Every constructor takes `comment`, the description above the line; blocks take `body` and `branches`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model.construction import BoxLike, made
from cogscript.language.model.tree import Operation, Value


def WORKFLOW(
    *,
    title: str | None = None,
    screen: tuple[int, int] | None = None,
    platform: str | None = None,
    version: int | str | None = None,
    comment: str = "",
) -> Operation:
    """What this file is; only as the first line."""
    return made(
        "WORKFLOW", {"title": title, "screen": screen, "platform": platform, "version": version}, comment
    )


def CLICK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the left button at the box's midpoint."""
    return made(
        "CLICK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def DOUBLE_CLICK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the left button twice at the box's midpoint."""
    return made(
        "DOUBLE_CLICK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def RIGHT_CLICK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the right button at the box's midpoint."""
    return made(
        "RIGHT_CLICK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def HOVER(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Move the pointer to the box's midpoint."""
    return made(
        "HOVER",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def MIDDLE_CLICK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the middle button at the box's midpoint."""
    return made(
        "MIDDLE_CLICK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def TRIPLE_CLICK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the left button three times at the box's midpoint."""
    return made(
        "TRIPLE_CLICK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def LONG_PRESS(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    seconds: float | str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Hold the left button at the box's midpoint."""
    return made(
        "LONG_PRESS",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "seconds": seconds,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def DRAG(
    *,
    to: BoxLike,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    seconds: float | str | None = None,
    button: str | None = None,
    keys: Sequence[str] | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Drag with a button held, from the box's midpoint to another's."""
    return made(
        "DRAG",
        {
            "box": box,
            "to": to,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "seconds": seconds,
            "button": button,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def MOUSE_DOWN(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    button: str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Press a button and keep it down."""
    return made(
        "MOUSE_DOWN",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "button": button,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def MOUSE_UP(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    button: str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Release a button."""
    return made(
        "MOUSE_UP",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "button": button,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SWIPE(
    *,
    to: BoxLike,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    seconds: float | str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Swipe a finger, or drag the content, from one place to another."""
    return made(
        "SWIPE",
        {
            "box": box,
            "to": to,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "seconds": seconds,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SCROLL_UP(
    *,
    step_count: int | str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Turn the wheel up at the box's midpoint."""
    return made(
        "SCROLL_UP",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "step_count": step_count,
            "keys": keys,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SCROLL_DOWN(
    *,
    step_count: int | str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Turn the wheel down at the box's midpoint."""
    return made(
        "SCROLL_DOWN",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "step_count": step_count,
            "keys": keys,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SCROLL_LEFT(
    *,
    step_count: int | str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Turn the wheel left at the box's midpoint."""
    return made(
        "SCROLL_LEFT",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "step_count": step_count,
            "keys": keys,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SCROLL_RIGHT(
    *,
    step_count: int | str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    keys: Sequence[str] | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Turn the wheel right at the box's midpoint."""
    return made(
        "SCROLL_RIGHT",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "step_count": step_count,
            "keys": keys,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def TYPE(
    *,
    text: str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    clear: bool | None = None,
    enter: bool | None = None,
    method: str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Click the box's midpoint, then enter the text, all of it, exactly."""
    return made(
        "TYPE",
        {
            "box": box,
            "text": text,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "clear": clear,
            "enter": enter,
            "method": method,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def KEY_PRESS(
    *,
    key: str,
    times: int | str | None = None,
    seconds: float | str | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Press and release a key."""
    return made(
        "KEY_PRESS",
        {
            "key": key,
            "times": times,
            "seconds": seconds,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def KEY_DOWN(
    *,
    key: str,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Press a key and keep it down."""
    return made(
        "KEY_DOWN", {"key": key, "timeout": timeout, "optional": optional, "sensitive": sensitive}, comment
    )


def KEY_UP(
    *,
    key: str,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Release a key."""
    return made(
        "KEY_UP", {"key": key, "timeout": timeout, "optional": optional, "sensitive": sensitive}, comment
    )


def GESTURE(
    *,
    actions: Sequence[Operation] | None = None,
    keys: str | None = None,
    changes: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Press several keys together."""
    return made(
        "GESTURE",
        {
            "actions": actions,
            "keys": keys,
            "changes": changes,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def LAUNCH(
    *,
    app: str | None = None,
    url: str | None = None,
    arguments: Sequence[str] | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Open an application, or a link in the browser; the link wins."""
    return made(
        "LAUNCH",
        {
            "app": app,
            "url": url,
            "arguments": arguments,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SCREENSHOT(
    *,
    file: str | None = None,
    box: BoxLike | None = None,
    comment: str = "",
) -> Operation:
    """Save a picture of the screen, or of the box."""
    return made("SCREENSHOT", {"file": file, "box": box}, comment)


def WINDOW(
    *,
    action: str,
    title: str | None = None,
    app: str | None = None,
    box: BoxLike | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Bring a window to the front, move, size or close it, or hide it off the screen."""
    return made(
        "WINDOW",
        {
            "action": action,
            "title": title,
            "app": app,
            "box": box,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def SELECT(
    *,
    option: str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Choose an option of a list or a drop-down menu."""
    return made(
        "SELECT",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "option": option,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def CHECK(
    *,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    on: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Bring a box, switch or radio button into a state, and leave it if it is there."""
    return made(
        "CHECK",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "on": on,
            "timeout": timeout,
            "optional": optional,
            "sensitive": sensitive,
        },
        comment,
    )


def GO_BACK(
    *,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Go back, as the Back button does."""
    return made("GO_BACK", {"timeout": timeout, "optional": optional, "sensitive": sensitive}, comment)


def SYSTEM_BUTTON(
    *,
    button: str,
    timeout: float | str | None = None,
    optional: bool | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Press a button of the device."""
    return made(
        "SYSTEM_BUTTON",
        {"button": button, "timeout": timeout, "optional": optional, "sensitive": sensitive},
        comment,
    )


def IN(
    *,
    window: str | None = None,
    app: str | None = None,
    browser: str | None = None,
    phone: str | None = None,
    monitor: int | str | None = None,
    background: bool | None = None,
    box: BoxLike | None = None,
    timeout: float | str | None = None,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows in a window, on a page, a phone or another monitor."""
    return made(
        "IN",
        {
            "window": window,
            "app": app,
            "browser": browser,
            "phone": phone,
            "monitor": monitor,
            "background": background,
            "box": box,
            "timeout": timeout,
        },
        comment,
        body,
        branches,
    )


def ALLOW(
    *,
    apps: Sequence[str] | None = None,
    clipboard: str | None = None,
    system_keys: bool | None = None,
    reason: str | None = None,
    comment: str = "",
) -> Operation:
    """From here on, press and type in these programs only; the run stops elsewhere."""
    return made(
        "ALLOW", {"apps": apps, "clipboard": clipboard, "system_keys": system_keys, "reason": reason}, comment
    )


def SHOW(
    *,
    text: str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    wait: bool | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    comment: str = "",
) -> Operation:
    """Show a person a note, beside a place where one is given; an empty text ends it."""
    return made(
        "SHOW",
        {
            "text": text,
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "wait": wait,
            "timeout": timeout,
            "optional": optional,
        },
        comment,
    )


def STATUS(
    *,
    text: str,
    comment: str = "",
) -> Operation:
    """Say in a corner of the screen what goes on; an empty text ends it."""
    return made("STATUS", {"text": text}, comment)


def QUOTE_TEXT(
    *,
    output: str,
    box: BoxLike | None = None,
    element_type: str | None = None,
    element_info: str | None = None,
    id: str | None = None,
    near: str | None = None,
    picture: str | None = None,
    auto_scroll: bool | None = None,
    result: str | None = None,
    timeout: float | str | None = None,
    optional: bool | None = None,
    comment: str = "",
) -> Operation:
    """Put the text in the box into a variable."""
    return made(
        "QUOTE_TEXT",
        {
            "box": box,
            "element_type": element_type,
            "element_info": element_info,
            "id": id,
            "near": near,
            "picture": picture,
            "auto_scroll": auto_scroll,
            "output": output,
            "result": result,
            "timeout": timeout,
            "optional": optional,
        },
        comment,
    )


def LLM(
    *,
    prompt: str,
    output: str,
    result: str | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Put a language model's answer into a variable."""
    return made(
        "LLM", {"prompt": prompt, "output": output, "result": result, "sensitive": sensitive}, comment
    )


def LOOK(
    *,
    prompt: str,
    output: str,
    box: BoxLike | None = None,
    result: str | None = None,
    mask: BoxLike | Sequence[BoxLike] | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Put a vision model's answer about the picture into a variable."""
    return made(
        "LOOK",
        {
            "prompt": prompt,
            "box": box,
            "output": output,
            "result": result,
            "mask": mask,
            "sensitive": sensitive,
        },
        comment,
    )


def QUOTE_CLIPBOARD(
    *,
    output: str,
    result: str | None = None,
    comment: str = "",
) -> Operation:
    """Put the clipboard's text into a variable."""
    return made("QUOTE_CLIPBOARD", {"output": output, "result": result}, comment)


def EXTRACT(
    *,
    text: str | float,
    pattern: str,
    output: str,
    optional: bool | None = None,
    comment: str = "",
) -> Operation:
    """Put the part of a text that a pattern finds into a variable."""
    return made(
        "EXTRACT", {"text": text, "pattern": pattern, "output": output, "optional": optional}, comment
    )


def SET(
    *,
    output: str,
    value: str | float,
    comment: str = "",
) -> Operation:
    """Give a variable a value."""
    return made("SET", {"output": output, "value": value}, comment)


def INPUT(
    *,
    output: str,
    default: str | float | None = None,
    secret: bool | None = None,
    prompt: str | None = None,
    comment: str = "",
) -> Operation:
    """A value given when the workflow starts."""
    return made("INPUT", {"output": output, "default": default, "secret": secret, "prompt": prompt}, comment)


def SET_CLIPBOARD(
    *,
    text: str,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Put text on the clipboard."""
    return made("SET_CLIPBOARD", {"text": text, "sensitive": sensitive}, comment)


def ANSWER(
    *,
    text: str,
    comment: str = "",
) -> Operation:
    """Give a text back: on standard output, or to the CALL."""
    return made("ANSWER", {"text": text}, comment)


def ASK_USER(
    *,
    question: str,
    output: str | None = None,
    comment: str = "",
) -> Operation:
    """Ask the person at the terminal."""
    return made("ASK_USER", {"question": question, "output": output}, comment)


def WAIT(
    *,
    seconds: float | str,
    comment: str = "",
) -> Operation:
    """Wait a fixed time."""
    return made("WAIT", {"seconds": seconds}, comment)


def WAIT_FOR(
    *,
    test: Operation,
    timeout: float | str | None = None,
    optional: bool | None = None,
    comment: str = "",
) -> Operation:
    """Wait until a test holds."""
    return made("WAIT_FOR", {"test": test, "timeout": timeout, "optional": optional}, comment)


def ASSERT(
    *,
    test: Operation,
    message: str | None = None,
    comment: str = "",
) -> Operation:
    """Fail unless a test holds."""
    return made("ASSERT", {"test": test, "message": message}, comment)


def FAIL(
    *,
    reason: str | None = None,
    comment: str = "",
) -> Operation:
    """End the run as failed."""
    return made("FAIL", {"reason": reason}, comment)


def CALL(
    *,
    workflow: str,
    output: str | None = None,
    sensitive: bool | None = None,
    comment: str = "",
    **inputs: Value,
) -> Operation:
    """Run another workflow; further keywords are its inputs."""
    return made("CALL", {"workflow": workflow, "output": output, "sensitive": sensitive, **inputs}, comment)


def TOOL(
    *,
    name: str,
    output: str | None = None,
    sensitive: bool | None = None,
    comment: str = "",
    **inputs: Value,
) -> Operation:
    """Call a registered Python function; further keywords are its arguments."""
    return made("TOOL", {"name": name, "output": output, "sensitive": sensitive, **inputs}, comment)


def DO(
    *,
    task: str,
    limit: int | str | None = None,
    output: str | None = None,
    mask: BoxLike | Sequence[BoxLike] | None = None,
    sensitive: bool | None = None,
    comment: str = "",
) -> Operation:
    """Hand a task to a model that sees the screen and does it step by step."""
    return made(
        "DO", {"task": task, "limit": limit, "output": output, "mask": mask, "sensitive": sensitive}, comment
    )


def IF(
    *,
    test: Operation,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows if the test holds."""
    return made("IF", {"test": test}, comment, body, branches)


def ELSE_IF(
    *,
    test: Operation,
    body: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Otherwise, if this test holds."""
    return made("ELSE_IF", {"test": test}, comment, body)


def ELSE(
    *,
    body: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Otherwise."""
    return made("ELSE", {}, comment, body)


def REPEAT(
    *,
    times: int | str,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows several times."""
    return made("REPEAT", {"times": times}, comment, body, branches)


def WHILE(
    *,
    test: Operation,
    limit: int | str | None = None,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows as long as the test holds."""
    return made("WHILE", {"test": test, "limit": limit}, comment, body, branches)


def FOR_EACH(
    *,
    rows: str,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows for each row; its columns become variables."""
    return made("FOR_EACH", {"rows": rows}, comment, body, branches)


def TRY(
    *,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Do what follows; a failing step goes to CATCH."""
    return made("TRY", {}, comment, body, branches)


def CATCH(
    *,
    output: str | None = None,
    body: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """What to do when a step failed."""
    return made("CATCH", {"output": output}, comment, body)


def FINALLY(
    *,
    body: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """What to do afterwards in any case."""
    return made("FINALLY", {}, comment, body)


def ON(
    *,
    test: Operation,
    body: Sequence[Operation] = (),
    branches: Sequence[Operation] = (),
    comment: str = "",
) -> Operation:
    """Whenever the test holds before an operation, do what follows first."""
    return made("ON", {"test": test}, comment, body, branches)


def BREAK(
    *,
    comment: str = "",
) -> Operation:
    """Leave the loop."""
    return made("BREAK", {}, comment)


def CONTINUE(
    *,
    comment: str = "",
) -> Operation:
    """Start the loop's next round."""
    return made("CONTINUE", {}, comment)


def VISIBLE(
    *,
    element_info: str | None = None,
    element_type: str | None = None,
    id: str | None = None,
    near: str | None = None,
    box: BoxLike | None = None,
    comment: str = "",
) -> Operation:
    """Whether an element or a text is on the screen."""
    return made(
        "VISIBLE",
        {"element_info": element_info, "element_type": element_type, "id": id, "near": near, "box": box},
        comment,
    )


def EQUALS(
    *,
    left: str | float,
    right: str | float,
    comment: str = "",
) -> Operation:
    """Whether both sides are the same."""
    return made("EQUALS", {"left": left, "right": right}, comment)


def CONTAINS(
    *,
    text: str | float,
    part: str | float,
    comment: str = "",
) -> Operation:
    """Whether a text contains another."""
    return made("CONTAINS", {"text": text, "part": part}, comment)


def MATCHES(
    *,
    text: str | float,
    pattern: str,
    comment: str = "",
) -> Operation:
    """Whether a regular expression is found in a text."""
    return made("MATCHES", {"text": text, "pattern": pattern}, comment)


def LESS(
    *,
    left: str | float,
    right: str | float,
    comment: str = "",
) -> Operation:
    """Whether the left number is less than the right one."""
    return made("LESS", {"left": left, "right": right}, comment)


def GREATER(
    *,
    left: str | float,
    right: str | float,
    comment: str = "",
) -> Operation:
    """Whether the left number is greater than the right one."""
    return made("GREATER", {"left": left, "right": right}, comment)


def EXISTS(
    *,
    file: str,
    comment: str = "",
) -> Operation:
    """Whether a file exists."""
    return made("EXISTS", {"file": file}, comment)


def NOT(
    *,
    test: Operation,
    comment: str = "",
) -> Operation:
    """Whether a test does not hold."""
    return made("NOT", {"test": test}, comment)


def ALL(
    *,
    tests: Sequence[Operation],
    comment: str = "",
) -> Operation:
    """Whether every test holds."""
    return made("ALL", {"tests": tests}, comment)


def ANY(
    *,
    tests: Sequence[Operation],
    comment: str = "",
) -> Operation:
    """Whether at least one test holds."""
    return made("ANY", {"tests": tests}, comment)


def JUDGE(
    *,
    prompt: str,
    box: BoxLike | None = None,
    mask: BoxLike | Sequence[BoxLike] | None = None,
    comment: str = "",
) -> Operation:
    """Ask the model a question of yes or no."""
    return made("JUDGE", {"prompt": prompt, "box": box, "mask": mask}, comment)


def END(
    *,
    comment: str = "",
) -> Operation:
    """The task is done; nothing after it runs."""
    return made("END", {}, comment)
