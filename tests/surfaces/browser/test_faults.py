"""What goes wrong with pages is said in a sentence, and nothing hangs."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogscript import Session
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import BrowserSettings, Settings
from cogscript.surfaces import open_surface, surface_kind
from tests.local_site import served
from tests.models.certificate import certificate_file


def test_a_browser_that_is_not_there_is_said_before_anything_is_done() -> None:
    settings = Settings(browser=BrowserSettings(program="/nowhere/chrome"))
    with pytest.raises(Fault, match="there is no browser `/nowhere/chrome`"):
        surface_kind("browser").check(settings, None)


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.drives_programs
def test_addresses_that_cannot_be_opened_say_why(browser: Any, site: str) -> None:
    with pytest.raises(Fault, match="nothing answers there"):
        browser.launch_url(f"http://127.0.0.1:{closed_port()}/", 10)
    with pytest.raises(Fault, match="only http and https links are opened"):
        browser.launch_url("file:///etc/passwd", 10)
    with pytest.raises(Fault, match="has not answered within 1 s"):
        browser.open_tab(f"{site}/never", 1)


@pytest.mark.drives_programs
def test_a_page_that_hangs_or_crashes_does_not_hang_the_run(site: str, monkeypatch: Any) -> None:
    from cogscript.surfaces.browser import engine
    from cogscript.surfaces.browser import surface as browser_surface

    monkeypatch.setattr(engine.BrowserLoop.run, "__defaults__", (3.0, "the page"))
    monkeypatch.setattr(browser_surface, "CAPTURE_LIMIT", 3.0)
    monkeypatch.setattr(browser_surface, "SETTLING_LIMIT", 3.0)
    surface = open_surface("browser", settings=Settings())
    try:
        surface.launch_url(f"{site}/faults.html", 10)
        with Session(screen=surface, journal=False) as session:
            assert session.perform("CLICK(element_info='Loop', timeout=0)\nWAIT(seconds=0.5)").outcome == "ok"
            stuck = session.perform("CLICK(element_info='Other', timeout=0)")
        assert stuck.outcome == "failed"
        assert "has not answered" in (stuck.error or "")
    finally:
        surface.close()


@pytest.mark.drives_programs
def test_a_page_that_goes_away_during_type_is_said(browser: Any, site: str) -> None:
    browser.launch_url(f"{site}/faults.html", 10)
    with Session(screen=browser, journal=False) as session:
        step = session.perform("TYPE(element_info='Leaves', text='abc', method='keys')")
    assert step.outcome == "failed", step.seen
    assert "while the text was entered" in (step.error or "")


@pytest.mark.drives_programs
def test_a_download_that_never_ends_is_said_and_not_waited_for(site: str, tmp_path: Path) -> None:
    settings = Settings()
    settings.launch = replace(settings.launch, timeout=1.0)
    surface = open_surface("browser", settings=settings)
    try:
        surface.files = tmp_path
        surface.launch_url(f"{site}/endless.bin", 5)
        surface.await_effect()
        lost = surface.unfinished()
        assert lost is not None
        assert "endless.bin was still going on" in lost.reason
    finally:
        surface.close()


@pytest.mark.drives_programs
def test_the_last_tab_closing_leaves_a_sentence(site: str) -> None:
    surface = open_surface("browser", settings=Settings())
    try:
        with Session(screen=surface, journal=False) as session:
            session.perform(f"LAUNCH(url='{site}/shop.html')")
            session.perform("WINDOW(action='close')")
            gone = session.perform("CLICK(element_info='Send order')")
        assert "no page left" in (gone.error or "")
    finally:
        surface.close()


@pytest.mark.drives_programs
def test_a_server_that_cannot_be_trusted_is_not_opened_unless_the_settings_say_so(tmp_path: Path) -> None:
    with secure_site(tmp_path) as address:
        surface = open_surface("browser", settings=Settings())
        try:
            with pytest.raises(Fault, match="its certificate is not valid here") as refused:
                surface.launch_url(address, 10)
            assert "accept_certificates" in (refused.value.advice or "")
        finally:
            surface.close()
        trusting = open_surface(
            "browser", settings=Settings(browser=BrowserSettings(accept_certificates=True))
        )
        try:
            trusting.launch_url(f"{address}/terms.html", 10)
            assert [each.title for each in trusting.windows()] == ["Terms of sale"]
        finally:
            trusting.close()


@contextmanager
def secure_site(folder: Path) -> Iterator[str]:
    """The site by https, with a certificate that nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate_file(folder))
    with served(context) as address:
        yield address


@pytest.mark.drives_programs
def test_a_page_or_a_browser_that_crashes_is_said_and_opened_anew(site: str, wait_until: Any) -> None:
    surface = open_surface("browser", settings=Settings())
    try:
        with Session(screen=surface, journal=False) as session:
            session.perform(f"LAUNCH(url='{site}/shop.html')")
            with pytest.raises(Fault):
                surface.engine.run(surface.tabs.front.page.goto("chrome://crash"), 10)
            crashed = session.perform("CLICK(element_info='Send order', timeout=0)")
            assert "has crashed" in (crashed.error or "")
            assert session.perform(f"LAUNCH(url='{site}/shop.html')").outcome == "ok"
            wire = surface.engine.run(surface._opened.browser.new_browser_cdp_session())
            with pytest.raises(Fault):
                surface.engine.run(wire.send("Browser.crash"), 1)
            wait_until(lambda: surface.tabs.front is None, what="it is noticed")
            gone = session.perform("CLICK(element_info='Send order', timeout=0)")
            assert "no page left" in (gone.error or "")
            assert session.perform(f"LAUNCH(url='{site}/shop.html')").outcome == "ok"
    finally:
        surface.close()
