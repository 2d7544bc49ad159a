"""Check boxes and radio buttons in Tk, which tells nothing of itself.

tk_marks.py LOG: what becomes of them is written to the log.
"""

from __future__ import annotations

import sys
import tkinter
from pathlib import Path
from tkinter import ttk


def main(log: Path) -> None:
    window = tkinter.Tk()
    window.title("Delivery")
    window.geometry("420x320+200+150")
    ttk.Style().theme_use("clam")
    gift, receipt = tkinter.BooleanVar(value=True), tkinter.BooleanVar()
    never, speed = tkinter.BooleanVar(), tkinter.StringVar(value="slow")

    def write(name: str, value: object) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{name} {value}\n")

    def wrote(name: str, what: tkinter.Variable) -> dict[str, object]:
        return {"variable": what, "command": lambda: write(name, what.get())}

    rows = (
        tkinter.Checkbutton(window, text="Wrap as a gift", **wrote("gift", gift)),
        ttk.Checkbutton(window, text="Send a receipt", **wrote("receipt", receipt)),
        ttk.Radiobutton(window, text="Slow boat", value="slow", **wrote("speed", speed)),
        ttk.Radiobutton(window, text="Express", value="fast", **wrote("speed", speed)),
        tkinter.Checkbutton(window, text="Never changes", variable=never, command=lambda: never.set(False)),
        ttk.Button(window, text="Order", command=lambda: write("order", "")),
    )
    for row in rows:
        row.pack(anchor="w", padx=30, pady=8)
    log.touch()
    window.mainloop()


main(Path(sys.argv[1]))
