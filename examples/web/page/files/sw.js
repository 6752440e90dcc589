// @ts-check
// The service worker keeps all files of the page, so that it works offline. files.json lists them under a version; when that
// changes, the new files are fetched as a whole, and take over at the next visit.

/** The checker knows pages only, so the types of a service worker are left out. @type {any} */
const worker = self;

const LIST = 'files.json';
const PREFIX = 'gomoku-';

/** @returns {Promise<{version: string, files: string[]}>} */
async function list() {
  const response = await fetch(LIST, {cache: 'no-store'});
  if (!response.ok) throw new Error(`${LIST}: ${response.status}`);
  return response.json();
}

/** Fetches all files of the page's present version, unless they are there. */
async function update() {
  const {version, files} = await list();
  const name = PREFIX + version;
  if (await caches.has(name)) return;
  const fresh = `${name}-loading`;
  await caches.delete(fresh);
  const cache = await caches.open(fresh);
  await cache.addAll(['./', ...files.filter((f) => f !== 'sw.js')].map((f) => new Request(f, {cache: 'no-cache'})));
  // A cache has no other name, so the files are handed over.
  const whole = await caches.open(name);
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response) await whole.put(request, response);
  }
  await caches.delete(fresh);
  for (const old of await caches.keys()) if (old.startsWith(PREFIX) && old !== name) await caches.delete(old);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
  event.waitUntil(update().catch(() => {})); // offline, or the engine is still being built: the next visit tries again
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || !url.href.startsWith(worker.registration.scope)) return;
  const path = url.href.slice(worker.registration.scope.length).split(/[?#]/)[0];
  if (/^(api|engine|games|healthz|metrics)(\/|$)/.test(path)) return; // these are not files
  event.respondWith(answer(request));
  if (request.mode === 'navigate') event.waitUntil(update().catch(() => {}));
});

/**
 * The file from the network if there is one, so that nobody sees an old page, and otherwise from the cache.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    for (const name of await caches.keys()) {
      if (!name.startsWith(PREFIX) || name.endsWith('-loading')) continue;
      const kept = await (await caches.open(name)).match(request, {ignoreSearch: true});
      if (kept) return kept;
    }
    throw error;
  }
}
