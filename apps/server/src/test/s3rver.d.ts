declare module "s3rver" {
  import type { AddressInfo } from "node:net";
  import type { Readable } from "node:stream";

  type Metadata = Record<string, string>;
  type Upload = { bucket: string; key: string; content: Readable; metadata: Metadata };

  export type Store = {
    getResourcePath(bucket: string, key: string, resource: string): string;
    putObject(upload: Upload): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: Metadata, md5: string): Promise<void>;
  };

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    store: Store;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
