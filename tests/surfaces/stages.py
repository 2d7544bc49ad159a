"""A program whose windows come in stages, as those of large programs do.

python stages.py STAGE…

splash:SECONDS    a splash screen that says so
frameless:SECONDS a splash screen that only looks like one
empty:SECONDS     the real window, with nothing painted, while the program computes
deaf:SECONDS      the real window, painted, while the program answers nobody
works:SECONDS     the real window; a click makes it work that long, and then it is painted
opens:SECONDS     the real window; a click opens another one, painted after that time
mute:SECONDS      as `opens`, but the other one comes after that time, and the program answers no pings
keyed:SECONDS     the real window; the first key opens another one over it, after that time
open              the real window, painted; it closes when it is asked to, and then writes `closed`
plain             the real window, which shows nothing and has nothing to do
"""

import contextlib
import select
import sys
import time

from Xlib import X, Xatom, Xutil, display
from Xlib.protocol import event

screen = display.Display()
root = screen.screen().root


def atom(name):
    return screen.intern_atom(name)


def window(title, width, height, x=200, y=150):
    made = root.create_window(
        x, y, width, height, 0, X.CopyFromParent, X.InputOutput, X.CopyFromParent,
        background_pixel=0xFFFFFF,
        event_mask=X.ExposureMask | X.StructureNotifyMask | X.ButtonPressMask | X.KeyPressMask,
    )  # fmt: skip
    made.set_wm_name(title)
    made.set_wm_class("stages", "Stages")
    return made


def answer(seconds, *, painted=None, clicked=None, keyed=None):
    """Handle what comes for some seconds, or until the window is asked to close."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        screen.flush()
        if not screen.pending_events():
            # Asleep until something comes: a program that looks again and again is never idle.
            select.select([screen], [], [], max(0.0, deadline - time.monotonic()))
            continue
        happened = screen.next_event()
        if happened.type == X.Expose and painted is not None:
            paint(painted)
        elif happened.type == X.ButtonPress and clicked is not None:
            clicked()
        elif happened.type == X.KeyPress and keyed is not None:
            keyed()
        elif happened.type == X.ClientMessage and happened.client_type == atom("WM_PROTOCOLS"):
            kind = happened.data[1][0]
            if kind == atom("_NET_WM_PING"):
                reply = event.ClientMessage(
                    window=root, client_type=atom("WM_PROTOCOLS"), data=(32, happened.data[1])
                )
                root.send_event(reply, event_mask=X.SubstructureNotifyMask | X.SubstructureRedirectMask)
            elif kind == atom("WM_DELETE_WINDOW"):
                return


def paint(where):
    pen = where.create_gc(foreground=0x203040)
    for row in range(8):
        where.fill_rectangle(pen, 20, 20 + 30 * row, 200, 15)


def splash(seconds):
    made = window("Loading", 300, 150)
    made.change_property(atom("_NET_WM_WINDOW_TYPE"), Xatom.ATOM, 32, [atom("_NET_WM_WINDOW_TYPE_SPLASH")])
    made.map()
    answer(seconds, painted=made)
    made.destroy()


def frameless(seconds):
    made = window("Loading", 300, 150)
    made.change_property(atom("_MOTIF_WM_HINTS"), atom("_MOTIF_WM_HINTS"), 32, [2, 0, 0, 0, 0])
    size = {"min_width": 300, "max_width": 300, "min_height": 150, "max_height": 150}
    made.set_wm_normal_hints(flags=Xutil.PMinSize | Xutil.PMaxSize, **size)
    made.map()
    compute(made, seconds)
    made.destroy()


def compute(made, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        sum(range(1_000_000))  # most of its time: what rests between two strokes is idle
        answer(0.001, painted=made)


def real(*, answers=True):
    global main
    if main is None:
        main = window("The real window", 400, 300)
        main.set_wm_protocols([atom("WM_DELETE_WINDOW"), *([atom("_NET_WM_PING")] if answers else [])])
        main.map()
    return main


def empty(seconds):
    real()
    compute(None, seconds)


def works(seconds):
    def clicked():
        time.sleep(seconds)
        paint(main)

    real()
    answer(600, clicked=clicked)


def opens(seconds):
    def clicked():
        other = another(700)
        compute(None, seconds)
        paint(other)

    paint(real())
    answer(600, painted=main, clicked=clicked)


def mute(seconds):
    def clicked():
        compute(None, seconds)
        another(700)

    paint(real(answers=False))
    answer(600, painted=main, clicked=clicked)


def keyed(seconds):
    def opened():
        answer(seconds, painted=main)
        answer(600, painted=another(250))

    paint(real())
    answer(600, painted=main, keyed=opened)


def another(x):
    other = window("Another window", 300, 200, x, 150)
    other.map()
    return other


def deaf(seconds):
    paint(real())
    screen.sync()
    time.sleep(0.3)
    paint(main)
    screen.sync()
    time.sleep(seconds)


main = None
for stage in sys.argv[1:]:
    name, _, seconds = stage.partition(":")
    if name == "open":
        paint(real())
        answer(600, painted=main)
        with contextlib.suppress(OSError), open("closed", "w") as file:
            file.write("asked")
    elif name == "plain":
        real()
        answer(600)
    else:
        stages = {"splash": splash, "frameless": frameless, "empty": empty, "deaf": deaf, "works": works}
        (stages | {"opens": opens, "mute": mute, "keyed": keyed})[name](float(seconds))
