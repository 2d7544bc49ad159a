"""What a server or the way to it did wrong, as sentences a person can act on.

Nothing a server says is shown before `scrub` has seen it: servers quote the key back in their errors. And
nothing of the client library is asked beyond its documented exceptions, because the HTTP library under it
changes between versions: the cause of a broken connection is found by walking to the operating system's own
exception.
"""

from __future__ import annotations

import contextlib
import html
import json
import re
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from cogscript.language.model.diagnostic import Fault
from cogscript.models.answers import quoted
from cogscript.models.endpoint import NO_EYES_ADVICE, Endpoint

AGAIN = (408, 409, 425, 429)
"""Statuses that another try may fix, beside every 5xx."""


class Transient(Exception):
    """A failure that another try may fix; `fault` is what to say when no try is left."""

    def __init__(self, fault: Fault, said: str, after: float | None = None) -> None:
        super().__init__(said)
        self.fault = fault
        self.said = said
        self.after = after


_MASKED = re.compile(r"[\w-]*\*{3,}[\w-]*")
"""Some providers quote the key back with its middle starred out: its ends are still nobody's business."""

_CONTEXT = re.compile(
    r"context[ _-]?(length|size|window)|maximum context|max_model_len|prompt is too long"
    r"|too many (input )?tokens|range of input length|input (is )?too long"
    r"|exceeds? the (model's )?(maximum|context)",
    re.IGNORECASE,
)
_UNKNOWN_MODEL = re.compile(
    r"model\b.{0,120}(not found|not exist|unknown|unavailable|not supported|no such)"
    r"|(invalid|unknown|no such) model",
    re.IGNORECASE | re.DOTALL,
)
_NO_CREDIT = re.compile(
    r"insufficient_quota|insufficient balance|exceeded your current quota|arrearage", re.IGNORECASE
)

_PICTURE_SIZE = re.compile(
    r"(image|picture)\b.{0,80}\b(too (large|big)|exceeds?|maximum|size limit|dimensions?|pixels)"
    r"|(too large|exceeds?).{0,40}\b(image|picture)",
    re.IGNORECASE | re.DOTALL,
)
_BLIND = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"image|vision|multi-?modal|mmproj|picture",
        r"\b(not|no|cannot|only|unknown|unsupported)\b|n't\b",
        r"support|accept|allow|capable|enabled|variant|multi-?modal",
    )
)
"""A server that says all three speaks of a model without eyes; a broken picture is something else."""

PERMANENT = ("model-quota", "model-context", "model-picture", "model-blind")
"""What no further try changes, whatever the status."""

SHORTEN = "quote less text, split it over several LLM steps, or use a model with a longer context"


def scrub(text: str, key: str) -> str:
    """The text without the key, in any spelling a server may echo it in."""
    text = _MASKED.sub("…", text)
    for spelling in {key, html.escape(key), quote(key), quote(key, safe=""), json.dumps(key)[1:-1]}:
        if not spelling or spelling not in text:
            continue
        if len(spelling) < 4:
            return ""  # so short that cutting it out would tell it
        text = text.replace(spelling, "…")
    return text


def server_message(body: str, key: str) -> str:
    """What a server's error page says, whichever of the usual shapes it has."""
    text = body
    if body.lstrip()[:1] == "<":
        title = re.search(r"<title[^>]*>(.*?)</title>", body, re.IGNORECASE | re.DOTALL)
        text = html.unescape(title[1]) if title else "an HTML page"
    else:
        with contextlib.suppress(ValueError):
            text = _message_in(json.loads(body)) or body
    return scrub(text, key)


def _message_in(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return next(
            (
                said
                for name in ("error", "message", "detail", "msg")
                if (said := _message_in(value.get(name)))
            ),
            "",
        )
    if isinstance(value, list):
        return "; ".join(filter(None, map(_message_in, value)))
    return ""


def error_of(body: str) -> Mapping[str, Any]:
    """The error object inside an answer's JSON; empty where there is none."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    inner = value.get("error", value) if isinstance(value, Mapping) else {}
    return inner if isinstance(inner, Mapping) else {}


def status_fault(status: int, body: str, endpoint: Endpoint, pictures: Sequence[int] = ()) -> Fault:
    """What an answer with an error status means, where the answer alone can tell.

    `pictures` are the sizes in bytes of those that were sent along.
    """
    error = error_of(body)
    said = server_message(body, endpoint.api_key)
    kind = f"{error.get('code', '')} {error.get('type', '')}"
    server = f"the server at {endpoint.shown}"
    says = f": {quoted(said)}" if said.strip() else ""
    if pictures and (about := _picture_fault(status, said, pictures, endpoint, says)):
        return about
    if status in (400, 413, 422, 500) and (
        status == 413 or "context" in kind or _CONTEXT.search(said) is not None
    ):
        return too_long(error.get("n_prompt_tokens"), error.get("n_ctx"), endpoint, says)
    if _NO_CREDIT.search(f"{kind} {said}") or status == 402:
        return Fault(
            "model-quota", f"{server} says the account has no credit left{says}", "top up the account"
        )
    if is_unknown_model(status, body):
        return Fault("model-unknown", f"{server} has no model `{endpoint.name}`{says}")
    if status in (401, 403):
        return _key_fault(status, server, says, endpoint)
    if status == 429:
        return Fault("model-busy", f"{server} takes no more requests for now (429){says}", "try again later")
    if status >= 500:
        return Fault(
            "model-server", f"{server} failed ({status}){says}", "try again later, or ask its keeper"
        )
    return Fault("model-request", f"{server} refused the request ({status}){says}")


def may_pass(status: int, fault: Fault) -> bool:
    return (status in AGAIN or status >= 500) and fault.code not in PERMANENT


def is_unknown_model(status: int, body: str) -> bool:
    if status not in (400, 403, 404, 422):
        return False
    error = error_of(body)
    named = str(error.get("type", "")) == "not_found_error" and _message_in(error).startswith("model:")
    return (
        named
        or "model_not_found" in str(error.get("code", ""))
        or (bool(error) and _UNKNOWN_MODEL.search(_message_in(error)) is not None)
    )


def _picture_fault(
    status: int, said: str, pictures: Sequence[int], endpoint: Endpoint, says: str
) -> Fault | None:
    """Where it is the pictures that a server does not take."""
    if status not in (400, 404, 413, 415, 422, 500, 501):
        return None
    if status == 413 or _PICTURE_SIZE.search(said):
        count = f"{len(pictures)} pictures" if len(pictures) > 1 else "the picture"
        return Fault(
            "model-picture",
            f"{count} ({sum(pictures) / 2**20:.1f} MB) cannot be sent to the server at {endpoint.shown}: "
            f"too large ({status}){says}",
            f"set `longest_side` or `most_pixels` under [{endpoint.section}] in the settings file",
        )
    return blind(endpoint, says) if all(each.search(said) for each in _BLIND) else None


def blind(endpoint: Endpoint, says: str = "") -> Fault:
    named = f"`{endpoint.name}`" if endpoint.name else f"the model at {endpoint.shown}"
    return Fault("model-blind", f"{named} does not take pictures{says}", NO_EYES_ADVICE)


def _key_fault(status: int, server: str, says: str, endpoint: Endpoint) -> Fault:
    if not endpoint.api_key:
        return Fault(
            "model-key", f"{server} wants a key and none is set ({status}){says}", "set OPENAI_API_KEY"
        )
    if status == 403:
        reason = f"{server} does not allow this to the key from {endpoint.key_from} (403){says}"
        return Fault(
            "model-key", reason, f"ask for access to the model `{endpoint.name}`, or use another key"
        )
    reason = f"{server} does not accept the key from {endpoint.key_from} (401){says}"
    return Fault("model-key", reason, "correct the key, or point to the server it belongs to")


def too_long(tokens: object, limit: object, endpoint: Endpoint, says: str = "", least: bool = False) -> Fault:
    size = f" of {'at least ' if least else ''}{tokens} tokens" if isinstance(tokens, int) else ""
    room = f" ({limit} tokens)" if isinstance(limit, int) and limit > 0 else ""
    named = f"`{endpoint.name}`" if endpoint.name else "the model"
    return Fault(
        "model-context",
        f"the prompt{size} is longer than {named} can take{room}{says}",
        f"{SHORTEN}; nothing was cut",
    )


def timeout_fault(endpoint: Endpoint, seconds: float) -> Fault:
    return Fault(
        "model-timeout",
        f"the server at {endpoint.shown} gave no complete answer within {seconds:g} s",
        f"allow more with `timeout` under [{endpoint.section}] in the settings file, or use a faster model",
    )


def connection_failure(error: BaseException, endpoint: Endpoint) -> Fault | Transient:
    """Why a connection failed: for good, or so that another try may fix it."""
    server = endpoint.shown
    host = urlsplit(server).hostname or server
    causes = list(_chain(error))
    if any(isinstance(each, ssl.SSLCertVerificationError) or "CERTIFICATE" in str(each) for each in causes):
        why = next((str(each) for each in causes if "CERTIFICATE" in str(each).upper()), "")
        return Fault(
            "model-unreachable",
            f"the certificate of {server} cannot be trusted: {quoted(scrub(why, endpoint.api_key))}",
            "check the address; behind a company's proxy set SSL_CERT_FILE to its certificates",
        )
    if any(isinstance(each, ssl.SSLError) and not isinstance(each, ssl.SSLEOFError) for each in causes):
        return Fault(
            "model-unreachable",
            f"no encrypted connection to {server} could be made",
            "a server on this machine usually wants http:// instead of https://",
        )
    if any(isinstance(each, socket.gaierror) for each in causes):
        return Fault(
            "model-unreachable",
            f"the server's name `{host}` is not known (DNS)",
            "check the address and the network",
        )
    if any(isinstance(each, ConnectionRefusedError) for each in causes):
        return Fault(
            "model-unreachable",
            f"nothing answers at {server}: the connection was refused",
            f"start the server, or correct the address ({endpoint.address_from})",
        )
    said = "the connection was cut"
    reason = f"the connection to {server} broke before the answer was complete"
    return Transient(Fault("model-unreachable", reason, "check the network, then try again"), said)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        if isinstance(error, BaseExceptionGroup):  # one exception an address tried
            for each in error.exceptions:
                yield from _chain(each)
        error = error.__cause__ or error.__context__
