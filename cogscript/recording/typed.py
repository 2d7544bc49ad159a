"""Text as it grows under a person's fingers: characters, corrections, lines, secrets, input methods."""

from __future__ import annotations

from cogscript.language.model.tree import Value
from cogscript.recording.input_events import Hit, Why
from cogscript.recording.pairing import Act
from cogscript.recording.recorded_step import RecordedStep

_TAKES_TEXT = ("text field", "password field", "combo box", "spin box", "terminal", "document")
_SEVERAL_LINES_FROM = 80
"""Pixels: a field this tall takes several lines."""

_UNKNOWN = ""
"""Stands in the text where an input method entered what the keyboard does not know."""
MISSING = "Text that an input method entered is missing here: it was in no event and could not be read back"

LATE_KEYS = "It was not seen in time which window this went to"

_WHY: dict[Why | None, str] = {
    "dots": "The screen showed dots for what was typed here, so it is kept secret",
    "unseen": "The screen did not show what was typed here, so it is kept secret",
    "late": "It was not seen in time what this was typed into, so it is kept secret",
}


def takes_text(target: Hit | None) -> bool:
    """Whether a click there and typing belong together; where nothing is known of it, they do."""
    return target is None or not target.role or target.role in _TAKES_TEXT or target.secret


class Typed:
    """One run of typing into one field."""

    def __init__(self, first: Act, click: RecordedStep | None) -> None:
        self._click = click
        self._characters: list[str] = []
        self._target = (click.target if click else None) or first.target
        self._focus = first.target
        self.secret = first.why is not None or bool(self._target and self._target.secret)
        self._why = first.why
        self._start, self.end = first.time, first.time
        self._picture = first.picture
        self._window = first.window or (click.window if click else None)
        self._read: str | None = None
        self._late = first.late

    @property
    def is_empty(self) -> bool:
        return not self._characters

    @property
    def several_lines(self) -> bool:
        target = self._focus or self._target
        return (
            not self.secret
            and target is not None
            and target.role in ("text field", "document")
            and target.rect.height >= _SEVERAL_LINES_FROM
        )

    def is_other_field(self, act: Act) -> bool:
        """Whether the focus has gone elsewhere of its own."""
        if (act.why is not None) != self.secret:
            return True
        here, there = self._focus, act.target
        return bool(here and there and here.rect != there.rect)

    def add(self, act: Act) -> None:
        self._characters.append("•" if self.secret else _UNKNOWN if act.text is None else act.text)
        self.end = act.end

    def new_line(self, act: Act) -> None:
        self._characters.append("\n")
        self.end = act.end

    def take_back(self) -> bool:
        """Apply a backspace; False when it reaches what was there before, or what is not known."""
        if not self._characters or self._characters[-1] == _UNKNOWN:
            return False
        self._characters.pop()
        return True

    def read_back(self, inserted: str | None) -> None:
        """What the field itself says was put into it, without what no key enters."""
        kept = [each for each in inserted or "" if each.isprintable() or each in "\n\t"]
        self._read = "".join(kept)

    def _notes_of_click(self) -> list[str]:
        """What is to be said of the click, unless the text that followed tells which field it went into."""
        click, focus = self._click, self._focus
        if click is None or (focus and focus.name and click.at and focus.rect.holds(click.at)):
            return []
        return click.notes

    def steps(self, enter: Act | None) -> list[RecordedStep]:
        """The click that began it where nothing was typed, else the TYPE."""
        if self.is_empty:
            return [self._click] if self._click else []
        text = "".join(self._characters)
        notes = [
            *self._notes_of_click(),
            *([LATE_KEYS] if self._late else ()),
            *([_WHY[self._why]] if self._why in _WHY else ()),
        ]
        inserted = self._read
        if not self.secret and inserted and (_UNKNOWN in self._characters or _is_foreign(inserted, text)):
            text = inserted
        elif _UNKNOWN in self._characters:
            notes.append(MISSING)
        click = self._click
        if not text:  # only what an input method entered, and nobody knows what
            found = [click] if click else []
            found.append(RecordedStep("", self._start, self.end, notes=notes))
            return found + (
                [RecordedStep("KEY_PRESS", enter.time, enter.end, arguments={"key": "Return"})]
                if enter
                else []
            )
        arguments: dict[str, Value] = {"text": text}
        if enter is not None:
            arguments["enter"] = True
        elif text.endswith("\n") and text.strip("\n"):
            arguments = {"text": text[:-1], "enter": True}
        return [
            RecordedStep(
                "TYPE",
                click.time if click else self._start,
                enter.end if enter else self.end,
                click.at if click else None,
                self._target if click else None,
                arguments,
                notes=notes,
                focus=self._focus or self._target,
                secret_field=self.secret,
                picture=click.picture if click else self._picture,
                window=self._window,
            )
        ]


def _is_foreign(inserted: str, typed: str) -> bool:
    """Whether the field holds characters that no key of the run could have entered: 你好 for `nihao`."""
    return any(not character.isascii() and character not in typed for character in inserted)
