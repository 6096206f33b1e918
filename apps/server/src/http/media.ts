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

/** Rooms serve pictures that the product drew itself, and drawings of the institute: whatever the store says. */
const headersFor = (name: string) => ({
  "content-type": name.endsWith(".svg") ? "image/svg+xml" : name.endsWith(".png") ? "image/png" : "image/webp",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
});

/** Pictures that rooms serve, each room from its folder below /media/. */
export function mountMedia(app: Hono<AppEnv>, folders: MediaFolder[]): void {
  for (const { folder, find, isImmutable } of folders)
    app.get(`/media/${folder}/:name`, async (c) => {
      c.set("route", `/media/${folder}/{name}`);
      const name = c.req.param("name");
      const file = await find(name);
      if (!file) throw new Refusal("NOT_FOUND");
      return isImmutable ? sendForEver(c, name, file) : sendIfChanged(c, name, file);
    });
  app.on(["GET", "HEAD"], "/media/*", () => {
    throw new Refusal("NOT_FOUND");
  });
  app.all("/media/*", () => {
    throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "GET, HEAD" } });
  });
}

function sendForEver(c: Context<AppEnv>, name: string, { bytes }: StoredFile): Response {
  return send(c, name, bytes, { "cache-control": "public, max-age=31536000, immutable" });
}

function sendIfChanged(c: Context<AppEnv>, name: string, { bytes }: StoredFile): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  const caching = { "cache-control": "private, no-cache", etag };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, { ...headersFor(name), ...caching });
  return send(c, name, bytes, caching);
}

function send(c: Context<AppEnv>, name: string, bytes: Uint8Array, caching: Record<string, string>): Response {
  const headers = { ...headersFor(name), ...caching, "content-length": String(bytes.byteLength) };
  return c.body(new Uint8Array(bytes), 200, headers);
}
