"""What the tests of agents share: a task on an open screen, and a server that says what it is told to."""

import json
from pathlib import Path

import cogscript
from cogscript.agents import Agent
from cogscript.agents.freezing import freeze
from cogscript.records.reader import Record
from cogscript.settings import Settings
from tests.seeing_server import SeeingServer


def settings_for(server: SeeingServer, **more) -> Settings:
    settings = Settings()
    settings.vision = server.settings(**more)
    settings.model.name, settings.model.base_url = server.name, server.address
    settings.model.retries = settings.vision.retries
    return settings


def scripted(*replies, **more) -> SeeingServer:
    """A server that says these things, one after the other; the last one again and again."""
    left = list(replies)

    def answer(body, sight):
        return left.pop(0) if len(left) > 1 else left[0]

    return SeeingServer(answer=answer, **more)


def do(server, protocol, screen, folder: Path, task="Do it", *, limit=6, before="", agent=None, **options):
    """Run a DO on a screen; the run, with its record in the folder."""
    text = f"{before}DO(task={task!r}, limit={limit})\n"
    workflow = cogscript.parse(text, str(folder / "test.cog"))
    (folder / "test.cog").write_text(text, encoding="utf-8")
    options.setdefault("settings", settings_for(server, retries=1))
    agent = agent or Agent(protocol)
    return cogscript.run(workflow, screen=screen, runs=folder / "runs", doer=agent, **options)


def operations(run) -> list[str]:
    """What was done for the DO, in its order."""
    task = next(step for step in run.steps if step.kind == "task")
    return [step.operation.text for step in run.steps if step.parent == task.number]


def written(run, **options) -> str:
    """The file that is made of the run."""
    with Record(run.folder) as record:
        return cogscript.format(freeze(record, unfinished=True, **options)[0].workflow)


def texts_of(body) -> str:
    """Everything that a request says in words."""
    return json.dumps(
        [part for each in body["messages"] for part in _parts(each) if part["type"] == "text"],
        ensure_ascii=False,
    )


def _parts(message):
    content = message["content"]
    return content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
