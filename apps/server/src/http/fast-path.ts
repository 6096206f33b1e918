import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type CacheEntry, chooseVariant } from "./cache-entry.ts";
import { maxQuery } from "./limits.ts";
import { logAnswer, newRequestId } from "./observe.ts";

export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

type Options = { find(target: string): CacheEntry | undefined; count(entry: CacheEntry): void; log: Logger };

/**
 * Writes a cached answer straight to the socket, past the app; returns false when there is none. Its log line is at `debug`:
 * nothing can go wrong here, and at `info` logging would be a third of the cost.
 */
export function createFastPath({ find, count, log }: Options): FastPath {
  return (request, response) => {
    const { method = "", url = "/", headers } = request;
    // Parameters that a page does not read may be long all the same: the app refuses them (limits.ts).
    if ((method !== "GET" && method !== "HEAD") || url.length > maxQuery) return false;
    const startedAt = performance.now();
    const entry = find(url);
    if (!entry) return false;
    const requested = {
      ifNoneMatch: headers["if-none-match"],
      acceptEncoding: headers["accept-encoding"] as string | undefined,
    };
    const chosen = chooseVariant(entry, requested);
    if (typeof chosen === "string") return false;
    count(entry);
    const requestId = newRequestId();
    response.writeHead(chosen.status, [...chosen.headers, "x-request-id", requestId]);
    response.end(method === "HEAD" || chosen.status === 304 ? undefined : chosen.body);
    if (log.isLevelEnabled("debug")) {
      const ms = performance.now() - startedAt;
      logAnswer(log, "debug", { requestId, method, route: entry.route, path: pathOf(url), status: chosen.status, ms });
    }
    return true;
  };
}

function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}
