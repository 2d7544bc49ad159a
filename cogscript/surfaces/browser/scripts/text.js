// The text of a place as the page holds it: in its own order, a line to each block, a tab between cells.
(() => {
  const home = window[Symbol.for('cogscript')];
  if (home.textIn) return;
  const { rootOf, rectOf, overlap, isEmpty, isHiddenText, deepAt, covered, written, cased, valueOf } = home;

  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'OPTION', 'AUDIO']);
  const PICTURES = new Set(['IMG', 'CANVAS', 'VIDEO', 'OBJECT', 'EMBED']);
  const MOST_PICTURE = 0.2;
  const CELLS = new Set(['table-cell']);
  const BOUND = '\u0001', OPENS = '\u0002', CLOSES = '\u0003', KEPT = '\u0004';

  const extent = (rect) => isEmpty(rect) ? 0 : (rect[2] - rect[0]) * (rect[3] - rect[1]);

  // The list that scrolls in that place; the page itself where there is none.
  const scroller = (area) => {
    const middle = [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2];
    for (let each = deepAt(...middle); each && each !== document.body; each = each.parentElement ?? each.getRootNode().host) {
      const style = getComputedStyle(each);
      if (!/auto|scroll/.test(style.overflowY) || each.scrollHeight <= each.clientHeight + 1) continue;
      const rect = rectOf(each);
      const shared = overlap(rect, area);
      if (shared[2] - shared[0] >= 0.85 * (rect[2] - rect[0]) && extent(shared) >= 0.85 * extent(area)) return each;
    }
    return document.body ?? document.documentElement;
  };

  // `reach`: 'view' is the place alone, 'end' what follows below it too, 'all' what stands above it as well.
  const textIn = (area, reach) => {
    const pieces = [];
    let pictures = 0, sure = true;
    const root = reach === 'view' ? document.body : scroller(area);
    if (!root) return null;
    const view = [0, 0, innerWidth, innerHeight];
    const wanted = reach === 'view' ? area
      : [area[0], reach === 'all' ? -Infinity : area[1], area[2], Infinity];
    const inside = (left, top, right, bottom) => {
      const x = (left + right) / 2, y = (top + bottom) / 2;
      return x >= wanted[0] && x < wanted[2] && y >= wanted[1] && y < wanted[3];
    };
    const put = (text) => pieces.push(text);

    // A text's letters line by line, as they are broken on the page: only those that stand in the place.
    const range = document.createRange();
    const shown = (node, clip, style) => {
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((each) => each.width > 0 && each.height > 0);
      if (!lines.length) return '';
      const stands = (line) => inside(line.left, line.top, line.right, line.bottom)
        && !isEmpty(overlap([line.left, line.top, line.right, line.bottom].map(Math.round), clip))
        && (reach !== 'view' || !covered(node.parentElement ?? node.getRootNode().host, line));
      const kept = lines.map(stands);
      if (!kept.some(Boolean)) return '';
      let text = node.data;
      if (!kept.every(Boolean)) {
        text = '';
        for (let at = 0; at < node.data.length; at++) {
          range.setStart(node, at); range.setEnd(node, at + 1);
          const letter = range.getBoundingClientRect();
          const y = (letter.top + letter.bottom) / 2, x = (letter.left + letter.right) / 2;
          const line = lines.findIndex((each) => y >= each.top && y < each.bottom && x >= each.left - 1 && x <= each.right + 1);
          if (line < 0 ? /\s/.test(node.data[at]) : kept[line]) text += node.data[at];
        }
      }
      text = cased(text, style);
      if (/^(pre|break-spaces)/.test(style.whiteSpaceCollapse ?? style.whiteSpace)) return text.replace(/\n/g, BOUND).replace(/ /g, KEPT);
      return text.replace(/[ \t\r\n\f]+/g, ' ');
    };

    const field = (element, rect) => {
      if (!inside(...rect)) return;
      if (isHiddenText(element)) return;
      const said = valueOf(element);
      put(element.tagName === 'TEXTAREA' ? `${BOUND}${said.replace(/\n/g, BOUND).replace(/ /g, KEPT)}${BOUND}` : ` ${said} `);
    };

    const visit = (element, clip) => {
      if (SKIPPED.has(element.tagName)) return;
      const style = getComputedStyle(element);
      if (style.display === 'none' || style.opacity === '0') return;
      if (style.position === 'fixed') clip = view;
      if (element.tagName === 'BR') { put(BOUND); return; }
      const whole = style.display === 'contents' ? clip : rectOf(element);
      if (style.visibility === 'visible') {
        if (PICTURES.has(element.tagName)) pictures += extent(overlap(overlap(whole, clip), area));
        if (element.tagName === 'IFRAME') { put({ frame: [whole[0], whole[1]] }); return; }
        if (['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) { field(element, whole); return; }
      }
      if (element.tagName === 'svg' && extent(overlap(whole, area)) > MOST_PICTURE * extent(area)) sure = false;
      const cell = CELLS.has(style.display);
      const block = !/^(inline|contents|ruby|table-column)/.test(style.display);
      put(cell ? OPENS : block ? BOUND : '');
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      const page = element === document.body || element === document.documentElement;
      const free = element === root || page;
      // What scrolls inside the place is cut off by it; what is asked for to its end is not. A page's body cuts off nothing.
      const inner = clips && !page && !(free && reach !== 'view') ? overlap(whole, clip) : clip;
      if (!clips || free || !isEmpty(inner)) {
        for (const where of ['::before', '::after']) {
          if (where === '::after') inside_of(element, inner, style);
          const said = style.visibility === 'visible' && inside(...whole) ? written(element, where) : '';
          if (said === null) sure = false;
          else if (said) put(said);
        }
      }
      put(cell ? CLOSES : block ? BOUND : '');
    };
    const inside_of = (element, clip, style) => {
      const root = rootOf(element);
      const nodes = root ? root.childNodes
        : element.tagName === 'SLOT' && element.assignedNodes().length ? element.assignedNodes()
        : element.childNodes;
      for (const node of nodes) {
        if (node.nodeType === Node.ELEMENT_NODE) visit(node, clip);
        else if (node.nodeType === Node.TEXT_NODE && node.data && style.visibility === 'visible') put(shown(node, clip, style));
      }
    };
    visit(root, reach === 'view' ? view : [-Infinity, -Infinity, Infinity, Infinity]);
    if (reach === 'view' && pictures > MOST_PICTURE * extent(area)) sure = false;
    return { pieces, sure };
  };

  home.textIn = textIn;
})()
