"""A phone as a kind of screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.surfaces.phone.adb import find_phone, require_adb

if TYPE_CHECKING:
    from cogscript.language.model.box import Size
    from cogscript.settings import Settings
    from cogscript.surfaces.protocol import Surface
    from cogscript.surfaces.registry import World


class PhoneKind:
    doc = "an Android phone that is connected to this computer"
    world: World = "phone"
    acts = True
    personal = True

    def check(self, settings: Settings, size: Size | None) -> None:
        require_adb()

    def open(self, settings: Settings, size: Size | None) -> Surface:
        from cogscript.surfaces.phone.surface import PhoneSurface

        return PhoneSurface(settings, find_phone(settings.phone.serial).serial)


PHONE = PhoneKind()
