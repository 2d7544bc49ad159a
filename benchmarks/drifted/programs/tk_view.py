"""The program in Tk, with the themed widgets; Tk tells an accessibility service nothing at all."""

from __future__ import annotations

import contextlib
import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import font, ttk
from typing import Any

from drifted.programs.core import TICK, Node, Places, View, main

_PAD = 6
_DARK = {"background": "#2b2b2b", "foreground": "#eeeeee"}
_DARK_FIELD = {"fieldbackground": "#3c3c3c", "foreground": "#ffffff", "insertcolor": "#ffffff"}


class TkView(View):
    def __init__(self) -> None:
        self._widgets: dict[str, Any] = {}
        self._lists: list[tuple[Any, list[Node]]] = []
        self._combos: list[tuple[Any, list[Node]]] = []
        self._menus: list[tuple[Any, list[Node]]] = []
        self._books: list[tuple[Any, list[Node]]] = []
        self._dialogs: list[Any] = []
        self._kept: list[Any] = []
        """Variables and pictures, which Tk forgets when nobody holds them."""

    def open_window(self, spec: Node) -> None:
        self._root = tkinter.Tk(className=spec["title"])
        scale = float(spec.get("scale", 1))
        self._root.tk.call("tk", "scaling", 96 / 72 * scale)
        self._scale = scale
        family, size = spec.get("font", ["DejaVu Sans", 10])
        for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkHeadingFont"):
            font.nametofont(name).configure(family=family, size=size)
        style = ttk.Style()
        style.theme_use("alt" if spec.get("style") == "other" else "clam")
        if spec.get("dark"):
            style.configure(".", **_DARK)
            style.configure("TEntry", **_DARK_FIELD)
            style.map(
                "TCombobox", fieldbackground=[("readonly", "#3c3c3c")], foreground=[("readonly", "#ffffff")]
            )
            style.map("TButton", background=[("active", "#4a4a4a"), ("!active", "#3c3c3c")])
            self._root.configure(background=_DARK["background"])
        self._dark = bool(spec.get("dark"))
        self._root.title(spec["title"])
        width, height = (round(side * scale) for side in spec["size"])
        self._root.minsize(width, height)
        self._root.geometry("+{}+{}".format(*spec["at"]))
        self._root.protocol("WM_DELETE_WINDOW", self._closed)
        self._root.update()

    def fill(self, spec: Node) -> None:
        if spec.get("menus"):
            bar = ttk.Frame(self._root)
            for menu in spec["menus"]:
                self._menu(bar, menu).pack(side="left")
            bar.pack(fill="x")
        if spec.get("toolbar"):
            bar = ttk.Frame(self._root)
            for node in spec["toolbar"]:
                self._icon(bar, node).pack(side="left", padx=2, pady=2)
            bar.pack(fill="x")
        self._body = ttk.Frame(self._root, padding=12)
        self._body.pack(fill="both", expand=True)
        self._column(self._body, spec["body"])

    def _closed(self) -> None:
        self.program.did({"act": "close", "id": "window"})
        self._root.destroy()

    def open_dialog(self, spec: Node) -> None:
        window = tkinter.Toplevel(self._root)
        window.title(spec["title"])
        window.transient(self._root)
        frame = ttk.Frame(window, padding=12)
        frame.pack(fill="both", expand=True)
        self._column(frame, spec["body"])
        left, top = self._root.winfo_rootx() + 60, self._root.winfo_rooty() + 50
        window.geometry(f"+{left}+{top}")
        window.protocol("WM_DELETE_WINDOW", lambda: self.program.did({"act": "close", "id": spec["title"]}))
        self._dialogs.append(window)
        window.wait_visibility()
        window.grab_set()

    def close_dialog(self) -> None:
        if self._dialogs:
            self._dialogs.pop().destroy()

    def write(self, identity: str, text: str) -> None:
        self._widgets[identity].configure(text=text)

    def show(self, identity: str) -> None:
        self._widgets[identity].pack(fill="x")

    def enable(self, identity: str, on: bool) -> None:
        widget = self._widgets[identity]
        if isinstance(widget, ttk.Combobox) and on:
            widget.configure(state="readonly")
        else:
            widget.configure(state="normal" if on else "disabled")

    def loop(self, tick: Callable[[], None]) -> None:
        def again() -> None:
            tick()
            self._root.after(int(TICK * 1000), again)

        again()
        self._root.mainloop()

    # --- parts --------------------------------------------------------------------------

    def _column(self, parent: Any, children: list[Node]) -> None:
        for node in children:
            widget = getattr(self, f"_{node['kind']}")(parent, node)
            if node["kind"] == "section":
                continue
            if node["kind"] == "check":
                widget.pack(anchor="w", pady=_PAD // 2)
            else:
                widget.pack(fill="both" if node["kind"] == "list" else "x", pady=_PAD // 2)

    def _text(self, parent: Any, node: Node) -> Any:
        return ttk.Label(parent, text=node["label"])

    def _heading(self, parent: Any, node: Node) -> Any:
        bold = font.nametofont("TkDefaultFont").copy()
        bold.configure(weight="bold", size=bold.cget("size") + 3)
        self._kept.append(bold)
        return ttk.Label(parent, text=node["label"], font=bold)

    def _labelled(self, parent: Any, node: Node, make: Callable[[Any], Any]) -> Any:
        line = ttk.Frame(parent)
        ttk.Label(line, text=node["label"], width=16).pack(side="left")
        widget = make(line)
        widget.pack(side="left", fill="x", expand=True)
        self._widgets[node["id"]] = widget
        return line

    def _field(self, parent: Any, node: Node) -> Any:
        value = tkinter.StringVar()
        value.trace_add("write", lambda *_: self.program.typed(node["id"], value.get()))
        self._kept.append(value)
        shown = "•" if node.get("secret") else ""

        def make(line: Any) -> Any:
            entry = ttk.Entry(line, textvariable=value, show=shown)
            entry.bind("<Return>", lambda _: self.program.entered(node["id"]))
            return entry

        return self._labelled(parent, node, make)

    def _check(self, parent: Any, node: Node) -> Any:
        value = tkinter.BooleanVar(value=node["on"])
        self._kept.append(value)
        check = ttk.Checkbutton(
            parent,
            text=node["label"],
            variable=value,
            command=lambda: self.program.checked(node["id"], value.get()),
        )
        self._widgets[node["id"]] = check
        return check

    def _radio(self, parent: Any, node: Node) -> Any:
        frame = ttk.LabelFrame(parent, text=node["label"], padding=6)
        value = tkinter.StringVar(value=node["options"][0]["id"])
        value.trace_add("write", lambda *_: self.program.chose(value.get()))
        self._kept.append(value)
        for option in node["options"]:
            choice = ttk.Radiobutton(frame, text=option["label"], variable=value, value=option["id"])
            choice.pack(side="left", padx=_PAD)
            self._widgets[option["id"]] = choice
        return frame

    def _combo(self, parent: Any, node: Node) -> Any:
        def make(line: Any) -> Any:
            combo = ttk.Combobox(line, values=[each["label"] for each in node["options"]], state="readonly")
            combo.current(0)
            combo.bind(
                "<<ComboboxSelected>>", lambda _: self.program.chose(node["options"][combo.current()]["id"])
            )
            self._combos.append((combo, node["options"]))
            return combo

        return self._labelled(parent, node, make)

    def _list(self, parent: Any, node: Node) -> Any:
        frame = ttk.LabelFrame(parent, text=node["label"], padding=6)
        box = tkinter.Listbox(frame, height=len(node["options"]) + 1, exportselection=False)
        if self._dark:
            box.configure(background="#3c3c3c", foreground="#ffffff")
        for option in node["options"]:
            box.insert("end", option["label"])
        box.bind("<<ListboxSelect>>", lambda _: self._selected(box, node["options"]))
        box.pack(fill="both", expand=True)
        self._lists.append((box, node["options"]))
        return frame

    def _selected(self, box: Any, options: list[Node]) -> None:
        for number in box.curselection():
            self.program.chose(options[number]["id"])

    def _button(self, parent: Any, node: Node) -> Any:
        button = ttk.Button(parent, text=node["label"], command=lambda: self.program.pressed(node["id"]))
        self._widgets[node["id"]] = button
        return button

    def _icon(self, parent: Any, node: Node) -> Any:
        picture = tkinter.PhotoImage(file=node["file"])
        if self._scale >= 2:
            picture = picture.zoom(round(self._scale))
        self._kept.append(picture)
        button = ttk.Button(
            parent, image=picture, style="Toolbutton", command=lambda: self.program.pressed(node["id"])
        )
        self._widgets[node["id"]] = button
        return button

    def _buttons(self, parent: Any, node: Node) -> Any:
        line = ttk.Frame(parent)
        for child in reversed(node["children"]):
            self._button(line, child).pack(side="right", padx=_PAD // 2)
        return line

    def _group(self, parent: Any, node: Node) -> Any:
        frame = ttk.LabelFrame(parent, text=node["label"], padding=6)
        self._column(frame, node["children"])
        return frame

    def _section(self, parent: Any, node: Node) -> Any:
        frame = ttk.Frame(parent)
        self._column(frame, node["children"])
        self._widgets[node["id"]] = frame
        return frame

    def _grid(self, parent: Any, node: Node) -> Any:
        frame = ttk.Frame(parent)
        for number, child in enumerate(node["children"]):
            row, column = divmod(number, node["columns"])
            self._button(frame, child).grid(row=row, column=column, sticky="nsew", padx=2, pady=2)
            frame.columnconfigure(column, weight=1)
        return frame

    def _display(self, parent: Any, node: Node) -> Any:
        label = ttk.Label(parent, text="0", anchor="e", font=("DejaVu Sans Mono", 16))
        self._widgets[node["id"]] = label
        return label

    def _table(self, parent: Any, node: Node) -> Any:
        frame = ttk.Frame(parent)
        for column, head in enumerate(node["columns"]):
            self._heading(frame, head).grid(row=0, column=column, sticky="w", padx=8)
            frame.columnconfigure(column, weight=1)
        for number, row in enumerate(node["rows"], 1):
            for column, cell in enumerate(row["cells"]):
                ttk.Label(frame, text=cell).grid(row=number, column=column, sticky="w", padx=8, pady=2)
            for column, button in enumerate(row["buttons"], len(row["cells"])):
                self._button(frame, button).grid(row=number, column=column, padx=2, pady=2)
        return frame

    def _tabs(self, parent: Any, node: Node) -> Any:
        book: Any = ttk.Notebook(parent)
        for page in node["pages"]:
            frame = ttk.Frame(book, padding=8)
            self._column(frame, page["children"])
            book.add(frame, text=page["label"])
        self._books.append((book, node["pages"]))
        first = True

        def changed(_: object) -> None:
            nonlocal first
            if not first:
                self.program.chose(node["pages"][book.index("current")]["id"])
            first = False

        book.bind("<<NotebookTabChanged>>", changed)
        return book

    def _menu(self, parent: Any, node: Node) -> Any:
        head = ttk.Menubutton(parent, text=node["label"])
        menu = tkinter.Menu(head, tearoff=False)
        for entry in node["items"]:
            menu.add_command(label=entry["label"], command=partial(self.program.pressed, entry["id"]))
        head.configure(menu=menu)
        self._widgets[node["id"]] = head
        self._menus.append((menu, node["items"]))
        return head

    # --- where everything is ------------------------------------------------------------

    def places(self) -> Places:
        found = {
            identity: _place(widget)
            for identity, widget in self._widgets.items()
            if widget.winfo_exists() and widget.winfo_viewable()
        }
        found["page"] = _place(self._body)
        for menu, items in self._menus:
            if menu.winfo_viewable():
                found |= {item["id"]: _menu_place(menu, number) for number, item in enumerate(items)}
        for box, options in self._lists:
            found |= _lines(box.tk, str(box), options)
        for combo, options in self._combos:
            with contextlib.suppress(tkinter.TclError):  # there is no list before it was opened once
                popdown = combo.tk.call("ttk::combobox::PopdownWindow", combo)
                if int(combo.tk.call("winfo", "viewable", popdown)):
                    found |= _lines(combo.tk, f"{popdown}.f.l", options)
        for book, pages in self._books:
            if book.winfo_viewable():
                found |= _tab_places(book, pages)
        return found


def _place(widget: Any) -> tuple[int, int, int, int]:
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def _menu_place(menu: Any, number: int) -> tuple[int, int, int, int]:
    left, top = menu.winfo_rootx(), menu.winfo_rooty()
    upper = menu.yposition(number)
    lower = menu.yposition(number + 1) if number < menu.index("end") else menu.winfo_height()
    return left, top + upper, left + menu.winfo_width(), top + lower


def _lines(tk: Any, box: str, options: list[Node]) -> Places:
    """The visible lines of a list."""
    found: Places = {}
    left, top = int(tk.call("winfo", "rootx", box)), int(tk.call("winfo", "rooty", box))
    width = int(tk.call("winfo", "width", box))
    for number, option in enumerate(options):
        line = tk.splitlist(tk.call(box, "bbox", number))
        if line:
            upper, height = int(line[1]), int(line[3])
            found[option["id"]] = (left, top + upper, left + width, top + upper + height)
    return found


def _tab_places(book: Any, pages: list[Node]) -> Places:
    """A notebook only tells which tab is at a place: its edges are felt for."""
    found: Places = {}
    left, top = book.winfo_rootx(), book.winfo_rooty()
    for number, page in enumerate(pages):
        hits = [x for x in range(0, book.winfo_width(), 2) if _tab_at(book, x, 12) == number]
        depths = [y for y in range(0, 60, 2) if hits and _tab_at(book, hits[len(hits) // 2], y) == number]
        if hits and depths:
            found[page["id"]] = (left + hits[0], top + depths[0], left + hits[-1] + 2, top + depths[-1] + 2)
    return found


def _tab_at(book: Any, x: int, y: int) -> int | None:
    found = book.tk.call(book, "identify", "tab", x, y)
    return int(found) if str(found) != "" else None


if __name__ == "__main__":
    main(TkView)
