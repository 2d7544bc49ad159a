"""Protocols on pages and phones: a form is filled, a setting is found; then again without the model."""

import pytest

import cogscript
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.agents.helping import SettingsPhone, do, settings_for, visual_agent, written
from tests.seeing_server import SeeingServer, click, done, write

pytestmark = pytest.mark.drives_programs

ON_PAGES = [
    ("cogagent", "chat"),
    ("glm", "chat"),
    ("osworld", "chat"),
    ("openai", "responses"),
    ("anthropic", "messages"),
    ("visual-agent", "chat"),
]
ON_PHONES = [("cogagent", "chat"), ("ui-tars", "chat"), ("visual-agent", "chat")]
"""What differs from one surface to the next is a protocol's platform and actions; these have them all."""


@pytest.fixture(scope="module")
def browser():
    surface = open_surface("browser", settings=Settings())
    yield surface
    surface.close()


@pytest.mark.parametrize(("protocol", "api"), ON_PAGES)
def test_a_form_is_filled_by_each(browser, site, tmp_path, protocol, api) -> None:
    intents = [click("City", (100, 0)), write("Turin"), click("Send"), done("done")]
    decided = [("TYPE", "City"), ("CLICK", "Send"), ("SUCCESS", "")]
    server = (
        visual_agent(decided, {"City": (100, 0)}, "Turin")
        if protocol == "visual-agent"
        else SeeingServer(protocol, intents, api=api)
    )
    with server:
        run = do(
            server, protocol, browser, tmp_path, "Sign up somebody from Turin",
            before=f"LAUNCH(url='{site.address}')\n", yes=True,
        )  # fmt: skip
    assert (run.outcome, server.complaints) == ("ok", []), run.error
    again = cogscript.run(cogscript.parse(written(run)), screen=browser, runs=tmp_path / "runs", doer=None)
    assert again.outcome == "ok", again.error
    assert site.asked == ["/sent?name=&city=Turin&plan=Free"] * 2


@pytest.mark.parametrize(("protocol", "api"), ON_PHONES)
def test_a_setting_of_a_phone_is_found_by_each(adb, screen, tmp_path, protocol, api) -> None:
    decided = [("CLICK", "Display"), ("CLICK", "Dark theme"), ("SUCCESS", "")]
    server = (
        visual_agent(decided, {}, "")
        if protocol == "visual-agent"
        else SeeingServer(protocol, [click("Display"), click("Dark theme"), done("done")], api=api)
    )
    phone = SettingsPhone(screen, tmp_path)
    with server:
        settings = settings_for(server, retries=1)
        with phone.connected(adb, settings):
            run = do(
                server, protocol, "phone", tmp_path, "Turn the dark theme on", settings=settings,
                before="LAUNCH(app='com.android.settings')\n", yes=True,
            )  # fmt: skip
            assert (run.outcome, server.complaints) == ("ok", []), run.error
            phone.does_again(written(run), settings)
