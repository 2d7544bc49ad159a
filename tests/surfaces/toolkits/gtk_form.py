"""One form in GTK 3 or 4: `gtk_form.py 3`. Everything an element can say of itself is in it once."""

import sys

import gi

VERSION = sys.argv[1]
gi.require_version("Gtk", f"{VERSION}.0")
from gi.repository import GLib, Gtk  # noqa: E402


def add(box, widget):
    if VERSION == "3":
        box.pack_start(widget, False, True, 0)
    else:
        box.append(widget)


def labelled(box, text, widget):
    row = Gtk.Box(spacing=6)
    label = Gtk.Label(label=text, use_underline=True)
    label.set_mnemonic_widget(widget)
    add(row, label)
    add(row, widget)
    add(box, row)
    return widget


def combo_box(*choices):
    if VERSION == "4":
        combo = Gtk.DropDown.new_from_strings(choices)
        combo.set_selected(1)
        return combo
    combo = Gtk.ComboBoxText()
    for each in choices:
        combo.append_text(each)
    combo.set_active(1)
    return combo


def password_entry(text):
    return Gtk.Entry(text=text, visibility=False) if VERSION == "3" else Gtk.PasswordEntry(text=text)


def radio_buttons():
    if VERSION == "3":
        first = Gtk.RadioButton(label="One")
        return first, Gtk.RadioButton(label="Two", group=first)
    first, second = Gtk.CheckButton(label="One"), Gtk.CheckButton(label="Two")
    second.set_group(first)
    return first, second


def ask(button, window):
    """A modal dialog of the same program, over the window."""
    dialog = Gtk.Dialog(title="Sure?", transient_for=window, modal=True)
    dialog.add_button("Yes", 1)
    dialog.add_button("Save", 2)
    dialog.set_default_size(560, 620)
    dialog.connect("response", lambda *_: dialog.destroy())
    dialog.show()


def form(window):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2)
    if VERSION == "3":
        bar, menu, opened = Gtk.MenuBar(), Gtk.Menu(), Gtk.MenuItem(label="File")
        for name in ("Open", "Save As"):
            menu.append(Gtk.MenuItem(label=name))
        opened.set_submenu(menu)
        bar.append(opened)
        add(box, bar)
    labelled(box, "_Name:", Gtk.Entry(text="abc"))
    labelled(box, "Secret:", password_entry("hidden"))
    labelled(box, "Fixed:", Gtk.Entry(text="fixed", editable=False))
    labelled(box, "Colour:", combo_box("red", "green", "blue"))
    level = labelled(box, "Level:", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1))
    level.set_value(30)
    level.set_hexpand(True)
    count = labelled(box, "Count:", Gtk.SpinButton.new_with_range(0, 10, 1))
    count.set_value(5)
    add(box, Gtk.CheckButton(label="Agree", active=True))
    first, second = radio_buttons()
    first.set_active(True)
    add(box, first)
    add(box, second)
    add(box, Gtk.ToggleButton(label="Bold", active=True))
    saved = Gtk.Button(label="Save")
    if VERSION == "3":
        saved.get_accessible().set_accessible_id("save")
    saved.connect("clicked", lambda button: button.set_label("Saved"))
    add(box, saved)
    add(box, Gtk.Button(label="Late", sensitive=False))
    asking = Gtk.Button(label="Ask")
    asking.connect("clicked", ask, window)
    add(box, asking)
    more = Gtk.Expander(label="More", expanded=True)
    tabs = Gtk.Notebook()
    for name in ("First", "Second"):
        tabs.append_page(Gtk.Label(label=f"on {name}"), Gtk.Label(label=name))
    notes = Gtk.TextView(hexpand=True)
    notes.get_buffer().set_text("hello\nworld")
    inside = Gtk.Label(label="inside")
    more.add(inside) if VERSION == "3" else more.set_child(inside)
    add(box, more)
    add(box, tabs)
    labelled(box, "Notes:", notes)
    return box


def main():
    window = Gtk.Window(title="Form")
    window.set_default_size(500, 560)
    loop = GLib.MainLoop()
    if VERSION == "3":
        window.add(form(window))
        window.show_all()
    else:
        window.set_child(form(window))
        window.show()
    loop.run()


if VERSION == "4":
    Gtk.init()
main()
