"""The program in GTK 3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gi

from drifted.programs.core import TICK, Node, Places, View, main

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk, Pango  # noqa: E402

_MARGIN = 14


class GtkView(View):
    def __init__(self) -> None:
        self._widgets: dict[str, Any] = {}
        self._windows: list[Any] = []
        self._combos: list[tuple[Any, list[Node]]] = []
        self._quiet = False
        """While a widget is changed by the program and not by a person."""

    def open_window(self, spec: Node) -> None:
        settings = Gtk.Settings.get_default()
        settings.set_property("gtk-application-prefer-dark-theme", bool(spec.get("dark")))
        settings.set_property("gtk-enable-animations", False)
        if spec.get("style") == "other":
            settings.set_property("gtk-theme-name", "HighContrast")
        if font := spec.get("font"):
            settings.set_property("gtk-font-name", f"{font[0]} {font[1]}")
        window = Gtk.Window(title=spec["title"])
        window.set_default_size(*spec["size"])
        window.move(*spec["at"])
        window.connect("destroy", lambda *_: self._closed())
        self._windows = [window]
        window.show_all()

    def fill(self, spec: Node) -> None:
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        if spec.get("menus"):
            outer.pack_start(self._menus(spec["menus"]), False, False, 0)
        if spec.get("toolbar"):
            bar = Gtk.Toolbar()
            for node in spec["toolbar"]:
                holder = Gtk.ToolItem()
                holder.add(self._icon(node))
                bar.insert(holder, -1)
            outer.pack_start(bar, False, False, 0)
        body = self._column(spec["body"])
        if spec.get("scroll"):
            scrolled = Gtk.ScrolledWindow()
            scrolled.add(body)
            body = scrolled
        self._widgets["page"] = body
        outer.pack_start(body, True, True, 0)
        self._windows[0].add(outer)
        outer.show_all()
        for identity in list(self._widgets):
            if identity.startswith("hidden:"):
                self._widgets.pop(identity).hide()

    def open_dialog(self, spec: Node) -> None:
        window = Gtk.Window(title=spec["title"], transient_for=self._windows[-1], modal=True)
        window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
        window.set_position(Gtk.WindowPosition.CENTER_ON_PARENT)
        window.set_default_size(340, 120)
        window.add(self._column(spec["body"]))
        window.connect("delete-event", lambda *_: self.program.did({"act": "close", "id": spec["title"]}))
        self._windows.append(window)
        window.show_all()

    def close_dialog(self) -> None:
        if len(self._windows) > 1:
            self._windows.pop().destroy()

    def _closed(self) -> None:
        self.program.did({"act": "close", "id": "window"})
        Gtk.main_quit()

    def write(self, identity: str, text: str) -> None:
        self._widgets[identity].set_text(text)

    def show(self, identity: str) -> None:
        self._widgets[identity].show()

    def enable(self, identity: str, on: bool) -> None:
        self._widgets[identity].set_sensitive(on)

    def loop(self, tick: Callable[[], None]) -> None:
        def again() -> bool:
            tick()
            return True

        GLib.timeout_add(int(TICK * 1000), again)
        Gtk.main()

    # --- parts --------------------------------------------------------------------------

    def _column(self, children: list[Node]) -> Any:
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        for side in ("start", "end", "top", "bottom"):
            getattr(column, f"set_margin_{side}")(_MARGIN)
        for node in children:
            column.pack_start(getattr(self, f"_{node['kind']}")(node), node["kind"] == "list", True, 0)
        return column

    def _text(self, node: Node) -> Any:
        return Gtk.Label(label=node["label"], xalign=0)

    def _heading(self, node: Node) -> Any:
        label = Gtk.Label(xalign=0)
        label.set_markup(f"<b><big>{GLib.markup_escape_text(node['label'])}</big></b>")
        return label

    def _labelled(self, node: Node, widget: Any) -> Any:
        line = Gtk.Box(spacing=8)
        label = Gtk.Label(label=node["label"], xalign=0, width_chars=16)
        if not node.get("bare"):
            label.set_mnemonic_widget(widget)
        line.pack_start(label, False, False, 0)
        line.pack_start(widget, True, True, 0)
        self._widgets[node["id"]] = widget
        return line

    def _field(self, node: Node) -> Any:
        entry = Gtk.Entry(visibility=not node.get("secret"))
        if node.get("secret"):
            entry.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        entry.connect("changed", lambda *_: self.program.typed(node["id"], entry.get_text()))
        entry.connect("activate", lambda *_: self.program.entered(node["id"]))
        return self._labelled(node, entry)

    def _check(self, node: Node) -> Any:
        check = Gtk.CheckButton(label=node["label"], active=node["on"], halign=Gtk.Align.START)
        check.connect("toggled", lambda *_: self.program.checked(node["id"], check.get_active()))
        self._widgets[node["id"]] = check
        return check

    def _radio(self, node: Node) -> Any:
        frame = Gtk.Frame(label=node["label"])
        box = Gtk.Box(spacing=12, border_width=6)
        first: Any = None
        for option in node["options"]:
            choice = Gtk.RadioButton.new_with_label_from_widget(first, option["label"])
            first = first or choice
            choice.connect("toggled", self._toggled, option["id"])
            box.pack_start(choice, False, False, 0)
            self._widgets[option["id"]] = choice
        frame.add(box)
        return frame

    def _toggled(self, choice: Any, identity: str) -> None:
        if choice.get_active():
            self.program.chose(identity)

    def _combo(self, node: Node) -> Any:
        combo = Gtk.ComboBoxText()
        for option in node["options"]:
            combo.append(option["id"], option["label"])
        combo.set_active(0)
        combo.connect("changed", lambda *_: self.program.chose(combo.get_active_id()))
        self._combos.append((combo, node["options"]))
        return self._labelled(node, combo)

    def _list(self, node: Node) -> Any:
        box = Gtk.ListBox()
        for option in node["options"]:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=option["label"], xalign=0))
            row.identity = option["id"]
            box.add(row)
            self._widgets[option["id"]] = row
        box.connect("row-selected", self._selected)
        frame = Gtk.Frame(label=node["label"])
        frame.add(box)
        return frame

    def _selected(self, box: Any, row: Any) -> None:
        if row is not None:
            self.program.chose(row.identity)

    def _button(self, node: Node) -> Any:
        button = Gtk.Button(label=node["label"])
        button.connect("clicked", lambda *_: self.program.pressed(node["id"]))
        self._widgets[node["id"]] = button
        return button

    def _icon(self, node: Node) -> Any:
        picture = Gtk.Image.new_from_pixbuf(GdkPixbuf.Pixbuf.new_from_file(node["file"]))
        button = Gtk.Button(image=picture, relief=Gtk.ReliefStyle.NONE, always_show_image=True)
        button.connect("clicked", lambda *_: self.program.pressed(node["id"]))
        self._widgets[node["id"]] = button
        return button

    def _buttons(self, node: Node) -> Any:
        line = Gtk.Box(spacing=8, halign=Gtk.Align.END)
        for child in node["children"]:
            line.pack_start(self._button(child), False, False, 0)
        return line

    def _group(self, node: Node) -> Any:
        frame = Gtk.Frame(label=node["label"])
        frame.add(self._column(node["children"]))
        return frame

    def _section(self, node: Node) -> Any:
        column = self._column(node["children"])
        self._widgets[node["id"]] = self._widgets[f"hidden:{node['id']}"] = column
        return column

    def _grid(self, node: Node) -> Any:
        grid = Gtk.Grid(column_spacing=6, row_spacing=6, column_homogeneous=True)
        for number, child in enumerate(node["children"]):
            widget = self._button(child)
            widget.set_hexpand(True)
            grid.attach(widget, number % node["columns"], number // node["columns"], 1, 1)
        return grid

    def _display(self, node: Node) -> Any:
        label = Gtk.Label(label="0", xalign=1)
        label.modify_font(Pango.FontDescription("Monospace 16"))
        self._widgets[node["id"]] = label
        return label

    def _table(self, node: Node) -> Any:
        grid = Gtk.Grid(column_spacing=18, row_spacing=6)
        for column, head in enumerate(node["columns"]):
            grid.attach(self._heading(head), column, 0, 1, 1)
        for number, row in enumerate(node["rows"], 1):
            for column, cell in enumerate(row["cells"]):
                grid.attach(Gtk.Label(label=cell, xalign=0, hexpand=True), column, number, 1, 1)
            for column, button in enumerate(row["buttons"], len(row["cells"])):
                grid.attach(self._button(button), column, number, 1, 1)
        return grid

    def _tabs(self, node: Node) -> Any:
        book = Gtk.Notebook()
        for page in node["pages"]:
            label = Gtk.Label(label=page["label"])
            book.append_page(self._column(page["children"]), label)
            self._widgets[page["id"]] = label
        book.connect("switch-page", self._switched, node["pages"])
        return book

    def _switched(self, book: Any, content: Any, number: int, pages: list[Node]) -> None:
        if book.get_realized() and book.get_mapped():
            self.program.chose(pages[number]["id"])

    def _menus(self, menus: list[Node]) -> Any:
        bar = Gtk.MenuBar()
        for menu in menus:
            head = Gtk.MenuItem(label=menu["label"])
            inner = Gtk.Menu()
            for entry in menu["items"]:
                line = Gtk.MenuItem(label=entry["label"])
                line.connect("activate", lambda _, identity=entry["id"]: self.program.pressed(identity))
                inner.append(line)
                self._widgets[entry["id"]] = line
            head.set_submenu(inner)
            bar.append(head)
            self._widgets[menu["id"]] = head
        return bar

    # --- where everything is ------------------------------------------------------------

    def places(self) -> Places:
        found = {
            identity: _place(widget)
            for identity, widget in self._widgets.items()
            if not _scrolled_out(widget)
        }
        for combo, options in self._combos:
            popup = combo.get_popup_accessible()
            widget = popup.get_widget() if popup is not None else None
            if isinstance(widget, Gtk.Menu) and widget.get_mapped():
                lines = [each for each in widget.get_children() if each.get_visible()]
                found |= {option["id"]: _place(line) for option, line in zip(options, lines, strict=False)}
        return {identity: place for identity, place in found.items() if place}


def _scrolled_out(widget: Any) -> bool:
    """Whether it is, at least in part, outside what its scrolled window shows."""
    frame = widget.get_ancestor(Gtk.ScrolledWindow)
    if frame is None or frame is widget:
        return False
    shown, own = _place(frame), _place(widget)
    return not shown or not own or own[1] < shown[1] or own[3] > shown[3]


def _place(widget: Any) -> tuple[int, int, int, int] | None:
    window = widget.get_window()
    if not widget.get_mapped() or window is None:
        return None
    _, left, top = window.get_origin()
    area = widget.get_allocation()
    if widget.get_has_window():
        if area.width <= 1:
            return None
        own = window.get_width(), window.get_height()
        return left, top, left + own[0], top + own[1]
    left, top = left + area.x, top + area.y
    return left, top, left + area.width, top + area.height


if __name__ == "__main__":
    main(GtkView)
