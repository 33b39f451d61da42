// Keeps the files of this version of the page, so that it opens without a network, too. A page that
// is fetched anew comes from the network where there is one; what it names by a digest never changes.

// Other copies of the page may be below the same host.
const KIND = `logicsweep ${self.registration.scope} `;
const CACHE = `${KIND}{version}`;
const FILES = {list};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(KIND) && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? anew(request) : kept(request));
});

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function anew(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const page = await caches.match(request, { ignoreSearch: true }) ?? await caches.match("./");
    if (page) return page;
    throw problem;
  }
}
