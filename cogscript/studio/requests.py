"""What a page can ask for: one function each, by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault

if TYPE_CHECKING:
    from cogscript.studio.studio import Page, Studio

Values = dict[str, Any]
Act = Callable[["Studio", "Page", Values], Awaitable[Any]]


async def _hello(studio: Studio, page: Page, _: Values) -> Values:
    """All that a page needs to begin, or to go on after the line was broken."""
    from importlib.metadata import version

    stage = studio.stage
    return {
        "version": version("cogscript"),
        "folder": studio.workspace.root.name or "/",
        "root": studio.workspace.root.as_uri(),
        "files": studio.list_files(),
        "running": stage.running,
        "history": stage.history,
        "stopped": stage.stopped,
        "question": stage.question,
        "size": stage.size,
        "surface": stage.shown,
        "shown": studio.shown,
        "recording": studio.recording.path,
    }


async def _open(studio: Studio, page: Page, values: Values) -> Values:
    found = studio.workspace.read(str(values["path"]))
    page.open[found.path] = found.stamp
    studio.watched.begin(found.path)
    return {"path": found.path, "text": found.text, "stamp": found.stamp}


async def _shut(studio: Studio, page: Page, values: Values) -> None:
    page.open.pop(str(values["path"]), None)


async def _save(studio: Studio, page: Page, values: Values) -> Values:
    path = str(values["path"])
    saved = studio.workspace.save(path, str(values["text"]), str(values.get("stamp") or ""))
    page.open[path] = saved.stamp
    studio.watched.begin(path)
    studio.tell_of_file(path, but=page)
    if not values.get("stamp"):
        studio.tell({"event": "files", "files": studio.list_files()})
    return {"stamp": saved.stamp}


async def _screen(studio: Studio, page: Page, values: Values) -> None:
    await studio.stage.open(str(values.get("size") or ""))


async def _watch(studio: Studio, page: Page, values: Values) -> None:
    page.watches = bool(values["on"])
    studio.look_after_pictures()


async def _run(studio: Studio, page: Page, values: Values) -> None:
    studio.workspace.place(str(values["file"]))
    names = ("file", "stepping", "from_line", "breaks", "variables", "screen")
    await studio.stage.run(**{name: values[name] for name in names if name in values})


async def _pause(studio: Studio, page: Page, values: Values) -> None:
    await studio.stage.pause()


async def _stop(studio: Studio, page: Page, values: Values) -> None:
    studio.stage.stop()


async def _command(studio: Studio, page: Page, values: Values) -> None:
    await studio.stage.command(str(values["text"]))


async def _breaks(studio: Studio, page: Page, values: Values) -> None:
    await studio.stage.set_breaks([str(each) for each in values["breaks"]])


async def _reply(studio: Studio, page: Page, values: Values) -> None:
    await studio.stage.answer(values.get("text"))


async def _hand(studio: Studio, page: Page, values: Values) -> None:
    if studio.stage.running and studio.stage.stopped is None:
        raise Fault("running", "a run has the screen: pause or stop it first")
    await studio.by_hand(lambda: studio.hand().act(str(values["kind"]), values))


async def _name(studio: Studio, page: Page, values: Values) -> Values:
    x, y = int(values["x"]), int(values["y"])
    window, app = str(values.get("window") or ""), str(values.get("app") or "")
    return await studio.by_hand(lambda: studio.hand().named(x, y, window, app))


async def _frame(studio: Studio, page: Page, values: Values) -> list[int]:
    window, app = str(values.get("window") or ""), str(values.get("app") or "")
    if studio.stage.shown is not None and not (window or app):
        return [0, 0, *studio.stage.shown["size"]]
    return await studio.by_hand(lambda: studio.hand().frame(window, app))


async def _record(studio: Studio, page: Page, values: Values) -> None:
    """What is done on the private screen from now on becomes lines of a text, before a line."""
    if studio.stage.running and studio.stage.stopped is None:
        raise Fault("running", "a run has the screen: pause or stop it first")
    if studio.stage.shown is not None:
        raise Fault("not-here", "only what is done on the private screen can be recorded: stop the run first")
    if studio.stage.environment is None:
        raise Fault("no-screen", "there is no private screen: open it first")
    path = str(values["path"])
    place = studio.workspace.place(path)
    screen, line = studio.stage.environment, int(values["line"])
    await studio.recording.begin(screen, path, place, str(values["text"]), line)


async def _end_recording(studio: Studio, page: Page, values: Values) -> None:
    studio.recording.end()


async def _runs(studio: Studio, page: Page, values: Values) -> list[Values]:
    return studio.runs.listed()


async def _steps(studio: Studio, page: Page, values: Values) -> Values:
    return studio.runs.steps(str(values["run"]))


async def _healing(studio: Studio, page: Page, values: Values) -> Values:
    return studio.runs.healing(str(values["run"]))


async def _heal(studio: Studio, page: Page, values: Values) -> Values:
    healed = studio.runs.heal(str(values["run"]))
    for path in studio.watched.changed():
        studio.tell_of_file(path)
    return healed


REQUESTS: dict[str, Act] = {
    "hello": _hello, "open": _open, "shut": _shut, "save": _save,
    "screen": _screen, "watch": _watch, "hand": _hand, "name": _name, "frame": _frame,
    "run": _run, "pause": _pause, "stop": _stop, "command": _command, "breaks": _breaks, "reply": _reply,
    "record": _record, "end-recording": _end_recording,
    "runs": _runs, "steps": _steps, "healing": _healing, "heal": _heal,
}  # fmt: skip
