"""ALLOW: which programs may be pressed and typed in, enforced where it is done and not where it is planned.

A run of a file may use everything until the file itself says ALLOW: that is a promise, kept by force from
then on. Where a person has a list of their own (`--allow-app`, the settings), and in a session that a model
drives, only what is on the list may be used, and what else is wanted is asked of the person, once a program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.language.model.keys import MODIFIERS

if TYPE_CHECKING:
    from cogscript.runtime.console.person import Person
    from cogscript.settings import PermissionSettings
    from cogscript.surfaces.protocol import Surface

_SYSTEM_CHORDS = (
    {"alt", "tab"}, {"alt", "f4"}, {"alt", "space"}, {"alt", "escape"}, {"ctrl", "escape"}, {"ctrl", "alt"},
)  # fmt: skip
"""Keys that together reach the system and not the program, whatever else is held. Super does so alone."""


class NotAllowed(Fault):
    """The run stops here: TRY does not catch it."""

    def __init__(self, reason: str, advice: str = "") -> None:
        super().__init__("not-allowed", reason, advice)


def is_system_chord(held: Sequence[str]) -> bool:
    """Whether keys that are down together reach the window manager or the system."""
    plain = {key.split("_", 1)[1] if key in MODIFIERS else key for key in held}
    return "super" in plain or any(chord <= plain for chord in _SYSTEM_CHORDS)


def _fold(name: str) -> str:
    return " ".join(name.split()).casefold()


class Permissions:
    """What a run may do: the `Guard` of its surfaces."""

    def __init__(
        self, settings: PermissionSettings, given: Sequence[str], person: Person, *, asks: bool = False
    ) -> None:
        self._person = person
        self.asks = asks
        """Whether nothing is allowed that was not granted: for a session that a model drives."""
        beforehand = [*settings.apps, *given]
        self.limited = asks or bool(beforehand)
        self.has_list = self.limited
        """Whether the person has a say, besides the file."""
        self.apps: dict[str, str] = {_fold(name): name for name in beforehand}
        self._refused: set[str] = set()
        self.clipboard = {way for way in ("read", "write") if settings.clipboard in (way, "both")}
        self.system_keys = settings.system_keys
        self.resolve: Callable[[str], Sequence[str]] = lambda name: (name,)
        """From a name that people use to those a program goes by: `Text Editor` → `mousepad`."""

    # --- granting ---------------------------------------------------------------------------------

    def allow(self, apps: Sequence[str], clipboard: str | None, system_keys: bool, reason: str) -> None:
        """What a file's ALLOW names: granted, or asked for where the person has a say."""
        self.limited = True
        for app in apps:
            if not self._is_granted((app,)) and (not self.has_list or self._grants(app, reason)):
                self._grant(app)
            elif not self._is_granted((app,)):
                raise NotAllowed(
                    f"{shown(app)} was asked for and not granted", f"grant it with `--allow-app {app}`"
                )
        ways = {"read", "write"} if clipboard == "both" else {clipboard} if clipboard else set()
        for way in sorted(ways - self.clipboard):
            self._further(f"{way} the clipboard", reason)
            self.clipboard.add(way)
        if system_keys and not self.system_keys:
            self._further("press keys of the system, such as Alt+Tab", reason)
            self.system_keys = True

    def _further(self, what: str, reason: str) -> None:
        if self.has_list and not self._asks_person(f"allow the run to {what}", reason):
            raise NotAllowed(
                f"to {what} was asked for and not granted", "grant it in the settings: [permissions]"
            )

    def _grant(self, app: str) -> None:
        for name in (app, *self.resolve(app)):
            self.apps.setdefault(_fold(name), app)

    def _grants(self, app: str, reason: str = "") -> bool:
        """Whether the person lets it be used: asked once."""
        key = _fold(app)
        if key in self._refused:
            return False
        if self._asks_person(f"allow the run to use {shown(app)}", reason):
            return True
        self._refused.add(key)
        return False

    def _asks_person(self, what: str, reason: str) -> bool:
        why = f" ({reason})" if reason else ""
        return self._person.present and self._person.confirm(f"Do you {what}?{why}")

    def granted(self) -> list[str]:
        """The programs that may be used, as they were named."""
        return list(dict.fromkeys(self.apps.values()))

    def _is_granted(self, names: Sequence[str]) -> bool:
        return any(_fold(name) in self.apps for name in names)

    def watch(self, surface: Surface) -> None:
        """Have a surface ask before everything; a Fault where it cannot, and not everything is allowed."""
        surface.guard = self
        if self.limited and not surface.asks_guard:
            raise Fault(
                "permissions",
                f"on {surface.described} no program can be kept out: this kind of surface never asks",
                "leave ALLOW, --allow-app and [permissions] out, or use another surface",
            )

    # --- enforcing --------------------------------------------------------------------------------

    def program(self, names: Callable[[], Sequence[str]]) -> None:
        """Before something is pressed or typed: the program that would get it, as it is at this moment."""
        if not self.limited:
            return
        found = names()
        if self._is_granted(found):
            return
        if found and self.asks and self._grants(found[0]):
            self._grant(found[0])
            if self._is_granted(names()):  # the question took its time
                return
            found = names()
        what = shown(found[0]) if found else "what is there, which is no program's window,"
        allowed = ", ".join(self.granted()) or "none"
        advice = f"ALLOW(apps=[{found[0]!r}]), or `--allow-app {found[0]}`" if found else ""
        raise NotAllowed(f"{what} may not be used here; allowed are: {allowed}", advice)

    def launch(self, name: str) -> None:
        """Before a program is started."""
        if self.limited and not self._is_granted((name, *self.resolve(name))):
            self.program(lambda: (name,))

    def keys(self, held: Sequence[str]) -> None:
        if self.limited and not self.system_keys and is_system_chord(held):
            raise NotAllowed(
                f"{'+'.join(held)} goes to the system and not to a program", "ALLOW(system_keys=True)"
            )

    def use_clipboard(self, way: str) -> None:
        if not self.limited or way in self.clipboard:
            return
        if self.asks and self._grants_clipboard(way):
            self.clipboard.add(way)
            return
        raise NotAllowed(f"the run may not {way} the clipboard", f"ALLOW(clipboard={way!r})")

    def _grants_clipboard(self, way: str) -> bool:
        key = f"clipboard {way}"
        if key in self._refused:
            return False
        granted = self._asks_person(f"allow the run to {way} the clipboard", "")
        if not granted:
            self._refused.add(key)
        return granted
