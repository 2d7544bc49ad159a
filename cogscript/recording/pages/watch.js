// Tells what a person does on a page. Runs after page.js, whose description of an element it uses.
(() => {
  const HOME = Symbol.for('cogscript');
  const DONE = Symbol.for('cogscript-watched');
  if (window[DONE]) return;
  Object.defineProperty(window, DONE, { value: true });

  const ROWS = 'tr,li,[role=row],[role=listitem]';
  const ASKED = 'input,select,textarea,button,[role]';
  const CELLS = new Set(['cell', 'gridcell']);
  const CELL = 'td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]';
  const NATIVE = new Set(['checkbox', 'radio']);
  const MADE_UP = /^:|(^|[^a-z])\d{2,}($|[^a-z])|[0-9a-f]{8,}|[-_:]\d+$|\d[-_:]/i;
  const FRAME = Math.random().toString(36).slice(2);  // each frame counts its elements from 1
  const LONG = 60;
  const FAR = 10;
  const COMES = 400;

  const target = (event) => event.composedPath()[0];
  const isWritten = (element) => element.isContentEditable || element.tagName === 'TEXTAREA'
    || (element.tagName === 'INPUT' && !['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'range', 'color'].includes(element.type));
  const tidy = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  // --- which thing was meant ----------------------------------------------------------------------

  // What a click is for: the control it lies in, or the one that it lies beside in a component that has no other.
  const acted = (node) => {
    const { CONTROLS, rootOf, roleOf, parentOf } = window[HOME];
    for (let each = node; each; each = parentOf(each)) {
      if (each.isContentEditable && !each.parentElement?.isContentEditable) return each;
      if (CONTROLS.has(roleOf(each))) return each;
      if (each.tagName === 'LABEL' && each.control) return each.control;
      if (each.matches('tr,[role=row]')) break;  // its only button is not what a click on a cell is for
      const inner = [...(rootOf(each)?.querySelectorAll(ASKED) ?? []), ...each.querySelectorAll(ASKED)]
        .filter((one) => CONTROLS.has(roleOf(one)) && one.getAttribute('aria-hidden') !== 'true' && one.checkVisibility());
      if (inner.length === 1 && isAround(each, inner[0]) && isInside(node, each) && isMeantBeside(node, inner[0])) return inner[0];
      if (inner.length > 1 || each.matches(CELL)) break;  // what stands in another cell is something else
    }
    const item = node.closest?.('li,[role=listitem],td,[role=cell]');
    return item && tidy(item.textContent) === tidy(node.textContent) ? item : window[HOME].signAround(node);
  };
  // A click beside a field or a box may be for it: a component draws them larger than they are. An arrow beside an entry
  // of a tree is something of its own.
  const isMeantBeside = (node, control) => {
    const { role, states } = window[HOME].describe(control);
    return states.includes('editable') || states.includes('checkable') || ['combobox', 'listbox', 'slider'].includes(role) || isInside(node, control);
  };
  const isAround = (outer, inner) => {
    const one = outer.getBoundingClientRect(), other = inner.getBoundingClientRect();
    return one.height < 2 * Math.max(24, other.height) + 16;
  };

  // A list that a component opens is drawn outside of its own box.
  const isInside = (node, outer) => {
    const one = node.getBoundingClientRect(), other = outer.getBoundingClientRect();
    const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2;
    return x >= other.left && x <= other.right && y >= other.top && y <= other.bottom;
  };

  // Where this frame lies in the view, and how large that is; null in a frame of another origin, which cannot know.
  const around = () => {
    try {
      let left = 0, top = 0;
      for (let each = window; each !== each.parent; each = each.parent) {
        const holder = each.frameElement;
        const rect = holder.getBoundingClientRect();
        left += Math.round(rect.left + holder.clientLeft); top += Math.round(rect.top + holder.clientTop);
      }
      return { left, top, size: [window.top.innerWidth, window.top.innerHeight] };
    } catch { return null; }
  };

  // A long name in one line: of a link around a whole paragraph its heading says enough.
  const shortName = (element, name) => {
    if (name.length <= LONG) return name;
    const first = tidy((element.innerText ?? '').split(/[\n\t]/).find((line) => line.trim()));
    return first && name.startsWith(first) ? first : name;
  };

  // A text that tells it from others: of its row, or the one that stands before it or over it.
  const besides = (element, each, twins) => {
    const fits = (text) => text && !isSame(text, each.name) && text.length <= LONG;
    const row = rowOf(element);
    const cells = [...(row?.querySelectorAll('td,th,span,p,b,strong,a,[role=gridcell],[role=cell],[role=rowheader]') ?? [])]
      .filter((cell) => !cell.contains(element) && !element.contains(cell));
    const said = cells.map((cell) => tidy(cell.innerText?.split('\n')[0]) || slotted(cell)).find(fits) ?? (row && plainTexts(row, element).find(fits));
    if (said || each.name) return said ?? titleOver(element, each, twins);
    const [left, top, right, bottom] = each.rect;
    const before = [];
    for (const line of JSON.parse(window[HOME].lines()).lines) {
      const text = line.words.map(([word, , , spaced]) => (spaced ? ' ' : '') + word).join('').trim();
      const level = Math.min(line.bottom, bottom) - Math.max(line.top, top) > 0.5 * (line.bottom - line.top);
      const over = line.bottom <= top + 4 && top - line.bottom < 30 && line.left < right && line.right > left;
      const after = level && each.role === 'image' && line.left >= right - 4 ? line.left - right : Infinity;
      const gap = level && line.right <= left + 4 ? left - line.right : over ? 100 + top - line.bottom : after;
      if (gap < 300 && fits(text) && (after < 40 || isPlain(line))) before.push([gap, text]);
    }
    return before.sort((one, other) => one[0] - other[0])[0]?.[1] ?? '';
  };

  // The row that it is drawn in: a grid may take what its cells show from elsewhere in the page.
  const rowOf = (element) => {
    let each = element;
    while (each && !each.matches(ROWS)) each = each.assignedSlot ?? window[HOME].parentOf(each);
    return each;
  };
  const slotted = (cell) => (cell.querySelector('slot') ? tidy(window[HOME].describe(cell).name) : '');
  const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

  // The texts in a row that are no control's.
  const plainTexts = (row, element) => {
    const texts = [];
    const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const holder = walk.currentNode.parentElement;
      if (!element.contains(holder) && holder.checkVisibility() && !isInControl(holder, row)) texts.push(tidy(walk.currentNode.data));
    }
    return texts;
  };
  const isInControl = (node, outer) => {
    const { CONTROLS, roleOf, parentOf } = window[HOME];
    for (let each = node; each && each !== outer; each = parentOf(each)) if (CONTROLS.has(roleOf(each))) return true;
    return false;
  };

  // The heading of the part that something stands in, if no other has that text.
  const titleOver = (element, each, twins) => {
    const all = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6,legend,caption,[role=heading]')].filter((one) => one.checkVisibility() && !window[HOME].CONTROLS.has(window[HOME].roleOf(one)));
    const over = (node) => all.filter((one) => one.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING && !one.contains(node)).at(-1);
    const mine = over(element);
    const shared = twins.map((twin) => window[HOME].node(twin.number)).some((node) => node && node !== element && over(node) === mine);
    const text = shared ? '' : tidy(mine?.innerText);
    return text && text !== each.name && text.length <= LONG && all.filter((one) => tidy(one.innerText) === text).length === 1 ? text : '';
  };

  // Not what a field holds or a button says: that is no label of anything else.
  const isPlain = (line) => !isInControl(window[HOME].deepAt((line.left + line.right) / 2, (line.top + line.bottom) / 2), null);

  // Things are told as they were before they were touched: many change their name or their looks then.
  let last = null;
  const noteBefore = (element) => { last = { element, data: lookedAt(element) }; };
  const told = (element) => {
    if (last?.element !== element) noteBefore(element);
    return last.data;
  };
  const lookedAt = (element) => {
    const each = window[HOME].describe(element);
    let name = shortName(element, each.name || (CELLS.has(each.role) ? tidy(element.textContent) : ''));
    const twins = JSON.parse(window[HOME].snapshot({ most: 8000, reach: 'whole' })).elements
      .filter((other) => other.name === (each.name || name) && (other.role === each.role || window[HOME].CONTROLS.has(other.role)));
    // A button in the only row of a table is one of many when the table is full.
    const inRow = (each.role === 'button' || CELLS.has(each.role)) && rowOf(element)?.matches('tr,[role=row]');
    const near = twins.length > 1 || !name || inRow ? besides(element, each, twins) : '';
    const place = around();
    const rect = place && each.rect.map((side, at) => side + (at % 2 ? place.top : place.left));
    // On the next version of a page an id that a script has counted is another's.
    const id = (name || near) && MADE_UP.test(each.id) ? '' : each.id;
    if (each.role === 'combobox' && name === each.value) name = '';  // what it shows is no name: it changes
    const listed = each.role === 'option' || Boolean(element.closest?.('[role=listbox]'));
    return { ...each, number: `${FRAME}-${each.number}`, name, id, near, rect, listed };
  };

  // --- listening ----------------------------------------------------------------------------------

  // A page that writes its document anew (editors do, into their frames) takes all listeners away.
  const heard = [];
  const on = (kind, hear) => { heard.push([kind, hear]); addEventListener(kind, hear, true); };
  let alive = false;
  on('cogscript-alive', (event) => { alive = true; event.stopImmediatePropagation(); });
  setInterval(() => {
    alive = false;
    dispatchEvent(new Event('cogscript-alive'));
    if (!alive) for (const [kind, hear] of heard) addEventListener(kind, hear, true);
  }, 250);

  // --- telling it, in order -----------------------------------------------------------------------

  let waiting = Promise.resolve();
  const send = (kind, element, more = {}) => {
    const size = around()?.size ?? [innerWidth, innerHeight];
    const said = { kind, element: element && told(element), url: top === window ? location.href : '', size, ...more };
    waiting = waiting.then(() => window.__cogscript_record(JSON.stringify(said)));
  };

  // Whether something that pages draw themselves is on; null for what has no such state.
  const isOn = (element) => {
    if (NATIVE.has(element.type)) return null;
    const { states } = window[HOME].describe(element);
    return states.includes('checkable') && element.getAttribute('aria-pressed') === null ? states.includes('checked') : null;
  };

  on('click', (event) => {
    if (!event.isTrusted) return;
    const node = target(event);
    const press = event.detail > 0 && event.timeStamp - pressedLast?.at < 2000 ? pressedLast : null;
    // What was pressed is what was meant: it may have turned into a field, or gone, by now.
    const element = press ? press.element : acted(node);
    pressedLast = null;
    if (event.timeStamp - dragged < 50) return;
    if (press) last = { element, data: press.data };
    if (press && isGone(press.node)) { send('click', element); return; }
    // Return in a form clicks its button, and a label its box: told as what was done.
    if (event.detail === 0 && window[HOME].deepActive() !== node) return;
    const before = isOn(element);
    if (before !== null) {
      const began = performance.now();
      const watch = () => {
        if (isOn(element) !== before) send('check', element, { value: String(!before) });
        else if (performance.now() - began < COMES) setTimeout(watch, 20);
        else send('click', element);
      };
      setTimeout(watch, 0);
      return;
    }
    send(event.detail === 2 ? 'double' : 'click', element);
    if (press && NATIVE.has(element.type)) {  // a page may set it by a script of its own, which tells nothing
      setTimeout(() => { if (element.checked !== press.checked && ticked !== element) send('check', element, { value: String(element.checked) }); }, 100);
      ticked = null;
    }
  });
  let ticked = null;
  const isGone = (node) => !node.isConnected || !node.checkVisibility();
  const sendGone = (press) => {
    last = { element: press.element, data: press.data };
    send('click', press.element);
  };
  on('contextmenu', (event) => {
    if (event.isTrusted) send('right', acted(target(event)));
  });

  // --- fields -------------------------------------------------------------------------------------

  const fieldOf = (element) => {
    let field = element;
    while (field.isContentEditable && field.parentElement?.isContentEditable) field = field.parentElement;
    return field;
  };
  const held = (field) => 'value' in field && !field.isContentEditable ? field.value : field.innerText.replace(/\n$/, '').replace(/[\u200b\ufeff]/g, '').replace(/\u00a0/g, ' ');
  const before = new WeakMap();
  let kept = null;  // the field that was last written in, as long as nobody has gone into it anew
  on('focusin', (event) => {
    const field = fieldOf(target(event));
    if (last?.element !== field) noteBefore(field);
    if (isWritten(field)) before.set(field, held(field));
    if (isWritten(field) && field !== kept) kept = null;
  });

  on('input', (event) => {
    const element = target(event);
    if (element.tagName === 'SELECT') {
      const { width, height } = element.getBoundingClientRect();
      if (!event.isTrusted && (width < 4 || height < 4 || !element.checkVisibility())) return;  // a component keeps its choice there
      send('select', element, { value: [...element.selectedOptions].map((option) => tidy(option.label)).join(', ') });
    } else if (NATIVE.has(element.type)) {
      if (![element, ...element.labels].some((each) => each.checkVisibility())) return;  // a click on what a component draws for it is told
      ticked = element;
      send('check', element, { value: String(element.checked) });
    } else if (element.type === 'file') {
      send('file', element, { value: [...element.files].map((file) => file.name).join('\n') });
    } else if (event.isTrusted || ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'].includes(element.type)) {
      const field = fieldOf(element);
      const secret = window[HOME].describe(field).secret;
      send('input', field, { value: secret ? '' : held(field), before: secret ? '' : before.get(field) ?? field.defaultValue ?? '', kept: kept === field });
      kept = field;
    }
  });

  const NAMED = new Set(['Enter', 'Escape', 'Tab', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F12']);
  const MOVING = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Delete', 'Backspace', ' ']);
  const matters = (event) => {
    const element = target(event);
    const shortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (NAMED.has(event.key) || (shortcut && event.key.length === 1)) return true;
    if (!MOVING.has(event.key)) return false;
    if (NATIVE.has(element.type) || element.tagName === 'SELECT' || element.type === 'range') return false;
    if (!isWritten(element)) return event.key !== ' ' || !['BUTTON', 'A', 'SUMMARY'].includes(element.tagName);
    const oneLine = element.tagName === 'INPUT' && element.type !== 'number';
    return oneLine && ['ArrowUp', 'ArrowDown'].includes(event.key);  // they go through a list that it offers
  };
  on('keydown', (event) => {
    if (event.key === 'Tab') kept = null;
    if (!event.isTrusted || event.repeat || event.isComposing || !matters(event)) return;
    const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const keys = [event.ctrlKey && 'Ctrl', event.metaKey && 'Command', event.altKey && 'Alt', event.shiftKey && 'Shift', key];
    const element = target(event);
    send('key', element === document.body && !element.isContentEditable ? null : fieldOf(element), { value: keys.filter(Boolean).join('+') });
  });

  // --- what a page asks in a window of its own ------------------------------------------------------

  for (const [kind, button] of [['alert', () => 'OK'], ['confirm', (yes) => yes ? 'OK' : 'Cancel'], ['prompt', (text) => text === null ? 'Cancel' : 'OK']]) {
    const asks = window[kind];
    window[kind] = (...words) => {
      const said = asks.apply(window, words);
      const typed = kind === 'prompt' && said !== null && said !== String(words[1] ?? '') ? said : '';
      send('answer', null, { value: button(said), before: tidy(String(words[0] ?? '')), typed });
      return said;
    };
  }

  // --- dragging -----------------------------------------------------------------------------------

  let pressed = null, pressedLast = null, dragged = -1000;
  const dropped = (event) => {
    const began = pressed;
    pressed = null;
    const place = around();
    if (!began || !place || Math.hypot(event.clientX - began.x, event.clientY - began.y) < FAR) return;
    dragged = event.timeStamp;
    if (isWritten(began.node) || (getSelection().toString() && !began.drags)) return;  // text was selected
    send('drag', began.element, { from: [began.x + place.left, began.y + place.top], to: [event.clientX + place.left, event.clientY + place.top] });
  };
  on('pointerdown', (event) => {
    const node = target(event);
    const element = acted(node);
    noteBefore(element);
    if (kept?.contains(node)) kept = null;
    const mine = event.isTrusted && event.button === 0;
    pressedLast = pressed = mine ? { node, element, data: last.data, checked: element.checked, x: event.clientX, y: event.clientY, at: event.timeStamp, drags: false } : null;
  });
  // No click comes of a press on something that goes before the button does.
  on('pointerup', () => {
    const press = pressedLast;
    setTimeout(() => {
      if (!press || pressedLast !== press || !isGone(press.node) || press.drags) return;
      pressedLast = null;
      sendGone(press);
    }, 50);
  });
  on('dragstart', () => { if (pressed) pressed.drags = true; });
  on('pointerup', dropped);
  on('dragend', dropped);
})()
