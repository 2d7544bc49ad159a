"""Asking a model: any OpenAI-compatible server, OpenAI's or Anthropic's own interface, or the small one here.

`ask` and `judge` are one question, with pictures or without; `converse` is a conversation. Importing this
loads no client library; the first question does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cogscript.models.endpoint import LOCAL, Endpoint, choose, eyes_of, resolve
from cogscript.settings import ModelSettings, Settings

if TYPE_CHECKING:
    from cogscript.models.budget import Budget
    from cogscript.models.conversation import Turn
    from cogscript.models.interfaces.question import Computer
    from cogscript.models.pictures import Picture
    from cogscript.models.replies import Reply

__all__ = ["LOCAL", "Endpoint", "ask", "check_eyes", "choose", "converse", "eyes_of", "judge", "resolve"]


Say = Callable[[str], None]
Hide = Callable[[str], str]


def ask(
    prompt: str,
    settings: ModelSettings,
    *,
    pictures: Sequence[Picture] = (),
    hide: Hide = str,
    notice: Say | None = None,
    warn: Say | None = None,
) -> str:
    """The model's answer, whole and without its reasoning; a Fault says why there is none.

    `hide` puts names in the place of secrets. `notice` is told when a failure is waited out, in a phrase;
    `warn` is told in a sentence what makes the answer doubtful.
    """
    from cogscript.models.conversation import user

    return converse([user(prompt, *pictures)], settings, hide=hide, notice=notice, warn=warn).answer


def judge(
    prompt: str,
    settings: ModelSettings,
    *,
    pictures: Sequence[Picture] = (),
    hide: Hide = str,
    notice: Say | None = None,
    warn: Say | None = None,
) -> bool:
    """Whether the model says yes to the question; a Fault where it says anything but yes or no."""
    from cogscript.models.answers import VERDICT_REQUEST, verdict
    from cogscript.models.conversation import user
    from cogscript.models.local import YES_OR_NO

    question = user(f"{prompt.rstrip()}\n\n{VERDICT_REQUEST}", *pictures)
    reply = converse([question], settings, hide=hide, local_options=YES_OR_NO, notice=notice, warn=warn)
    return verdict(reply.answer)


def check_eyes(settings: Settings) -> None:
    """A Fault, before anything is done, where it is certain that no model can be shown a picture."""
    from cogscript.models.faults import blind

    endpoint = resolve(eyes_of(settings, os.environ), os.environ)
    if endpoint.is_local:
        raise blind(endpoint)


def converse(
    messages: Sequence[Turn],
    settings: ModelSettings,
    *,
    tools: Sequence[Mapping[str, Any]] = (),
    computer: Computer | None = None,
    options: Mapping[str, Any] | None = None,
    local_options: Mapping[str, Any] | None = None,
    hide: Hide = str,
    budget: Budget | None = None,
    notice: Say | None = None,
    warn: Say | None = None,
) -> Reply:
    """The model's next turn in a conversation.

    `tools`, a `computer` in their place where the server has a tool of its own for that, and `options`
    (temperature, stop …) go into the request; the settings' extra fields win over them. A budget that is used
    up lets nothing be sent.
    """
    from cogscript.models import client, context, conversation, local
    from cogscript.models.faults import blind
    from cogscript.models.interfaces.question import Question

    if budget is not None:
        budget.check()
    endpoint = resolve(settings, os.environ)
    messages = conversation.clean(messages, hide)
    text = "\n".join(each.text for each in messages)
    request: dict[str, Any] = {**(options or {})}
    if endpoint.is_local:
        if any(each.pictures for each in messages):
            raise blind(endpoint)
        settings = local.patient(settings)
        request = {**local.OPTIONS, **request, **(local_options or {})}
    question = Question(messages, tools, computer, request, settings.max_tokens, settings.extra)

    def connect() -> Endpoint:
        return local.serve() if endpoint.is_local else endpoint

    context.check_fits(text, connect(), settings)
    reply = client.complete(question, connect, settings, notice or (lambda _: None))
    if budget is not None:
        budget.add(reply)
    context.check_read(text, reply, endpoint, settings, warn or (lambda _: None))
    return reply
