"""A model works on a phone over MCP, in the apps that were granted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.serving.clients import served


@pytest.mark.drives_programs
def test_apps_are_used_as_they_are_granted(plugged: Adbd, handset: Handset, tmp_path: Path) -> None:
    phone: Any = open_surface("phone", settings=Settings())

    async def talk() -> None:
        async with served(phone, tmp_path, says=lambda asked: "form" in asked) as call:
            await call.ok("do", operations="LAUNCH(app='com.example.form')")
            assert call.asked == ["Do you allow the run to use `com.example.form`?"]
            async with asyncio.timeout(60):  # the app tells what it shows a moment after it shows it
                while "element_info='Save'" not in (await call.ok("look")).text:
                    await asyncio.sleep(0.1)
            said = await call.ok("do", operations="CLICK(element_info='Save')")
            assert "ok: CLICK(element_info='Save')" in said.text
            refused = await call("do", operations="LAUNCH(app='com.android.settings')")
            assert "`com.android.settings` may not be used here" in refused.text
            phone.launch_app("com.android.settings", 20)
            refused = await call("do", operations="CLICK(box=[[500,500]])")
            assert refused.is_error
            assert "may not be used here" in refused.text

    asyncio.run(talk())
    phone.close()
