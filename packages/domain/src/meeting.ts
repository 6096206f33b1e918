/** Links to live classes and webinars: any provider, https only. */

type MeetingLink = { host: string; path: string };

// No user name or password before the host: such a link looks like one site and opens another.
const link = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)((?:[/?#][^\s\\"<>]*)?)$/i;

const maxLinkLength = 2000;

export function isMeetingLink(text: string): boolean {
  return readLink(text) !== null;
}

/** Recordings may lie on a server of the institute's own network, without https. */
export function isRecordingLink(text: string): boolean {
  return readLink(text.replace(/^http:/i, "https:")) !== null;
}

function readLink(text: string): MeetingLink | null {
  const [, host = "", path = ""] = (text.length <= maxLinkLength && link.exec(text)) || [];
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 443);
  return host && port <= 65_535 ? { host: host.toLowerCase().replace(/:443$/, ""), path } : null;
}

/** Providers that allow framing. Links to all others open in a new window. */
export const frameSources = [
  "https://app.zoom.us",
  "https://meet.jit.si",
  "https://8x8.vc",
  "https://*.bigbluebutton.org",
];

/** The address to show in a frame; null when the provider does not allow framing. */
export function frameUrl(text: string): string | null {
  const given = readLink(text);
  if (!given) return null;
  const { host, path } = zoomInBrowser(given) ?? given;
  const isKnown = frameSources.some((source) => {
    const wanted = source.slice("https://".length);
    return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
  return isKnown ? `https://${host}${path}` : null;
}

// zoom.us/j/… starts the app and refuses framing; Zoom's web client accepts the same meeting and password.
function zoomInBrowser({ host, path }: MeetingLink): MeetingLink | null {
  if (host !== "zoom.us" && !host.endsWith(".zoom.us")) return null;
  const [, meeting, rest = ""] = /^\/j\/(\d+)((?:[?#].*)?)$/.exec(path) ?? [];
  return meeting ? { host: "app.zoom.us", path: `/wc/${meeting}/join${rest}` } : null;
}
