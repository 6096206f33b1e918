/** Notifications that a browser shows although our page is closed. */

export const mostPushDevices = 10;
/** News of yesterday is in the portal; nobody needs it to light up a phone. */
export const pushLifetimeMs = 4 * 60 * 60_000;

/** Push services take 4,096 bytes at most, and a notification shows a few lines. */
const mostBytes = 3000;

type PushNotice = { title: string; text: string; link: string | null; notificationId: string };

/** As the service worker reads it (public/offline.js). */
export function pushPayload({ title, text, link, notificationId }: PushNotice): string {
  const write = (shown: string) =>
    JSON.stringify({ title: title.slice(0, 200), text: shown, link, tag: notificationId });
  const letters = [...text];
  let count = Math.min(letters.length, 1000);
  while (count > 0 && bytesOf(write(letters.slice(0, count).join(""))) > mostBytes) count -= 50;
  const shown = letters.slice(0, Math.max(0, count)).join("");
  return write(count < letters.length ? `${shown}…` : shown);
}

/** JSON writes half of a surrogate pair as plain letters, so that nothing here is malformed. */
function bytesOf(text: string): number {
  return encodeURIComponent(text).replace(/%../g, "x").length;
}
