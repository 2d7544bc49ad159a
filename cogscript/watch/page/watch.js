// The page of a run that is watched: its screen as it is now, and its steps as they happen.

import {el, filled} from "./parts/dom.js";
import {t, addWords, setLanguage} from "./parts/words.js";
import {duration} from "./parts/times.js";
import {overlay} from "./parts/picture_view.js";
import {errorBlock} from "./parts/error_block.js";

addWords({
  en: { "watch.waiting": "The screen has not opened yet.", "watch.kept": "The run has failed. Its screen stays open until you are done.", "watch.done": "Done", "watch.over": "The run is over. What it did: `cog report`.", "watch.lost": "The run cannot be reached any more." },
  zh: { "watch.waiting": "屏幕尚未打开。", "watch.kept": "运行失败。它的屏幕会一直开着，直到您看完。", "watch.done": "看完了", "watch.over": "运行已结束。它做了什么：`cog report`。", "watch.lost": "已无法连接到这次运行。" },
});
setLanguage(navigator.language.startsWith("zh") ? "zh" : "en");

const MARKS = { ok: "✓", failed: "✗", skipped: "↷", stopped: "■" };
const MOST = 500;

class Watch {
  constructor() {
    this.canvas = el("canvas", { role: "img", hidden: true });
    this.drawn = el("div", {});
    this.note = el("p", { class: "soft", role: "status" }, t("watch.waiting"));
    this.head = el("h1", {});
    this.below = el("div", {});
    this.list = el("ol", { class: "happened", "aria-label": t("steps") });
    filled(document.getElementById("page"), el("header", { class: "run-head" }, this.head), this.note, this.below,
      el("div", { class: "stage" }, el("div", { class: "screen" }, this.canvas, this.drawn), this.list));
    this.over = false;
    this.title("", "running");
    this.news();
    this.pictures();
  }

  title(title, outcome) {
    this.named = title || this.named;
    document.title = `${this.named || "cog"} — ${t(`outcome.${outcome}`)}`;
    filled(this.head, this.named ?? "", el("span", { class: `badge ${outcome}` }, t(`outcome.${outcome}`)));
  }

  async news() {
    for (let number = 0; !this.over;) {
      try {
        const answer = await (await fetch(`news?after=${number}`)).json();
        number = answer.number;
        answer.news.forEach((each) => this.hear(each));
      } catch {
        this.ended(t("watch.lost"));
      }
    }
  }

  async pictures() {
    for (let number = 0; !this.over;) {
      try {
        const answer = await fetch(`picture?after=${number}`);
        if (answer.status !== 200) continue;
        number = Number(answer.headers.get("X-Number"));
        const picture = await createImageBitmap(await answer.blob());
        if (this.canvas.width !== picture.width) [this.canvas.width, this.canvas.height] = [picture.width, picture.height];
        this.canvas.getContext("2d").drawImage(picture, 0, 0);
        this.canvas.hidden = false;
        this.canvas.dataset.number = number;
      } catch {
        if (!this.over) await new Promise((later) => setTimeout(later, 500));
      }
    }
  }

  hear(news) {
    const does = {
      run: () => { filled(this.list); filled(this.below); this.title(news.title, "running"); },
      screen: () => { this.size = news.size; this.note.textContent = ""; },
      acting: () => this.draw(news),
      step: () => this.step(news),
      message: () => this.put(el("li", { class: "message-line" }, news.text)),
      finished: () => this.finished(news),
      "kept-open": () => this.keptOpen(),
      "screen-closed": () => filled(this.below, this.failure),
      over: () => this.ended(t("watch.over")),
    };
    does[news.kind]?.();
  }

  draw(step) {
    if (this.size) filled(this.drawn, step.area || step.point ? overlay(...this.size, step, this.size[0] / 1000) : null);
  }

  step({ outcome, title, seconds, error, line, depth, healed }) {
    this.put(el("li", { class: outcome, style: { "--depth": Math.min(depth, 6) } },
      el("span", { class: "mark" }, MARKS[outcome] ?? "·"), el("span", { class: "what", title: error }, title),
      healed ? el("span", { class: "tag healed" }, t("tag.healed")) : null,
      el("span", { class: "time" }, duration(seconds)), el("span", { class: "line" }, line)));
  }

  put(item) {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(item);
    if (this.list.childElementCount > MOST) this.list.firstElementChild.remove();
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  finished({ outcome, error }) {
    this.title("", outcome);
    filled(this.drawn);
    this.failure = error ? errorBlock({ ...error, details: {} }, []) : null;
    filled(this.below, this.failure);
  }

  keptOpen() {
    const done = el("button", { type: "button", onclick: () => { done.disabled = true; fetch("done", { method: "POST" }); } }, t("watch.done"));
    filled(this.below, this.failure, el("p", { class: "kept" }, t("watch.kept"), done));
    done.focus();
  }

  ended(said) {
    this.over = true;
    this.note.textContent = said;
  }
}

new Watch();
