// When a page is ready: loaded, and still.
(() => {
  const home = window[Symbol.for('cogscript')];
  if (home.ready) return;

  const frame = () => new Promise((done) => {
    const timer = setTimeout(done, 100);  // a page in the background draws no frames
    requestAnimationFrame(() => { clearTimeout(timer); done(); });
  });
  const roots = window[Symbol.for('cogscript-roots')].all;
  const moves = () => [document, ...roots()].some((part) => part.getAnimations().some((each) => {
    const timing = each.effect?.getComputedTiming();
    return each.playState === 'running' && timing && Number.isFinite(timing.endTime) && timing.endTime < 3000;
  }));

  // Still: no change to the page, no animation that ends, and no scrolling, for `quiet` frames on end.
  const still = async (limit, quiet) => {
    let dirty = false;
    const watch = new MutationObserver(() => { dirty = true; });
    const changes = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const part of [document, ...roots()]) watch.observe(part, changes);
    const scrolled = () => { dirty = true; };
    addEventListener('scroll', scrolled, { capture: true, passive: true });
    const end = performance.now() + limit;
    let calm = 0;
    while (calm < quiet && performance.now() < end) {
      dirty = false;
      await frame();
      calm = dirty || moves() ? 0 : calm + 1;
    }
    watch.disconnect();
    removeEventListener('scroll', scrolled, { capture: true });
    return calm >= quiet;
  };

  // Loaded, and still if asked: the title and the size of the view, or null when it is still loading. A tab that a page has just opened is
  // empty before its own page comes: `fresh` says that it may be one.
  // With `asked`, what shows at that moment, too: a step that waits for a page mostly looks at it next.
  home.ready = async (limit, quiet, fresh, asked) => {
    if (document.readyState !== 'complete') return null;
    if (fresh && location.href === 'about:blank' && !document.body?.firstChild) return null;
    if (quiet) await still(limit, quiet);
    return [document.title, innerWidth, innerHeight, asked ? home.snapshot(asked) : null];
  };
})()
