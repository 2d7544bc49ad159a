"""What the tests of agents share: a task on an open screen, and a server that says what it is told to."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cogscript
from cogscript.agents import Agent
from cogscript.agents.freezing import freeze
from cogscript.records.reader import Record
from cogscript.settings import Settings
from tests.conftest import end_windows, wait_until
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
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


def visual_agent(decisions, beside, text, histories=None) -> SeeingServer:
    """A server that describes, decides and points as `visual-agent` asks it to.

    `beside`: how far from the words of a target a field begins, by its name.
    """
    left = list(decisions)
    names = {target for _, target in left if target}

    def answer(body, sight):
        said = texts_of(body)
        if "网页理解专家" in said:
            return "。".join(["页面", *(each.text for each in sight.texts)])
        if "PageState" in said:
            return json.dumps({"page_type": "dialog", "step": None, "elements": []})
        if "user_history" in said and "网页操作助手" in said:
            given = json.loads(body["messages"][-1]["content"])
            if histories is not None:
                histories.append(given[2]["user_history"])
            action, target = left.pop(0)
            params = {"target": target, "pos": "中间"} if target else {}
            params |= {"text": text} if action == "TYPE" else {}
            return json.dumps({"reasoning": f"{action} now", "action": action, "params": params})
        # Where the target is, in the pixels of the picture.
        target = next(each for each in names if f"“{each}”" in said)
        found = sight.find(target)
        right, down = beside.get(target, (0, 0))
        box = [found.left + right, found.top + down, found.right + right, found.bottom + down]
        return json.dumps({"box": [round(each) for each in box], "label": target, "screen": list(sight.size)})

    return SeeingServer(answer=answer)


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


PHONE_SETTINGS = Path(__file__).with_name("programs") / "phone_settings.py"


class SettingsPhone:
    """A phone whose settings have a switch, which writes a file when it is switched."""

    def __init__(self, screen: Any, folder: Path) -> None:
        self._screen = screen
        self._folder = folder
        self.switched = folder / "switched.txt"
        program = ["/usr/bin/python3", str(PHONE_SETTINGS), str(self.switched)]
        self._handset = Handset(screen, {"com.android.settings": program})
        self._daemon = Adbd(self._handset.run)

    @contextmanager
    def connected(self, adb: Any, settings: Settings) -> Iterator[None]:
        assert "connected" in adb("connect", self._daemon.address)
        settings.phone.serial = self._daemon.address
        try:
            yield
        finally:
            adb("disconnect", self._daemon.address)
            self._daemon.unplug()
            self._handset.close()

    def does_again(self, text: str, settings: Settings) -> None:
        """The lines that a model's doings became switch it once more, without a model."""
        assert wait_until(self.switched.exists)
        self.switched.unlink()
        end_windows(self._screen)
        again = cogscript.run(
            cogscript.parse(text), screen="phone", settings=settings, runs=self._folder / "runs", doer=None
        )
        assert again.outcome == "ok", again.error
        assert wait_until(self.switched.exists)
