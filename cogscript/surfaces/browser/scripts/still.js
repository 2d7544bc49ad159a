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

  // Notes every change to the page, and what is about to make one, from now until `over`. The page is listened to from
  // the first time on: to begin and to end it each time would take longer than to look at the page.
  const STIRS = ['scroll', 'wheel', 'pointerdown', 'pointerup', 'pointermove', 'keydown', 'keyup', 'input', 'change', 'message', 'hashchange'];
  const watches = new Set();
  let listens = false;
  const listen = () => {
    listens = true;
    const note = () => { for (const watch of watches) watch.dirty = true; };
    for (const event of STIRS) addEventListener(event, note, { capture: true, passive: true });
  };
  const watching = () => {
    const watch = { dirty: false, drawn: false, over: null };
    const observer = new MutationObserver(() => { watch.dirty = true; });
    const changes = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const part of [document, ...roots()]) observer.observe(part, changes);
    if (!listens) listen();
    watches.add(watch);
    watch.over = () => {
      if (observer.takeRecords().length) watch.dirty = true;
      observer.disconnect();
      watches.delete(watch);
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

  // The frames in this one that are of the same site, and those in them: each with its mark, where it begins, and what
  // it shows; null for one that does not show.
  const inner = (asked) => {
    const told = [];
    const visit = (view, left, top, shown) => {
      for (let i = 0; i < view.length; i += 1) {
        let frames, holder;
        try { [frames, holder] = [view[i][Symbol.for('cogscript')], view[i].frameElement]; } catch { continue; }
        if (!frames || !holder) continue;
        const corner = shown ? home.cornerOf(holder) : null;
        const [x, y] = corner ? [left + corner[0], top + corner[1]] : [0, 0];
        told.push([frames.mark, x, y, corner ? frames.snapshot(asked) : null]);
        visit(view[i], x, y, corner !== null);
      }
    };
    visit(window, 0, 0, true);
    return told;
  };
  const innerRest = (view) => {
    const rests = [];
    for (let i = 0; i < view.length; i += 1) {
      try { rests.push(view[i][Symbol.for('cogscript')]?.rests(), ...innerRest(view[i])); } catch { continue; }
    }
    return rests;
  };

  // A frame in a page has had the time to draw what the last step set going.
  home.rests = async () => {
    if (!restedSince()) await frame(20);
    home.watched();
  };
  home.drawn = async (asked) => {
    await home.rests();
    return [home.mark, home.snapshot(asked)];
  };

  // Loaded, and still if asked: the title and the size of the view, or null when it is still loading. A tab that a page has just opened is
  // empty before its own page comes: `fresh` says that it may be one.
  // With `asked`, what shows at that moment, too, here and in the frames within: a step that waits for a page mostly looks at it next.
  home.ready = async (limit, quiet, fresh, asked) => {
    if (document.readyState !== 'complete') return null;
    if (fresh && location.href === 'about:blank' && !document.body?.firstChild) return null;
    if (quiet) await Promise.all([still(limit, quiet), ...innerRest(window)]);
    return [document.title, innerWidth, innerHeight, asked ? home.snapshot(asked) : null, asked ? inner(asked) : []];
  };
})()
