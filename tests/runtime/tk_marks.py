"""Check boxes and radio buttons in Tk, which tells nothing of itself; tk_marks.py LOG: what they do is written there."""

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

    def wrote(name: str, value: object) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{name} {value}\n")

    gift, stubborn = tkinter.BooleanVar(value=True), tkinter.BooleanVar(value=False)
    speed, copies = tkinter.StringVar(value="slow"), tkinter.BooleanVar(value=False)
    rows = (
        tkinter.Checkbutton(window, text="Wrap as a gift", variable=gift, command=lambda: wrote("gift", gift.get())),
        ttk.Checkbutton(window, text="Send a receipt", variable=copies, command=lambda: wrote("copy", copies.get())),
        ttk.Radiobutton(window, text="Slow boat", variable=speed, value="slow", command=lambda: wrote("speed", "slow")),
        ttk.Radiobutton(window, text="Express", variable=speed, value="fast", command=lambda: wrote("speed", "fast")),
        tkinter.Checkbutton(window, text="Never changes", variable=stubborn, command=lambda: stubborn.set(False)),
        ttk.Button(window, text="Order", command=lambda: wrote("order", "")),
    )  # fmt: skip
    for row in rows:
        row.pack(anchor="w", padx=30, pady=8)
    log.touch()
    window.mainloop()


main(Path(sys.argv[1]))
