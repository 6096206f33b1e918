import fs from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { type Bucket, s3Config } from "../adapters/s3-client.ts";
import { StartError } from "../start-error.ts";
import type { Listed, Store } from "./store.ts";
import { headerOf, readHeader } from "./type-header.ts";

// A large archive takes a while on a slow line. A connection on which nothing moves ends after ten seconds.
const requestTimeout = 3_600_000;

const retriedBytes = 8_000_000;

type Options = {
  prefix?: string;
  /** Whether the type of an object is a line before its bytes, as in a folder of files. */
  hasHeader?: boolean;
};

export function s3Store(settings: Bucket, { prefix = "", hasHeader = false }: Options = {}): Store {
  const { bucket: Bucket } = settings;
  const client = new S3Client(s3Config(settings, { requestTimeout }));
  const place = `s3://${Bucket}${prefix && `/${prefix}`}`;
  const before = prefix && `${prefix}/`;
  const objectOf = (name: string) => ({ Bucket, Key: before + name });
  const asking = <T>(answer: Promise<T>) =>
    answer.catch((error) => {
      throw new StartError(`${place} cannot be used: ${error.message || error.code || error.name}`);
    });

  async function* list(start = ""): AsyncGenerator<Listed> {
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: before + start, ContinuationToken: next });
      const page = await asking(client.send(command));
      for (const { Key = "", Size = 0, LastModified = new Date(0), ETag = "" } of page.Contents ?? [])
        yield {
          name: Key.slice(before.length),
          bytes: Size,
          changedAt: LastModified,
          mark: `${ETag} ${LastModified.getTime()} ${Size}`,
        };
      next = page.NextContinuationToken;
    } while (next);
  }

  return {
    place,
    list,
    async read(name) {
      const sent = client.send(new GetObjectCommand(objectOf(name))).catch((error) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
      const found = await asking(sent);
      if (!found) return null;
      const bytes = found.Body as Readable;
      return hasHeader ? Readable.from(withHeader(bytes, found.ContentType)) : bytes;
    },
    // An object is there completely or not at all.
    prepare: async () => {},
    async put(name, file) {
      const { type, start } = hasHeader ? readHeader(file) : { type: "application/octet-stream", start: 0 };
      const ContentLength = fs.statSync(file).size - start;
      // A stream cannot be sent again when the connection breaks.
      const Body =
        ContentLength <= retriedBytes ? (await readFile(file)).subarray(start) : fs.createReadStream(file, { start });
      const command = new PutObjectCommand({ ...objectOf(name), Body, ContentLength, ContentType: type });
      await asking(client.send(command));
    },
    async remove(name) {
      await asking(client.send(new DeleteObjectCommand(objectOf(name))));
    },
  };
}

async function* withHeader(bytes: AsyncIterable<Buffer>, type = "application/octet-stream") {
  yield headerOf(type);
  yield* bytes;
}
