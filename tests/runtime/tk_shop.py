"""A window in Tk, which tells nothing of itself, with a button that is disabled or a dialog in the way.

tk_shop.py LOG [disabled|dialog] SECONDS: for so many seconds; what was pressed is written to the log.
"""

from __future__ import annotations

import sys
import tkinter
from pathlib import Path
from tkinter import ttk


def main(log: Path, what: str, seconds: float) -> None:
    window = tkinter.Tk()
    window.title("Shop")
    window.geometry("420x260+200+150")
    ttk.Style().theme_use("clam")
    for text in ("Your order", "Two kettles", "One lamp"):
        ttk.Label(window, text=text).pack(pady=6)

    def pressed(name: str) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")
        title["text"] = f"Thank you for the {name}"

    title = ttk.Label(window, text="Nothing yet")
    title.pack(pady=6)
    order = ttk.Button(window, text="Order", command=lambda: pressed("order"))
    order.pack(pady=6)
    ttk.Button(window, text="Cancel", command=lambda: pressed("cancel")).pack(pady=6)
    if what == "disabled":
        order.state(["disabled"])
        window.after(int(1000 * seconds), lambda: order.state(["!disabled"]))
    if what == "dialog":
        window.update()
        dialog = tkinter.Toplevel(window)
        dialog.title("News")
        dialog.geometry("180x80+700+200")
        dialog.transient(window)
        ttk.Label(dialog, text="A new version").pack()
        dialog.wait_visibility()
        dialog.grab_set()
        window.after(int(1000 * seconds), dialog.destroy)
    log.touch()
    window.mainloop()


main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
