import type { S3ClientConfig } from "@aws-sdk/client-s3";

export type Bucket = { endpoint: string; bucket: string; accessKey: string; secretKey: string };

/** For any S3-compatible server: many lack virtual hosts and Amazon's newer checksums. */
export function s3Config({ endpoint, accessKey, secretKey }: Bucket, { requestTimeout }: { requestTimeout: number }) {
  return {
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 10_000, requestTimeout, throwOnRequestTimeout: true },
  } satisfies S3ClientConfig;
}
