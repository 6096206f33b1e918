import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type ErrorCode, Refusal } from "@shoreline/contract";
import { Server } from "@tus/server";
import type { Context, Hono } from "hono";
import type pg from "pg";
import type { UploadStore } from "../ports.ts";
import type { BodyTimes } from "./body.ts";
import type { AppEnv } from "./env.ts";
import { patientBody } from "./patient-body.ts";
import { createLimiter } from "./rate-limit.ts";
import { uploadLocks } from "./upload-locks.ts";

export const maxUploadBytes = 15 * 1024 * 1024;
export const uploadLifetimeInMs = 86_400_000;

type Kept = { id: string; number: string };

type Options = {
  store: UploadStore;
  pool: pg.Pool;
  times: BodyTimes;
  addressOf(c: Context<AppEnv>): string | undefined;
  /** The number that the sender has proven to hold; refuses whoever has proven none. */
  readUploader(authorization: string | undefined): Promise<string>;
  /** Makes of an upload what is shown, and says where that is. Doing it twice is doing it once. */
  keep(kept: Kept & { read(): Promise<Uint8Array> }): Promise<string>;
  /** Where it is shown, if it has been made and belongs to this number. */
  findKept(kept: Kept): Promise<string | null>;
};

const tusVersion = { "tus-resumable": "1.0.0" };
const extensions = "creation,creation-with-upload,termination,expiration";
// A class of 60 shares one address; a person tries a few pictures, on a bad network each of them more than once.
const perAddress = { points: 300, seconds: 3600 };
const perNumber = { points: 40, seconds: 86_400 };

/** Resumable uploads (tus 1.0). The id of an upload is the id of its picture: so a lost answer can be asked for again. */
export function mountUploads(app: Hono<AppEnv>, options: Options): void {
  const { store, times, addressOf, readUploader, findKept } = options;
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
      throw toOurs(error);
    },
  });

  /** Only these headers reach the library: nothing that the sender says about its file is kept. */
  async function pass(c: Context<AppEnv>, { id, number }: { id?: string; number: string }): Promise<Response> {
    const headers = new Headers({ "upload-metadata": `number ${Buffer.from(number).toString("base64")}` });
    for (const name of ["tus-resumable", "upload-length", "upload-offset", "content-type", "content-length"]) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const { method, body } = c.req.raw;
    const patient = body && patientBody(body, times);
    const init = { method, headers, ...(patient ? { body: patient.stream, duplex: "half" as const } : {}) };
    const answer = await tus.handleWeb(new Request(`http://localhost/files${id ? `/${id}` : ""}`, init));
    if (patient?.isLate()) throw new Refusal("BODY_TIMEOUT", { headers: { connection: "close" } });
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
    const address = await findKept({ id, number });
    if (!address) throw new Refusal("NOT_FOUND");
    return { id, number, size: Number(length), address };
  }

  const isWhole = (answer: Response, size: number) => Number(answer.headers.get("upload-offset")) === size;

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
    // A finished upload leaves nothing but its picture, and HEAD must still tell the size: so it stands in the address.
    answer.headers.set("location", `/files/${id}.${size}`);
    if (!isWhole(answer, size)) return answer;
    return tell(c, { address: await finish({ id, number }), size, answer });
  });

  app.on(["GET", "PATCH"], "/files/:id", async (c) => {
    const { size, address, ...upload } = await find(c);
    if (address) return tell(c, { address, size });
    if (c.req.method === "GET") throw new Refusal("NOT_FOUND");
    const answer = await pass(c, upload);
    return isWhole(answer, size) ? tell(c, { address: await finish(upload), size, answer }) : answer;
  });

  app.delete("/files/:id", async (c) => {
    const { address, ...upload } = await find(c);
    // What is made but shown by nobody is removed by the job.
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

/** Also to HEAD, whose sender then asks with GET. */
function tell(c: Context<AppEnv>, { address, size, answer }: Finished): Response {
  const location = answer?.headers.get("location");
  return c.json({ profilePicture: address }, location ? 201 : 200, {
    ...tusVersion,
    "cache-control": "no-store",
    "upload-offset": String(size),
    "upload-length": String(size),
    ...(location ? { location } : {}),
  });
}

/** Whoever asks while a picture is being made waits for that one. */
function finisher({ store, keep }: Options): (upload: Kept) => Promise<string> {
  const underWay = new Map<string, Promise<string>>();

  async function make({ id, number }: Kept): Promise<string> {
    const discard = () => store.remove(id).catch(nullIfGone);
    const read = async () => {
      await store.getUpload(id).catch((error) => Promise.reject(toOurs(error)));
      return buffer(await store.read(id));
    };
    try {
      const address = await keep({ id, number, read });
      await discard();
      return address;
    } catch (error) {
      if (error instanceof Refusal) await discard();
      throw error;
    }
  }
  return (upload) => {
    const making = underWay.get(upload.id) ?? make(upload).finally(() => underWay.delete(upload.id));
    underWay.set(upload.id, making);
    return making;
  };
}

const codes: Record<number, ErrorCode> = {
  404: "NOT_FOUND",
  409: "UPLOAD_CONFLICT",
  410: "NOT_FOUND",
  413: "PICTURE_TOO_LARGE",
};

/** The library throws plain objects with a status, and errors where something is broken. */
function toOurs(error: unknown): Error {
  const { status_code: status = 500, body = "" } = error as { status_code?: number; body?: string };
  if (status < 500 || status === 501) return new Refusal(codes[status] ?? "INVALID_INPUT");
  return error instanceof Error ? error : new Error(body);
}

function nullIfGone(error: unknown): null {
  const ours = toOurs(error);
  if (ours instanceof Refusal && ours.code === "NOT_FOUND") return null;
  throw ours;
}
