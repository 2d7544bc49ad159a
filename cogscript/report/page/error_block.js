// An error as a block that reads itself: what, where, the line, what came near, a way out.

import {el} from "./dom.js";
import {t} from "./words.js";

export function errorBlock(error, files, caught = false, more = null) {
  const { message, file, line, column, end_line: endLine, end_column: endColumn, advice, suggestion, details = {}, code, rendered } = error;
  const text = files.find(([path]) => path === file)?.[1].split("\n")[line - 1];
  const place = line ? `${file}:${line}` : "";
  const end = endLine === line ? endColumn - 1 : undefined;
  return el(
    "div", { class: `error-block${caught ? " caught" : ""}` },
    el("p", { class: "message" }, el("strong", {}, message || rendered), code ? el("code", { class: "soft" }, code) : null, caught ? el("span", { class: "tag caught" }, t("tag.caught")) : null),
    text ? el("pre", { class: "excerpt", "aria-label": place }, el("span", { class: "gutter" }, `${line} `), text.slice(0, column - 1), el("mark", {}, text.slice(column - 1, end)), end === undefined ? "" : text.slice(end)) : null,
    place ? el("p", { class: "soft place" }, place) : null,
    Object.keys(details).length ? el("dl", {}, Object.entries(details).filter(([name]) => name !== "picture").map(([name, said]) => [el("dt", {}, name), el("dd", {}, el("pre", {}, said))])) : null,
    advice ? el("p", { class: "advice" }, `→ ${advice}`) : suggestion ? el("p", { class: "advice" }, `→ ${suggestion}`) : null,
    more,
  );
}
