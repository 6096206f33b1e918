import type { ServerResponse } from "node:http";
import { Refusal } from "@shoreline/contract";
import { isShownInPage } from "@shoreline/domain/lesson-file";
import type { Context, Hono } from "hono";
import type { Files } from "../ports.ts";
import type { OpenedFile } from "../room.ts";
import { readRange } from "./byte-range.ts";
import type { AppEnv } from "./env.ts";
import { refusalAsPage } from "./message-page.ts";

type Options = { files: Files; open(token: string): Promise<OpenedFile> };

/** Files of lessons behind links that name the person and end. The content behind an id never changes, so the id is the ETag. */
export function mountLessonFiles(app: Hono<AppEnv>, { files, open }: Options): void {
  app.get("/lessons/:token{[A-Za-z0-9_-]{92}}/:name", async (c) => {
    c.set("route", "/lessons/{token}/{name}");
    const isVisit = c.req.header("accept")?.includes("text/html");
    // People with an old tab read words; a player gets the refusal as it is.
    const file = await open(c.req.param("token")).catch((error) =>
      isVisit ? refusalAsPage(error) : Promise.reject(error),
    );
    if (file instanceof Response) return file;
    const tag = `"${file.fileId}"`;
    const headers = { ...headersOf(file), etag: tag };
    if (matches(c.req.header("if-none-match"), tag)) return new Response(null, { status: 304, headers });
    // Who has another version, or names a date, gets all of this one.
    const isOfThis = (c.req.header("if-range") ?? tag) === tag;
    const range = isOfThis ? readRange(c.req.header("range"), file.bytes) : null;
    if (range === "none")
      throw new Refusal("RANGE_NOT_THERE", { headers: { "content-range": `bytes */${file.bytes}` } });
    const { from, to } = range ?? { from: 0, to: file.bytes - 1 };
    const sent = {
      ...headers,
      "content-length": String(to - from + 1),
      ...(range ? { "content-range": `bytes ${from}-${to}/${file.bytes}` } : {}),
    };
    const status = range ? 206 : 200;
    if (c.req.method === "HEAD") return new Response(null, { status, headers: sent });
    const parts = files.readParts(file.key, { from, to });
    const first = await parts.next();
    if (first.done) throw new Refusal("NOT_FOUND");
    const outgoing = c.env?.outgoing;
    if (!outgoing) return new Response(await readAll(parts, first.value), { status, headers: sent });
    void send({ parts, first, to: outgoing.writeHead(status, sent), c });
    // In the log as any other answer. The listener looks for this mark only in plain responses, which a copy is.
    return new Response(null, { status, headers: { "x-hono-already-sent": "true" } }).clone();
  });
}

type Parts = AsyncGenerator<Uint8Array>;
type Sending = { parts: Parts; first: IteratorResult<Uint8Array>; to: ServerResponse; c: Context<AppEnv> };

/**
 * Straight to the socket: a web stream in between costs several times the CPU, and stays open when the browser has gone before its first
 * byte. Each part waits until the one before is with the kernel. A browser that goes away closes the file, or the answer of the bucket.
 */
async function send({ parts, first, to, c }: Sending): Promise<void> {
  const { requestId, log } = c.var;
  try {
    for (let part = first; !part.done && !to.destroyed; part = await parts.next()) await written(to, part.value);
    to.end();
  } catch (err) {
    if (!to.destroyed) log.warn({ requestId, err }, "a file broke off while it was sent");
    to.destroy();
  } finally {
    await parts.return(undefined).catch(() => {});
  }
}

function written(to: ServerResponse, part: Uint8Array): Promise<void> {
  return new Promise((done) => {
    const settle = () => {
      to.off("close", settle);
      done();
    };
    to.on("close", settle);
    to.write(part, settle);
  });
}

/** For who asks without a socket. */
async function readAll(parts: Parts, first: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copies = [Buffer.from(first)];
  for await (const part of parts) copies.push(Buffer.from(part));
  return Buffer.concat(copies);
}

/** Browsers may show films, sounds, pictures and PDF. Everything else they save; nothing of it runs as a page of ours. */
function headersOf({ name, type }: OpenedFile): Record<string, string> {
  const isShown = isShownInPage(type);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return {
    "content-type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    // Chrome shows no PDF in a sandbox; its viewer runs nothing in our name.
    "content-security-policy": `default-src 'none'; frame-ancestors 'self'${type === "application/pdf" ? "" : "; sandbox"}`,
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    // Also for the browser alone, it asks each time: the person may have lost the course.
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
}

function matches(header = "", tag: string): boolean {
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*");
}
