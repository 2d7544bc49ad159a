// The panel with the screen of the run: a rectangle drawn on it becomes the box of the line at the cursor.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient, TextEdit } from "vscode-languageclient/node";

const PAUSE = 250;
/** Milliseconds between two pictures. */

export class PicturePanel {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private editor: vscode.TextEditor | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly client: () => LanguageClient | undefined,
  ) {
    context.subscriptions.push(
      vscode.commands.registerCommand("cog.showPicture", () => this.show()),
      vscode.window.onDidChangeTextEditorSelection((event) => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
    );
    if (vscode.window.activeTextEditor) this.follow(vscode.window.activeTextEditor);
  }

  private show(): void {
    if (this.panel) return this.panel.reveal(undefined, true);
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
    this.panel = vscode.window.createWebviewPanel("cog.picture", "Screen of the run", beside, {
      enableScripts: true,
      localResourceRoots: [media],
      retainContextWhenHidden: true,
    });
    const web = this.panel.webview;
    web.html = page(web, media);
    web.onDidReceiveMessage((message) => {
      if (Array.isArray(message.box)) void this.write(message.box);
    });
    this.panel.onDidDispose(() => {
      clearTimeout(this.timer);
      this.panel = undefined;
    });
    this.tellLine();
    void this.refresh();
  }

  private follow(editor: vscode.TextEditor): void {
    if (editor.document.languageId !== "cog") return;
    this.editor = editor;
    this.tellLine();
  }

  private tellLine(): void {
    const editor = this.editor;
    const line = editor && editor.selection.active.line;
    const text = editor && line !== undefined ? editor.document.lineAt(line).text.trim() : "";
    void this.panel?.webview.postMessage({ line: line === undefined ? 0 : line + 1, text: text.slice(0, 80) });
  }

  /** The newest picture, again and again while the panel can be seen. */
  private async refresh(): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (this.panel?.visible) {
      try {
        if (session?.type !== "cog") throw new Error("No workflow is being debugged.");
        await this.panel.webview.postMessage({ shown: await session.customRequest("cogPicture") });
      } catch (error) {
        await this.panel?.webview.postMessage({ said: (error as Error).message });
      }
    }
    if (this.panel) this.timer = setTimeout(() => void this.refresh(), PAUSE);
  }

  private async write(box: number[]): Promise<void> {
    const editor = this.editor;
    const client = this.client();
    if (!editor || !client) {
      void vscode.window.showErrorMessage("Put the cursor into a line of a .cog file first.");
      return;
    }
    const document = editor.document;
    const uri = document.uri;
    try {
      const asked = {
        textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
        position: client.code2ProtocolConverter.asPosition(editor.selection.active),
        box,
      };
      const edits: TextEdit[] = await client.sendRequest("cog/setBox", asked);
      const change = new vscode.WorkspaceEdit();
      change.set(uri, await client.protocol2CodeConverter.asTextEdits(edits));
      await vscode.workspace.applyEdit(change);
      await document.save(); // a run that stands takes the file as it is saved
    } catch (error) {
      void vscode.window.showErrorMessage((error as Error).message);
    }
  }
}

function page(web: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const at = (name: string) => web.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const policy = `default-src 'none'; img-src data:; style-src ${web.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${at("picture.css")}">
</head>
<body>
<p id="said" role="status">Waiting for a picture…</p>
<div id="frame"><img id="picture" alt="The screen of the run" draggable="false"><div id="box"></div><div id="drawn"></div></div>
<script nonce="${nonce}" src="${at("picture.js")}"></script>
</body>
</html>`;
}
