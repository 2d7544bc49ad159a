// What was typed and not saved, kept by the browser: neither a closed page nor a dead server loses it.
const opened = new Promise((resolve) => {
  const request = indexedDB.open("cog-studio", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("drafts");
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => resolve(null); // a browser that keeps nothing: the page works without
});

async function within(mode, act) {
  const database = await opened;
  if (!database) return undefined;
  return new Promise((resolve) => {
    const request = act(database.transaction("drafts", mode).objectStore("drafts"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

export const keepDraft = (key, draft) => within("readwrite", (store) => store.put(draft, key));
export const draftOf = (key) => within("readonly", (store) => store.get(key));
export const dropDraft = (key) => within("readwrite", (store) => store.delete(key));
