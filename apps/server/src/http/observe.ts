import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { AppEnv } from "./env.ts";
import type { Metrics } from "./metrics.ts";
import { scrub } from "./scrub.ts";

/** Every answer and every log line carries the id of its request; addresses that hold people's numbers are not logged. */
export function observe({
  log,
  metrics,
  headers,
}: {
  log: Logger;
  metrics: Metrics;
  headers: [string, string][];
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const isInProcess = c.env?.pageRequestId !== undefined;
    const requestId = c.env?.pageRequestId ?? randomBytes(9).toString("base64url");
    c.set("requestId", requestId);
    c.set("log", log);
    c.set("route", "other");
    await next();
    c.res.headers.set("x-request-id", requestId);
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (isInProcess) return;
    const ms = performance.now() - startedAt;
    metrics.count({ method: c.req.method, route: c.var.route, status: c.res.status, ms });
    log.info(
      {
        requestId,
        method: c.req.method,
        route: c.var.route,
        path: scrub(c.req.path),
        status: c.res.status,
        ms: Math.round(ms * 10) / 10,
      },
      "request",
    );
  };
}
