// The page's own words, in one table. The language's words (operations, parameters) are never translated.

export const WORDS = {
  en: {
    "language": "English",
    "theme": "Colours", "theme.auto": "as the system", "theme.light": "light", "theme.dark": "dark",
    "outcome.ok": "finished", "outcome.failed": "failed", "outcome.stopped": "stopped", "outcome.killed": "killed",
    "outcome.running": "running", "outcome.skipped": "skipped", "outcome.unfinished": "not finished",
    "outcome.jumped": "jumped over", "outcome.retried": "tried again", "outcome.caught": "failed, and was caught",
    "step.ok": "done",
    "fact.file": "file", "fact.started": "started", "fact.took": "took", "fact.screen": "screen", "fact.steps": "steps",
    "fact.resumed": "resumed", "fact.run": "run", "fact.row": "row", "times": "{n} times", "row.of": "{row} of {of} ({table})",
    "fact.surface": "surface", "fact.found by": "found by", "fact.evidence": "evidence", "fact.healed": "healed",
    "fact.effect seen": "effect seen", "fact.pixel": "pixel", "fact.decided": "decided", "fact.round": "round",
    "fact.set": "set {name}", "fact.at": "at",
    "phase.settling": "settling", "phase.finding": "finding", "phase.acting": "acting", "phase.model": "model",
    "phase.person": "person",
    "timeline": "Where the time went", "timeline.help": "time line of the run: click for the step at that moment",
    "film": "Film strip", "steps": "Steps", "answers": "Answers", "variables": "Variables at the end",
    "workflow": "The workflow as it was run",
    "filter.failed": "failed", "filter.caught": "caught", "filter.healed": "healed", "filter.unseen": "not seen",
    "filter.skipped": "skipped", "filter.line": "line {n} ✕", "filter.none": "no step is like that",
    "search": "Search the steps", "search.short": "search", "fold.all": "fold all", "unfold.all": "unfold all",
    "round": "round {n}", "tag.healed": "healed", "tag.guess": "healed, by a guess", "tag.unseen": "done, not seen",
    "tag.caught": "caught", "shown": "{n} of {of}",
    "picture.before": "before", "picture.after": "after", "picture.halt": "what was there",
    "picture.gone": "There is no picture: it was not taken, or is left out of this page.",
    "picture.larger": "larger", "picture.close": "close",
    "draw.target": "the target", "draw.place": "the line's box", "draw.point": "where it acted", "draw.goal": "where it ended",
    "draw.candidate": "what came near",
    "halt.looked": "looked for", "halt.means": "by", "halt.near": "came near", "halt.there": "there is", "halt.write": "to take it, write",
    "to.step": "show the step", "left.out": "{n} pictures are left out: the page would be too large. They are in the run's folder, and in a zip made by `cog report --trace`.",
    "decided.held": "the test held", "decided.none": "no branch was taken", "decided.branch": "branch {n} was taken",
    "decided.again": "another round", "decided.over": "no further round", "decided.times": "{n} rounds",
    "runs": "Rows", "runs.several": "Runs", "runs.steps": "steps",
    "runs.back": "← all rows", "runs.missing": "{n} of {of} rows have no record: they were not begun, or their records are gone.",
    "keys": "Keys", "keys.move": "one step on, one back", "keys.fold": "fold, unfold", "keys.failure": "next failure, the one before",
    "keys.search": "search", "keys.ends": "first, last step", "keys.back": "all rows",
    "characters": "… ({n} characters in all)",
  },
  zh: {
    "language": "中文",
    "theme": "颜色", "theme.auto": "跟随系统", "theme.light": "浅色", "theme.dark": "深色",
    "outcome.ok": "已完成", "outcome.failed": "失败", "outcome.stopped": "已停止", "outcome.killed": "被终止",
    "outcome.running": "运行中", "outcome.skipped": "已跳过", "outcome.unfinished": "未完成",
    "outcome.jumped": "被跳过", "outcome.retried": "已重试", "outcome.caught": "失败，已被捕获",
    "step.ok": "完成",
    "fact.file": "文件", "fact.started": "开始", "fact.took": "用时", "fact.screen": "屏幕", "fact.steps": "步骤",
    "fact.resumed": "继续", "fact.run": "运行", "fact.row": "行", "times": "{n} 次", "row.of": "第 {row} 行，共 {of} 行（{table}）",
    "fact.surface": "界面", "fact.found by": "查找方式", "fact.evidence": "依据", "fact.healed": "已修复",
    "fact.effect seen": "看到的效果", "fact.pixel": "像素", "fact.decided": "判断", "fact.round": "轮次",
    "fact.set": "赋值 {name}", "fact.at": "时刻",
    "phase.settling": "等待静止", "phase.finding": "查找", "phase.acting": "操作", "phase.model": "模型",
    "phase.person": "等人",
    "timeline": "时间去向", "timeline.help": "运行的时间线：点击查看当时的步骤",
    "film": "画面", "steps": "步骤", "answers": "答案", "variables": "结束时的变量",
    "workflow": "所运行的工作流",
    "filter.failed": "失败", "filter.caught": "已捕获", "filter.healed": "已修复", "filter.unseen": "未见效果",
    "filter.skipped": "跳过", "filter.line": "第 {n} 行 ✕", "filter.none": "没有这样的步骤",
    "search": "搜索步骤", "search.short": "搜索", "fold.all": "全部折叠", "unfold.all": "全部展开",
    "round": "第 {n} 轮", "tag.healed": "已修复", "tag.guess": "已修复（推测）", "tag.unseen": "已做，未见效果",
    "tag.caught": "已捕获", "shown": "{n} / {of}",
    "picture.before": "之前", "picture.after": "之后", "picture.halt": "当时的画面",
    "picture.gone": "没有图片：未截取，或未放入本页。",
    "picture.larger": "放大", "picture.close": "关闭",
    "draw.target": "目标", "draw.place": "文件中的方框", "draw.point": "操作位置", "draw.goal": "终点",
    "draw.candidate": "相近的东西",
    "halt.looked": "要找", "halt.means": "方法", "halt.near": "相近", "halt.there": "那里有", "halt.write": "若是它，请写",
    "to.step": "查看该步骤", "left.out": "有 {n} 张图片未放入：页面会过大。它们在运行的文件夹里，也在 `cog report --trace` 生成的 zip 里。",
    "decided.held": "条件成立", "decided.none": "没有进入任何分支", "decided.branch": "进入第 {n} 个分支",
    "decided.again": "再来一轮", "decided.over": "不再循环", "decided.times": "{n} 轮",
    "runs": "各行", "runs.several": "各次运行", "runs.steps": "步骤",
    "runs.back": "← 所有行", "runs.missing": "{of} 行中有 {n} 行没有记录：没有开始，或记录已不在。",
    "keys": "按键", "keys.move": "下一步、上一步", "keys.fold": "折叠、展开", "keys.failure": "下一个、上一个失败",
    "keys.search": "搜索", "keys.ends": "第一步、最后一步", "keys.back": "所有行",
    "characters": "…（共 {n} 个字符）",
  },
};

export const languages = Object.keys(WORDS);

let spoken = "en";

export function setLanguage(code) {
  spoken = languages.includes(code) ? code : "en";
  document.documentElement.lang = spoken === "zh" ? "zh-Hans" : spoken;
}

export function language() {
  return spoken;
}

export function addWords(table) {
  for (const [code, words] of Object.entries(table)) Object.assign(WORDS[code], words);
}

// A heading that comes from a record and is not in the table stays as it is: the part behind the dot.
export function t(key, values = {}) {
  const text = WORDS[spoken][key] ?? WORDS.en[key] ?? key.slice(key.indexOf(".") + 1);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
