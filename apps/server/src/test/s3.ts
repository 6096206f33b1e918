import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver, { type Store } from "s3rver";

/** A local S3-compatible server with one empty bucket in its own folder. */
export async function startS3() {
  const directory = await mkdtemp(path.join(os.tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: "files" }],
  });
  putWhole(server.store);
  const { port } = await server.run();
  return {
    bucket: { endpoint: `http://127.0.0.1:${port}`, bucket: "files", accessKey: "S3RVER", secretKey: "S3RVER" },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** S3 replaces an object atomically; s3rver answers before the bytes are written and mixes parallel puts of one key. */
function putWhole(store: Store) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content);
    const target = store.getResourcePath(bucket, key, "object");
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
    const md5 = createHash("md5").update(bytes).digest("hex");
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
}
