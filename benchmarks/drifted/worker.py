"""One performance or one replay, in a process of its own: `python -m drifted.worker JOB.json`.

The bench ends it when it takes too long, and everything it started ends with it.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from drifted.judging import Judgement
from drifted.mutations import MUTATIONS
from drifted.performing import perform
from drifted.replaying import replay
from drifted.stage import HarnessError
from drifted.tasks import EVERY_TASK


def main(file: Path) -> None:
    job: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    task, folder = EVERY_TASK[job["task"]], Path(job["folder"])
    if job["do"] == "perform":
        try:
            perform(task, job["toolkit"], folder, job["cog"], job["environment"])
            result = Judgement("right", "")
        except HarnessError as error:
            result = Judgement("harness", str(error))
    else:
        result = replay(
            task,
            job["toolkit"],
            MUTATIONS[job["mutation"]],
            job["kind"],
            Path(job["file"]),
            folder,
            job["cog"],
            job["environment"],
        )
    file.with_name("result.json").write_text(json.dumps(dataclasses.asdict(result)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
