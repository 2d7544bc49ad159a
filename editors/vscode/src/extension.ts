// Starts the language server, and registers what the other modules offer.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findCog, forgetCog } from "./command";
import { registerDebugging } from "./debugging";
import { PicturePanel } from "./picture";
import { registerRuns } from "./runs";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  registerRuns(context);
  registerDebugging(context);
  new PicturePanel(context, () => client);
  context.subscriptions.push(
    vscode.commands.registerCommand("cog.restartServer", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("cog.python")) void restart();
    }),
  );
  await start();
}

async function start(): Promise<void> {
  const cog = await findCog();
  if (!cog) return;
  client = new LanguageClient(
    "cog",
    "Cog",
    { command: cog.program, args: [...cog.words, "lsp"] },
    {
      documentSelector: [{ language: "cog" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{cog,csv,json,jsonl}") },
      markdown: { isTrusted: false, supportHtml: false },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(`The language server did not start: ${(error as Error).message}`);
  }
}

async function restart(): Promise<void> {
  await deactivate();
  forgetCog();
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
