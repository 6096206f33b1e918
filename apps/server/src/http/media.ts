import { createHash } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import type { Context, Hono } from "hono";
import type { StoredFile } from "../ports.ts";
import type { AppEnv } from "./env.ts";

export type MediaFolder = {
  folder: string;
  find(name: string): Promise<StoredFile | null>;
  /** The content behind a name never changes. Otherwise browsers ask each time whether it has. */
  isImmutable: boolean;
};

const headers = {
  // Rooms serve pictures that the product drew itself, whatever the store says.
  "content-type": "image/webp",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Pictures that rooms serve, each room from its folder below /media/. */
export function mountMedia(app: Hono<AppEnv>, folders: MediaFolder[]): void {
  for (const { folder, find, isImmutable } of folders)
    app.get(`/media/${folder}/:name`, async (c) => {
      c.set("route", `/media/${folder}/{name}`);
      const file = await find(c.req.param("name"));
      if (!file) throw new Refusal("NOT_FOUND");
      return isImmutable ? sendForEver(c, file) : sendIfChanged(c, file);
    });
  app.on(["GET", "HEAD"], "/media/*", () => {
    throw new Refusal("NOT_FOUND");
  });
  app.all("/media/*", () => {
    throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "GET, HEAD" } });
  });
}

function sendForEver(c: Context<AppEnv>, { bytes }: StoredFile): Response {
  return send(c, bytes, { "cache-control": "public, max-age=31536000, immutable" });
}

function sendIfChanged(c: Context<AppEnv>, { bytes }: StoredFile): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  const caching = { "cache-control": "private, no-cache", etag };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, { ...headers, ...caching });
  return send(c, bytes, caching);
}

function send(c: Context<AppEnv>, bytes: Uint8Array, caching: Record<string, string>): Response {
  return c.body(new Uint8Array(bytes), 200, { ...headers, ...caching, "content-length": String(bytes.byteLength) });
}
