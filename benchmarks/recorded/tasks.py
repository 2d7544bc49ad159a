"""What the scripted person does: each task with its programs, its hands' work, and what comes of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cogscript.language.model.box import Point
from recorded.person import Person

Argv = list[str]

CHROMIUM = [
    *("chromium", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--test-type"),
    *("--disable-component-update", "--disable-sync", "--disable-default-apps", "--password-store=basic"),
    *("--no-default-browser-check", "--force-renderer-accessibility"),
]


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    program: Callable[[Path], Argv]
    """The command line, given a fresh folder."""
    window: str
    """A part of its window's title."""
    do: Callable[[Person], None]
    result: Callable[[Path, str], str]
    """What came of it, from the folder and the titles of the windows; empty while nothing has."""
    files: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    follows_window: bool = False
    """Whether its layout grows with the screen, so that it can be replayed on another size."""
    maximised: bool = False


def _file(name: str) -> Callable[[Path, str], str]:
    def read(folder: Path, titles: str) -> str:
        path = folder / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    return read


def _title(folder: Path, titles: str) -> str:
    return titles if "done:" in titles else ""


# --- mousepad ------------------------------------------------------------------------------------


def _mousepad(name: str, text: str, do: Callable[[Person], None], *, follows: bool = False) -> Task:
    return Task(
        f"mousepad: {name}",
        lambda folder: ["mousepad", str(folder / "note.txt")],
        "note.txt",
        do,
        _file("note.txt"),
        {"note.txt": text},
        follows_window=follows,
        maximised=follows,
    )


def _save(person: Person) -> None:
    person.press("ctrl+s")
    person.pause(0.5)


def _text_area(person: Person) -> Point:
    """A place inside the text, near its beginning."""
    rect = person.see_field().rect
    return Point(rect.left + 60, rect.top + 12)


def _write(person: Person) -> None:
    person.type("Dear Anna, the invoice is #4711 (50% paid).")
    _save(person)


def _lines(person: Person) -> None:
    person.click(*_text_area(person))
    for line in ("first", "second", "third"):
        person.type(line)
        person.press("Return")
    _save(person)


def _mistakes(person: Person) -> None:
    person.type("Teh quikc")
    person.press("BackSpace", "BackSpace")
    person.type("ck fox")
    person.press("Home", "Right")
    person.press("Delete", "Delete")
    person.type("he")
    _save(person)


def _by_menu(person: Person) -> None:
    person.type("saved by the menu")
    person.click_on("File", "menu")
    person.click_on("Save", "menu item")
    person.pause(0.5)


def _replace_all(person: Person) -> None:
    person.press("ctrl+a")
    person.type("all of it is new")
    _save(person)


def _replace_word(person: Person) -> None:
    x, y = _text_area(person)
    person.click(x - 40, y, times=2)
    person.type("Goodbye")
    _save(person)


def _copy_paste(person: Person) -> None:
    person.press("ctrl+Home", "shift+End", "ctrl+c", "End", "ctrl+v")
    person.pause(0.5)
    _save(person)


def _context_menu(person: Person) -> None:
    x, y = _text_area(person)
    person.press("ctrl+a", "ctrl+c", "ctrl+End")
    person.click(x + 200, y + 100, button=3)
    person.click_on("Paste", "menu item")
    person.pause(0.5)
    _save(person)


def _select_by_dragging(person: Person) -> None:
    rect = person.see_field().rect
    person.drag(Point(rect.left + 2, rect.top + 10), Point(rect.left + 300, rect.top + 10))
    person.press("Delete")
    person.type("dragged")
    _save(person)


def _capitals(person: Person) -> None:
    person.hold("Shift_L")
    person.press("a", "b", "c")
    person.let_go("Shift_L")
    person.press("Caps_Lock", "d", "e", "Caps_Lock", "f")
    _save(person)


def _chinese(person: Person) -> None:
    person.click(*_text_area(person))
    person.type("你好，世界")
    person.pause(0.6)
    _save(person)


def _find_and_replace(person: Person) -> None:
    person.press("ctrl+r")
    person.pause(1.0)
    person.type("cat")
    person.press("Tab")
    person.pause(0.3)
    person.click_on("Replace with", "text field")
    person.type("dog")
    person.click_on("Replace", "button")
    person.pause(0.5)
    person.click_on("Close", "button")
    person.pause(0.5)
    _save(person)


# --- zenity --------------------------------------------------------------------------------------


def _zenity(
    name: str,
    arguments: Argv,
    do: Callable[[Person], None],
    variables: dict[str, str] | None = None,
    *,
    window: str = "Cogscript",
    follows: bool = False,
) -> Task:
    def program(folder: Path) -> Argv:
        quoted = " ".join("'" + each + "'" for each in ["zenity", "--title=Cogscript", *arguments])
        return ["sh", "-c", f'{quoted} > answer.txt; echo " exit $?" >> answer.txt']

    return Task(
        f"zenity: {name}",
        program,
        window,
        do,
        _file("answer.txt"),
        {},
        variables or {},
        follows_window=follows,
    )


def _entry(person: Person) -> None:
    person.see("OK")
    person.type("42 apples")
    person.click_on("OK")


def _form(person: Person) -> None:
    person.click_on("Name", "text field")
    person.type("Anna Schmidt")
    person.click_on("City", "text field")
    person.type("Köln")
    person.click_on("OK")


def _password(person: Person) -> None:
    person.click_on("User", "text field")
    person.type("anna")
    person.press("Tab")
    person.type("s3cret!")
    person.click_on("OK")


def _list(person: Person) -> None:
    person.click_on("banana")
    person.click_on("OK")


def _checklist(person: Person) -> None:
    person.click_on("tea")
    person.press("Home", "space", "Down", "space")
    person.click_on("OK")


def _question(person: Person) -> None:
    person.click_on("No", "button")


def _scale(person: Person) -> None:
    person.see("OK")
    person.press("Right", "Right", "Right")
    person.click_on("OK")


# --- xterm ---------------------------------------------------------------------------------------


def _xterm(name: str, do: Callable[[Person], None], result: str = "out.txt", *, follows: bool = True) -> Task:
    return Task(
        f"xterm: {name}",
        lambda folder: ["xterm", "-T", "terminal", "-fa", "DejaVu Sans Mono", "-fs", "11", "-e", "sh"],
        "terminal",
        do,
        _file(result),
        follows_window=follows,
    )


def _command(person: Person) -> None:
    person.type('echo "it\'s $((6*7))" | tr a-z A-Z > out.txt')
    person.press("Return")


def _two_commands(person: Person) -> None:
    person.type("seq 3 > out.txt")
    person.press("Return")
    person.type("wc -l < out.txt >> out.txt")
    person.press("Return")


def _cat(person: Person) -> None:
    person.click(640, 400)
    person.type("cat > out.txt")
    person.press("Return")
    person.type("line one")
    person.press("Return")
    person.type("line two")
    person.press("Return", "ctrl+d")


def _interrupt(person: Person) -> None:
    person.type("sleep 99")
    person.press("Return")
    person.press("ctrl+c")
    person.type("echo stopped > out.txt")
    person.press("Return")


# --- Chromium ------------------------------------------------------------------------------------

_PAGE = """<!doctype html><meta charset=utf-8><title>waiting</title>
<style>body{{font:18px sans-serif;margin:3vw}}input,button,select{{font:inherit;margin:6px}}</style>
{body}<script>function done(text){{document.title='done: '+text}}</script>"""


def _chromium(name: str, body: str, do: Callable[[Person], None], *, follows: bool = False) -> Task:
    def program(folder: Path) -> Argv:
        page = folder / "page.html"
        return [*CHROMIUM, f"--user-data-dir={folder / 'profile'}", "--start-maximized", page.as_uri()]

    return Task(
        f"chromium: {name}",
        program,
        "waiting",
        do,
        _title,
        {"page.html": _PAGE.format(body=body)},
        follows_window=follows,
    )


_FORM = """<h1>Order</h1><label>Customer <input id=c></label><br><label>Amount <input id=a></label><br>
<button onclick="done(c.value+' '+a.value)">Send order</button>"""


def _order(person: Person) -> None:
    person.click_on("Customer", "text field")
    person.type("ACME & Sons")
    person.press("Tab")
    person.type("17.50")
    person.click_on("Send order")


_CHOICES = """<label><input type=checkbox id=b> Gift wrap</label><br>
<label><input type=radio name=r value=air> Air</label>
<label><input type=radio name=r value=sea> Sea</label><br>
<button onclick="done(b.checked+' '+document.querySelector('input[name=r]:checked').value)">Choose</button>"""


def _choose(person: Person) -> None:
    person.click_on("Gift wrap", "checkbox")
    person.click_on("Sea", "radio button")
    person.click_on("Choose", "button")


_LONG = (
    "<h1>Top</h1>"
    + "".join(f"<p>Paragraph {number} of a long page</p>" for number in range(60))
    + """<a href="#" onclick="done('bottom');return false">Read on</a><div style="height:200px"></div>"""
)


def _scroll_down(person: Person) -> None:
    person.move(640, 500)
    person.scroll(40)
    person.pause(0.8)
    person.click_on("Read on", "link")


_HOVER = """<style>#m ul{{display:none;margin:0;padding:0 20px}}#m:hover ul{{display:block}}li{{padding:8px}}
#m{{width:220px;background:#ddd;padding:10px}}</style>
<div id=m><span>Products</span><ul><li>Boats</li><li onclick="done('trains')">Trains</li></ul></div>"""


def _hover_menu(person: Person) -> None:
    rect = person.see("Products").rect
    person.move(*rect.middle)
    person.pause(1.2)
    person.click_on("Trains")


_SLIDER = """<input type=range id=s min=0 max=10 value=0 style="width:600px" oninput="v.textContent=value">
<b id=v>0</b><br><button onclick="done(s.value)">Take it</button>"""


def _slide(person: Person) -> None:
    rect = person.slider().rect
    y = rect.middle.y
    person.drag(Point(rect.left + 10, y), Point(rect.left + rect.width // 2, y))
    person.click_on("Take it")


TASKS: list[Task] = [
    _mousepad("write and save", "", _write, follows=True),
    _mousepad("several lines", "", _lines, follows=True),
    _mousepad("mistakes put right", "", _mistakes, follows=True),
    _mousepad("save by the menu", "", _by_menu),
    _mousepad("replace everything", "old text\nof two lines\n", _replace_all, follows=True),
    _mousepad("replace a word", "Hello world", _replace_word),
    _mousepad("copy and paste by keys", "abc\ndef\n", _copy_paste, follows=True),
    _mousepad("paste from the context menu", "copy me ", _context_menu),
    _mousepad("select by dragging", "this whole line goes away\nand this one stays\n", _select_by_dragging),
    _mousepad("capitals", "", _capitals, follows=True),
    _mousepad("Chinese by an input method", "", _chinese, follows=True),
    _mousepad("find and replace", "one cat\ntwo dogs\n", _find_and_replace),
    _zenity("entry", ["--entry", "--text=How many?"], _entry, follows=True),
    _zenity("form", ["--forms", "--text=Who?", "--add-entry=Name", "--add-entry=City"], _form, follows=True),
    _zenity(
        "password",
        ["--forms", "--text=Log in", "--add-entry=User", "--add-password=Password"],
        _password,
        {"password": "s3cret!"},
        follows=True,
    ),
    _zenity(
        "list",
        ["--list", "--width=400", "--height=300", "--column=Fruit", "apple", "banana", "cherry"],
        _list,
    ),
    _zenity(
        "checklist",
        [
            "--list",
            "--checklist",
            "--width=400",
            "--height=300",
            "--column=",
            "--column=Drink",
            "FALSE",
            "coffee",
            "FALSE",
            "tea",
            "FALSE",
            "milk",
        ],
        _checklist,
    ),
    _zenity("question", ["--question", "--text=Shall we?"], _question, follows=True),
    _zenity("scale", ["--scale", "--text=How loud?", "--value=20"], _scale),
    _xterm("a command", _command),
    _xterm("two commands", _two_commands),
    _xterm("cat and Ctrl+D", _cat),
    _xterm("Ctrl+C", _interrupt),
    _chromium("order form", _FORM, _order),
    _chromium("choices", _CHOICES, _choose),
    _chromium("scroll to a link", _LONG, _scroll_down),
    _chromium("menu under the pointer", _HOVER, _hover_menu),
    _chromium("slider", _SLIDER, _slide),
]


def prepare(task: Task, folder: Path) -> Argv:
    """A fresh folder with the task's files; the command line that starts its program."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in task.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return task.program(folder)
