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

self.addEventListener("push", (event) => {
  event.waitUntil(showNotice(event.data));
});

/** Browsers want something to be shown for every push, so what cannot be read leads to the list. */
async function showNotice(data) {
  const notice = readNotice(data);
  await self.registration.showNotification(notice.title, {
    ...{ body: notice.text, icon: "/icon.svg", data: { link: notice.link } },
    // The same one again replaces the first.
    ...(notice.tag ? { tag: notice.tag } : {}),
  });
}

function readNotice(data) {
  const list = { title: "You have a new notification", text: "", link: "/dashboard/notification" };
  try {
    const { title, text, link, tag } = data.json();
    return { title: String(title || list.title), text: String(text ?? ""), link: ownPath(link) ?? list.link, tag };
  } catch {
    return list;
  }
}

/** Only paths of this site: //other.example is none. */
function ownPath(link) {
  return typeof link === "string" && /^\/(?![/\\])/.test(link) ? link : undefined;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification.data?.link));
});

/** A page that is open already goes there. */
async function openNotice(link) {
  const path = ownPath(link) ?? "/dashboard/notification";
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname.startsWith("/dashboard"));
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  // A page that this worker does not control yet cannot be sent anywhere.
  return page.navigate(path).catch(() => self.clients.openWindow(path));
}
