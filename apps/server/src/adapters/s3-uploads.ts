import type { Readable } from "node:stream";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { ERRORS, type KvStore, type Upload } from "@tus/server";
import type { UploadStore } from "../ports.ts";
import { type Bucket, s3Config } from "./s3-client.ts";

const prefix = "uploads/";

export function s3Uploads(settings: Bucket, { lifetimeInMs }: { lifetimeInMs: number }): UploadStore {
  return new S3Uploads({
    expirationPeriodInMilliseconds: lifetimeInMs,
    // S3-compatible servers often lack tags.
    useTags: false,
    // A cache could hold an upload that another process has finished or removed.
    cache: noCache,
    s3ClientConfig: { bucket: settings.bucket, ...s3Config(settings, { requestTimeout: 60_000 }) },
  });
}

const noCache: KvStore<MetadataValue> = { get: async () => undefined, set: async () => {}, delete: async () => {} };

/** The library's store has no prefix, leaves parts behind after a removal, and would clean up the whole bucket. */
class S3Uploads extends S3Store {
  override async create(upload: Upload): Promise<Upload> {
    const { id } = upload;
    await super.create(Object.assign(upload, { id: prefix + id }));
    return Object.assign(upload, { id });
  }
  override read(id: string): Promise<Readable> {
    return super.read(prefix + id);
  }
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return super.write(source, prefix + id, offset);
  }
  override async getUpload(id: string): Promise<Upload> {
    await this.infoOf(id);
    return Object.assign(await super.getUpload(prefix + id), { id });
  }
  override async remove(id: string): Promise<void> {
    const { "upload-id": uploadId } = await this.infoOf(id);
    await this.abort(prefix + id, uploadId);
    await this.removeAll(["", ".part", ".info"].map((ending) => prefix + id + ending));
  }

  /**
   * The library sends several parts at a time, and a killed process may leave a gap between them. Only what lies before it counts;
   * what lies behind is written again.
   */
  protected override async retrieveParts(id: string, after?: string) {
    const parts = await super.retrieveParts(id, after);
    if (after) return parts;
    const gap = parts.findIndex(({ PartNumber }, at) => PartNumber !== at + 1);
    return gap < 0 ? parts : parts.slice(0, gap);
  }

  override async deleteExpired(): Promise<number> {
    const isOld = (at: Date | undefined) => at !== undefined && Date.now() - at.getTime() > this.getExpiration();
    const place = { Bucket: this.bucket, Prefix: prefix };
    const { Uploads = [] } = await this.client.listMultipartUploads(place);
    for (const { Key = "", UploadId = "", Initiated } of Uploads) if (isOld(Initiated)) await this.abort(Key, UploadId);
    // A thousand at a time is enough: the job runs every hour.
    const { Contents = [] } = await this.client.listObjectsV2(place);
    const old = Contents.flatMap(({ Key, LastModified }) => (Key && isOld(LastModified) ? [Key] : []));
    await this.removeAll(old);
    return old.length;
  }

  /** The library also reports "not found" when the store is down, and phones would then start the upload again from zero. */
  private async infoOf(id: string): Promise<MetadataValue> {
    try {
      return await this.getMetadata(prefix + id);
    } catch (error) {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    }
  }

  private async abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId: uploadId });
    } catch (error) {
      // The upload is complete, or another process has removed it already.
      if (!isMissing(error)) throw error;
    }
  }

  private async removeAll(keys: string[]): Promise<void> {
    for (const Key of keys) await this.client.deleteObject({ Bucket: this.bucket, Key });
  }
}

function isMissing(error: unknown): boolean {
  return /^(NoSuchUpload|NoSuchKey|NotFound)$/.test((error as Error).name);
}
