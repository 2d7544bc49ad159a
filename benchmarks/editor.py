"""How soon an editor has its answer in a file of 2,000 lines, by `cog lsp` itself over the protocol.

    python benchmarks/editor.py

Prints the median milliseconds from a key to the diagnostics, for completion and for the outline; beside
each, how often `ast.parse` could read 2,000 lines of Python in that time, measured in the same run. The
wanted numbers are those of an idle machine: diagnostics within 60 ms, completion within 30.
"""

from __future__ import annotations

import ast
import asyncio
import statistics
import sys
import time

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

LINES = 2_000
KEYS = "CLICK(element_info='Sa"
URI = "file:///tmp/benchmark.cog"


def workflow() -> str:
    """A file as people have them: clicks and texts, a variable here and there, a block every 20 lines."""
    lines = ["SET(output='__CogName_who__', value='Ada')"]
    while len(lines) < LINES:
        number = len(lines)
        if number % 20 == 0:
            lines.append(f"IF(test=VISIBLE(element_info='Dialog {number}'))")
        elif number % 20 == 19:
            lines.append("END_IF()")
        elif number % 4 == 0:
            lines.append(
                "  TYPE(box=[[352,102,786,139]], text='Dear __CogName_who__', element_info='Search')"
            )
        else:
            lines.append(
                f"  CLICK(box=[[387,248,727,317]], element_type='button', element_info='Save {number}')"
            )
    # Blocks are whole only when the last one is closed.
    return "\n".join(lines[: LINES - LINES % 20]) + "\n"


class Editor:
    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.version = 1
        self.told: dict[int, asyncio.Future[float]] = {}

        def published(params: lsp.PublishDiagnosticsParams) -> None:
            waiting = self.told.pop(params.version or 0, None)
            if waiting and not waiting.done():
                waiting.set_result(time.perf_counter())

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)

    async def open(self, text: str) -> None:
        await self.client.start_io(sys.executable, "-m", "cogscript", "lsp")
        await self.client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        self.client.initialized(lsp.InitializedParams())
        waiting = self._wait()
        item = lsp.TextDocumentItem(URI, "cog", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await waiting

    def _wait(self) -> asyncio.Future[float]:
        self.told[self.version] = asyncio.get_running_loop().create_future()
        return self.told[self.version]

    async def key(self, line: int, column: int, character: str) -> float:
        """Milliseconds from a key to its diagnostics."""
        self.version += 1
        waiting = self._wait()
        place = lsp.Position(line, column)
        change = lsp.TextDocumentContentChangePartial(lsp.Range(place, place), character)
        document = lsp.VersionedTextDocumentIdentifier(self.version, URI)
        began = time.perf_counter()
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return (await waiting - began) * 1000

    async def complete(self, line: int, column: int) -> float:
        asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(URI), lsp.Position(line, column))
        began = time.perf_counter()
        await self.client.text_document_completion_async(asked)
        return (time.perf_counter() - began) * 1000

    async def outline(self) -> float:
        asked = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(URI))
        began = time.perf_counter()
        await self.client.text_document_document_symbol_async(asked)
        return (time.perf_counter() - began) * 1000


def reference() -> float:
    """Milliseconds for as many lines of Python, by Python's own parser."""
    text = "".join(
        f"click(box=[[387, 248, 727, 317]], element_info='Save {number}')\n" for number in range(LINES)
    )
    times = []
    for _ in range(7):
        began = time.perf_counter()
        ast.parse(text)
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


async def measure() -> dict[str, list[float]]:
    editor = Editor()
    await editor.open(workflow())
    found: dict[str, list[float]] = {}
    for name, line in (("near the top", 3), ("in the middle", LINES // 2), ("near the end", LINES - 3)):
        found[f"a key {name}"] = [await editor.key(line, 0, "\n")]
        for column, character in enumerate(KEYS):
            found[f"a key {name}"].append(await editor.key(line, column, character))
            found.setdefault(f"completion {name}", []).append(await editor.complete(line, column + 1))
        await editor.key(line, len(KEYS), "ve')")
    found["outline"] = [await editor.outline() for _ in range(5)]
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()  # type: ignore[no-untyped-call]
    return found


def main() -> None:
    before = reference()
    found = asyncio.run(measure())
    python = statistics.median([before, reference()])
    print(f"{LINES} lines; ast.parse of as many lines of Python: {python:.1f} ms")
    for name, times in found.items():
        median = statistics.median(times)
        share = f"{median / python:5.2f} × ast.parse"
        print(f"{name:<28} median {median:6.1f} ms, longest {max(times):6.1f} ms, {share}")


if __name__ == "__main__":
    main()
