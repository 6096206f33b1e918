import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { AppEnv } from "./env.ts";
import type { Metrics } from "./metrics.ts";
import { scrubPath } from "./scrub.ts";

type Answered = { requestId: string; method: string; route: string; path: string; status: number; ms: number };

/** Personal data is removed from the path. */
export function logAnswer(log: Logger, level: "info" | "debug", { path, ms, ...rest }: Answered): void {
  log[level]({ ...rest, path: scrubPath(path), ms: Math.round(ms * 10) / 10 }, "request");
}

// One call fetches the random bytes for 256 ids: a call for each id would cost more than the rest of the work.
const pool = { bytes: randomBytes(9 * 256), at: 0 };

export function newRequestId(): string {
  if (pool.at === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(9 * 256), at: 0 });
  pool.at += 9;
  return pool.bytes.toString("base64url", pool.at - 9, pool.at);
}

type Options = { log: Logger; metrics: Metrics; headers: [string, string][] };

/** Puts the request id on every answer and every log line. */
export function observe({ log, metrics, headers }: Options): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const isInProcess = c.env?.pageRequestId !== undefined;
    const requestId = c.env?.pageRequestId ?? newRequestId();
    c.set("requestId", requestId);
    c.set("log", log);
    c.set("route", "other");
    const outgoing = c.env?.outgoing;
    // Node adds these to the headers of the answer, which win. Touching those would turn them into an object that costs more.
    outgoing?.setHeader("x-request-id", requestId);
    if (outgoing) for (const [name, value] of headers) outgoing.setHeader(name, value);
    await next();
    if (!outgoing) {
      c.res.headers.set("x-request-id", requestId);
      for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    if (isInProcess) return;
    const { method, path } = c.req;
    const answered = { method, route: c.var.route, status: c.res.status, ms: performance.now() - startedAt };
    metrics.count(answered);
    logAnswer(log, "info", { requestId, path, ...answered });
  };
}
