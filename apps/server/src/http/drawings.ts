import { Refusal } from "@shoreline/contract";
import type { Context, Hono } from "hono";
import type { Deps } from "../context.ts";
import type { StoredFile } from "../ports.ts";
import type { Drawing } from "../room.ts";
import { createEntry } from "./cache-entry.ts";
import type { AppEnv } from "./env.ts";
import { type PageCache, sendEntry } from "./page-cache.ts";
import { createLimiters } from "./rate-limit.ts";

type Options = {
  drawings: Drawing[];
  cache: PageCache;
  deps: Deps;
  addressOf(c: Context<AppEnv>): string | undefined;
};

/** Icons and share cards: pictures that follow from data. */
export function mountDrawings(app: Hono<AppEnv>, { drawings, cache, deps, addressOf }: Options): void {
  for (const { address, draw, isAlwaysAsked, limit } of drawings) {
    const route = address.replace(":name", "{name}");
    const limiters = limit ? createLimiters(deps.pool, limit.call, limit.each) : [];
    app.get(address, async (c) => {
      c.set("route", route);
      const visitor = addressOf(c);
      if (visitor) for (const limiter of limiters) await limiter(visitor);
      const find = async () => found(await draw(deps, c.req.param("name") ?? ""));
      if (isAlwaysAsked) return sendIfChanged(c, route, find);
      return cache.answer(c, async () => toResponse(await find()), c.req.path);
    });
  }
  app.get("/share/*", () => {
    throw new Refusal("NOT_FOUND");
  });
}

function found(file: StoredFile | null): StoredFile {
  if (!file) throw new Refusal("NOT_FOUND");
  return file;
}

const headersOf = ({ type }: StoredFile, caching = "public, max-age=3600"): [string, string][] => [
  ["content-type", type],
  // An icon that is a photograph lies in its SVG as data.
  ["content-security-policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'"],
  ["cache-control", caching],
];

function toResponse(file: StoredFile): Response {
  return new Response(new Uint8Array(file.bytes), { headers: headersOf(file) });
}

async function sendIfChanged(c: Context<AppEnv>, route: string, find: () => Promise<StoredFile>): Promise<Response> {
  const file = await find();
  const body = Buffer.from(file.bytes);
  const headers = headersOf(file, "no-cache");
  return sendEntry(c, createEntry({ body, headers, route, isCompressible: false }));
}
