// How `cog` is started: by the configured Python, by the workspace's own, or as the system finds it.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

export interface CogCommand {
  program: string;
  words: string[];
}

let found: CogCommand | undefined;

export function forgetCog(): void {
  found = undefined;
}

/** The first way to start cog that answers; undefined, and the person is told, when there is none. */
export async function findCog(): Promise<CogCommand | undefined> {
  if (found) return found;
  for (const candidate of await candidates()) {
    if (await answers(candidate)) return (found = candidate);
  }
  const choose = "Choose a Python";
  const said = "cogscript is not installed here: `pip install 'cogscript[editor]'` in the workspace's Python.";
  void vscode.window.showErrorMessage(said, choose).then((answer) => {
    if (answer) void vscode.commands.executeCommand("workbench.action.openSettings", "cog.python");
  });
  return undefined;
}

async function candidates(): Promise<CogCommand[]> {
  const configured = vscode.workspace.getConfiguration("cog").get<string>("python", "").trim();
  if (configured) return [byPython(configured)];
  const chosen = await chosenPython();
  const pythons = chosen ? [chosen] : [];
  const inside = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const name of [".venv", "venv"]) pythons.push(join(folder.uri.fsPath, name, ...inside));
  }
  const python = process.platform === "win32" ? "python" : "python3";
  return [...pythons.filter((each) => existsSync(each)).map(byPython), { program: "cog", words: [] }, byPython(python)];
}

function byPython(python: string): CogCommand {
  return { program: python, words: ["-m", "cogscript"] };
}

/** What the Python extension has chosen for the workspace, where it is installed. */
async function chosenPython(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (!extension) return undefined;
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    return api?.environments?.getActiveEnvironmentPath()?.path;
  } catch {
    return undefined;
  }
}

function answers(command: CogCommand): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command.program, [...command.words, "--version"], { timeout: 20_000 }, (error, out) =>
      resolve(!error && out.startsWith("cog ")),
    );
  });
}
