// The page's words, from one table: English and Chinese. What the language and its messages say stays as it is.
const LANGUAGES = ["en", "zh"];
const table = await (await fetch("words.json")).json();
let language = localStorage.getItem("cog-language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export function word(name, values = {}) {
  const row = table[name];
  if (!row) throw new Error(`there is no word "${name}"`);
  const text = row[Math.max(0, LANGUAGES.indexOf(language))];
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

export function translate(root = document) {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const each of root.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
  for (const each of root.querySelectorAll("[data-title]")) each.title = word(each.dataset.title);
  for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", word(each.dataset.label));
}

export function currentLanguage() {
  return language;
}

export function chooseLanguage(chosen) {
  language = LANGUAGES.includes(chosen) ? chosen : "en";
  localStorage.setItem("cog-language", language);
  translate();
}
