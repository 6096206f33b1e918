import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import { type CacheEntry, createEntry } from "./cache-entry.ts";
import type { AppEnv } from "./env.ts";
import { sendEntry } from "./page-cache.ts";

type Options = {
  root: string;
  below?: string;
  /** Prefix of the address, before the path of a file below `root`. */
  at?: string;
  headers: [string, string][];
};

// Larger files, such as a film, are sent in ranges from the disk; all others stay in memory.
const maxBytesInMemory = 400_000;

/** Serves the files that exist at start. Files below /assets have a hash in their name and never change. */
export function mountFiles(
  app: Hono<AppEnv>,
  { root, below = "", at = "", headers }: Options,
): (target: string) => CacheEntry | undefined {
  const entries = new Map<string, CacheEntry>();
  const fromDisk = serveStatic({ root, rewriteRequestPath: (address) => address.slice(at.length) });
  for (const file of listFiles(path.join(root, below))) {
    const address = `${at}/${path.relative(root, file)}`;
    const caching = address.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    const own: [string, string][] = [
      ...headers.filter(([name]) => name !== "content-security-policy"),
      ["cache-control", caching],
      ["content-security-policy", filePolicy(address)],
    ];
    if (statSync(file).size <= maxBytesInMemory) entries.set(address, readEntry(file, own));
    app.get(address, (c, next) => {
      c.set("route", "file");
      const found = entries.get(address);
      if (found) return sendEntry(c, found);
      c.header("cache-control", caching);
      return fromDisk(c, next);
    });
  }
  return (target) => entries.get(target);
}

/** A service worker takes its policy from its own file, and ours fetches the page that it caches. */
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

/** The build has compressed the files that gain from it. */
function readEntry(file: string, headers: [string, string][]): CacheEntry {
  const [br, gzip] = [".br", ".gz"].map((ending) =>
    existsSync(file + ending) ? readFileSync(file + ending) : undefined,
  );
  return createEntry({
    body: readFileSync(file),
    headers: [...headers, ["content-type", getMimeType(file) ?? "application/octet-stream"]],
    route: "file",
    isCompressible: Boolean(br && gzip),
    compressed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  });
}
