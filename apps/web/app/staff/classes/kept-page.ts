import type { ClassPage, StaffMe } from "@shoreline/contract";

/** What this phone keeps of a class, so that roll-call goes on without a network. A sign-out removes it. */
export type KeptPage = { page: ClassPage; receivedAt: number };

/** The number changes with the shape of a page: what older versions kept is not read. */
const pagePrefix = "class-page-2 ";
const meKey = "staff-me";
const pagesKept = 10;
/** The service worker knows these names too (public/offline.js). */
const shellCache = "class-shell-1";
const shellPath = "/staff/classes/kept";

export function keepPage(staffId: string, kept: KeptPage): void {
  const own = `${pagePrefix}${staffId} `;
  write(own + kept.page.classId, kept);
  const all = keysOf(own).map((key) => ({ key, at: read<KeptPage>(key)?.receivedAt ?? 0 }));
  const old = all.sort((one, other) => other.at - one.at).slice(pagesKept);
  for (const { key } of old) remove(key);
}

export function readKeptPage(staffId: string, classId: string): KeptPage | undefined {
  return read<KeptPage>(`${pagePrefix}${staffId} ${classId}`) ?? undefined;
}

export const keepMe = (me: StaffMe) => write(meKey, me);
export const readKeptMe = () => read<StaffMe>(meKey);

/** Who signs out leaves nothing behind but marks that the server does not have yet. */
export async function forgetKept(): Promise<void> {
  for (const key of [meKey, ...keysOf("class-page")]) remove(key);
  if ("caches" in window) await caches.delete(shellCache);
}

/** Keeps the empty page and its files, which are the same for every class and every person. */
export async function keepShell(path: string): Promise<void> {
  if (!("caches" in window)) return;
  const answer = await fetch(path);
  if (!answer.ok) return;
  const html = await answer.clone().text();
  const named = html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g) ?? [];
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const wanted = new Set([...named, ...loaded.filter((one) => one.startsWith("/assets/")), "/icon.svg"]);
  const cache = await caches.open(shellCache);
  const known = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll([...wanted].filter((one) => !known.includes(one)));
  await cache.put(shellPath, answer);
  for (const one of known) if (one !== shellPath && !wanted.has(one)) await cache.delete(one);
}

// Without storage the page needs the network, as all others do.
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked or full.
  }
}

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function keysOf(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
