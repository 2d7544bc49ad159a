// The debugger's side of the editor: how the adapter is started, and what it asks of the person.

import * as vscode from "vscode";
import { findCog } from "./command";

export function registerDebugging(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("cog", { resolveDebugConfiguration }),
    vscode.debug.registerDebugAdapterDescriptorFactory("cog", {
      async createDebugAdapterDescriptor() {
        const cog = await findCog();
        if (!cog) throw new Error("cog cannot be started");
        return new vscode.DebugAdapterExecutable(cog.program, [...cog.words, "debug-adapter"]);
      },
    }),
    vscode.debug.onDidReceiveDebugSessionCustomEvent(async (event) => {
      if (event.session.type === "cog" && event.event === "cogAsk") await ask(event.session, event.body);
    }),
    vscode.commands.registerCommand("cog.retryStep", () => tell("restartFrame", { frameId: 1 })),
    vscode.commands.registerCommand("cog.skipStep", () => tell("cogSkip", {})),
  );
}

function resolveDebugConfiguration(
  _: vscode.WorkspaceFolder | undefined,
  given: vscode.DebugConfiguration,
): vscode.DebugConfiguration | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!given.type && editor?.document.languageId === "cog") {
    Object.assign(given, { type: "cog", request: "launch", name: "Workflow", program: "${file}" });
  }
  const screen = vscode.workspace.getConfiguration("cog").get<string>("screen", "");
  if (screen && !given.screen) given.screen = screen;
  if (!given.program && !given.args?.includes("--resume")) {
    void vscode.window.showErrorMessage("Which workflow? Give `program` a .cog file.");
    return undefined;
  }
  return given;
}

interface Question {
  question: string;
  secret: boolean;
  confirms: boolean;
}

async function ask(session: vscode.DebugSession, asked: Question): Promise<void> {
  let text: string | undefined;
  if (asked.confirms) {
    text = (await vscode.window.showWarningMessage(asked.question, { modal: true }, "Yes")) === "Yes" ? "yes" : "no";
  } else {
    text = await vscode.window.showInputBox({
      prompt: asked.question,
      password: asked.secret,
      ignoreFocusOut: true,
    });
  }
  try {
    await session.customRequest("cogAnswer", { text: text ?? null });
  } catch {
    // It was answered in the debug console meanwhile.
  }
}

async function tell(command: string, given: object): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== "cog") return;
  try {
    await session.customRequest(command, given);
  } catch (error) {
    void vscode.window.showErrorMessage((error as Error).message);
  }
}
