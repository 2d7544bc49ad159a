// What a page says of itself: its elements with role, name, state and rectangle, and what can be done to one.
// Installed once a frame; everything crosses to Python as plain data, elements as numbers.
(() => {
  const HOME = Symbol.for('cogscript');
  if (window[HOME]) return;

  const rootOf = window[Symbol.for('cogscript-roots')].of;
  const byNumber = new Map();
  const numbers = new WeakMap();
  let last = 0;
  const numberOf = (element) => {
    if (!numbers.has(element)) {
      numbers.set(element, ++last);
      byNumber.set(last, new WeakRef(element));
      if (last % 5000 === 0) {  // a page that draws itself anew leaves many behind
        for (const [number, held] of byNumber) if (!held.deref()) byNumber.delete(number);
      }
    }
    return numbers.get(element);
  };
  const known = (number) => {
    const element = byNumber.get(number)?.deref();
    return element?.isConnected ? element : null;
  };

  // --- roles and names ---------------------------------------------------------------------------

  const INPUTS = {
    button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox',
    radio: 'radio', range: 'slider', number: 'spinbutton', password: 'password', color: 'textbox',
  };
  const TAGS = {
    A: 'link', AREA: 'link', BUTTON: 'button', SUMMARY: 'button', SELECT: 'combobox', TEXTAREA: 'textbox',
    H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', IMG: 'image',
    LI: 'listitem', UL: 'list', OL: 'list', MENU: 'list', TABLE: 'table', TR: 'row', TD: 'cell',
    TH: 'columnheader', DIALOG: 'dialog', PROGRESS: 'progressbar', METER: 'progressbar', LABEL: 'label',
    NAV: 'navigation', MAIN: 'main', FORM: 'form', FIELDSET: 'group', OPTION: 'option', CANVAS: 'canvas',
    HR: 'separator', IFRAME: 'region', ARTICLE: 'article', SECTION: 'section', HEADER: 'header',
    FOOTER: 'footer', LEGEND: 'label', OUTPUT: 'label', DT: 'label', DD: 'label', VIDEO: 'image',
  };
  const CONTROLS = new Set([
    'button', 'link', 'checkbox', 'radio', 'switch', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab',
    'option', 'treeitem', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'password',
  ]);
  const NAMED_BY_CONTENT = new Set([
    'button', 'link', 'checkbox', 'radio', 'switch', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab',
    'option', 'treeitem', 'heading', 'cell', 'gridcell', 'columnheader', 'rowheader', 'row', 'listitem',
    'label', 'tooltip',
  ]);
  const HOLDERS = new Set(['listitem', 'row', 'cell', 'gridcell']);
  const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'password']);

  const isEditor = (element) =>
    element.isContentEditable && !element.parentElement?.isContentEditable;

  const isHiddenText = (element, style) =>
    element.type === 'password' ||
    (element.tagName === 'INPUT' && (style ?? getComputedStyle(element)).webkitTextSecurity > 'none' &&
      !['', 'none'].includes(getComputedStyle(element).webkitTextSecurity));

  const isClicked = (element) => element.onclick || getComputedStyle(element).cursor === 'pointer';

  const roleOf = (element) => {
    const said = element.getAttribute('role')?.trim().split(/\s+/)[0];
    if (said && said !== 'none' && said !== 'presentation') return said;
    const tag = element.tagName;
    if (tag === 'INPUT') return INPUTS[element.type] ?? 'textbox';
    if (tag === 'A' || tag === 'AREA') return element.hasAttribute('href') || isClicked(element) ? 'link' : '';
    if (tag === 'TH') return element.scope === 'row' ? 'rowheader' : 'columnheader';
    if (tag === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    if (tag === 'SVG' || tag === 'svg') return element.getAttribute('aria-label') ? 'image' : '';
    if (isEditor(element)) return 'textbox';
    return TAGS[tag] ?? (isIcon(element) ? 'image' : '');
  };

  // Something small without a text that is there to be clicked, and is no part of a field or a box: the arrow beside an
  // entry of a tree, a switch that says nothing of itself.
  const isSign = (element) => Math.max(element.offsetWidth, element.offsetHeight) <= 64
    && Math.min(element.offsetWidth, element.offsetHeight) >= 6 && getComputedStyle(element).cursor === 'pointer'
    && !element.textContent.trim();
  const signAround = (element) => {
    let sign = element;
    while (sign.parentElement && isSign(sign.parentElement)) sign = sign.parentElement;
    return sign;
  };
  const isIcon = (element) => isSign(element) && signAround(element) === element
    && ![element, element.parentElement, element.getRootNode().host].some(isFieldsOwn);
  const isFieldsOwn = (element) => element && element.offsetWidth <= 240 && element.querySelector('input, select, textarea');

  const tidy = (text) => (text ?? '').replace(/[\uE000-\uF8FF\u200B\u00AD]/g, '').replace(/\s+/g, ' ').trim();

  // A slot, and whatever else has no box of its own, shows what it holds.
  const shows = (element) => element.checkVisibility() || getComputedStyle(element).display === 'contents';

  const contentOf = (element, depth = 0) => {
    if (element.nodeType === Node.TEXT_NODE) return element.data;
    if (element.nodeType !== Node.ELEMENT_NODE || depth > 12) return '';
    if (element.getAttribute('aria-hidden') === 'true' || !shows(element)) return '';
    if (['INPUT', 'TEXTAREA', 'SELECT', 'SCRIPT', 'STYLE'].includes(element.tagName) && depth) return '';
    const own = element.getAttribute('aria-label') ?? (element.tagName === 'IMG' ? element.alt : null);
    if (own !== null && depth) return ` ${own} `;
    if (element.tagName === 'svg') return ` ${element.querySelector('title')?.textContent ?? ''} `;
    const root = rootOf(element);
    const children = root ? root.childNodes
      : element.tagName === 'SLOT' && element.assignedNodes().length ? element.assignedNodes()
      : element.childNodes;
    let text = '';
    for (const child of children) {
      const block = child.nodeType === Node.ELEMENT_NODE && !getComputedStyle(child).display.startsWith('inline');
      const said = contentOf(child, depth + 1);
      text += block ? ` ${said} ` : said;
      if (text.length > 400) break;
    }
    return text;
  };

  const labelledBy = (element, attribute) => {
    const ids = element.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? [];
    return tidy(ids.map((id) => {
      const named = element.getRootNode().getElementById?.(id);
      return named ? named.getAttribute('aria-label') ?? named.textContent : '';
    }).join(' '));
  };

  // Some components draw a box by the label after it, and tie the two together by a script only.
  const labelsOf = (element) => {
    const next = ['checkbox', 'radio'].includes(element.type) ? element.nextElementSibling : null;
    if (element.labels?.length || next?.tagName !== 'LABEL' || next.control || next.htmlFor) return [...(element.labels ?? [])];
    return [next];
  };

  const nameOf = (element, role) => {
    let name = labelledBy(element, 'aria-labelledby') || tidy(element.getAttribute('aria-label'));
    if (name) return name;
    const tag = element.tagName;
    if (tag === 'INPUT' && ['submit', 'reset', 'button'].includes(element.type)) {
      name = element.value || { submit: 'Submit', reset: 'Reset' }[element.type] || '';
    } else if (tag === 'IMG' || element.type === 'image') name = element.alt;
    else if (tag === 'FIELDSET') name = element.querySelector('legend')?.textContent;
    else if (tag === 'TABLE') name = element.caption?.textContent;
    else if (tag === 'IFRAME') name = element.title || element.name;
    else if (tag === 'OPTION') name = element.label;
    const labels = labelsOf(element);
    if (!name && labels.length) name = labels.map((label) => contentOf(label)).join(' ');
    if (!tidy(name) && NAMED_BY_CONTENT.has(role)) name = contentOf(element);
    return tidy(name) || tidy(element.title) || tidy(element.placeholder) ||
      tidy(element.getAttribute('aria-placeholder')) ||
      (['dialog', 'alertdialog'].includes(role) ? tidy(element.querySelector('h1,h2,h3,header')?.textContent) : '');
  };

  // --- one element as data -----------------------------------------------------------------------

  const deepActive = () => {
    let active = document.activeElement;
    while (active && rootOf(active)?.activeElement) active = rootOf(active).activeElement;
    return active;
  };

  const isOff = (element) => {
    if (element.matches(':disabled') || element.closest('[inert]')) return true;
    return Boolean(element.closest('[aria-disabled="true"]'));
  };

  const READ_ONLY_KINDS = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'image']);

  const statesOf = (element, role, active) => {
    const states = [];
    const aria = (name) => element.getAttribute(`aria-${name}`);
    const off = isOff(element);
    if (!off) states.push('enabled');
    if (element.tabIndex >= 0 && !off) states.push('focusable');
    if (element === active) states.push('focused');
    const checkable = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'].includes(role);
    const pressed = aria('pressed');
    if (checkable || pressed !== null) states.push('checkable');
    // A component that says both keeps the box inside of it only for forms.
    const told = element.hasAttribute('role') ? aria('checked') : null;
    const checked = element.tagName === 'INPUT' && checkable ? told ?? String(element.checked) : aria('checked') ?? pressed;
    if (element.indeterminate || checked === 'mixed') states.push('indeterminate');
    else if (checked === 'true') states.push('checked');
    if (aria('selected') === 'true' || (element.tagName === 'OPTION' && element.selected)) states.push('selected');
    const expanded = aria('expanded') ?? (element.tagName === 'SUMMARY' ? String(element.parentElement?.open) : null);
    if (expanded !== null) states.push('expandable');
    if (expanded === 'true') states.push('expanded');
    if (aria('haspopup')) states.push('has-popup');
    const native = element.tagName === 'TEXTAREA' ||
      (element.tagName === 'INPUT' && !READ_ONLY_KINDS.has(element.type));
    const fixed = element.readOnly || aria('readonly') === 'true';
    if ((native || element.isContentEditable) && !off && !fixed) states.push('editable');
    if (fixed && native) states.push('read-only');
    if (element.tagName === 'TEXTAREA' || element.isContentEditable) states.push('multiline');
    if (element.required || aria('required') === 'true') states.push('required');
    if (aria('invalid') === 'true') states.push('invalid');
    if (aria('busy') === 'true') states.push('busy');
    if (aria('modal') === 'true' || (element.tagName === 'DIALOG' && element.matches(':modal'))) states.push('modal');
    return states;
  };

  const valueOf = (element, role) => {
    if (isHiddenText(element)) return null;
    const tag = element.tagName;
    if (tag === 'SELECT') return [...element.selectedOptions].map((option) => tidy(option.label)).join(', ');
    if (tag === 'INPUT' && element.type === 'file') return [...element.files].map((file) => file.name).join(', ');
    if (tag === 'INPUT' && ['checkbox', 'radio', 'button', 'submit', 'reset', 'image'].includes(element.type)) return null;
    if (tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'PROGRESS' || tag === 'METER') return String(element.value);
    if (element.isContentEditable && FIELDS.has(role)) return element.innerText.replace(/\n$/, '');
    const said = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
    if (said === null && role === 'combobox') return tidy(contentOf(element));
    return said;
  };

  const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
  const PASSING = /\d|^(is|has|ui-state|ui-corner|ng|v)-|active|hover|focus|disabled|selected|open|show|current|error|valid/;

  // What tells a nameless control from all others: a class that only it has, or only the icon in it.
  const classOf = (element) => {
    const root = element.getRootNode();
    for (const each of [element, ...element.children]) {
      const own = [...each.classList].find((name) => name.length > 3 && !PASSING.test(name) && root.querySelectorAll(`.${CSS.escape(name)}`).length === 1);
      if (own) return `.${own}`;
    }
    return '';
  };

  // An id inside of a component says which part of it: there the component's own counts, for what it is there for.
  const idOf = (element, role, name) => {
    const host = element.getRootNode().host;
    const owner = !host ? element : FIELDS.has(role) || ['checkbox', 'radio', 'switch'].includes(role) ? host : null;
    if (owner?.id) return owner.id;
    const given = TEST_IDS.map((each) => (owner ?? element).getAttribute(each)).find(Boolean);
    return given ?? (!name && (CONTROLS.has(role) || role === 'image') ? classOf(element) : '');
  };

  const described = (element, role, rect, active) => {
    const name = nameOf(element, role).slice(0, 300);
    return {
      number: numberOf(element), role, name, rect, id: idOf(element, role, name),
      value: valueOf(element, role), states: statesOf(element, role, active),
      secret: isHiddenText(element), kind: element.tagName === 'INPUT' ? element.type : '',
    };
  };

  const rectOf = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    if (right - left < 1 || bottom - top < 1) {
      const inner = document.createRange();
      inner.selectNodeContents(element);
      ({ left, top, right, bottom } = inner.getBoundingClientRect());
    }
    return [left, top, right, bottom];
  };
  // Of a text, where its letters stand: the block it is in may be as wide as the page.
  const textRectOf = (element) => {
    const range = document.createRange();
    let union = null;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      range.selectNodeContents(node);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      union = union ? [Math.min(union[0], left), Math.min(union[1], top), Math.max(union[2], right), Math.max(union[3], bottom)]
        : [left, top, right, bottom];
    }
    return union;
  };
  const overlap = (one, other) => [
    Math.max(one[0], other[0]), Math.max(one[1], other[1]),
    Math.min(one[2], other[2]), Math.min(one[3], other[3]),
  ];
  const isEmpty = (rect) => rect[2] - rect[0] < 1 || rect[3] - rect[1] < 1;

  const isTiny = (rect) => rect[2] - rect[0] < 4 || rect[3] - rect[1] < 4;
  const isMute = (element) => ['none', 'presentation'].includes(element.getAttribute('role'));

  // A box or a field that a page hides to draw its own: what a person sees and clicks is its label.
  const drawnBy = (element) => {
    const [label] = labelsOf(element);
    const draws = label && (['checkbox', 'radio'].includes(element.type) || label.contains(element));
    return draws && label.checkVisibility() ? label : null;
  };

  // --- everything that shows ---------------------------------------------------------------------

  const UNSEEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD']);
  const holdsText = (element) => {
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) return true;
    }
    return false;
  };

  const isOfId = (element, id) => element.id === id || TEST_IDS.some((each) => element.getAttribute(each) === id);

  // `reach`: 'view' is what shows, 'hidden' what a scroll brings in, 'whole' both. With an `id` all of that id and
  // nothing else, also what says nothing: the part of a page that its results come into.
  const snapshot = ({ most, reach, id }) => {
    const hidden = reach !== 'view';
    const found = [];
    const active = deepActive();
    const view = [0, 0, innerWidth, innerHeight];
    let complete = true;

    // `clip` is what shows of the things in the one around, `free` of those among them that are placed by themselves:
    // a list that opens over a page is not cut off where the part ends that it was written in.
    const visit = (element, parent, clip, inControl, free) => {
      if (found.length >= most) { complete = false; return; }
      const tag = element.tagName;
      if (UNSEEN.has(tag)) return;
      // Every word that is asked of a style costs: only what is needed is asked.
      const style = getComputedStyle(element);
      const display = style.display;
      if (display === 'none') return;
      const position = clip !== view || free !== view ? style.position : '';
      if (position === 'fixed') clip = view;
      else if (position === 'absolute') clip = free;
      let rect = display === 'contents' ? clip : rectOf(element);
      let place = overlap(rect, clip);
      let mine = parent;
      let inside = inControl;
      const asked = id !== undefined && isOfId(element, id);
      if ((hidden || !isEmpty(place) || tag === 'INPUT') && (id === undefined || asked)) {
        const shows = style.visibility === 'visible';
        const clear = style.opacity === '0';
        const stand_in = (clear || isTiny(place)) && tag === 'INPUT' ? drawnBy(element) : null;
        if (stand_in) place = overlap(rectOf(stand_in), clip);
        const seen = shows && !isEmpty(place) && (!clear || stand_in);
        const out = shows && hidden && !seen && !isEmpty(rect);
        if (seen || out) {
          const role = roleOf(element);
          const text = holdsText(element);
          // A label that has its field is told as the field's name.
          const own = role || (text && !inControl ? 'label' : '');
          const says = asked ? own || 'section' : element.control ? '' : own;
          if (says === 'label' || says === 'heading') {
            const letters = text ? textRectOf(element) : null;
            // Letters that a page moves far away stand for a picture in their place.
            if (letters && !isEmpty(overlap(letters, rect))) rect = letters;
            place = overlap(rect, clip);
          }
          const look = !asked && inControl && (isMute(element) || (!CONTROLS.has(says) && says !== 'image'));
          if (says && !look && (reach !== 'hidden' || out)) {
            const data = described(element, says, (out ? rect : place).map(Math.round), active);
            if (text && !data.name && !FIELDS.has(says)) data.name = tidy(element.textContent).slice(0, 300);
            if (seen && CONTROLS.has(says)) {
              const [left, top, right, bottom] = data.rect;
              data.open = !inTheWay(element, Math.floor((left + right) / 2), Math.floor((top + bottom) / 2));
            }
            if (asked) data.id = id;
            data.parent = parent;
            mine = found.length;
            found.push(data);
          }
          if (CONTROLS.has(says) && !HOLDERS.has(says)) inside = true;
        }
      }
      if (tag === 'SELECT' || tag === 'IFRAME') return;
      const root = rootOf(element);
      const children = root ? root.children
        : tag === 'SLOT' && element.assignedElements().length ? element.assignedElements()
        : element.children;
      if (!children.length) return;
      // A page's body cuts off nothing: what it hides is hidden by the window.
      const cut = element !== document.body && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
      const inner = cut ? overlap(rect, clip) : clip;
      const holds = cut ? style.position !== 'static' || style.transform !== 'none' : position && position !== 'static';
      if (isEmpty(inner) && !hidden && holds && style.overflowX !== 'visible') return;
      for (const child of children) visit(child, mine, inner, inside, holds ? inner : free);
    };
    if (document.body) visit(document.body, null, view, false, view);
    return { elements: found, complete };
  };

  // --- single elements ---------------------------------------------------------------------------

  const deepAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit && rootOf(hit)) {
      const inner = rootOf(hit).elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const parentOf = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const isWithin = (node, outer) => {
    for (let each = node; each; each = parentOf(each)) if (each === outer) return true;
    return false;
  };

  const one = (element) => {
    const role = roleOf(element) || 'label';
    let rect = rectOf(element);
    if (isTiny(rect)) rect = rectOf(drawnBy(element) ?? element);
    return described(element, role, rect.map(Math.round), deepActive());
  };

  const at = (x, y) => {
    let hit = deepAt(x, y);
    if (!hit) return null;
    if (hit.tagName === 'IFRAME') return { ...one(hit), frame: true };
    for (let each = hit; each; each = parentOf(each)) {
      const role = roleOf(each);
      if (role && CONTROLS.has(role)) return one(each);
      if (role === 'label' && each.control) return one(each.control);
    }
    return one(hit);
  };

  // What a control is drawn with: the largest box around it that is hardly higher and holds no other control. A
  // list may show its choice over the field it is made of, and a click there is one on the list.
  const OTHERS = 'a[href], button, input, select, textarea, [role=button], [role=link], [role=checkbox], [tabindex]';
  const frameOf = (element) => {
    const { height } = element.getBoundingClientRect();
    let frame = element;
    for (let outer = parentOf(element); outer && outer !== document.body; outer = parentOf(outer)) {
      const box = outer.getBoundingClientRect();
      const others = [...outer.querySelectorAll(OTHERS)].some((each) => !isWithin(element, each) && !isWithin(each, element));
      if (box.height > Math.min(2 * height + 24, 120) || others) break;
      frame = outer;
    }
    return frame;
  };

  // What a click there would reach in the place of an element; null when it reaches the element.
  const inTheWay = (element, x, y) => {
    const hit = deepAt(x, y);
    if (!hit || isWithin(hit, element) || isWithin(element, hit) || isWithin(hit, frameOf(element))) return null;
    return labelsOf(element).some((label) => isWithin(hit, label)) ? null : hit;
  };

  const coveredBy = (number, x, y) => {
    const element = known(number);
    return called(element && inTheWay(element, x, y));
  };

  const called = (hit) => {
    if (!hit) return null;
    const over = hit.closest('dialog,[role=dialog],[role=alertdialog],[aria-modal]') ?? hit;
    return nameOf(over, roleOf(over)) || tidy(over.textContent).slice(0, 60) || over.id || over.tagName.toLowerCase();
  };

  // What lies over a page in a frame of this one, at a place of this one.
  const overFrame = (x, y) => {
    const hit = deepAt(x, y);
    return hit && !['IFRAME', 'FRAME'].includes(hit.tagName) ? called(hit) : null;
  };

  // The click that comes now is for one element (0: for none of this frame). Whatever else would take it gets nothing.
  let awaited = null;
  const AT_ONCE = 1000;
  const takenBy = (number, x, y) => {
    const element = known(number);
    if (number && !element) return '';
    return called(element ? inTheWay(element, x, y) : deepAt(x, y));
  };
  const guard = (event) => {
    if (!awaited || !event.isTrusted) return;
    if (awaited.over === undefined) {
      const late = event.timeStamp - awaited.since > AT_ONCE;  // not the click that was announced
      awaited.over = late ? null : takenBy(awaited.number, event.clientX, event.clientY);
    }
    if (awaited.over === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu']) {
    window.addEventListener(kind, guard, { capture: true, passive: false });
  }

  // Where the page in a frame begins in the one around it; null when it does not show.
  const cornerOf = (holder) => {
    const { left, top, width, height } = holder.getBoundingClientRect();
    const style = getComputedStyle(holder);
    if (!(width * height) || style.visibility !== 'visible') return null;
    return [left + holder.clientLeft + parseFloat(style.paddingLeft), top + holder.clientTop + parseFloat(style.paddingTop)];
  };

  const api = {
    mark: crypto.getRandomValues(new Uint32Array(2)).join('-'),  // tells this page from all others that a frame may show
    snapshot: (asked) => JSON.stringify(snapshot(asked)), at, coveredBy, overFrame,
    refresh: (number) => { const element = known(number); return element ? one(element) : null; },
    focused: () => {
      const active = deepActive();
      if (!active || active === document.body || active === document.documentElement) return null;
      return active.tagName === 'IFRAME' ? { ...one(active), frame: true } : one(active);
    },
    text: (number) => {
      const element = known(number);
      if (!element || isHiddenText(element)) return null;
      return 'value' in element && element.tagName !== 'LI' && !element.isContentEditable ? String(element.value) : element.innerText ?? element.textContent;
    },
    length: (number) => known(number)?.value?.length ?? null,
    awaitClick: (number) => { awaited = { number, since: performance.now() }; },
    heldBack: () => { const over = awaited?.over ?? null; awaited = null; return over; },
    act: (number) => { known(number)?.click(); },
    scrollTo: (number) => { known(number)?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }); },
    node: (number) => known(number),
    cornerOf, signAround,
    describe: one,
    // For the other scripts.
    CONTROLS, rootOf, roleOf, parentOf, known, deepActive, rectOf, overlap, isEmpty, isHiddenText, isWithin, deepAt, tidy,
  };
  Object.defineProperty(window, HOME, { value: api });

  // A browser's own print dialog is no part of the page, and keeps the page from going on.
  window.print = () => { window.__cogscript_prints?.(); };
})()
