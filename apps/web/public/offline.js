// Keeps one page for when there is no network, and for staff the page of a class.
const name = "offline-4";
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
    for (const old of await caches.keys()) if (old !== name && old !== shellCache) await caches.delete(old);
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    const answer = isClassPage(pathname) ? openClassPage(request) : fetch(request);
    event.respondWith(answer.catch(() => caches.match("/offline")));
  } else if (kept.includes(pathname) || /\.(css|woff2)$/.test(pathname) || isOfClassPage(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// The page of a class, for roll-call without a network. The console keeps it (staff/classes/kept-page.ts) and removes it at a
// sign-out. It is empty: what it shows comes from the console's own storage.
const shellCache = "class-shell-1";
const shellPath = "/staff/classes/kept";
const longestWaitMs = 6000;
let openedAt = 0;

function isClassPage(pathname) {
  return /^\/staff\/classes\/[\w-]{36}$/.test(pathname);
}

/** A network that does not answer is as good as none. */
async function openClassPage(request) {
  const shell = await caches.match(shellPath, { cacheName: shellCache });
  if (!shell) return fetch(request);
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("The server did not answer.")), longestWaitMs));
  return Promise.race([fetch(request), late]).catch(() => {
    openedAt = Date.now();
    return shell;
  });
}

/** Scripts and icons, only while a kept page opens: all other pages load theirs without us. */
function isOfClassPage(pathname) {
  return Date.now() - openedAt < 60_000 && /^\/assets\/[\w.-]+\.(js|svg)$/.test(pathname);
}

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
