import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Refusal } from "@shoreline/contract";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./env.ts";

const maxBodyBytes = 1_048_576;

/** On a bad network a body may arrive slowly, but it may not stall or take forever. */
export type BodyTimes = { idleMs: number; totalMs: number };
export const bodyTimes: BodyTimes = { idleMs: 10_000, totalMs: 60_000 };

/** Returns the JSON object of a request, or throws a refusal that says what is wrong with it. */
export async function readJson(c: Context<AppEnv>, times: BodyTimes): Promise<Record<string, unknown>> {
  const type = c.req.header("content-type") ?? "";
  const isPlain = /^(identity)?$/i.test(c.req.header("content-encoding") ?? "");
  if (!isPlain || !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new Refusal("WRONG_CONTENT_TYPE");
  if (Number(c.req.header("content-length")) > maxBodyBytes) throw new Refusal("BODY_TOO_LARGE", closing);
  const text = decode(await readBytes(c, times));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal("MALFORMED_JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Refusal("MALFORMED_JSON");
  return body as Record<string, unknown>;
}

/** For apps that read bodies themselves, without our limits: the body arrives in time and whole, or not at all. */
export function readBodyFirst(times: BodyTimes): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { url, method, headers } = c.req.raw;
    if (headers.has("content-length") || headers.has("transfer-encoding"))
      c.req.raw = new Request(url, { method, headers, body: new Uint8Array(await readBytes(c, times)) });
    return next();
  };
}

// The rest of the body stays unread, so this connection cannot carry another request.
const closing = { headers: { connection: "close" } };

/** Returns the body exactly as it was sent. One that breaks off counts as malformed: its sender has gone and reads no answer. */
export function readBytes(c: Context<AppEnv>, { idleMs, totalMs }: BodyTimes): Promise<Uint8Array> {
  const stream = streamOf(c);
  if (!stream) return Promise.resolve(new Uint8Array());
  // The sender has gone while we were asked for something else, and no event will follow.
  if (stream.destroyed) return Promise.reject(new Refusal("MALFORMED_JSON"));
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const giveUpAt = Date.now() + totalMs;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const onLate = () => refuse(new Refusal("BODY_TIMEOUT", closing));
  let timer = setTimeout(onLate, Math.min(idleMs, totalMs));
  const onData = (part: Uint8Array) => {
    bytes += part.byteLength;
    if (bytes > maxBodyBytes) return refuse(new Refusal("BODY_TOO_LARGE", closing));
    parts.push(part);
    clearTimeout(timer);
    timer = setTimeout(onLate, Math.max(0, Math.min(idleMs, giveUpAt - Date.now())));
  };
  const onEnd = () => {
    letGo();
    resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
  };
  const onCut = () => refuse(new Refusal("MALFORMED_JSON"));
  const refuse = (refusal: Refusal) => {
    letGo();
    stream.pause();
    reject(refusal);
  };
  const letGo = () => {
    clearTimeout(timer);
    stream.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
    // What breaks later concerns nobody.
    stream.on("error", () => {});
  };
  stream.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  return promise;
}

/** From the network the body is read as node hands it over: a web stream around it costs more than a small call. */
function streamOf(c: Context<AppEnv>): Readable | null {
  if (c.env?.incoming instanceof IncomingMessage) return c.env.incoming;
  return c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : null;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal("MALFORMED_JSON");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
