import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Files } from "../ports.ts";
import { checkKey, checkType } from "./file-key.ts";
import { type Bucket, s3Config } from "./s3-client.ts";

export function s3Files(settings: Bucket): Files & { close(): void } {
  const { bucket } = settings;
  const client = new S3Client(s3Config(settings, { requestTimeout: 30_000 }));
  return {
    async put(key, { bytes, type }) {
      checkKey(key);
      checkType(type);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: type }));
    },
    async read(key) {
      checkKey(key);
      try {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return { bytes, type: ContentType ?? "application/octet-stream" };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      checkKey(key);
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    close: () => client.destroy(),
  };
}
