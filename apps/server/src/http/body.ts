import { Refusal } from "@shoreline/contract";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./env.ts";

const maxBodyBytes = 1_048_576;

/** On a bad network a body may arrive slowly, but it may not stall or take forever. */
export type BodyTimes = { idleMs: number; totalMs: number };
export const bodyTimes: BodyTimes = { idleMs: 10_000, totalMs: 60_000 };

/** Returns the JSON object of a request, or throws a refusal that says what is wrong with it. */
export async function readJson(request: Request, times: BodyTimes): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  const isPlain = /^(identity)?$/i.test(request.headers.get("content-encoding") ?? "");
  if (!isPlain || !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new Refusal("WRONG_CONTENT_TYPE");
  if (Number(request.headers.get("content-length")) > maxBodyBytes) throw new Refusal("BODY_TOO_LARGE", closing);
  const text = await readText(request, times);
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
    if (c.req.raw.body) {
      const { url, method, headers } = c.req.raw;
      c.req.raw = new Request(url, { method, headers, body: new Uint8Array(await readBytes(c.req.raw, times)) });
    }
    return next();
  };
}

// The rest of the body stays unread, so this connection cannot carry another request.
const closing = { headers: { connection: "close" } };

/** Returns the body exactly as it was sent. */
export async function readBytes(request: Request, { idleMs, totalMs }: BodyTimes): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  const giveUpAt = Date.now() + totalMs;
  let bytes = 0;
  for (;;) {
    const part = reader
      ? await inTime(reader.read(), Math.min(idleMs, giveUpAt - Date.now()))
      : { done: true as const };
    if (part === "late") {
      reader?.cancel().catch(() => {});
      throw new Refusal("BODY_TIMEOUT", closing);
    }
    if (part.done) return Buffer.concat(parts);
    bytes += part.value.byteLength;
    if (bytes > maxBodyBytes) {
      reader?.cancel().catch(() => {});
      throw new Refusal("BODY_TOO_LARGE", closing);
    }
    parts.push(part.value);
  }
}

async function readText(request: Request, times: BodyTimes): Promise<string> {
  const bytes = await readBytes(request, times);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("MALFORMED_JSON");
  }
}

/** A body that breaks off counts as malformed: its sender has gone and reads no answer. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((done) => {
    timer = setTimeout(() => done("late"), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    throw new Refusal("MALFORMED_JSON");
  } finally {
    clearTimeout(timer);
  }
}
