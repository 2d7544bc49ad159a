// The lines of text that a page draws, word by word, and the places where it draws what only pixels tell: pictures.
(() => {
  const home = window[Symbol.for('cogscript')];
  if (home.lines) return;
  const { rootOf, rectOf, overlap, isEmpty, isHiddenText, isWithin, deepAt } = home;

  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'AUDIO']);
  const PICTURES = new Set(['IMG', 'CANVAS', 'VIDEO', 'OBJECT', 'EMBED']);
  const FIELDS = new Set(['INPUT', 'TEXTAREA', 'SELECT']);
  const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
  const LEAST = [24, 10];
  const APART = 1.2;

  const CASES = {
    uppercase: (text) => text.toUpperCase(), lowercase: (text) => text.toLowerCase(),
    capitalize: (text) => text.replace(/(^|[\s(\-–—"“'‘])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  };
  const cased = (text, style) => (CASES[style.textTransform] ?? ((each) => each))(text);

  // Whether something else is drawn over a text; what takes no clicks cannot be asked, and is rarely covered.
  const covered = (element, rect) => {
    const x = (rect.left + rect.right) / 2, y = (rect.top + rect.bottom) / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = deepAt(x, y);
    if (!hit || isWithin(hit, element) || isWithin(element, hit) || element.closest('label')?.contains(hit)) return false;
    return getComputedStyle(element).pointerEvents !== 'none';
  };

  // What a style sheet writes before or after an element; null where it cannot be told.
  const written = (element, where) => {
    const said = getComputedStyle(element, where).content;
    if (!said || said === 'none' || said === 'normal') return '';
    const quoted = [...said.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((each) => each[1].replace(/\\(.)/g, '$1')).join('');
    const rest = said.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/\burl\([^)]*\)/g, '').trim();
    if (/counter/.test(rest)) return null;
    return quoted.replace(/[\uE000-\uF8FF]/g, '');
  };

  const valueOf = (field) => {
    if (field.tagName === 'SELECT') return [...field.selectedOptions].map((each) => each.label).join(', ');
    if (['submit', 'reset'].includes(field.type) && !field.value) return { submit: 'Submit', reset: 'Reset' }[field.type];
    if (['checkbox', 'radio', 'range', 'color', 'image', 'hidden'].includes(field.type)) return '';
    if (field.type === 'file') return [...field.files].map((each) => each.name).join(', ');
    return field.value;
  };

  // A part of a page whose own text cannot be asked for: a root that its maker has closed.
  const isClosed = (element) =>
    element.tagName.includes('-') && !rootOf(element) && !element.childNodes.length;

  const lines = () => {
    const told = [], drawn = [];
    const view = [0, 0, innerWidth, innerHeight];
    const range = document.createRange();
    let line = null;

    const put = (text, rect, spaced) => {
      const { left, top, right, bottom } = rect;
      const height = bottom - top;
      const shared = line ? Math.min(bottom, line.bottom) - Math.max(top, line.top) : 0;
      const gap = line ? left - line.right : 0;
      if (!line || shared < 0.5 * Math.min(height, line.bottom - line.top) || gap < -2 || gap > APART * height) {
        line = { top, bottom, left, right, words: [] };
        told.push(line);
        spaced = false;
      }
      line.words.push([text, left, right, spaced]);
      line.top = Math.min(line.top, top); line.bottom = Math.max(line.bottom, bottom);
      line.left = Math.min(line.left, left); line.right = Math.max(line.right, right);
    };
    const ends = () => { line = null; };

    let spaced = false;
    const say = (node, clip, style) => {
      range.selectNodeContents(node);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      if (isEmpty(overlap([left, top, right, bottom], clip))) return;
      const owner = node.parentElement ?? node.getRootNode().host;
      let end = 0;
      for (const match of node.data.matchAll(WORD)) {
        spaced ||= match.index > end;
        end = match.index + match[0].length;
        range.setStart(node, match.index); range.setEnd(node, end);
        const [rect] = range.getClientRects();
        if (!rect || isEmpty(overlap([rect.left, rect.top, rect.right, rect.bottom], clip)) || covered(owner, rect)) continue;
        put(cased(match[0], style), rect, spaced);
        spaced = false;
      }
      spaced ||= end < node.data.length;
    };

    const field = (element, place) => {
      if (isHiddenText(element) || isEmpty(place)) return;
      const [left, top, right, bottom] = place;
      const rows = (valueOf(element) || element.placeholder || '').split('\n');
      const height = rows.length > 1 ? parseFloat(getComputedStyle(element).lineHeight) || 16 : bottom - top;
      rows.forEach((row, at) => {
        ends();
        if (row.trim() && top + at * height < bottom) put(row.trim(), { left, right, top: top + at * height, bottom: Math.min(bottom, top + (at + 1) * height) }, false);
      });
      ends();
    };

    const visit = (element, clip) => {
      const tag = element.tagName;
      if (SKIPPED.has(tag)) return;
      const style = getComputedStyle(element);
      if (style.display === 'none' || style.opacity === '0') return;
      if (style.position === 'fixed') clip = view;
      const whole = style.display === 'contents' ? clip : rectOf(element);
      const place = overlap(whole, clip);
      const shows = style.visibility === 'visible';
      const block = !/^(inline|contents|ruby)/.test(style.display) || tag === 'BR';
      if (block) ends();
      if (shows && !isEmpty(place)) {
        if (FIELDS.has(tag) && !(tag === 'SELECT' && element.size > 1)) {
          if (element.type === 'image') drawn.push(place);
          else field(element, place);
          return;
        }
        const picture = PICTURES.has(tag) || style.backgroundImage.includes('url(') || isClosed(element)
          || (tag === 'svg' && !element.querySelector('text'));
        if (picture && place[2] - place[0] >= LEAST[0] && place[3] - place[1] >= LEAST[1]) drawn.push(place);
      }
      if (tag === 'IFRAME') return;
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      const free = element === document.body || element === document.documentElement;
      const inner = clips && !free ? place : clip;
      if (clips && !free && isEmpty(inner)) return;
      for (const where of ['::before', '::after']) {
        if (where === '::after') inside(element, inner, style);
        const said = shows && !isEmpty(place) ? written(element, where) : '';
        if (said?.trim()) { ends(); put(said.trim(), { left: place[0], top: place[1], right: place[2], bottom: place[3] }, false); ends(); }
      }
      if (block) { ends(); spaced = false; }
    };
    const inside = (element, clip, style) => {
      const root = rootOf(element);
      const nodes = root ? root.childNodes
        : element.tagName === 'SLOT' && element.assignedNodes().length ? element.assignedNodes()
        : element.childNodes;
      for (const node of nodes) {
        if (node.nodeType === Node.ELEMENT_NODE) visit(node, clip);
        else if (node.nodeType === Node.TEXT_NODE && node.data.trim() && style.visibility === 'visible') say(node, clip, style);
        else if (node.nodeType === Node.TEXT_NODE) spaced = true;
      }
    };
    if (document.documentElement) visit(document.documentElement, view);
    return { lines: told, drawn };
  };

  Object.assign(home, { covered, written, cased, valueOf, lines: () => JSON.stringify(lines()) });
})()
