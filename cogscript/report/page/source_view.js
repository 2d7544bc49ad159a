// The workflow as it was run, each line with what came of it; a line shows the steps it became.

import {el} from "./dom.js";
import {duration} from "./times.js";
import {stateOf} from "./run_model.js";

const WORST = ["failed", "stopped", "unfinished", "running", "caught", "skipped", "jumped", "retried", "ok"];

export function sourceView(model, onLine) {
  const lines = new Map();
  for (const step of model.steps) {
    const { file, line } = model.operation(step);
    const key = `${file}\n${line}`;
    const sum = lines.get(key) ?? { times: 0, seconds: 0, state: "ok" };
    sum.times += 1;
    sum.seconds += Math.max(0, (step.ended ?? step.started) - step.started);
    const state = stateOf(step);
    if (WORST.indexOf(state) < WORST.indexOf(sum.state)) sum.state = state;
    lines.set(key, sum);
  }
  return model.data.files.map(([path, text]) =>
    el("details", { class: "source" }, el("summary", {}, path),
      el("div", { class: "source-lines" }, text.replace(/\n$/, "").split("\n").map((said, index) => {
        const sum = lines.get(`${path}\n${index + 1}`);
        const parts = [
          el("span", { class: "gutter" }, index + 1),
          el("code", {}, said || " "),
          el("span", { class: "soft" }, sum ? `${sum.times > 1 ? `${sum.times}× ` : ""}${duration(sum.seconds)}` : ""),
        ];
        return sum
          ? el("button", { type: "button", class: `source-line ${sum.state}`, onclick: () => onLine({ file: path, line: index + 1 }) }, parts)
          : el("div", { class: "source-line" }, parts);
      }))));
}
