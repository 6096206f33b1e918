import { createHash } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import type { Hono } from "hono";
import type { Files, StoredFile } from "../ports.ts";
import type { AppEnv } from "./env.ts";

// An id never gets another picture, so browsers may cache it forever.
const headers = {
  "content-type": "image/webp",
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

type FindFile = (name: string) => Promise<StoredFile | null>;

/** Serves uploaded pictures as we re-encoded them; never the original upload. */
export function mountMedia(app: Hono<AppEnv>, files: Files, findCertificateFile: FindFile): void {
  app.get("/media/user/:name", async (c) => {
    c.set("route", "/media/user/{name}");
    const name = c.req.param("name");
    const isName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-small)?\.webp$/.test(name);
    const file = isName ? await files.read(`user/${name}`) : null;
    if (!file) throw new Refusal("NOT_FOUND");
    return c.body(new Uint8Array(file.bytes), 200, { ...headers, "content-length": String(file.bytes.byteLength) });
  });
  app.get("/media/certificate/:name", async (c) => {
    c.set("route", "/media/certificate/{name}");
    const file = await findCertificateFile(c.req.param("name"));
    if (!file) throw new Refusal("NOT_FOUND");
    // Browsers must ask each time, so that a revoked certificate is not shown as valid.
    const etag = `"${createHash("sha256").update(file.bytes).digest("base64url").slice(0, 27)}"`;
    const fresh = { ...headers, "cache-control": "private, no-cache", etag };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, fresh);
    return c.body(new Uint8Array(file.bytes), 200, { ...fresh, "content-length": String(file.bytes.byteLength) });
  });
  app.on(["GET", "HEAD"], "/media/*", () => {
    throw new Refusal("NOT_FOUND");
  });
  app.all("/media/*", () => {
    throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "GET, HEAD" } });
  });
}
