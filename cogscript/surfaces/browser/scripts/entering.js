// What goes into a field: its whole text, the text at the caret, an option of a list.
(() => {
  const home = window[Symbol.for('cogscript')];
  if (home.enter) return;
  const { known, deepActive, isWithin, describe } = home;

  const put = (element, property, value) => {
    const prototype = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(prototype, property).set.call(element, value);
  };
  const changed = (element) => {
    element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  // An editor that is an element of its own may have a `value`, too, which is no text.
  const isField = (element) => 'value' in element && !element.isContentEditable;
  const selectAll = (element) => {
    if (isField(element)) element.select();
    else getSelection().selectAllChildren(element);
  };
  const held = (element) => isField(element) ? element.value : element.innerText;

  // Set by a script, as the browser's own pickers do it.
  const setText = (number, text) => {
    const element = known(number);
    if (!element) return 'gone';
    if (!isField(element)) {
      if (!element.isContentEditable) return 'no field';
      element.focus();
      selectAll(element);
      document.execCommand(text ? 'insertText' : 'delete', false, text);
      return '';
    }
    element.focus();
    put(element, 'value', text);
    changed(element);
    return '';
  };

  // Until when the page has put off what it does about a text: many search only when a person pauses.
  const LONGEST = 800;
  const noteDelays = () => {
    const real = window.setTimeout;
    window.setTimeout = (work, delay, ...more) => {
      if (delay > 0 && delay <= LONGEST) home.owes = Math.max(home.owes ?? 0, performance.now() + Number(delay));
      return real.call(window, work, delay, ...more);
    };
    return () => { window.setTimeout = real; };
  };

  // A field that is no more than a field: nothing tells that a page does something about a click on it.
  const PLAIN = new Set(['text', 'email', 'url', 'tel', 'textarea']);
  const HELPED = '[role], [list], [aria-autocomplete], [aria-haspopup], [aria-expanded], [aria-controls], [aria-owns]';
  const isPlain = (element) => PLAIN.has(element.type) && !element.readOnly && !element.matches(`:disabled, ${HELPED}`)
    && !element.onclick && !element.onmousedown && !element.onpointerdown;

  // An editor knows which format the next text gets, and hears of a text only from the browser, not from a
  // script. A line break from the browser would be the Enter key, which sends a message in many a page.
  const isOneLineOfEditor = (element, text) => element.isContentEditable && !text.includes('\n');

  // Inserted as if it were pasted, for all that the field holds if `whole`: what it is then, told in the same
  // breath, and whether the page goes elsewhere because of it (null where a browser cannot tell). Null when it
  // has not the keyboard, took nothing, or is an editor: then the browser enters it. With `unasked` a plain field takes the keyboard.
  const enter = (number, text, whole, unasked) => {
    const element = known(number);
    if (!element || (unasked && !isPlain(element)) || isOneLineOfEditor(element, text)) return null;
    const before = held(element);
    let leaves = window.navigation ? false : null;
    const goes = (event) => { leaves ||= !event.destination.sameDocument; };
    window.navigation?.addEventListener('navigate', goes);
    if (unasked) element.focus({ preventScroll: true });
    const active = deepActive();
    const has = active && isWithin(active, element);
    if (whole && has) selectAll(element);
    const late = noteDelays();
    const taken = has && document.execCommand('insertText', false, text);
    // Some pages look at a field when a key comes up. What keyboards of phones say of it: a key, and not which.
    if (taken) element.dispatchEvent(new KeyboardEvent('keyup', { key: 'Unidentified', keyCode: 229, bubbles: true, composed: true }));
    late();
    window.navigation?.removeEventListener('navigate', goes);
    if (window.closed) return { closed: true };
    if (!taken || (held(element) === before && before !== text)) return leaves ? { leaves } : null;
    home.watched();
    return { leaves, element: describe(element) };
  };

  const select = (number) => {
    const option = known(number);
    const list = option?.closest?.('select');
    if (!list) return 'gone';
    if (option.disabled) return 'disabled';
    option.selected = true;
    changed(list);
    return '';
  };

  const options = (number) => {
    const list = known(number);
    if (list?.tagName !== 'SELECT') return null;
    return [...list.options].map((option) => describe(option));
  };

  Object.assign(home, { setText, enter, select, options });
})()
