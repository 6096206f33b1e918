import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderFiles } from "./folder-files.ts";

test("the folder holds only the files, even after a failed put", async () => {
  const { dir, files } = await open();
  await Promise.all(["one", "two", "three"].map((text) => files.put("a/b", file(text))));
  await expect(files.put("a", file("x"))).rejects.toThrow();
  expect((await readdir(dir, { recursive: true })).sort()).toEqual(["a", "a/b"]);
});

test("a reader sees the complete old file or the complete new one", async () => {
  const { files } = await open();
  const sizes = [100_000, 700_000];
  await files.put("page", file("x".repeat(100_000)));
  const writing = (async () => {
    for (let turn = 1; turn <= 20; turn++) await files.put("page", file("x".repeat(sizes[turn % 2] ?? 0)));
    return "written" as const;
  })();
  while ((await Promise.race([writing, files.read("page")])) !== "written") {
    expect(sizes).toContain((await files.read("page"))?.bytes.length);
  }
});

async function open() {
  const dir = await mkdtemp(path.join(os.tmpdir(), "files-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return { dir, files: folderFiles(dir) };
}

function file(text: string) {
  return { bytes: new TextEncoder().encode(text), type: "text/plain" };
}
