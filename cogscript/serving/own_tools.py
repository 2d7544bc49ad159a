"""The small set of tools: look, do, run a workflow, read what happened, save it."""

from __future__ import annotations

from cogscript.language.check.symbols import inputs
from cogscript.language.document import load
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.tree import Operation, Value
from cogscript.records.folders import find_run
from cogscript.records.reader import Record
from cogscript.serving.desk import Desk
from cogscript.serving.performing import perform
from cogscript.serving.served_tools import Arguments, ServedTool, flag, number, text
from cogscript.serving.tool_answers import Answer, png
from cogscript.settings import runs_folder
from cogscript.surfaces.capabilities import Pixels, Windows
from cogscript.surfaces.inventory import box_of, entries, listing
from cogscript.surfaces.look import Look
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.views import WindowView, handle_text, matching

_LISTED = 60
"""Elements of a look, unless more are asked for."""
_STEPS = 30

INSTRUCTIONS = """\
Operate a screen with the .cog language, one operation a line: CLICK(element_info='Save'), \
TYPE(element_info='Name', text='Ada', clear=True, enter=True), GESTURE(keys='Ctrl+S'), \
KEY_PRESS(key='Return'), SELECT(element_info='Country', option='France'), \
CHECK(element_info='I agree', on=True), \
SCROLL_DOWN(box=[[500,500]], step_count=3), LAUNCH(app='mousepad'), LAUNCH(url='https://…'), \
QUOTE_TEXT(element_info='Total', output='__CogName_total__'), WAIT_FOR(test=VISIBLE(element_info='Done')). \
Boxes are thousandths of the screen: [[left,top,right,bottom]], [[x,y]]. IN(window='Title') … END_IN() works \
in one window; with background=True without the pointer. `look` lists what is there in the words that \
operations take. Prefer names to boxes, and several operations in one call. Programs must be allowed first: \
ALLOW(apps=['mousepad'])."""


def _look(desk: Desk, given: Arguments) -> Answer:
    surface = _part(desk, given.get("window"))
    surface.settle()
    look = Look(surface)
    most = int(given.get("limit") or _LISTED)
    listed = entries(look)
    wanted = str(given.get("find") or "").casefold()
    if wanted:
        listed = [each for each in listed if wanted in f"{each.element.name} {each.element.role}".casefold()]
    lines = _windows(surface)
    lines += list(listing(listed[:most]))
    if len(listed) > most:
        lines.append(f"({len(listed) - most} more: give `find`, `window` or a higher `limit`)")
    if not look.elements.complete:
        lines.append(f"(not everything is listed: {look.elements.reason})")
    if given.get("text") or not listed:
        lines += [
            f"text {each.text!r} {box_of(each.rect, surface)}"
            for each in look.lines()
            if wanted in each.text.casefold()
        ]
    picture = png(look.picture.crop(surface.frame)) if given.get("picture") else None
    said = "\n".join(lines) or "there is no window, and nothing to read"
    return Answer(desk.session.state.mask(said), picture)


def _part(desk: Desk, window: object) -> Surface:
    surface = desk.surface
    if not window:
        return surface
    windows = surface.need(Windows).windows()
    found = matching(windows, str(window), None)
    if len(found) != 1:
        there = ", ".join(f"`{each.title}` ({handle_text(each)})" for each in found or windows)
        said = f"{len(found)} windows match" if found else "no window matches"
        raise Fault("target-missing", f"{said} `{window}`; there are: {there or 'none'}")
    return WindowView(surface.host, found[0])


def _windows(surface: Surface) -> list[str]:
    windows = surface.capability(Windows)
    if windows is None or surface.root is not surface:
        return []
    return [
        f"window {each.title!r}"
        + (f" app={each.apps[0]}" if each.apps else "")
        + (" (in front)" if each.active else "")
        for each in windows.windows()
    ]


def _do(desk: Desk, given: Arguments) -> Answer:
    answer = perform(desk, str(given["operations"]))
    if given.get("picture"):
        pixels = desk.surface.capability(Pixels)
        answer.picture = png(pixels.capture(desk.surface.frame)) if pixels is not None else None
    return answer


def _run_workflow(desk: Desk, given: Arguments) -> Answer:
    path = desk.path(str(given["file"]))
    variables: dict[str, Value] = {name: str(value) for name, value in (given.get("inputs") or {}).items()}
    call = Operation("CALL", {"workflow": str(path), "output": "__CogName_answer__", **variables})
    return perform(desk, call)


def _list_workflows(desk: Desk, given: Arguments) -> Answer:
    lines = []
    for path in sorted(desk.folder.glob("**/*.cog"))[:200]:
        name = path.relative_to(desk.folder)
        try:
            workflow = load(path)
        except (CogError, Fault) as error:
            lines.append(f"{name}: cannot be read: {str(error).splitlines()[0][:100]}")
            continue
        head = workflow.operations[0] if workflow.operations else None
        title = str(head.arguments.get("title") or "") if head is not None and head.name == "WORKFLOW" else ""
        wanted = [
            input_ + ("" if each.arguments.get("default") is None else "?")
            for input_, each in inputs(workflow).items()
        ]
        lines.append(f"{name}: {title}" + (f" (inputs: {', '.join(wanted)})" if wanted else ""))
    return Answer("\n".join(lines) or f"there is no workflow in {desk.folder}")


def _read_run(desk: Desk, given: Arguments) -> Answer:
    name = given.get("run")
    folder = desk.session.result.folder if not name else find_run(str(name), runs_folder())
    if folder is None:
        raise Fault("record", "this session is not on record")
    with Record(folder) as record:
        steps = [each for each in record.steps() if each.kind in ("step", "call")]
        most = int(given.get("last") or _STEPS)
        shown = steps[-most:] if most else []
        lines = [f"run {record.id}: {record.outcome}, {len(steps)} steps"]
        lines += [f"{each.number}. {_recorded(each)}" for each in shown]
    return Answer("\n".join(lines))


def _recorded(step: object) -> str:
    outcome, seen, error = (getattr(step, name, None) for name in ("outcome", "seen", "error"))
    operation = getattr(getattr(step, "operation", None), "text", "")
    said = f" ({seen})" if seen else ""
    return f"{outcome or 'unfinished'}: {operation}{said}" + (f": {error}" if error else "")


def _save_session(desk: Desk, given: Arguments) -> Answer:
    name = str(given["file"])
    path = desk.path(name if name.endswith(".cog") else f"{name}.cog")
    path.parent.mkdir(parents=True, exist_ok=True)
    desk.session.save(path, title=str(given.get("title") or ""))
    written = path.read_text(encoding="utf-8")
    return Answer(f"written: {path} ({len(written.splitlines())} lines); it runs with `cog run {path}`")


OWN_TOOLS = (
    ServedTool(
        "look", "List the windows and elements on the screen, each as arguments for an operation.", _look,
        {
            "window": text("Only this window: part of its title"),
            "find": text("Only elements whose name or kind has this text"),
            "text": flag("Also list text read by OCR"),
            "picture": flag("Also give a picture"),
            "limit": number("How many elements to list"),
        },
    ),
    ServedTool(
        "do", "Perform operations of the .cog language, one a line, in order; stops at the first that fails. "
        "Answers with what changed.", _do,
        {
            "operations": text("One or more lines, such as CLICK(element_info='Save')"),
            "picture": flag("Also give a picture afterwards"),
        },
        ("operations",),
    ),
    ServedTool(
        "run_workflow", "Run a saved .cog workflow; its answer comes back.", _run_workflow,
        {
            "file": text("Its name, as list_workflows tells it"),
            "inputs": {"type": "object", "description": "Values for its inputs",
                       "additionalProperties": {"type": "string"}},
        },
        ("file",),
    ),
    ServedTool("list_workflows", "List the saved workflows with their inputs.", _list_workflows),
    ServedTool(
        "read_run", "Tell what a run did, step by step: this session's, or another.", _read_run,
        {"run": text("Its id; this session by default"), "last": number("How many of its last steps")},
    ),
    ServedTool(
        "save_session", "Write what succeeded so far as a .cog workflow that runs without a model.",
        _save_session,
        {"file": text("Its name"), "title": text("What it does, in a few words")},
        ("file",),
    ),
)  # fmt: skip
