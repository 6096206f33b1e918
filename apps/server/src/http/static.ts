import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { AppEnv } from "./env.ts";

type Options = { root: string; below?: string };

/** Files that are there when we start. Those below /assets carry a hash in their name and never change. */
export function mountFiles(app: Hono<AppEnv>, { root, below = "" }: Options): void {
  const known = listFiles(path.join(root, below)).map((file) => `/${path.relative(root, file)}`);
  const send = serveStatic({ root, precompressed: true });
  for (const address of known) {
    if (/\.(br|gz)$/.test(address)) continue;
    app.get(address, (c, next) => {
      c.set("route", "file");
      c.header(
        "cache-control",
        address.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      return send(c, next);
    });
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
