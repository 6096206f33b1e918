import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { countedParts } from "./counted-parts.ts";

type Target = { Bucket: string; Key: string; ContentType: string };

// Each part is held in memory, so that it can be sent again. 4 GB have 256 of them; S3 allows 10,000.
const partBytes = 16 * 1024 * 1024;

/** Stores a large object. It is there when the last part has arrived, or not at all. */
export async function putInParts(
  client: S3Client,
  target: Target,
  { stream, bytes }: { stream: Readable; bytes: number },
) {
  const { Bucket, Key } = target;
  const parts = grouped(countedParts(stream, bytes));
  if (bytes <= partBytes) {
    const { value: Body = new Uint8Array() } = await parts.next();
    // Fails here when there are too few or too many.
    await parts.next();
    await client.send(new PutObjectCommand({ ...target, Body }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ ETag, PartNumber });
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    stream.destroy();
    // What stays behind is removed a day later.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

async function* grouped(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Parts of killed processes: S3 keeps them, and their price, until somebody removes them. */
export async function abortOldParts(client: S3Client, place: { Bucket: string; Prefix: string }, olderThanMs: number) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(place));
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated && Date.now() - Initiated.getTime() >= olderThanMs)
      await client.send(new AbortMultipartUploadCommand({ Bucket: place.Bucket, Key, UploadId })).catch(() => {});
}
