import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type ErrorCode, Refusal } from "@shoreline/contract";
import { Server } from "@tus/server";
import type { Context, Hono } from "hono";
import type pg from "pg";
import type { UploadStore } from "../ports.ts";
import type { BodyTimes } from "./body.ts";
import type { AppEnv } from "./env.ts";
import { createLimiter } from "./rate-limit.ts";
import { readUploadBody } from "./upload-body.ts";
import { uploadLocks } from "./upload-locks.ts";

const maxUploadBytes = 15 * 1024 * 1024;
export const uploadLifetimeInMs = 86_400_000;

type Upload = { id: string; number: string };

type Options = {
  store: UploadStore;
  pool: pg.Pool;
  times: BodyTimes;
  addressOf(c: Context<AppEnv>): string | undefined;
  /** Returns the number that the sender has proven to hold, and refuses a sender without one. */
  readUploader(authorization: string | undefined): Promise<string>;
  /** Makes the picture of an upload and returns its address. A second call changes nothing. */
  storePicture(upload: Upload & { read(): Promise<Uint8Array> }): Promise<string>;
  /** Returns the address of the picture, if it exists and belongs to this number. */
  findPicture(upload: Upload): Promise<string | null>;
};

const tusVersion = { "tus-resumable": "1.0.0" };
const extensions = "creation,creation-with-upload,termination,expiration";
// A class of 60 may share one address. A person tries a few pictures, each more than once on a bad network.
const perAddress = { points: 300, seconds: 3600 };
const perNumber = { points: 40, seconds: 86_400 };

/** Resumable uploads (tus 1.0). A picture has the id of its upload, so a browser can ask again for a lost answer. */
export function mountUploads(app: Hono<AppEnv>, options: Options): void {
  const { store, times, addressOf, readUploader, findPicture } = options;
  const countAddress = createLimiter(options.pool, "upload.address", perAddress);
  const countNumber = createLimiter(options.pool, "upload.number", perNumber);
  const finish = finisher(options);
  const tus = new Server({
    path: "/files",
    datastore: store,
    maxSize: maxUploadBytes,
    relativeLocation: true,
    locker: uploadLocks(),
    lockDrainTimeout: 500,
    namingFunction: () => randomUUID(),
    onResponseError: (_, error) => {
      throw toRefusal(error);
    },
  });

  /** Only these headers reach the library: we store nothing that the sender says about its file. */
  async function pass(c: Context<AppEnv>, { id, number }: { id?: string; number: string }): Promise<Response> {
    const headers = new Headers({ "upload-metadata": `number ${Buffer.from(number).toString("base64")}` });
    for (const name of ["tus-resumable", "upload-length", "upload-offset", "content-type", "content-length"]) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const { method, body } = c.req.raw;
    const sent = body && readUploadBody(body, times);
    const init = { method, headers, ...(sent ? { body: sent.stream, duplex: "half" as const } : {}) };
    const answer = await tus.handleWeb(new Request(`http://localhost/files${id ? `/${id}` : ""}`, init));
    if (sent?.isLate()) throw new Refusal("BODY_TIMEOUT", { headers: { connection: "close" } });
    if (!answer.ok) throw new Refusal("INVALID_INPUT");
    for (const name of [...answer.headers.keys()])
      if (name.startsWith("access-control-") || name === "upload-metadata") answer.headers.delete(name);
    return answer;
  }

  async function find(c: Context<AppEnv>) {
    c.set("route", "/files/{id}");
    const number = await readUploader(c.req.header("authorization"));
    const [, id, length] =
      /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,8})\/?$/.exec(c.req.path) ?? [];
    if (!id) throw new Refusal("NOT_FOUND");
    const upload = await store.getUpload(id).catch(nullIfGone);
    if (upload?.size && upload.metadata?.number === number) {
      const { offset, size } = upload;
      return { id, number, size, address: offset === size ? await finish({ id, number }) : null };
    }
    const address = await findPicture({ id, number });
    if (!address) throw new Refusal("NOT_FOUND");
    return { id, number, size: Number(length), address };
  }

  const isComplete = (answer: Response, size: number) => Number(answer.headers.get("upload-offset")) === size;

  app.post("/files", async (c) => {
    c.set("route", "/files");
    const number = await readUploader(c.req.header("authorization"));
    const size = Number(c.req.header("upload-length"));
    if (!/^\d+$/.test(c.req.header("upload-length") ?? "")) throw new Refusal("INVALID_INPUT");
    if (size > maxUploadBytes) throw new Refusal("PICTURE_TOO_LARGE");
    if (size === 0) throw new Refusal("NOT_A_PICTURE");
    const from = addressOf(c);
    if (from) await countAddress(from);
    await countNumber(number);
    const answer = await pass(c, { number });
    const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
    // Only the picture of a finished upload remains, but HEAD must still report the size, so the address carries it.
    answer.headers.set("location", `/files/${id}.${size}`);
    if (!isComplete(answer, size)) return answer;
    return answerFinished(c, { address: await finish({ id, number }), size, answer });
  });

  app.on(["GET", "PATCH"], "/files/:id", async (c) => {
    const { size, address, ...upload } = await find(c);
    if (address) return answerFinished(c, { address, size });
    if (c.req.method === "GET") throw new Refusal("NOT_FOUND");
    const answer = await pass(c, upload);
    return isComplete(answer, size) ? answerFinished(c, { address: await finish(upload), size, answer }) : answer;
  });

  app.delete("/files/:id", async (c) => {
    const { address, ...upload } = await find(c);
    // A job removes pictures that nobody uses.
    return address ? c.body(null, 204, tusVersion) : pass(c, upload);
  });

  app.options("/files/*", (c) => {
    c.set("route", "/files");
    const headers = { "tus-version": "1.0.0", "tus-extension": extensions, "tus-max-size": String(maxUploadBytes) };
    return c.body(null, 204, { ...tusVersion, ...headers });
  });

  app.all("/files/*", () => {
    throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "POST, GET, HEAD, PATCH, DELETE, OPTIONS" } });
  });
}

type Finished = { address: string; size: number; answer?: Response };

/** HEAD gets this answer too; its sender then reads the body with GET. */
function answerFinished(c: Context<AppEnv>, { address, size, answer }: Finished): Response {
  const location = answer?.headers.get("location");
  return c.json({ profilePicture: address }, location ? 201 : 200, {
    ...tusVersion,
    "cache-control": "no-store",
    "upload-offset": String(size),
    "upload-length": String(size),
    ...(location ? { location } : {}),
  });
}

/** Requests that come while a picture is being made wait for that picture. */
function finisher({ store, storePicture }: Options): (upload: Upload) => Promise<string> {
  const inFlight = new Map<string, Promise<string>>();

  async function make({ id, number }: Upload): Promise<string> {
    const discard = () => store.remove(id).catch(nullIfGone);
    const read = async () => {
      await store.getUpload(id).catch((error) => Promise.reject(toRefusal(error)));
      return buffer(await store.read(id));
    };
    try {
      const address = await storePicture({ id, number, read });
      await discard();
      return address;
    } catch (error) {
      if (error instanceof Refusal) await discard();
      throw error;
    }
  }
  return (upload) => {
    const making = inFlight.get(upload.id) ?? make(upload).finally(() => inFlight.delete(upload.id));
    inFlight.set(upload.id, making);
    return making;
  };
}

const codes: Record<number, ErrorCode> = {
  404: "NOT_FOUND",
  409: "UPLOAD_CONFLICT",
  410: "NOT_FOUND",
  413: "PICTURE_TOO_LARGE",
};

/** The library throws plain objects with a status for refusals, and real errors for faults. */
function toRefusal(error: unknown): Error {
  const { status_code: status = 500, body = "" } = error as { status_code?: number; body?: string };
  if (status < 500 || status === 501) return new Refusal(codes[status] ?? "INVALID_INPUT");
  // The library does not say why it could not write; most likely the disk is full.
  return error instanceof Error ? error : Object.assign(new Error(body), { code: "EIO" });
}

function nullIfGone(error: unknown): null {
  const refusal = toRefusal(error);
  if (refusal instanceof Refusal && refusal.code === "NOT_FOUND") return null;
  throw refusal;
}
