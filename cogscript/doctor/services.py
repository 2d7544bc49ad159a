"""Reading and the model: an engine is given a picture to read, a server is connected to."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cogscript.doctor.probe import Lacking, Probe, Visit
from cogscript.language.model.diagnostic import Fault

if TYPE_CHECKING:
    from cogscript.models import Endpoint

_SAMPLE = "Cog 2026"
_REINSTALL = "pip install --force-reinstall rapidocr onnxruntime"
_CONNECT_LIMIT = 5.0
"""Seconds."""


def _reading(visit: Visit) -> str:
    from PIL import Image, ImageDraw, ImageFont

    from cogscript.reading import open_reader

    picture = Image.new("RGB", (320, 80), "white")
    ImageDraw.Draw(picture).text((20, 16), _SAMPLE, fill="black", font=ImageFont.load_default(36))
    read = "".join(line.text for line in open_reader(visit.settings.reading).lines(picture))
    engine = visit.settings.reading.engine
    if read.replace(" ", "") != _SAMPLE.replace(" ", ""):
        raise Fault("reading", f"{engine} read `{read}` where a picture says `{_SAMPLE}`", _REINSTALL)
    return f"{engine} reads a picture of text rightly"


def _model(visit: Visit) -> str:
    """Which model answers, and whether there is somebody at its address. No key is sent."""
    from cogscript.models import resolve
    from cogscript.models.weights import WEIGHTS

    try:
        endpoint = resolve(visit.settings.model, os.environ)
    except Fault as fault:
        if fault.code != "model-none":
            raise
        if WEIGHTS.installed() is None:
            raise Lacking(fault.reason, fault.advice) from fault
        fix = 'choose it with `--model local`, or with name = "local" under [model] in the settings file'
        raise Lacking(f"{fault.reason}, though the local one is installed", fix) from fault
    return _local() if endpoint.is_local else _server(endpoint)


def _local() -> str:
    from cogscript.models.local import serve, stop_serving

    try:
        serve()
    finally:
        stop_serving()
    return "the local one starts"


def _server(endpoint: Endpoint) -> str:
    """Connect as a client would: through the proxy, if the environment names one."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(endpoint.base_url)
    proxy = None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
    towards = urlsplit(proxy) if proxy else parts
    port = towards.port or (443 if towards.scheme == "https" else 80)
    who = f"{endpoint.name or 'a model of its own choice'} at {endpoint.shown} (from {endpoint.address_from})"
    try:
        socket.create_connection((towards.hostname or "", port), _CONNECT_LIMIT).close()
    except OSError as error:
        advice = "see that the address is right, and that the server runs and can be reached from here"
        raise Fault("model", f"{who}: nobody answers there: {error}", advice) from error
    return f"{who}: its proxy is there" if proxy else f"{who}: the server is there"


PROBES = (
    Probe(
        "OCR",
        "QUOTE_TEXT, and targets by name in programs that do not name them",
        _reading,
        fix=_REINSTALL,
    ),
    Probe("model", "LLM and JUDGE", _model),
)
