// Makes cogscript/studio/page/codemirror.js, which is committed: nobody who uses the studio builds anything.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "..", "..", "cogscript", "studio", "page");

const made = await build({
  absWorkingDir: here,
  entryPoints: ["codemirror.js"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  metafile: true,
  write: false,
});

const packages = new Map();
for (const path of Object.keys(made.metafile.inputs)) {
  const name = path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
  if (name && !packages.has(name)) packages.set(name, await described(name));
}
const sorted = [...packages].sort(([one], [other]) => (one < other ? -1 : 1));
const versions = sorted.map(([name, { version }]) => `${name} ${version}`).join(", ");
const banner = `/* Made by \`make studio-page\` of ${versions}. Licences: codemirror.LICENSES.txt */\n`;
await writeFile(join(page, "codemirror.js"), banner + made.outputFiles[0].text);
const licences = sorted.map(([name, { version, licence }]) => `${name} ${version}\n\n${licence.trim()}\n`);
await writeFile(join(page, "codemirror.LICENSES.txt"), licences.join(`\n${"-".repeat(78)}\n\n`));
console.log(`${versions}\n${made.outputFiles[0].text.length} characters`);

async function described(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  for (const file of ["LICENSE", "LICENSE.md", "License.txt", "LICENSE.txt"]) {
    try {
      return { version, licence: await readFile(join(folder, file), "utf8") };
    } catch {
      // the next name
    }
  }
  return { version, licence: `Licence: ${license}` };
}
