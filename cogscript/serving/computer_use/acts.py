"""What each computer-use tool does: looked up, answered from what is there, or translated and performed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.tree import Operation
from cogscript.serving.computer_use import window_binding as binding
from cogscript.serving.computer_use.translating import operations
from cogscript.serving.desk import Desk
from cogscript.serving.performing import perform
from cogscript.serving.served_tools import Arguments, ServedTool
from cogscript.serving.tool_answers import Answer, png
from cogscript.surfaces.capabilities import Pixels, Pointer, WindowPictures, Windows
from cogscript.surfaces.element_lines import HEADING, element_lines

Act = Callable[[Desk, Arguments], Answer]

_MOST_LINES = 120
_ZOOM = 1600
"""Pixels that the longer side of a zoomed region is enlarged to at most."""


def in_order(desk: Desk, made: Sequence[Operation]) -> Answer:
    """Perform one after another; the first that fails ends it."""
    texts = []
    for index, operation in enumerate(made):
        answer = perform(desk, operation, tells=index == len(made) - 1)
        texts.append(answer.text)
        if answer.is_error:
            return Answer("\n".join(texts), is_error=True, code=answer.code)
    return Answer("\n".join(texts) or "nothing to do")


def translated(name: str) -> Act:
    """Done as a plan's step would be, in the bound window or on the screen."""

    def act(desk: Desk, given: Arguments) -> Answer:
        with binding.entered(desk) as surface:
            return in_order(desk, operations(name, given, surface.size))

    return act


def behind(name: str) -> Act:
    """Done in the bound window without the pointer and the keyboard."""

    def act(desk: Desk, given: Arguments) -> Answer:
        binding.need_bound(desk)
        with binding.entered(desk, background=True) as surface:
            return in_order(desk, operations(name, given, surface.size))

    return act


def by_itself(name: str) -> Act:
    """Done in the bound window by the element's own action or value; where it has none, as by hand."""
    quietly, openly = behind(name), translated(name)

    def act(desk: Desk, given: Arguments) -> Answer:
        if not binding.bound(desk):
            return openly(desk, given)
        answer = quietly(desk, given)
        if answer.code != "background":
            return answer
        done = openly(desk, given)
        said = "it offers no action of its own: done with the pointer and the keyboard"
        return Answer(f"{said}\n{done.text}", is_error=done.is_error, code=done.code)

    return act


def _size(desk: Desk) -> Size:
    return desk.surface.size


# --- pictures ---------------------------------------------------------------------------------------


def screenshot(desk: Desk, given: Arguments) -> Answer:
    surface = desk.surface
    surface.settle()
    window = binding.bound_window(desk) if binding.bound(desk) else None
    pictures = surface.host.capability(WindowPictures)
    corner, lines = Point(0, 0), []
    if window is not None and pictures is not None:
        picture, corner = pictures.window_picture(window), Point(window.rect.left, window.rect.top)
        lines.append(f"the bound window: {binding.placed(window)}")
    else:
        picture = surface.need(Pixels).capture(surface.frame)
        lines.append(f"the screen, {surface.size.width}x{surface.size.height}")
    service = surface.elements
    if service is not None and window is not None:
        seen = service.snapshot(window=int(window.handle), covered=True)
        listed = list(element_lines(seen.elements, corner))
        lines += [HEADING, *listed[:_MOST_LINES]]
        if len(listed) > _MOST_LINES:
            lines.append(f"({len(listed) - _MOST_LINES} more)")
        if not seen.complete:
            lines.append(f"(not everything is listed: {seen.reason})")
    if given.get("save_to_disk"):
        lines.append(in_order(desk, operations("screenshot", given, _size(desk))).text)
        folder = desk.session.result.folder
        lines.append(f"saved in {folder}")
    return Answer(desk.session.state.mask("\n".join(lines)), png(picture))


def zoom(desk: Desk, given: Arguments) -> Answer:
    region = [int(each) for each in given["region"]]
    if len(region) != 4 or region[0] >= region[2] or region[1] >= region[3]:
        raise Fault("call", "zoom: `region` is [x1, y1, x2, y2], the corners from left and top")
    surface = desk.surface
    pictures = surface.host.capability(WindowPictures)
    if binding.bound(desk) and pictures is not None:
        whole = pictures.window_picture(binding.bound_window(desk))
    else:
        whole = surface.need(Pixels).capture(surface.frame)
    if region[2] > whole.width or region[3] > whole.height:
        raise Fault("call", f"zoom: the region reaches out of the picture of {whole.width}x{whole.height}")
    part = whole.crop((region[0], region[1], region[2], region[3]))
    factor = max(1, min(4, _ZOOM // max(part.size)))
    return Answer(
        f"{part.width}x{part.height}, {factor} times as large",
        png(part.resize((part.width * factor, part.height * factor))),
    )


def switch_display(desk: Desk, given: Arguments) -> Answer:
    """What follows is done on another monitor, until the display is switched again or a window is bound."""
    binding.unbind(desk)
    before = desk.blocks.pop("monitor", None)
    if before is not None:
        before.close()
    name = str(given["display"]).strip().casefold()
    if name in ("1", "auto", "primary", "main"):
        return Answer("on the primary monitor")
    if not name.isdecimal() or not int(name):
        raise Fault("call", f"there is no monitor `{name}`", "give its number: 1, 2 …")
    block = ExitStack()
    block.enter_context(desk.session.inside(monitor=int(name)))
    desk.blocks["monitor"] = block
    return Answer(f"on monitor {name}")


def cursor_position(desk: Desk, given: Arguments) -> Answer:
    host = desk.surface.host
    frame = binding.bound_window(desk).rect if binding.bound(desk) else desk.surface.frame
    at = host.need(Pointer).pointer()
    return Answer(f"x={at.x - frame.left}, y={at.y - frame.top}")


# --- windows ----------------------------------------------------------------------------------------


def bind_window(desk: Desk, given: Arguments) -> Answer:
    action = given["action"]
    host = desk.surface.host
    if action == "list":
        windows = host.need(Windows).windows()
        lines = [f"Visible windows ({len(windows)}):", *map(binding.listed, windows)]
        return Answer(desk.session.state.mask("\n".join(lines)))
    if action == "status":
        if binding.bound(desk) is None:
            return Answer("no window is bound")
        return Answer(f"bound to {binding.placed(binding.bound_window(desk))}")
    if action == "unbind":
        return Answer("unbound" if binding.unbind(desk) else "no window was bound")
    window = binding.wanted(desk, given)
    desk.session.state.permissions.program(lambda: window.apps)
    binding.bind(desk, window)
    return Answer(f"bound to {binding.placed(window)}")


def window_management(desk: Desk, given: Arguments) -> Answer:
    binding.need_bound(desk)
    if given["action"] == "get_rect":
        return Answer(binding.placed(binding.bound_window(desk)))
    if given["action"] == "focus":
        with binding.entered(desk):
            return Answer(f"in front: {binding.placed(binding.bound_window(desk))}")
    made = operations("window_management", given, desk.surface.host.size)
    title = binding.title_of(desk)
    answer = in_order(desk, [Operation(each.name, {**each.arguments, "title": title}) for each in made])
    if given["action"] == "close" and not answer.is_error:
        binding.unbind(desk)
    return answer


def open_application(desk: Desk, given: Arguments) -> Answer:
    return _opened(desk, operations("open_application", given, _size(desk)))


def open_terminal(desk: Desk, given: Arguments) -> Answer:
    return _opened(desk, operations("open_terminal", given, _size(desk)))


def _opened(desk: Desk, made: list[Operation]) -> Answer:
    """Start it on the screen, bind its window, and do the rest there."""
    binding.unbind(desk)
    known = {each.handle for each in desk.surface.need(Windows).windows()}
    answer = perform(desk, made[0])
    if answer.is_error:
        return answer
    windows = desk.surface.need(Windows).windows()
    fresh = [each for each in windows if each.handle not in known] or [
        each for each in windows if each.active
    ]
    if len(fresh) >= 1:
        binding.bind(desk, fresh[-1])
        answer.text += f"\nbound to {binding.placed(fresh[-1])}"
    if len(made) > 1:
        with binding.entered(desk):
            rest = in_order(desk, made[1:])
        return Answer(f"{answer.text}\n{rest.text}", is_error=rest.is_error)
    return answer


# --- people -------------------------------------------------------------------------------------------


def request_access(desk: Desk, given: Arguments) -> Answer:
    answer = in_order(desk, operations("request_access", given, _size(desk)))
    return answer if answer.is_error else list_granted(desk, given)


def list_granted(desk: Desk, given: Arguments) -> Answer:
    permissions = desk.session.state.permissions
    lines = [f"granted: {', '.join(permissions.granted()) or 'no program'}"]
    lines.append(f"clipboard: {', '.join(sorted(permissions.clipboard)) or 'no'}")
    lines.append(f"system key combinations: {'yes' if permissions.system_keys else 'no'}")
    return Answer("\n".join(lines))


def status_indicator(desk: Desk, given: Arguments) -> Answer:
    if given["action"] == "status":
        return Answer(f"shown: {desk.memory['status']}" if desk.memory.get("status") else "hidden")
    answer = in_order(desk, operations("status_indicator", given, _size(desk)))
    desk.memory["status"] = given.get("message") if given["action"] == "show" else None
    return answer


# --- several at once ----------------------------------------------------------------------------------


def batch(tools: Callable[[], dict[str, ServedTool]], key: str, default: str = "") -> Act:
    """The actions of a batch, one after another, as if each had been called alone."""

    def act(desk: Desk, given: Arguments) -> Answer:
        texts: list[str] = []
        actions = given[key]
        for index, each in enumerate(actions, 1):
            if not isinstance(each, dict):
                raise Fault("call", f"`{key}` holds something that is no action: {each!r}"[:200])
            name, arguments = _one(each, default)
            found = tools().get(name)
            wrong = f"there is no tool `{name[:40]}`" if found is None else found.misfit(arguments)
            if found is None or wrong:
                return Answer("\n".join([*texts, f"{index} of {len(actions)}: {wrong}"]), is_error=True)
            answer = found.run(desk, arguments)
            texts.append(f"{index} of {len(actions)}, {name}: {answer.text}")
            if answer.is_error:
                return Answer("\n".join(texts), answer.picture, is_error=True)
        return Answer("\n".join(texts) or "nothing to do")

    return act


def _one(each: dict[str, object], default: str) -> tuple[str, Arguments]:
    inner = each.get("input", each.get("arguments"))
    named = each.get("name", each.get("tool"))
    if isinstance(named, str) and isinstance(inner, dict):
        return named, inner
    if isinstance(named, str):
        return named, {key: value for key, value in each.items() if key not in ("name", "tool")}
    if isinstance(each.get("action"), str):
        return str(each["action"]), {key: value for key, value in each.items() if key != "action"}
    return default, each
