"""A form in Tk, which tells nothing of itself; what its fields hold is written to a file at each change."""

from __future__ import annotations

import sys
import tkinter
from pathlib import Path


def main(log: Path) -> None:
    window = tkinter.Tk()
    window.title("Tk form")
    window.geometry("460x260+200+150")
    fields: dict[str, tkinter.StringVar] = {}

    def tell(*_: str) -> None:
        log.write_text("".join(f"{name}={value.get()}\n" for name, value in fields.items()), encoding="utf-8")

    for row, name in enumerate(("Name", "City", "Password")):
        fields[name] = value = tkinter.StringVar()
        value.trace_add("write", tell)
        font = ("DejaVu Sans", 13)
        tkinter.Label(window, text=name, font=font).grid(row=row, column=0, padx=10, pady=12, sticky="w")
        hidden = "*" if name == "Password" else ""
        tkinter.Entry(window, textvariable=value, font=font, show=hidden).grid(row=row, column=1)
    tell()
    window.mainloop()


main(Path(sys.argv[1]))
