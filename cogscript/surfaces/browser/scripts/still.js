// When a page is ready: loaded, and still.
(() => {
  const home = window[Symbol.for('cogscript')];
  if (home.ready) return;

  const frame = (limit = 100) => new Promise((done) => {
    const timer = setTimeout(done, limit);  // a page in the background draws no frames
    requestAnimationFrame(() => { clearTimeout(timer); done(); });
  });
  const roots = window[Symbol.for('cogscript-roots')].all;
  const movesIn = (state) => [document, ...roots()].some((part) => part.getAnimations().some((each) => {
    const timing = each.effect?.getComputedTiming();
    return each.playState === state && timing && Number.isFinite(timing.endTime) && timing.endTime < 3000
      && (state === 'running' || !each.currentTime);
  }));
  const moves = () => movesIn('running');
  // A dialog that is about to fly in stands still for a frame or two, out of its place: its animation is held back
  // at its start. One that waits for something else, a pointer over it, may wait for long.
  const ABOUT = 5;

  // Notes every change to the page, and what is about to make one, from now until `over`.
  const STIRS = ['scroll', 'wheel', 'pointerdown', 'pointerup', 'pointermove', 'keydown', 'keyup', 'input', 'change', 'message', 'hashchange'];
  const watching = () => {
    const watch = { dirty: false, drawn: false, over: null };
    const note = () => { watch.dirty = true; };
    const observer = new MutationObserver(note);
    const changes = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const part of [document, ...roots()]) observer.observe(part, changes);
    for (const event of STIRS) addEventListener(event, note, { capture: true, passive: true });
    watch.over = () => {
      if (observer.takeRecords().length) watch.dirty = true;
      observer.disconnect();
      for (const event of STIRS) removeEventListener(event, note, { capture: true });
    };
    return watch;
  };

  // Watched from the last deed or look on: who asks a little later need not wait for a frame of its own.
  let since = null;
  const HOLDS = 1000;
  home.watched = () => {
    since?.over();
    const mine = since = watching();
    frame().then(() => { mine.drawn = true; });
    setTimeout(() => { mine.over(); if (since === mine) since = null; }, HOLDS);
  };
  const restedSince = () => {
    const watch = since;
    since = null;
    watch?.over();
    return watch !== null && watch.drawn && !watch.dirty && !moves() && !movesIn('paused');
  };

  // Still: no change to the page, no animation that ends, and no scrolling, for `quiet` frames on end.
  const still = async (limit, quiet) => {
    const owed = (home.owes ?? 0) - performance.now();
    if (owed > 0) {
      await new Promise((done) => { setTimeout(done, owed + 1); });
      restedSince();
    } else if (restedSince() && quiet === 1) return;
    const watch = watching();
    const end = performance.now() + limit;
    let calm = 0;
    const enough = () => calm >= ABOUT || (calm >= quiet && !movesIn('paused'));
    while (!enough() && performance.now() < end) {
      watch.dirty = false;
      await frame();
      calm = watch.dirty || moves() ? 0 : calm + 1;
    }
    watch.over();
  };

  // What a frame in a page shows once it has had the time to draw what the last step set going.
  home.drawn = async (asked) => {
    if (!restedSince()) await frame(20);
    home.watched();
    return home.snapshot(asked);
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
