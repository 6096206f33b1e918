import type { S3ClientConfig } from "@aws-sdk/client-s3";

export type Bucket = { endpoint: string; bucket: string; accessKey: string; secretKey: string };

type Patience = {
  requestTimeout: number;
  /** How long nothing may move on a connection. */
  socketTimeout?: number;
  maxSockets?: number;
};

/** For any S3-compatible server: many lack virtual hosts and Amazon's newer checksums. */
export function s3Config(
  { endpoint, accessKey, secretKey }: Bucket,
  { requestTimeout, socketTimeout = 10_000, maxSockets = 50 }: Patience,
) {
  const agent = { keepAlive: true, maxSockets };
  return {
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      ...{ connectionTimeout: 5_000, socketTimeout, requestTimeout, throwOnRequestTimeout: true },
      ...{ httpAgent: agent, httpsAgent: agent },
    },
  } satisfies S3ClientConfig;
}
