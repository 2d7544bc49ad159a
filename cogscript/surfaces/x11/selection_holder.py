"""The process that holds the clipboard of an X display for a run.

On X a clipboard is whoever owns it, answering requests. Owning it from a process of its own means that
the owner sees each request come (so a paste is known to have been read), that what the person had
copied is put back whatever becomes of the run, and that it stays there after the run has ended:
this process then stays, like xclip's, until somebody copies something else.

Standard library and python-xlib only, started as a file. One JSON object a line each way, an answer with
its question's number:
  {"do": "offer", "text": …, "primary": bool}  → {"ready": true} or {"unsaved": why}
  {"do": "refuse", "client": n}                → {"refusing": n}: give this client nothing from now on
  {"do": "restore"}                            → {"restored": true}
  {"do": "set", "text": …}                     → {"ready": true}
  {"do": "read"}                               → {"text": …} or {"kinds": […]} or {"silent": true}
and by itself, at each request of another program: {"asked": requestor}, or {"fetched": requestor} when it
has been given the whole text.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import time
from typing import Any, NamedTuple

from Xlib import X, Xatom, error
from Xlib.display import Display
from Xlib.protocol import event, request

_CHUNK = 200_000
"""Bytes of one property; more goes in pieces (ICCCM's INCR)."""
_ANSWER_LIMIT = 3.0
_MOST = 64 * 1024 * 1024
_NO_DATA = frozenset(
    {"TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY"}
)
_TEXTS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT", "text/plain")
# Clipboard managers keep what was copied; this asks them not to.
_PRIVATE = "x-kde-passwordManagerHint"


class Datum(NamedTuple):
    kind: str
    format: int
    data: bytes


Contents = dict[str, Datum]


class Unanswered(Exception):
    """The clipboard's owner does not answer."""


def text_contents(text: str, *, private: bool) -> Contents:
    """A text in the forms programs ask for."""
    utf8 = text.encode()
    contents = {
        "UTF8_STRING": Datum("UTF8_STRING", 8, utf8),
        "text/plain;charset=utf-8": Datum("text/plain;charset=utf-8", 8, utf8),
        "TEXT": Datum("UTF8_STRING", 8, utf8),
    }
    with contextlib.suppress(UnicodeEncodeError):
        contents["STRING"] = Datum("STRING", 8, text.encode("latin-1"))
    if text.isascii():
        contents["text/plain"] = Datum("text/plain", 8, utf8)
    if private:
        contents[_PRIVATE] = Datum(_PRIVATE, 8, b"secret")
    return contents


class HeldSelections:
    """The X side: reading what others hold, and answering for what is held here."""

    def __init__(self) -> None:
        self.display = Display()
        self.display.set_error_handler(lambda *_: None)
        self._atoms: dict[str, int] = {}
        self._names: dict[int, str] = {}
        screen = self.display.screen()
        self.window = screen.root.create_window(
            -10, -10, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask
        )
        self.held: dict[str, Contents] = {}
        """Selection → what this process answers with."""
        self.refused: set[int] = set()
        self._sending: dict[tuple[int, int], tuple[memoryview, int, Any]] = {}
        self.news: list[dict[str, Any]] = []

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self.display.intern_atom(name)
            self._names[self._atoms[name]] = name
        return self._atoms[name]

    def name(self, atom: int) -> str:
        if atom not in self._names:
            try:
                self._names[atom] = self.display.get_atom_name(atom)
            except error.XError:
                self._names[atom] = ""
            self._atoms[self._names[atom]] = atom
        return self._names[atom]

    def client(self, resource: int) -> int:
        """The client that made a window: the upper part of its number."""
        return resource & ~int(self.display.display.info.resource_id_mask)

    # --- owning -------------------------------------------------------------------------

    def own(self, selection: str, contents: Contents | None) -> None:
        """Hold a selection; with no contents, let it be empty."""
        if contents is None:
            if self.held.pop(selection, None) is not None:
                request.SetSelectionOwner(
                    display=self.display.display,
                    window=X.NONE,
                    selection=self.atom(selection),
                    time=X.CurrentTime,
                )
        else:
            self.held[selection] = contents
            self.window.set_selection_owner(self.atom(selection), X.CurrentTime)
        self.display.sync()

    def handle(self, happening: Any) -> None:
        if happening.type == X.SelectionRequest:
            self._answer(happening)
        elif happening.type == X.SelectionClear:
            self.held.pop(self.name(happening.atom), None)
        elif happening.type == X.PropertyNotify and happening.state == X.PropertyDelete:
            self._send_more(happening)

    def _answer(self, asked: Any) -> None:
        contents = self.held.get(self.name(asked.selection), {})
        target = self.name(asked.target)
        place = asked.property or asked.target
        requestor = asked.requestor
        if self.client(requestor.id) in self.refused:
            place = X.NONE
        elif target == "TARGETS":
            targets = [self.atom(name) for name in ("TARGETS", *contents)]
            requestor.change_property(place, Xatom.ATOM, 32, targets)
        elif target in contents:
            self._give(requestor, place, contents[target])
        else:
            place = X.NONE
        requestor.send_event(
            event.SelectionNotify(
                time=asked.time,
                requestor=requestor,
                selection=asked.selection,
                target=asked.target,
                property=place,
            )
        )
        self.display.flush()
        whole = target in _TEXTS and place and (requestor.id, place) not in self._sending
        self.news.append({"fetched" if whole else "asked": requestor.id})

    def _give(self, requestor: Any, place: int, datum: Datum) -> None:
        kind = self.atom(datum.kind)
        if len(datum.data) > _CHUNK:
            requestor.change_attributes(event_mask=X.PropertyChangeMask)
            requestor.change_property(place, self.atom("INCR"), 32, [len(datum.data)])
            self._sending[requestor.id, place] = (memoryview(datum.data), datum.format, kind)
        else:
            _change(requestor, place, kind, datum.format, datum.data)

    def _send_more(self, happening: Any) -> None:
        key = (happening.window.id, happening.atom)
        if key not in self._sending:
            return
        rest, width, kind = self._sending[key]
        _change(happening.window, happening.atom, kind, width, bytes(rest[:_CHUNK]))
        self.display.flush()
        if rest:
            self._sending[key] = (rest[_CHUNK:], width, kind)
            self.news.append({"asked": happening.window.id})
        else:
            del self._sending[key]
            self.news.append({"fetched": happening.window.id})

    # --- reading ------------------------------------------------------------------------

    def contents(self, selection: str) -> Contents | None:
        """Everything the selection holds; None when nobody holds it."""
        if selection in self.held:
            return self.held[selection]
        if not self.display.get_selection_owner(self.atom(selection)):
            return None
        found: Contents = {}
        total = 0
        for target in self.targets(selection):
            datum = self.fetch(selection, target)
            total += len(datum.data) if datum else 0
            if total > _MOST:
                raise Unanswered("it holds more than 64 MB")
            if datum:
                found[target] = datum
        return found

    def targets(self, selection: str) -> list[str]:
        listed = self.fetch(selection, "TARGETS")
        if listed is None:
            return ["UTF8_STRING", "STRING"]  # an old program that says nothing of its forms
        atoms = memoryview(listed.data).cast("I") if listed.data else []
        names = [self.name(atom) for atom in atoms if atom]
        return [name for name in dict.fromkeys(names) if name and name not in _NO_DATA]

    def fetch(self, selection: str, target: str) -> Datum | None:
        """The selection in one form; None when its owner refuses."""
        place = self.atom("COGSCRIPT_SELECTION")
        self.window.delete_property(place)
        self.window.convert_selection(self.atom(selection), self.atom(target), place, X.CurrentTime)
        notice = self._await(lambda each: each.type == X.SelectionNotify and each.target == self.atom(target))
        if notice.property == X.NONE:
            return None
        first = self._take(place)
        if first is None or first.kind != "INCR":
            return first
        pieces: list[bytes] = []
        total = 0
        while True:
            self._await(
                lambda each: (
                    each.type == X.PropertyNotify
                    and each.state == X.PropertyNewValue
                    and each.atom == place
                    and each.window.id == self.window.id
                )
            )
            piece = self._take(place)
            if piece is None or not piece.data:
                return Datum(first.kind if piece is None else piece.kind, 8, b"".join(pieces))
            pieces.append(piece.data)
            total += len(piece.data)
            if total > _MOST:
                raise Unanswered("it holds more than 64 MB")

    def _take(self, place: int) -> Datum | None:
        value = self.window.get_full_property(place, X.AnyPropertyType, sizehint=_CHUNK)
        self.window.delete_property(place)
        self.display.flush()
        if value is None:
            return None
        raw = value.value
        data = raw.encode("latin-1") if isinstance(raw, str) else _bytes_of(raw, value.format)
        return Datum(self.name(value.property_type), value.format, data)

    def _await(self, wanted: Any) -> Any:
        deadline = time.monotonic() + _ANSWER_LIMIT
        while True:
            while self.display.pending_events():
                happening = self.display.next_event()
                if wanted(happening):
                    return happening
                self.handle(happening)
            left = deadline - time.monotonic()
            if left <= 0 or (
                not select.select([self.display], [], [], left)[0] and deadline < time.monotonic()
            ):
                raise Unanswered("the program that holds it does not answer")


def _bytes_of(value: Any, width: int) -> bytes:
    if width == 8:
        return bytes(value)
    size = width // 8
    return b"".join((int(each) & (2**width - 1)).to_bytes(size, sys.byteorder) for each in value)


def _change(window: Any, place: int, kind: int, width: int, data: bytes) -> None:
    values: Any = data if width == 8 else list(memoryview(data).cast("H" if width == 16 else "I"))
    window.change_property(place, kind, width, values)


class Holder:
    """The run's side: doing what it asks, and outliving it."""

    def __init__(self, selections: HeldSelections, answers: Any, stays: bool) -> None:
        self.selections = selections
        self._answers = answers
        self._stays = stays
        self._saved: dict[str, Contents | None] | None = None

    def run(self, requests: int) -> None:
        buffer = b""
        listening = [requests]
        while listening or self.selections.held:
            while self.selections.display.pending_events():
                self.selections.handle(self.selections.display.next_event())
            self._tell()
            ready, _, _ = select.select([self.selections.display, *listening], [], [])
            if requests not in ready:
                continue
            piece = os.read(requests, 1 << 20)
            buffer += piece
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                question = json.loads(line)
                self._say({**self.do(question), "number": question["number"]})
            if not piece:
                self.restore()
                listening = []
                if not self._stays:
                    return

    def _tell(self) -> None:
        news, self.selections.news = self.selections.news, []
        for each in news:
            self._say(each)

    def _say(self, answer: dict[str, Any]) -> None:
        try:
            self._answers.write(json.dumps(answer) + "\n")
            self._answers.flush()
        except (OSError, ValueError):
            pass  # the run has gone; its input closing says so too

    def do(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "offer":
                return self._offer(request["text"], request["primary"])
            case "refuse":
                self.selections.refused.add(request["client"])
                return {"refusing": request["client"]}
            case "restore":
                self.restore()
                return {"restored": True}
            case "set":
                self._saved = None
                self.selections.own("CLIPBOARD", text_contents(request["text"], private=False))
                return {"ready": True}
            case _:
                return self._read()

    def _offer(self, text: str, primary: bool) -> dict[str, Any]:
        chosen = ("CLIPBOARD", "PRIMARY") if primary else ("CLIPBOARD",)
        if self._saved is None:
            try:
                self._saved = {selection: self.selections.contents(selection) for selection in chosen}
            except Unanswered as why:
                return {"unsaved": str(why)}
        contents = text_contents(text, private=True)
        for selection in chosen:
            self.selections.own(selection, contents)
        self.selections.news.clear()
        return {"ready": True}

    def restore(self) -> None:
        """Put back what was there before the text was offered, unless somebody copied meanwhile."""
        saved, self._saved = self._saved, None
        for selection, contents in (saved or {}).items():
            if selection in self.selections.held:
                self.selections.own(selection, contents)
        self.selections.refused.clear()

    def _read(self) -> dict[str, Any]:
        try:
            kinds = list(self.selections.held.get("CLIPBOARD", ())) or (
                self.selections.targets("CLIPBOARD")
                if self.selections.display.get_selection_owner(self.selections.atom("CLIPBOARD"))
                else []
            )
            for target in _TEXTS:
                if target in kinds:
                    held = self.selections.held.get("CLIPBOARD", {}).get(target)
                    datum = held or self.selections.fetch("CLIPBOARD", target)
                    if datum:
                        encoding = "latin-1" if datum.kind == "STRING" else "utf-8"
                        return {"text": datum.data.decode(encoding, "replace")}
        except Unanswered:
            return {"silent": True}
        return {"kinds": kinds}


def main() -> None:
    # python-xlib may print; what the run reads must be ours alone.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    # Should the display go, the clipboard has gone with it.
    with contextlib.suppress(error.ConnectionClosedError, error.DisplayError, OSError):
        Holder(HeldSelections(), answers, stays="--stay" in sys.argv).run(0)


if __name__ == "__main__":
    main()
