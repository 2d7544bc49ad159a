// The insides of components: their shadow roots, those that their makers have closed, too. Runs before the page's own
// scripts: a root that was closed before cannot be had any more.
(() => {
  const ROOTS = Symbol.for('cogscript-roots');
  if (window[ROOTS]) return;

  const closed = new WeakMap();
  const known = new Set();
  const note = (root) => { if (root) known.add(new WeakRef(root)); return root; };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach.call(this, options);
    closed.set(this, root);
    return note(root);
  };
  const of = (element) => element.shadowRoot ?? closed.get(element) ?? null;

  // All that are part of the page now; those that came with its text are looked for once.
  let looked = false;
  const all = () => {
    if (!looked && document.readyState === 'complete') {
      looked = true;
      for (const element of document.querySelectorAll('*')) if (element.shadowRoot && !closed.has(element)) note(element.shadowRoot);
    }
    const found = [];
    for (const held of known) {
      const root = held.deref();
      if (root?.host.isConnected) found.push(root);
      else if (!root) known.delete(held);
    }
    return found;
  };
  Object.defineProperty(window, ROOTS, { value: { of, all } });
})()
