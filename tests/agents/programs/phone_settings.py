"""A phone's settings: a list of pages, and a switch on one of them; what is switched is written to a file."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def note(box: Gtk.CheckButton) -> None:
    with open(sys.argv[1], "a", encoding="utf-8") as file:
        file.write(f"{box.get_label()}\n")


def main() -> None:
    window = Gtk.Window(title="Settings")
    window.connect("destroy", Gtk.main_quit)
    window.set_default_size(700, 1100)
    pages = Gtk.Stack()
    menu = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=24, margin=24)
    for name in ("Network", "Display", "Sound"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: pages.set_visible_child_name(name))
        menu.pack_start(button, False, False, 0)
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=24, margin=24)
        setting = Gtk.CheckButton(label={"Display": "Dark theme"}.get(name, f"Use {name}"))
        setting.connect("toggled", note)
        page.pack_start(setting, False, False, 0)
        pages.add_named(page, name)
    pages.add_named(menu, "menu")
    window.add(pages)
    window.show_all()
    pages.set_visible_child_name("menu")
    Gtk.main()


main()
