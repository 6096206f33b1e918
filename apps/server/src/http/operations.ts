import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import type { Context, Hono } from "hono";
import type { Health } from "../health.ts";
import type { AppEnv } from "./env.ts";
import { isLocalVisit } from "./local-visit.ts";
import type { Metrics } from "./metrics.ts";

type Options = { metrics: Metrics; metricsKey: string | undefined; readHealth(): Promise<Health> };

/** For operators: is the process alive, is it ready for traffic, and how is it doing. */
export function mountOperations(app: Hono<AppEnv>, { metrics, metricsKey, readHealth }: Options): void {
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    const { state, notes } = await readHealth();
    const lines = mayRead(c, metricsKey) ? [state, ...notes] : [state];
    return c.text(lines.join("\n"), state === "not ready" ? 503 : 200);
  });
  app.get("/metrics", async (c) => {
    if (!mayRead(c, metricsKey)) throw new Refusal("NOT_FOUND");
    return c.body(await metrics.text(), 200, { "content-type": metrics.contentType });
  });
}

/** Metrics and details are for holders of the key, and for this machine when no proxy is in between. */
function mayRead(c: Context<AppEnv>, key: string | undefined): boolean {
  const sent = c.req.header("authorization")?.replace(/^Bearer /, "");
  if (key && sent && timingSafeEqual(digest(sent), digest(key))) return true;
  return isLocalVisit(c);
}

/** Gives both texts one length, which `timingSafeEqual` needs. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
