import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { AppEnv } from "./env.ts";

/** Pictures of the institute's content. */
export function mountPictures(app: Hono<AppEnv>, { content }: { content: string }): void {
  app.get(
    "/pictures/*",
    serveStatic({
      root: content,
      onFound: (_file, c) => {
        c.set("route", "picture");
        c.header("cache-control", "public, max-age=3600");
      },
    }),
  );
}

/** Files of the built site. Those below /assets carry a hash in their name and never change; the rest is asked for again. */
export function mountStatic(app: Hono<AppEnv>, { root }: { root: string }): void {
  app.use(
    "/*",
    serveStatic({
      root,
      precompressed: true,
      // A folder would be answered with its index.html; pages are rendered instead.
      index: ".no-index",
      onFound: (file, c) => {
        c.set("route", "file");
        const isHashed = file.startsWith(path.join(root, "assets"));
        c.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      },
    }),
  );
}
