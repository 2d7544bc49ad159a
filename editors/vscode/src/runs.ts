// Running, stepping and recording: what the lenses above lines and the commands do.

import * as vscode from "vscode";
import { findCog } from "./command";

/** What a lens hands over (docs/editing.md): the file, the line and the command line as words. */
interface Lens {
  uri: string;
  line: number;
  command: string[];
}

export function registerRuns(context: vscode.ExtensionContext): void {
  const add = (name: string, act: (lens?: Lens) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  add("cog.run", (lens) => inTerminal(lens, (path) => ["run", path], "run", true));
  add("cog.recordHere", (lens) =>
    inTerminal(lens, (path, line) => ["record", "--into", path, "--at", String(line), "--from-here"], "record", false),
  );
  add("cog.stepFromHere", (lens) => debug(lens, (line) => ({ stopAtLine: line })));
  add("cog.restartAtLine", (lens) => restartAt(lens));
}

function place(lens: Lens | undefined): { uri: vscode.Uri; line: number } | undefined {
  if (lens?.uri) return { uri: vscode.Uri.parse(lens.uri), line: lens.line };
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "cog") {
    void vscode.window.showInformationMessage("Open a .cog file first.");
    return undefined;
  }
  return { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

async function saved(uri: vscode.Uri): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  return !document.isDirty || document.save();
}

/** Run a command of cog in a terminal of the editor; its words go to the program as they are, by no shell. */
async function inTerminal(
  lens: Lens | undefined,
  wordsFor: (path: string, line: number) => string[],
  name: string,
  onScreen: boolean,
): Promise<void> {
  const where = place(lens);
  const cog = await findCog();
  if (!where || !cog || !(await saved(where.uri))) return;
  const words = lens ? lens.command.slice(1) : wordsFor(where.uri.fsPath, where.line);
  const screen = vscode.workspace.getConfiguration("cog").get<string>("screen", "");
  if (onScreen && screen) words.push("--screen", screen);
  const folder = vscode.workspace.getWorkspaceFolder(where.uri);
  const task = new vscode.Task(
    { type: "process" },
    folder ?? vscode.TaskScope.Workspace,
    name,
    "cog",
    new vscode.ProcessExecution(cog.program, [...cog.words, ...words]),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
  await vscode.tasks.executeTask(task);
}

async function debug(lens: Lens | undefined, more: (line: number) => object): Promise<void> {
  const where = place(lens);
  if (!where || !(await saved(where.uri))) return;
  const configuration = { type: "cog", request: "launch", name: "Workflow", program: where.uri.fsPath };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(where.uri), {
    ...configuration,
    ...more(where.line),
  });
}

/** Go to the line in the run that stands, else begin a new one there. */
async function restartAt(lens: Lens | undefined): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const where = place(lens);
  if (!where) return;
  if (session?.type !== "cog") return debug(lens, (line) => ({ beginAtLine: line }));
  try {
    const asked = { source: { path: where.uri.fsPath }, line: where.line };
    const { targets } = await session.customRequest("gotoTargets", asked);
    await session.customRequest("goto", { threadId: 1, targetId: targets[0].id });
  } catch (error) {
    void vscode.window.showErrorMessage((error as Error).message);
  }
}
