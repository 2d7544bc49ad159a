// Tells the server what happens in the page, at once and in order, and does what it answers.

const opened = [];
let origin = null; // where the page is on the screen, known from the first movement of the pointer

function tell(message) {
  const request = new XMLHttpRequest();
  request.open("POST", "/heard", false); // the next event must not overtake this one
  request.send(JSON.stringify(message));
  JSON.parse(request.responseText).forEach(obey);
}

function obey(command) {
  const element = command.id ? document.getElementById(command.id) : null;
  if (command.do === "write") element.textContent = command.text;
  if (command.do === "show") element.hidden = false;
  if (command.do === "enable") element.disabled = !command.on;
  if (command.do === "open") {
    const dialog = document.querySelector(`[data-title="${command.title}"]`);
    if (command.overlay) dialog.hidden = false;
    else dialog.showModal();
    opened.push(dialog);
  }
  if (command.do === "close") {
    const dialog = opened.pop();
    if (dialog && dialog.close) dialog.close();
    else if (dialog) dialog.hidden = true;
  }
}

function closeMenus(except) {
  document.querySelectorAll(".menu ul").forEach((menu) => {
    if (menu !== except) menu.hidden = true;
  });
}

const HEAR = {
  pressed: (element) => element.addEventListener("click", () => {
    closeMenus(null);
    tell({ what: "pressed", id: element.id });
  }),
  typed: (element) => {
    element.addEventListener("input", () => tell({ what: "typed", id: element.id, text: element.value }));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && "enter" in element.dataset) tell({ what: "entered", id: element.id });
    });
  },
  checked: (element) => element.addEventListener("change", () =>
    tell({ what: "checked", id: element.id, on: element.checked })),
  chose: (element) => element.addEventListener("change", () => tell({ what: "chose", id: element.id })),
  select: (element) => element.addEventListener("change", () => tell({ what: "chose", id: element.value })),
  listed: (element) => element.addEventListener("click", () => {
    element.parentElement.querySelectorAll("[role=option]").forEach((each) =>
      each.setAttribute("aria-selected", each === element));
    tell({ what: "chose", id: element.id });
  }),
  tab: (element) => element.addEventListener("click", () => {
    if (element.getAttribute("aria-selected") === "true") return;
    document.querySelectorAll("[role=tab]").forEach((each) =>
      each.setAttribute("aria-selected", each === element));
    document.querySelectorAll("[role=tabpanel]").forEach((each) => {
      each.hidden = each.dataset.tab !== element.id;
    });
    tell({ what: "chose", id: element.id });
  }),
  menu: (element) => element.addEventListener("click", () => {
    const menu = element.nextElementSibling;
    menu.hidden = !menu.hidden;
    closeMenus(menu);
  }),
};

document.querySelectorAll("[data-what]").forEach((element) => HEAR[element.dataset.what](element));

document.addEventListener("mousemove", (event) => {
  origin = [event.screenX - event.clientX, event.screenY - event.clientY];
});

function places() {
  const found = {};
  if (!origin) return found;
  const [left, top] = origin.map(Math.round);
  found.page = [left, top, left + innerWidth, top + innerHeight];
  document.querySelectorAll("[data-what]").forEach((element) => {
    const area = element.getBoundingClientRect();
    const seen = area.width && area.height && area.top >= 0 && area.bottom <= innerHeight;
    if (seen) {
      found[element.id] = [area.left + left, area.top + top, area.right + left, area.bottom + top].map(Math.round);
    }
  });
  return found;
}

async function report() {
  const answer = await fetch("/heard", { method: "POST", body: JSON.stringify({ places: places() }) });
  (await answer.json()).forEach(obey);
  setTimeout(report, 100);
}

window.addEventListener("load", () => {
  tell({ loaded: true });
  report();
});
