import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import type { Context, Hono } from "hono";
import type { AppEnv } from "./env.ts";
import type { Metrics } from "./metrics.ts";

type Options = { metrics: Metrics; metricsKey: string | undefined; isReady(): Promise<boolean> };

/** For those who run the product: is it alive, should it get traffic, how is it doing. */
export function mountOperations(app: Hono<AppEnv>, { metrics, metricsKey, isReady }: Options): void {
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => ((await isReady()) ? c.text("ready") : c.text("not ready", 503)));
  app.get("/metrics", async (c) => {
    if (!mayRead(c, metricsKey)) throw new Refusal("NOT_FOUND");
    return c.body(await metrics.text(), 200, { "content-type": metrics.contentType });
  });
}

/** Whoever holds the key, or sits on this machine without a proxy in between. */
function mayRead(c: Context<AppEnv>, key: string | undefined): boolean {
  const sent = c.req.header("authorization")?.replace(/^Bearer /, "");
  if (key && sent && timingSafeEqual(digest(sent), digest(key))) return true;
  const address = c.env?.incoming?.socket.remoteAddress ?? "";
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && !c.req.header("x-forwarded-for") && !c.req.header("forwarded");
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
