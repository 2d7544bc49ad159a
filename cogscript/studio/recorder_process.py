"""Recording on a private screen, in a process of its own whose display that screen is.

It is told the text and the line to record at, tells the text with what was done so far put in, and ends when
its input ends or says so. Nothing is written but the pictures that the lines need.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from cogscript.language.document import parse
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.tree import Workflow
from cogscript.recording.describing import describe, is_incomplete
from cogscript.recording.desktop_recording import record
from cogscript.recording.hotkeys import read_hotkey
from cogscript.recording.input_events import Recording
from cogscript.recording.inserting import insert, place_of
from cogscript.recording.kept_icons import keep_pictures, pictures_folder
from cogscript.recording.recorder import Hotkeys
from cogscript.recording.reducer import reduce
from cogscript.settings import load_settings
from cogscript.studio.stage_channel import Channel, Message

_HEADS = ("WORKFLOW", "INPUT", "IN", "END")
"""Lines of a recording that are no steps."""
_HOTKEYS = ("Ctrl+Alt+Esc", "Ctrl+Alt+P", "Ctrl+Alt+S")


class RecorderProcess:
    def __init__(self, channel: Channel, job: Message) -> None:
        self._channel = channel
        self._path = Path(str(job["path"]))
        self._text, self._line = str(job["text"]), int(job["line"])
        self._ended = threading.Event()
        self._pictures = pictures_folder(self._path)

    def end(self) -> None:
        self._ended.set()

    def serve(self) -> None:
        try:
            place_of(parse(self._text), self._line)  # a wrong line is told before anything is recorded
            settings = load_settings()
            finished = record(
                settings,
                Hotkeys(*(read_hotkey(each) for each in _HOTKEYS)),
                countdown=0,
                stop_after=None,
                notice=lambda text: self._channel.tell("notice", text=text),
                heard=self._heard,
                ended=self._ended.is_set,
            )
            recording = finished.recording
            if is_incomplete(recording):
                from cogscript.reading import open_reader

                try:
                    recording = describe(
                        recording, finished.folder, open_reader(settings.reading), lambda *_: None
                    )
                except Fault as fault:
                    self._channel.tell("notice", text=f"what was clicked could not be read: {fault.reason}")
            workflow = self._workflow(recording)
            keep_pictures(workflow, finished.folder, self._pictures)
            self._tell("recorded", workflow, reason=finished.reason, folder=str(finished.folder))
        except CogError as error:
            self._channel.tell("record-refused", message=error.diagnostics[0].message)
        except Fault as fault:
            self._channel.tell("record-refused", message=fault.reason, advice=fault.advice)

    def _heard(self, recording: Recording) -> None:
        try:
            self._tell("recorded-so-far", self._workflow(recording))
        except (CogError, Fault):
            return  # an act that is half done: the next one completes it

    def _workflow(self, recording: Recording) -> Workflow:
        return reduce(recording, pictures=self._pictures.name)

    def _tell(self, event: str, workflow: Workflow, **values: Any) -> None:
        steps = sum(each.name not in _HEADS for each in workflow.walk())
        text = insert(parse(self._text), self._line, workflow)
        parse(text)
        self._channel.tell(event, text=text, steps=steps, **values)


def main() -> None:
    channel = Channel.of_process()
    requests = channel.requests()
    recorder = RecorderProcess(channel, next(requests))

    def listen() -> None:
        for _ in requests:  # whatever more is said, it is the end
            break
        recorder.end()

    threading.Thread(target=listen, daemon=True).start()
    recorder.serve()


if __name__ == "__main__":
    main()
