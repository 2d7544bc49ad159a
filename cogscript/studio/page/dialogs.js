// Questions to the person: one dialog for all of them.
import { $, element } from "./dom.js";
import { word } from "./words.js";

// Resolves to the value of the button, to the text of the field, or to null when it was closed.
export function question(text, { field = null, buttons, content = null } = {}) {
  const dialog = $("#dialog");
  return new Promise((resolve) => {
    let answer = null;
    const input = field && element("input", { type: field.secret ? "password" : "text", value: field.value ?? "", autocomplete: "off" });
    input?.setAttribute("aria-label", text);
    const choices = buttons ?? [
      { word: "cancel", value: null },
      { word: "accept", value: true, main: true },
    ];
    const row = choices.map(({ word: name, value, main }) =>
      element("button", { type: main ? "submit" : "button", className: main ? "main" : "", textContent: word(name),
        onclick: (event) => {
          event.preventDefault();
          answer = input && value === true ? input.value : value;
          dialog.close();
        } }));
    const form = element("form", { method: "dialog" }, element("p", { textContent: text }), content, input, element("div", { className: "buttons" }, ...row));
    form.querySelector("p").style.whiteSpace = "pre-wrap";
    dialog.replaceChildren(form);
    dialog.onclose = () => {
      dialog.onclose = null;
      resolve(answer);
    };
    if (dialog.open) dialog.close();
    dialog.showModal();
    (input ?? row.at(-1)).focus();
  });
}
