import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Files } from "../ports.ts";
import { checkKey, checkType } from "./file-key.ts";

type Bucket = { endpoint: string; bucket: string; accessKey: string; secretKey: string };

export function s3Files({ endpoint, bucket, accessKey, secretKey }: Bucket): Files & { close(): void } {
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // S3-compatible servers often lack Amazon's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 10_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  });
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
