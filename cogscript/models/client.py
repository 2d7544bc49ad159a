"""One question to one endpoint: sent, waited for, tried again, and its answer taken apart.

Chat completions go through OpenAI's library, the two companies' own interfaces over plain HTTP. The library's
own retrying is switched off, because it cannot tell the person that it waits. The answer's bytes are read
here too: so a time-out is for the whole answer and not for each piece of it, and what is no JSON at all (a
proxy's page, a captive portal) gets a sentence of its own.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from email.utils import parsedate_to_datetime
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cogscript.language.model.diagnostic import Fault, nearest
from cogscript.models.answers import quoted
from cogscript.models.conversation import wire
from cogscript.models.endpoint import Endpoint
from cogscript.models.faults import (
    PERMANENT,
    Transient,
    connection_failure,
    is_unknown_model,
    may_pass,
    scrub,
    status_fault,
    timeout_fault,
)
from cogscript.models.interfaces.question import Interface, Question
from cogscript.models.replies import Reply, read_reply
from cogscript.settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI

Notice = Callable[[str], None]

LONGEST_WAIT = 120.0
"""A server may ask to wait for an hour; a run does not wait longer than this between two tries."""
LONGEST_ANSWER = 32 * 2**20


def complete(
    question: Question, connect: Callable[[], Endpoint], settings: ModelSettings, notice: Notice
) -> Reply:
    """The reply to a conversation, after as many tries as the settings allow.

    `connect` is called for each try: a local server that has died is another one by then.
    """
    tried = 0
    began = time.monotonic()
    while True:
        try:
            reply = _try(question, connect(), settings)
            return reply._replace(seconds=time.monotonic() - began)
        except Transient as failure:
            tried += 1
            if tried > settings.retries:
                raise failure.fault from None
            wait = 0.5 * 2**tried * random.uniform(0.75, 1.25) if failure.after is None else failure.after
            if wait > LONGEST_WAIT:
                fault = failure.fault
                reason = f"{fault.reason}; it asks to wait {wait:.0f} s before the next try"
                raise Fault(fault.code, reason, fault.advice) from None
            notice(f"waiting {wait:.1f} s, {failure.said} (try {tried + 1} of {settings.retries + 1})")
        time.sleep(wait)


def _try(question: Question, endpoint: Endpoint, settings: ModelSettings) -> Reply:
    pictures = [len(part.data) * 4 // 3 for each in question.turns for part in each.pictures]
    if endpoint.api == "chat":
        return _chat(question, _options(question), endpoint, settings, pictures)
    interface = _interface(endpoint.api)
    if not endpoint.name:
        endpoint = _named(endpoint, settings)
    headers, body = interface.headers(question, endpoint), interface.body(question, endpoint)
    return interface.read(
        _posted(interface.path, headers, body, endpoint, settings, pictures), endpoint, pictures
    )


def _interface(api: str) -> Interface:
    from cogscript.models.interfaces import messages, responses

    return {"responses": responses.INTERFACE, "messages": messages.INTERFACE}[api]


def _options(question: Question) -> dict[str, Any]:
    """What a request of chat completions holds besides the messages."""
    options = dict(question.options)
    if question.tools:
        options["tools"] = list(question.tools)
    if question.max_tokens:
        options["max_tokens"] = question.max_tokens
    if question.extra:
        options["extra_body"] = {**options.get("extra_body", {}), **question.extra}
    return options


def _chat(
    question: Question,
    options: Mapping[str, Any],
    endpoint: Endpoint,
    settings: ModelSettings,
    pictures: Sequence[int],
) -> Reply:
    import openai

    failure: Fault | Transient
    renamed = False
    try:
        if not endpoint.name:
            endpoint = _only_model(endpoint, settings)
        request: dict[str, Any] = {"model": endpoint.name, "messages": wire(question.turns), **options}
        body = _body(
            client_for(endpoint, settings.timeout).chat.completions.with_streaming_response.create(**request),
            settings.timeout,
        )
        return read_reply(body, endpoint, pictures)
    except openai.APITimeoutError:
        failure = timeout_fault(endpoint, settings.timeout)
    except openai.APIStatusError as error:
        answer = error.response
        failure = _status_failure(
            error.status_code, answer.text, answer.headers, endpoint, settings, pictures
        )
        renamed = "max_tokens" in options and "max_completion_tokens" in answer.text
    except openai.APIConnectionError as error:
        failure = connection_failure(error, endpoint)
    except openai.OpenAIError as error:
        failure = Fault("model-request", f"the request failed: {quoted(scrub(str(error), endpoint.api_key))}")
    if renamed:
        # OpenAI's newer models want the limit under its new name, other servers know only the old one.
        limit = {"max_completion_tokens" if name == "max_tokens" else name: options[name] for name in options}
        return _chat(question, limit, endpoint, settings, pictures)
    # Raised outside the handlers: the library's exception, which may quote the key, must not travel along.
    raise failure


def _posted(
    path: str,
    headers: Mapping[str, str],
    body: Mapping[str, Any],
    endpoint: Endpoint,
    settings: ModelSettings,
    pictures: Sequence[int],
) -> str:
    """The body of the answer to a request over plain HTTP."""
    failure: Fault | Transient
    try:
        http = _http(_is_loopback(urlsplit(endpoint.base_url).hostname or ""), settings.timeout)
        with http.stream("POST", endpoint.base_url + path, json=body, headers=headers) as answer:
            text = _all(answer.iter_bytes(), settings.timeout)
        if answer.status_code < 300:
            return text
        failure = _status_failure(answer.status_code, text, answer.headers, endpoint, settings, pictures)
    except Fault:
        raise
    except Exception as error:
        kinds = {kind.__name__ for kind in type(error).__mro__}
        if "TimeoutException" in kinds or isinstance(error, TimeoutError):
            failure = timeout_fault(endpoint, settings.timeout)
        elif kinds & {"RequestError", "OSError"}:
            failure = connection_failure(error, endpoint)
        else:
            raise
    raise failure


@lru_cache(maxsize=8)
def _http(loopback: bool, timeout: float) -> Any:
    import openai

    limit = openai.Timeout(timeout, connect=min(timeout, 15.0))
    return openai.DefaultHttpxClient(timeout=limit, trust_env=not loopback)


@lru_cache(maxsize=8)
def _client(base_url: str, key: str, timeout: float) -> OpenAI:
    import openai

    host = urlsplit(base_url).hostname or ""
    return openai.OpenAI(
        base_url=base_url,
        api_key=key or "none",  # servers that need no key ignore it; the library insists on one
        max_retries=0,
        timeout=openai.Timeout(timeout, connect=min(timeout, 15.0)),
        # A proxy named in the environment cannot reach this machine's own loopback.
        http_client=openai.DefaultHttpxClient(trust_env=False) if _is_loopback(host) else None,
    )


def client_for(endpoint: Endpoint, timeout: float) -> OpenAI:
    return _client(endpoint.base_url, endpoint.api_key, timeout)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _body(streaming: Any, timeout: float) -> str:
    """A response's whole text, within the time limit as a whole."""
    import openai

    with streaming as response:
        request = response.http_request
        try:
            return _all(response.iter_bytes(), timeout)
        except Exception as error:
            kinds = {kind.__name__ for kind in type(error).__mro__}
            if "TimeoutException" in kinds or isinstance(error, TimeoutError):
                raise openai.APITimeoutError(request=request) from error
            if "RequestError" in kinds:  # the connection broke inside the body
                raise openai.APIConnectionError(request=request) from error
            raise


def _all(pieces: Iterable[bytes], timeout: float) -> str:
    limit = time.monotonic() + timeout
    kept: list[bytes] = []
    size = 0
    for piece in pieces:
        kept.append(piece)
        size += len(piece)
        if time.monotonic() > limit:
            raise TimeoutError
        if size > LONGEST_ANSWER:
            raise Fault("model-answer", f"the answer is longer than {LONGEST_ANSWER} bytes")
    return b"".join(kept).decode("utf-8", "replace")


# --- statuses -------------------------------------------------------------------------------


def _status_failure(
    status: int,
    body: str,
    headers: Mapping[str, str],
    endpoint: Endpoint,
    settings: ModelSettings,
    pictures: Sequence[int],
) -> Fault | Transient:
    fault = status_fault(status, body, endpoint, pictures)
    if may_pass(status, fault):
        return Transient(fault, f"the server said {status}", retry_after(headers))
    if fault.code not in PERMANENT and (status == 404 or is_unknown_model(status, body)):
        return _not_found(fault, endpoint, settings)
    return fault


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds the server asks to wait: a number, a date, or milliseconds in OpenAI's own header."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        said = headers["retry-after"]
        try:
            return max(0.0, float(said))
        except ValueError:
            return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (KeyError, ValueError, OverflowError):
        return None


_SERVER = {
    "chat": "OpenAI-compatible server",
    "responses": "server that speaks OpenAI's Responses",
    "messages": "server that speaks Anthropic's Messages",
}


def _not_found(fault: Fault, endpoint: Endpoint, settings: ModelSettings) -> Fault:
    """A 404 is a wrong model or a wrong address: the server's own list of models tells which."""
    offered = [each["id"] for each in models_of(endpoint, settings.timeout)]
    if offered and endpoint.name not in offered:
        near = nearest(endpoint.name, offered)
        listed = ", ".join(offered[:10]) + (f" and {len(offered) - 10} more" if len(offered) > 10 else "")
        advice = (f"did you mean `{near}`? " if near else "") + f"It offers: {listed}"
        return Fault(
            "model-unknown", f"the server at {endpoint.shown} has no model `{endpoint.name}`", advice
        )
    if fault.code == "model-unknown":
        advice = "check the name of the model" + (f" ({endpoint.name_from})" if endpoint.name_from else "")
        return Fault(fault.code, fault.reason, advice)
    deeper = Endpoint(f"{endpoint.base_url}/v1", endpoint.name, endpoint.api_key)
    advice = f"check the address ({endpoint.address_from}): it usually ends in /v1"
    if not endpoint.base_url.endswith("/v1") and models_of(deeper, settings.timeout):
        advice = f"did you mean {deeper.shown}? (the address comes from {endpoint.address_from})"
    return Fault("model-address", f"there is no {_SERVER[endpoint.api]} at {endpoint.shown} (404)", advice)


def models_of(endpoint: Endpoint, timeout: float) -> list[dict[str, Any]]:
    """What the server offers; nothing where it does not say."""
    import openai

    if endpoint.api == "messages":  # the list is OpenAI's
        return []
    try:
        return _listed(endpoint, timeout)
    except (openai.OpenAIError, Fault):
        return []


def _listed(endpoint: Endpoint, timeout: float) -> list[dict[str, Any]]:
    listing = client_for(endpoint, timeout).models.with_streaming_response.list(timeout=min(timeout, 10.0))
    try:
        value = json.loads(_body(listing, timeout))
        return [each for each in value["data"] if isinstance(each["id"], str)]
    except (ValueError, KeyError, TypeError):
        return []  # a server that answers, but not this


_NAMED_BY = {"model": "`--model NAME`, OPENAI_MODEL", "vision": "`--vision NAME`, VISION_MODEL"}


def _named(endpoint: Endpoint, settings: ModelSettings) -> Endpoint:
    """The endpoint with the name of its only model; a connection that fails is said as for a question."""
    import openai

    failure: Fault | Transient
    if endpoint.api == "messages":
        raise _nameless(endpoint)
    try:
        return _only_model(endpoint, settings)
    except openai.APITimeoutError:
        failure = timeout_fault(endpoint, settings.timeout)
    except openai.APIStatusError as error:
        failure = status_fault(error.status_code, error.response.text, endpoint)
    except openai.APIConnectionError as error:
        failure = connection_failure(error, endpoint)
    raise failure


def _only_model(endpoint: Endpoint, settings: ModelSettings) -> Endpoint:
    """Nobody named a model: a server that has exactly one is understood, any other is not guessed at."""
    import openai

    try:
        offered = [each["id"] for each in _listed(endpoint, settings.timeout)]
    except openai.NotFoundError:
        offered = []
    if len(offered) == 1:
        return replace(endpoint, name=offered[0], name_from="the only one the server offers")
    raise _nameless(endpoint, offered)


def _nameless(endpoint: Endpoint, offered: Sequence[str] = ()) -> Fault:
    listed = f"; the server offers {', '.join(offered[:10])}" if offered else ""
    return Fault(
        "model-none",
        f"no model is named for the server at {endpoint.shown}",
        f"name one with {_NAMED_BY[endpoint.section]}, or `name` under [{endpoint.section}] in the settings "
        f"file{listed}",
    )
