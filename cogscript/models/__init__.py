"""Asking a language model: any OpenAI-compatible server, or the small one on this machine.

`ask` and `judge` are all the runtime knows of models. Importing this loads no client library; the first
question does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from cogscript.models.endpoint import LOCAL, Endpoint, choose, resolve
from cogscript.settings import ModelSettings

__all__ = ["LOCAL", "Endpoint", "ask", "choose", "judge", "resolve"]


def ask(prompt: str, settings: ModelSettings, *, notice: Callable[[str], None] | None = None) -> str:
    """The model's answer, whole and without its reasoning; a Fault says why there is none.

    `notice` is told when a failure is waited out, in a phrase.
    """
    return _ask(prompt, settings, notice, {})


def judge(prompt: str, settings: ModelSettings, *, notice: Callable[[str], None] | None = None) -> bool:
    """Whether the model says yes to the question; a Fault where it says anything but yes or no."""
    from cogscript.models.answers import VERDICT_REQUEST, verdict
    from cogscript.models.local import YES_OR_NO

    return verdict(_ask(f"{prompt.rstrip()}\n\n{VERDICT_REQUEST}", settings, notice, YES_OR_NO))


def _ask(
    prompt: str,
    settings: ModelSettings,
    notice: Callable[[str], None] | None,
    local_options: Mapping[str, Any],
) -> str:
    from cogscript.models import client, context, local

    endpoint = resolve(settings, os.environ)
    # Halves of characters, as clipboards and screens give them, cannot be sent.
    prompt = prompt.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    options: dict[str, Any] = {}
    if endpoint.is_local:
        settings = local.patient(settings)
        options |= {**local.OPTIONS, **local_options}
    if settings.max_tokens:
        options["max_tokens"] = settings.max_tokens

    def connect() -> Endpoint:
        return local.serve() if endpoint.is_local else endpoint

    context.check_fits(prompt, connect(), settings)
    reply = client.complete(prompt, connect, settings, options, notice or (lambda _: None))
    context.check_read(prompt, reply, endpoint)
    return reply.answer
