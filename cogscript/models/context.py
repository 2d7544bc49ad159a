"""Whether a prompt fits into a model's context, said before it is sent where that can be known for sure.

Three bounds, from cheap to exact. A prompt has at most one token a byte, so a short one fits whatever the
tokenizer. It has at least one token a word, so a very long one cannot fit. In between only the server's own
tokenizer knows (llama.cpp has one to ask); with any other server the prompt is sent and the server judges.

Some servers (Ollama) cut a long prompt without a word. They do say how many tokens they read: fewer than
the prompt has words, and just a context full, means that text was lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.models.client import client_for, models_of
from cogscript.models.endpoint import Endpoint
from cogscript.models.faults import SHORTEN, too_long
from cogscript.models.replies import Reply
from cogscript.settings import ModelSettings

ROOM_FOR_TEMPLATE = 64
"""Tokens a chat template adds at most around one message."""
SMALLEST_CONTEXT = 2048
"""No chat model in use has less: below it nobody need be asked."""

_WORD = re.compile(r"[^\W_]+")


def at_least(prompt: str) -> int:
    """A number of tokens the prompt certainly has: tokens do not reach over spaces from word to word."""
    return sum(1 for _ in _WORD.finditer(prompt))


def at_most(prompt: str) -> int:
    return len(prompt.encode("utf-8", "surrogatepass")) + ROOM_FOR_TEMPLATE


def check_fits(prompt: str, endpoint: Endpoint, settings: ModelSettings) -> None:
    """Refuse a prompt that certainly is too long."""
    if at_most(prompt) <= SMALLEST_CONTEXT:
        return
    known = 0 if endpoint.is_local else settings.context  # the setting speaks of the server it stands beside
    limit = known or _context_of(endpoint, settings.timeout)
    if not limit or at_most(prompt) <= limit:
        return
    if at_least(prompt) > limit:
        raise too_long(at_least(prompt), limit, endpoint, least=True)
    tokens = _count(prompt, endpoint, settings.timeout) if endpoint.api == "chat" else None
    if tokens is not None and tokens > limit:
        raise too_long(tokens, limit, endpoint)


def check_read(
    prompt: str, reply: Reply, endpoint: Endpoint, settings: ModelSettings, warn: Callable[[str], None]
) -> None:
    """Refuse an answer to a prompt the server has shortened; say so where its count only looks like it.

    Proxies count in their own ways, and leave out what they had cached. A number that is a context's size is
    no accident: the prompt filled it.
    """
    if not 0 < reply.read < at_least(prompt):
        return
    said = (
        f"the server at {endpoint.shown} says that it read {reply.read} tokens of a prompt of at least "
        f"{at_least(prompt)}"
    )
    if not _is_context_size(reply.read, settings.context or _context_of(endpoint, settings.timeout)):
        warn(f"{said}; either it counts in its own way, or it cut the prompt")
        return
    raise Fault(
        "model-context",
        f"{said}: it cut the prompt to fit its context",
        f"give the server a longer context (for Ollama: OLLAMA_CONTEXT_LENGTH), or {SHORTEN}",
    )


def _is_context_size(tokens: int, known: int) -> bool:
    """Whether a prompt of so many tokens fills a context: the server's own, or one of the usual sizes."""
    if known:
        return known - ROOM_FOR_TEMPLATE <= tokens <= known
    return tokens >= SMALLEST_CONTEXT and tokens % 1024 == 0


@lru_cache(maxsize=32)
def _context_of(endpoint: Endpoint, timeout: float) -> int:
    """Tokens the server says its model takes (llama.cpp, vLLM, OpenRouter say); 0 when it does not say."""
    for model in models_of(endpoint, timeout):
        if model["id"] == endpoint.name or endpoint.is_local or not endpoint.name:
            meta = model.get("meta")
            said: dict[str, Any] = {**model, **(meta if isinstance(meta, dict) else {})}
            for name in ("n_ctx", "max_model_len", "context_length"):
                if isinstance(said.get(name), int):
                    return int(said[name])
    return 0


def _count(prompt: str, endpoint: Endpoint, timeout: float) -> int | None:
    """The exact number of tokens, by llama.cpp's tokenizer; None with any other server.

    The endpoint lies beside /v1, not under it. Its answer counts the template too: the message is first put
    into it, as the server itself will.
    """
    import openai

    if not endpoint.base_url.endswith("/v1"):
        return None
    client = client_for(endpoint, timeout)
    beside = endpoint.base_url.removesuffix("/v1")
    try:
        message = {"messages": [{"role": "user", "content": prompt}]}
        written = client.post(f"{beside}/apply-template", body=message, cast_to=str)
        content = {"content": json.loads(written)["prompt"], "add_special": True, "parse_special": True}
        return len(json.loads(client.post(f"{beside}/tokenize", body=content, cast_to=str))["tokens"])
    except (openai.OpenAIError, ValueError, KeyError, TypeError):
        return None
