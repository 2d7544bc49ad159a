// Tells what a person does on a page. Runs after page.js, whose description of an element it uses.
(() => {
  const HOME = Symbol.for('cogscript');
  const DONE = Symbol.for('cogscript-watched');
  if (window[DONE]) return;
  Object.defineProperty(window, DONE, { value: true });

  const target = (event) => event.composedPath()[0];
  const rows = 'tr,li,[role=row],[role=listitem]';

  const told = (element) => {
    const home = window[HOME];
    const each = home.describe(element);
    const { left, top } = home.offset();
    const twins = JSON.parse(home.snapshot({ most: 4000, reach: 'view' })).elements
      .filter((other) => other.name === each.name && other.role === each.role).length;
    let near = '';
    if (twins > 1) {
      const cells = [...(element.closest(rows)?.querySelectorAll('td,th,span,p,b,strong,a') ?? [])];
      near = cells.map((cell) => cell.textContent.trim().replace(/\s+/g, ' ')).find((text) => text && text !== each.name) ?? '';
    }
    return { ...each, near, rect: each.rect.map((side, at) => side + (at % 2 ? top : left)) };
  };
  const send = (kind, element, more = {}) => window.__cogscript_record(JSON.stringify({
    kind, element: element && told(element), url: top === window ? location.href : '', title: document.title,
    size: [innerWidth, innerHeight], ...more,
  }));

  addEventListener('click', (event) => {
    if (event.isTrusted) send(event.detail === 2 ? 'double' : 'click', window[HOME].acted(target(event)));
  }, true);
  addEventListener('contextmenu', (event) => {
    if (event.isTrusted) send('right', window[HOME].acted(target(event)));
  }, true);
  addEventListener('input', (event) => {
    const element = target(event);
    if (!event.isTrusted || ['SELECT'].includes(element.tagName) || ['checkbox', 'radio', 'file'].includes(element.type)) return;
    const field = element.closest?.('[contenteditable]') ?? element;
    const secret = window[HOME].describe(field).secret;
    const value = 'value' in field ? field.value : field.innerText;
    send('input', field, { value: secret ? '' : value, before: field.defaultValue ?? '' });
  }, true);
  addEventListener('change', (event) => {
    const element = target(event);
    if (element.tagName === 'SELECT') {
      send('select', element, { value: [...element.selectedOptions].map((option) => option.label).join(', ') });
    } else if (['checkbox', 'radio'].includes(element.type)) send('check', element, { value: String(element.checked) });
    else if (element.type === 'file') send('file', element, { value: [...element.files].map((file) => file.name).join('\n') });
  }, true);
  addEventListener('keydown', (event) => {
    const shortcut = event.ctrlKey || event.metaKey || event.altKey;
    const named = ['Enter', 'Escape', 'Tab', 'F1', 'F2', 'F5'].includes(event.key);
    if (!event.isTrusted || event.repeat || event.isComposing || (!named && !(shortcut && event.key.length === 1))) return;
    const keys = [event.ctrlKey && 'Ctrl', event.metaKey && 'Command', event.altKey && 'Alt', event.shiftKey && 'Shift', event.key];
    send('key', target(event), { value: keys.filter(Boolean).join('+') });
  }, true);
})()
