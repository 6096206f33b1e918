import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { AppEnv } from "./env.ts";
import { type Kept, keep } from "./kept.ts";
import { sendKept } from "./page-cache.ts";

type Options = {
  root: string;
  below?: string;
  /** What stands before a file's path below `root` in its address. */
  at?: string;
  headers: [string, string][];
};

// A film is sent in ranges from the disk; everything smaller is kept in memory.
const largestKept = 400_000;

/** Files that are there when we start. Those below /assets carry a hash in their name and never change. */
export function mountFiles(
  app: Hono<AppEnv>,
  { root, below = "", at = "", headers }: Options,
): (target: string) => Kept | undefined {
  const kept = new Map<string, Kept>();
  const fromDisk = serveStatic({ root, rewriteRequestPath: (address) => address.slice(at.length) });
  for (const file of listFiles(path.join(root, below))) {
    const address = `${at}/${path.relative(root, file)}`;
    const caching = address.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    const own: [string, string][] = [
      ...headers.filter(([name]) => name !== "content-security-policy"),
      ["cache-control", caching],
      ["content-security-policy", filePolicy(address)],
    ];
    if (statSync(file).size <= largestKept) kept.set(address, readKept(file, own));
    app.get(address, (c, next) => {
      c.set("route", "file");
      const found = kept.get(address);
      if (found) return sendKept(c, found);
      c.header("cache-control", caching);
      return fromDisk(c, next);
    });
  }
  return (target) => kept.get(target);
}

/** A worker takes its policy from its own file, and ours fetches the page that it keeps. */
function filePolicy(address: string): string {
  return address.endsWith(".js")
    ? "default-src 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Packed at build time where that was worth it. */
function readKept(file: string, headers: [string, string][]): Kept {
  const [br, gzip] = [".br", ".gz"].map((ending) =>
    existsSync(file + ending) ? readFileSync(file + ending) : undefined,
  );
  return keep({
    body: readFileSync(file),
    headers: [...headers, ["content-type", getMimeType(file) ?? "application/octet-stream"]],
    route: "file",
    isPackable: Boolean(br && gzip),
    packed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  });
}
