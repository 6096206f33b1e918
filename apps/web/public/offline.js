// Keeps one page for when there is no network. Everything else goes to the server as if this were not here.
const kept = ["/offline", "/pictures/offline.svg", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("offline-1").then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (kept.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
