// The service worker of a page without a server: it keeps every file, so that a second visit needs no network.

const LIST = "page/runtime/files.json";

/** @returns {Promise<Cache>} the files of this build; those of earlier builds are deleted */
async function kept() {
  const { version, files } = await (await fetch(LIST, { cache: "no-cache" })).json();
  const cache = await caches.open(version);
  await Promise.all(Object.entries(files).map(async ([name, digest]) => cache.put(name, await whole(name, digest))));
  await Promise.all((await caches.keys()).filter((name) => name !== version).map((name) => caches.delete(name)));
  return cache;
}

/**
 * Return a file of this build: the one that the page has just loaded, if the browser still has it.
 * @param {string} name @param {string} digest its SHA-256
 * @returns {Promise<Response>}
 */
async function whole(name, digest) {
  try {
    return await fetch(name, { cache: "force-cache", integrity: digest });
  } catch {
    return fetch(name, { cache: "reload", integrity: digest });
  }
}

addEventListener("install", (event) => { event.waitUntil(kept().then(() => self.skipWaiting())); });
addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)));
});
