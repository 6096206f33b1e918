import { Readable } from "node:stream";
import { Refusal } from "@shoreline/contract";
import { maxLessonBytes } from "@shoreline/domain/lesson-file";
import { Upload } from "@tus/server";
import type { Context, Hono } from "hono";
import type { UploadStore } from "../ports.ts";
import type { LargeUploads, Lease, Uploader } from "../room.ts";
import type { BodyTimes } from "./body.ts";
import type { AppEnv } from "./env.ts";
import { readUploadBody } from "./upload-body.ts";

type Bound<Work> = Work extends (deps: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;

type Options = { [Name in keyof LargeUploads]: Bound<LargeUploads[Name]> } & {
  store: UploadStore;
  times: BodyTimes;
  /** Who sends this, or a refusal. */
  readUploader(c: Context<AppEnv>): Promise<Uploader>;
};

const tusVersion = { "tus-resumable": "1.0.0" };

/**
 * The bytes of uploads that a call has started (tus 1.0: HEAD and PATCH, and DELETE). Not through the tus library: its lock is for one
 * process, and an upload of hours comes through several.
 */
export function mountLessonUploads(app: Hono<AppEnv>, options: Options): void {
  const { store, times, readUploader, takeOver, finish, drop } = options;

  async function find(c: Context<AppEnv>) {
    c.set("route", "/uploads/{id}");
    const who = await readUploader(c);
    const upload = await options.find({ fileId: c.req.param("id") ?? "", who });
    if (!upload) throw new Refusal("NOT_FOUND");
    return upload;
  }
  type Found = Awaited<ReturnType<typeof find>>;

  const isAt = ({ bytes, expiresAt }: Found, offset: number) => ({
    ...tusVersion,
    "upload-offset": String(offset),
    "upload-length": String(bytes),
    "upload-expires": expiresAt.toUTCString(),
    "cache-control": "no-store",
  });

  /** With the upload to ourselves. A killed process may have written the last byte and said nothing. */
  async function alone<Result>(found: Found, work: (lease: Lease, offset: number) => Promise<Result>): Promise<Result> {
    const lease = await takeOver(found.fileId);
    try {
      const offset = await offsetOf(store, found.fileId);
      if (offset === found.bytes) await finish(found.fileId);
      return await work(lease, offset ?? 0);
    } finally {
      await lease.release();
    }
  }

  const place = "/uploads/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}";
  app.get(place, async (c) => {
    const found = await find(c);
    if (c.req.method !== "HEAD") throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow } });
    const offset = found.isFinished ? found.bytes : await alone(found, async (_, at) => at);
    return c.body(null, 200, isAt(found, offset));
  });

  app.patch(place, async (c) => {
    const found = await find(c);
    const from = readOffset(c, found.bytes);
    // The answer to the last part was lost.
    if (found.isFinished) return c.body(null, 204, isAt(found, found.bytes));
    const offset = await alone(found, async (lease, at) => {
      if (from !== at) throw new Refusal("UPLOAD_MOVED", closing);
      if (from === found.bytes) return at;
      if (from === 0) await begin(store, found);
      const { body } = c.req.raw;
      if (!body) return at;
      const sent = readUploadBody(body, times);
      const parts = Readable.from(limited(sent.stream, { bytes: found.bytes - from, stop: lease.lost }), {
        objectMode: false,
      });
      const reached = await store.write(parts, found.fileId, from);
      if (lease.lost.aborted) throw new Refusal("UPLOAD_MOVED", closing);
      if (sent.isLate()) throw new Refusal("BODY_TIMEOUT", closing);
      if (reached === found.bytes) await finish(found.fileId);
      return reached;
    });
    return c.body(null, 204, isAt(found, offset));
  });

  app.delete(place, async (c) => {
    const found = await find(c);
    await drop(found.fileId);
    return c.body(null, 204, tusVersion);
  });

  app.options("/uploads/*", (c) => {
    c.set("route", "/uploads");
    const headers = { "tus-version": "1.0.0", "tus-extension": "termination,expiration" };
    return c.body(null, 204, { ...tusVersion, ...headers, "tus-max-size": String(maxLessonBytes) });
  });

  app.all("/uploads/*", () => {
    throw new Refusal("NOT_FOUND");
  });
}

const allow = "HEAD, PATCH, DELETE, OPTIONS";
// The rest of the body stays unread, so this connection cannot carry another request.
const closing = { headers: { connection: "close" } };

function readOffset(c: Context<AppEnv>, bytes: number): number {
  const offset = c.req.header("upload-offset") ?? "";
  const isTus =
    c.req.header("tus-resumable") === "1.0.0" && c.req.header("content-type") === "application/offset+octet-stream";
  const isInside = Number(offset) + Number(c.req.header("content-length") ?? 0) <= bytes;
  if (!isTus || !/^\d{1,12}$/.test(offset) || !isInside) throw new Refusal("INVALID_INPUT", closing);
  return Number(offset);
}

/** Null while nothing has arrived. */
async function offsetOf(store: UploadStore, fileId: string): Promise<number | null> {
  return store.getUpload(fileId).then(
    ({ offset }) => offset,
    (error: { status_code?: number }) => {
      if (error.status_code === 404 || error.status_code === 410) return null;
      throw error instanceof Error ? error : Object.assign(new Error("The upload cannot be read"), { code: "EIO" });
    },
  );
}

/** The store knows the upload from its first byte on. */
async function begin(store: UploadStore, { fileId, bytes }: { fileId: string; bytes: number }): Promise<void> {
  if ((await offsetOf(store, fileId)) === null) await store.create(new Upload({ id: fileId, size: bytes, offset: 0 }));
}

/** The first bytes of a body. It ends early, without a fault, when we are to stop: what has arrived is stored. */
async function* limited(stream: ReadableStream<Uint8Array>, { bytes, stop }: { bytes: number; stop: AbortSignal }) {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  // It ends a read that waits. In a race with one promise for all parts, that promise would keep every part until the end.
  stop.addEventListener("abort", cancel);
  let left = bytes;
  try {
    while (left > 0 && !stop.aborted) {
      const { value: part } = await reader.read();
      if (!part) return;
      yield part.subarray(0, left);
      left -= part.length;
    }
  } finally {
    stop.removeEventListener("abort", cancel);
    cancel();
  }
}
