import type { EntryContext } from "react-router";

/** A page with marks at what differs from search to search. Marks contain the nonce that stands in for that of each page. */
export type Shell = { html: string; nonce: string };

/** The hints for the first pictures of a page, its main part, and its data for the browser. */
export type Fills = [hints: string, main: string, state: string];

const mostShells = 20;
/** Null: such a page cannot be put together from a shell. */
const shellsOf = new WeakMap<object, Map<string, Shell | null>>();

/**
 * Where the shell of a page is kept: pages with the same path, head and data of the frame share one. Null for other pages, which are cached:
 * only routes that visitors search, which say so in their `handle`, have so many pages that it pays. New data finds no shell.
 */
export function placeOfShell({
  staticHandlerContext,
  routeModules,
}: Pick<EntryContext, "staticHandlerContext" | "routeModules">) {
  const { loaderData, location, errors, matches } = staticHandlerContext;
  const layout = loaderData["frame/layout"] as { frame?: object; webinar?: unknown } | undefined;
  const handle = routeModules[matches.at(-1)?.route.id ?? ""]?.handle as { isSearch?: boolean } | undefined;
  if (errors || !handle?.isSearch || !location.search || !layout?.frame) return null;
  // The router takes other spellings of a path too: there is no end of them.
  const pattern = matches.flatMap(({ route: { path } }) => path || []).join("/");
  if (location.pathname !== `/${pattern}`) return null;
  const heads = Object.values(loaderData).map((data) => (data as { meta?: unknown } | undefined)?.meta);
  const key = JSON.stringify([location.pathname, layout.webinar, heads]);
  const shells = shellsOf.get(layout.frame) ?? new Map<string, Shell | null>();
  shellsOf.set(layout.frame, shells);
  return {
    read: () => shells.get(key),
    keep(shell: Shell | null) {
      const [oldest = ""] = shells.keys();
      if (shells.size >= mostShells) shells.delete(oldest);
      shells.set(key, shell);
    },
  };
}

const markOf = (at: number, nonce: string) => `<!--${nonce} ${at}-->`;

type Drawn = { state: string; nonce: string };

/** Of a main part that was drawn alone. Null where it was not, or has a script of its own: only a shell has the nonce of its page. */
export function fillsOf(main: string | null, { state, nonce }: Drawn): Fills | null {
  if (main === null || main.includes(nonce)) return null;
  // React writes the hints for pictures before it.
  const [hints] = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(main) ?? [""];
  return [hints, main.slice(hints.length), state];
}

/** Null where the main part that was drawn alone is not found in the page. */
export function shellOf(page: string, [hints, main]: Fills, nonce: string): Shell | null {
  const inHead = /<meta name="viewport"[^>]*>(?:<link rel="preload" as="image"[^>]*>)*/.exec(page);
  const afterHints = inHead ? inHead.index + inHead[0].length : 0;
  const at = page.indexOf(main, afterHints);
  if (at < 0 || !page.slice(0, afterHints).endsWith(hints)) return null;
  const before = page.slice(0, afterHints - hints.length) + markOf(0, nonce) + page.slice(afterHints, at);
  const after = page.slice(at + main.length);
  return { html: withState(`${before}${markOf(1, nonce)}${after}`, { state: markOf(2, nonce), nonce }), nonce };
}

/** React Router's stream of data, which the browser reads when React takes over, in one piece. */
export function withState(page: string, { state, nonce }: Drawn): string {
  const begin = `<script nonce="${nonce}">window.__reactRouterContext.streamController.`;
  const end = page.lastIndexOf("</body>");
  return `${page.slice(0, end)}${begin}enqueue(${state});</script>${begin}close();</script>${page.slice(end)}`;
}

/** As an expression in a script: nothing in it can end the script. */
export function toExpression(text: string): string {
  const hide = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, hide);
}
