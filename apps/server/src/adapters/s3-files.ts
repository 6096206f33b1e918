import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { isAway } from "../db/away.ts";
import type { Files } from "../ports.ts";
import { checkKey, checkType } from "./file-key.ts";
import { type Bucket, s3Config } from "./s3-client.ts";
import { abortOldParts, putInParts } from "./s3-parts.ts";

/** A store that is away is asked again after this time; until then nobody waits for it. */
const restMs = 10_000;
const dayMs = 86_400_000;

export function s3Files(settings: Bucket): Files & { close(): void } {
  const { bucket } = settings;
  const client = new S3Client(s3Config(settings, { requestTimeout: 30_000 }));
  // A player that has paused holds its connection for a while, and must not keep others waiting. An answer must begin at once.
  const patience = { requestTimeout: 10_000, socketTimeout: 60_000, maxSockets: 2000 };
  const readers = new S3Client(s3Config(settings, patience));
  let restsUntil = 0;
  const ask = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
    if (Date.now() < restsUntil) throw storeAway();
    return send().catch((error) => {
      if (!isDown(error)) throw error;
      restsUntil = Date.now() + restMs;
      throw storeAway(error);
    });
  };
  return {
    async put(key, { bytes, type }) {
      checkKey(key);
      checkType(type);
      await ask(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: type })));
    },
    async read(key) {
      checkKey(key);
      return ask(async () => {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return { bytes, type: ContentType ?? "application/octet-stream" };
      }).catch(nullIfMissing);
    },
    async putFrom(key, { stream, type, bytes }) {
      checkKey(key);
      checkType(type);
      await ask(() => putInParts(client, { Bucket: bucket, Key: key, ContentType: type }, { stream, bytes }));
    },
    async *readParts(key, { from, to }) {
      checkKey(key);
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${from}-${to}` });
      const found = await ask(() => readers.send(command)).catch(nullIfMissing);
      // Who leaves early destroys the answer.
      if (found) yield* found.Body as Readable;
    },
    async sizeOf(key) {
      checkKey(key);
      return ask(() => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })))
        .then(({ ContentLength }) => ContentLength ?? 0)
        .catch(nullIfMissing);
    },
    async tidy({ olderThanMs } = { olderThanMs: dayMs }) {
      await abortOldParts(client, { Bucket: bucket, Prefix: "learning/" }, olderThanMs);
    },
    async remove(key) {
      checkKey(key);
      await ask(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    async isReachable() {
      return this.read("health/probe").then(
        () => true,
        () => false,
      );
    },
    close() {
      client.destroy();
      readers.destroy();
    },
  };
}

function nullIfMissing(error: Error): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null;
  throw error;
}

function isDown(error: Error & { $metadata?: { httpStatusCode?: number } }): boolean {
  return isAway(error) || error.name === "TimeoutError" || (error.$metadata?.httpStatusCode ?? 0) >= 500;
}

function storeAway(cause?: Error): Error {
  return Object.assign(new Error("The object store is away", { cause }), { code: "ETIMEDOUT" });
}
