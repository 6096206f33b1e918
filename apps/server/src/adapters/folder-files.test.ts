import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
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

test("drafts of killed writes are removed after an hour, and nothing else", async () => {
  const { dir, files } = await open();
  await files.put("a/b", file("kept"));
  const hourAgo = new Date(Date.now() - 3_700_000);
  for (const name of ["a/.old.draft", "a/.new.draft"]) await writeFile(path.join(dir, name), "half a file");
  await utimes(path.join(dir, "a/.old.draft"), hourAgo, hourAgo);
  await utimes(path.join(dir, "a/b"), hourAgo, hourAgo);
  await files.tidy?.();
  expect((await readdir(path.join(dir, "a"))).sort()).toEqual([".new.draft", "b"]);
  await files.tidy?.({ olderThanMs: 0 });
  expect(await readdir(path.join(dir, "a"))).toEqual(["b"]);
  await folderFiles(path.join(dir, "not-made-yet")).tidy?.();
});

async function open() {
  const dir = await mkdtemp(path.join(os.tmpdir(), "files-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return { dir, files: folderFiles(dir) };
}

function file(text: string) {
  return { bytes: new TextEncoder().encode(text), type: "text/plain" };
}
