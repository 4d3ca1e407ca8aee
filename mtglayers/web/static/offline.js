// The service worker of a page without a server: it keeps every file, so that a second visit needs no network.

const LIST = "page/runtime/files.json";

/** @returns {Promise<Cache>} the files of this build; those of earlier builds are deleted */
async function kept() {
  const { version, files } = await (await fetch(LIST, { cache: "no-cache" })).json();
  const cache = await caches.open(version);
  await cache.addAll(["./", LIST, ...files]);
  await Promise.all((await caches.keys()).filter((name) => name !== version).map((name) => caches.delete(name)));
  return cache;
}

addEventListener("install", (event) => { event.waitUntil(kept().then(() => self.skipWaiting())); });
addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)));
});
