// The steps of a run as a tree: blocks, CALLs and rounds hold what was done inside them.

import {t} from "./words.js";

export const PHASES = ["settling", "finding", "person", "model", "acting"];

// Kinds whose time is that of the steps in them.
export const HOLDING = ["call", "task"];

const BAD = { failed: 5, stopped: 4, unfinished: 4, running: 3, caught: 2 };

const FILTERS = {
  failed: (step) => step.outcome === "failed" && !step.caught,
  caught: (step) => Boolean(step.caught),
  healed: (step) => Boolean(step.healed),
  unseen: (step) => Boolean(step.unseen),
  skipped: (step) => step.outcome === "skipped" || step.outcome === "jumped",
};

export const FILTER_NAMES = Object.keys(FILTERS);

// What a step is told to be: a failure that was caught is not one of the run.
export function stateOf(step) {
  return step.caught ? "caught" : step.outcome;
}

class Node {
  constructor(key, parent, step) {
    this.key = key;
    this.parent = parent;
    this.step = step;
    this.depth = parent ? parent.depth + 1 : -1;
    this.children = [];
    this.round = "";
    this.begin = step ? step.started : Infinity;
    this.end = step ? step.ended ?? step.started : -Infinity;
    this.state = step ? stateOf(step) : "ok";
  }
}

export class RunModel {
  // `pictures(name)` gives {src, width, height}, or null while there is none.
  constructor(data, pictures) {
    this.data = data;
    this.pictures = pictures;
    this.steps = data.steps;
    this.byNumber = new Map(this.steps.map((step) => [step.number, step]));
    this.nodes = new Map();
    this.root = new Node("", null, null);
    this.steps.forEach((step) => this.place(step));
    this.sum(this.root);
    this.started = data.started ?? this.steps[0]?.started ?? 0;
    this.ended = Math.max(data.ended ?? 0, Number.isFinite(this.root.end) ? this.root.end : this.started);
    this.counts = Object.fromEntries(
      FILTER_NAMES.map((name) => [name, this.steps.filter(FILTERS[name]).length]),
    );
  }

  operation(step) {
    return this.data.operations[step.operation];
  }

  title(step) {
    return step.title || this.operation(step).title || this.operation(step).name;
  }

  place(step) {
    const above = step.parent ? this.nodes.get(step.parent) : this.root;
    const parent = this.roundOf(above ?? this.root, step);
    const node = new Node(step.number, parent, step);
    this.nodes.set(step.number, node);
    parent.children.push(node);
    if (step.kind === "row") above.rows = (above.rows ?? new Map()).set(String(step.value), node);
  }

  // A round of a loop holds its steps: the row that was bound, or a line of the page's own.
  roundOf(above, step) {
    const outer = above.step?.rounds ?? "";
    const rounds = step.rounds ?? "";
    if (!above.step || rounds === outer || step.kind === "row") return above;
    const number = rounds.slice(outer ? outer.length + 1 : 0).split(".")[0];
    const row = above.rows?.get(number);
    if (row) return row;
    if (this.operation(above.step).name === "WHILE") return above; // each round is a decision of its own
    const key = `${above.key}.${number}`;
    let round = this.nodes.get(key);
    if (!round) {
      round = new Node(key, above, null);
      round.round = number;
      this.nodes.set(key, round);
      above.children.push(round);
    }
    return round;
  }

  // From the leaves up: when each was over, how bad it was, how many steps it holds.
  sum(node) {
    node.size = node.step ? 1 : 0;
    for (const child of node.children) {
      this.sum(child);
      node.size += child.size;
      node.begin = Math.min(node.begin, child.begin);
      node.end = Math.max(node.end, child.end);
      if ((BAD[child.state] ?? 0) > (BAD[node.state] ?? 0)) node.state = child.state;
    }
  }

  seconds(node) {
    const ended = node.step && node.step.ended === undefined && !node.children.length;
    return ended || !Number.isFinite(node.end) ? null : node.end - node.begin;
  }

  // Seconds by phase of a step itself; a CALL's own time is that of its steps.
  phases(step) {
    if (step.ended === undefined) return {};
    const asking = step.asking ?? 0;
    const whole = HOLDING.includes(step.kind) ? 0 : Math.max(0, step.ended - step.started) + asking;
    const known = { settling: step.settled ?? 0, ...step.spent };
    if (asking) known.model = (known.model ?? 0) + asking;
    const rest = whole - Object.values(known).reduce((sum, one) => sum + one, 0);
    return { ...known, acting: Math.max(0, rest) };
  }

  totals() {
    const totals = Object.fromEntries(PHASES.map((name) => [name, 0]));
    for (const step of this.steps) {
      for (const [name, seconds] of Object.entries(this.phases(step))) totals[name] = (totals[name] ?? 0) + seconds;
    }
    return totals;
  }

  // The step whose picture says most, and which picture: what a film strip and a link preview show.
  picture(step) {
    return step.before ?? step.halt?.picture ?? step.after ?? null;
  }

  firstBad() {
    return this.steps.findLast((step) => step.outcome === "failed" && !step.caught)
      ?? this.steps.find((step) => ["stopped", "unfinished"].includes(step.outcome));
  }

  // Numbers of the steps that pass; null when nothing is asked for.
  matching({ filters = [], search = "", line = null }) {
    const words = search.trim().toLowerCase();
    if (!filters.length && !words && line === null) return null;
    const passes = (step) =>
      (!filters.length || filters.some((name) => FILTERS[name](step))) &&
      (line === null || (this.operation(step).line === line.line && this.operation(step).file === line.file)) &&
      (!words || this.text(step).includes(words));
    return new Set(this.steps.filter(passes).map((step) => step.number));
  }

  text(step) {
    const operation = this.operation(step);
    step.searched ??= [
      this.title(step), operation.text, step.error, JSON.stringify(step.arguments ?? ""), JSON.stringify(step.variables ?? ""),
      Object.values(step.facts ?? {}).join(" "), (step.messages ?? []).join(" "), `${operation.line}`,
    ].join("\n").toLowerCase();
    return step.searched;
  }

  // The nodes to show, in order. With a question asked, what passes and what it is inside of, folded or not.
  visible(question, folded) {
    const wanted = this.matching(question);
    const shown = [];
    const keep = wanted && new Set();
    for (const number of wanted ?? []) {
      for (let node = this.nodes.get(number); node; node = node.parent) keep.add(node);
    }
    const walk = (node) => {
      for (const child of node.children) {
        if (keep && !keep.has(child)) continue;
        shown.push({ node: child, passes: !wanted || (child.step !== null && wanted.has(child.step.number)) });
        if (keep || !folded.has(child.key)) walk(child);
      }
    };
    walk(this.root);
    return shown;
  }

  // What to fold at first in a long run: rounds and rows in which nothing went wrong.
  foldedAtFirst(most = 300) {
    const folded = new Set();
    if (this.steps.length <= most) return folded;
    for (const node of this.nodes.values()) {
      const loops = node.round || node.step?.kind === "row" || node.step?.kind === "call";
      if (loops && node.children.length && (BAD[node.state] ?? 0) < BAD.running) folded.add(node.key);
    }
    return folded;
  }

  decided(step) {
    const name = this.operation(step).name;
    const value = step.value;
    if (value === undefined || step.kind !== "block") return "";
    if (name === "IF") return value === 0 ? t("decided.held") : value === -1 ? t("decided.none") : t("decided.branch", { n: [value].flat().map((one) => one + 1).join(", ") });
    if (name === "WHILE") return value ? t("decided.again") : t("decided.over");
    return name === "REPEAT" ? t("decided.times", { n: value }) : "";
  }
}
