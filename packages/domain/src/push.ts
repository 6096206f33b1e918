/** Notifications that a browser shows although our page is closed. */

export const mostPushDevices = 10;
/** News of yesterday is in the portal; nobody needs it to light up a phone. */
export const pushLifetimeMs = 4 * 60 * 60_000;

/** Push services take 4,096 bytes at most, and a notification shows a few lines. */
const mostBytes = 3000;

type PushNotice = { title: string; text: string; link: string | null; notificationId: string };

/** As the service worker reads it (public/offline.js). */
export function pushPayload({ title, text, link, notificationId }: PushNotice): string {
  const sizeOf = (shown: string) =>
    new TextEncoder().encode(JSON.stringify({ title: title.slice(0, 200), text: shown, link, tag: notificationId }))
      .length;
  let letters = [...text].slice(0, 1000);
  while (letters.length > 0 && sizeOf(letters.join("")) > mostBytes) letters = letters.slice(0, -50);
  const isCut = letters.length < [...text].length;
  const shown = letters.join("") + (isCut ? "…" : "");
  return JSON.stringify({ title: title.slice(0, 200), text: shown, link, tag: notificationId });
}
