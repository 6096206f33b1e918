// Keeps one page for when there is no network.
const name = "offline-3";
const kept = ["/offline", "/art/offline.svg", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage());
  self.skipWaiting();
});

async function keepPage() {
  const cache = await caches.open(name);
  await cache.addAll(kept);
  const page = await (await cache.match("/offline")).text();
  // A cache refuses a file that is named twice.
  await cache.addAll([...new Set(page.match(/\/assets\/[\w.-]+\.(css|woff2)/g))]);
}

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const old of await caches.keys()) if (old !== name) await caches.delete(old);
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (kept.includes(pathname) || /\.(css|woff2)$/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
