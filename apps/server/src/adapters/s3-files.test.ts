import { expect, onTestFinished, test } from "vitest";
import { startS3 } from "../test/s3.ts";
import { s3Files } from "./s3-files.ts";

test.each([
  { trouble: "a missing bucket", change: { bucket: "other" } },
  { trouble: "an unknown access key", change: { accessKey: "nobody" } },
  { trouble: "a dead server", change: { endpoint: "http://127.0.0.1:1" } },
])("$trouble is an error, not a missing file", async ({ change }) => {
  const { bucket, close } = await startS3();
  const files = s3Files({ ...bucket, ...change });
  onTestFinished(async () => {
    files.close();
    await close();
  });
  await expect(files.read("x")).rejects.toThrow();
  await expect(files.put("x", { bytes: new Uint8Array(1), type: "text/plain" })).rejects.toThrow();
});
