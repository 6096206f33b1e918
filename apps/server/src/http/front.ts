import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { choose, type Kept } from "./kept.ts";
import { logAnswer, newRequestId } from "./observe.ts";

export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

type Options = { find(target: string): Kept | undefined; count(kept: Kept): void; log: Logger };

/**
 * Writes what is kept straight to the socket, past the app; false if it is not kept. Nothing can go wrong with it, so its
 * log line is for debugging: at `info` it would be a third of the cost.
 */
export function createFront({ find, count, log }: Options): Front {
  return (request, response) => {
    const { method = "", url = "/", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const startedAt = performance.now();
    const kept = find(url);
    if (!kept) return false;
    const asked = {
      ifNoneMatch: headers["if-none-match"],
      acceptEncoding: headers["accept-encoding"] as string | undefined,
    };
    const chosen = choose(kept, asked);
    if (typeof chosen === "string") return false;
    count(kept);
    const requestId = newRequestId();
    response.writeHead(chosen.status, [...chosen.headers, "x-request-id", requestId]);
    response.end(method === "HEAD" || chosen.status === 304 ? undefined : chosen.body);
    if (log.isLevelEnabled("debug")) {
      const ms = performance.now() - startedAt;
      logAnswer(log, "debug", { requestId, method, route: kept.route, path: pathOf(url), status: chosen.status, ms });
    }
    return true;
  };
}

function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}
