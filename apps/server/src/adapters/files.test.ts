import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ByteRange, Files, StoredFile } from "../ports.ts";
import { startS3 } from "../test/s3.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

type Side = { files: Files; close(): Promise<void> };

describe.each([
  { name: "folder", open: openFolder },
  { name: "S3", open: openS3 },
])("$name", ({ open }) => {
  let files: Files;
  let close: Side["close"];
  beforeAll(async () => {
    ({ files, close } = await open());
  });
  afterAll(() => close());

  test("a stored file is read with its bytes and its type", async () => {
    await files.put("user/ab12.webp", file("picture", "image/webp"));
    expect(await read("user/ab12.webp")).toEqual({ text: "picture", type: "image/webp" });
  });

  test("a type with parameters is stored unchanged", async () => {
    await files.put("note.txt", file("வணக்கம்", "text/plain; charset=utf-8"));
    expect(await read("note.txt")).toEqual({ text: "வணக்கம்", type: "text/plain; charset=utf-8" });
  });

  test("a second put replaces bytes and type, even with a shorter file", async () => {
    await files.put("again", file("a long first version", "text/plain"));
    await files.put("again", file("second", "text/html"));
    expect(await read("again")).toEqual({ text: "second", type: "text/html" });
  });

  test("an empty file is stored and read", async () => {
    await files.put("empty", file("", "text/plain"));
    expect(await read("empty")).toEqual({ text: "", type: "text/plain" });
  });

  test("3 MB of random bytes are read unchanged", async () => {
    const bytes = randomBytes(3 * 1024 * 1024);
    await files.put("big.bin", { bytes, type: "application/octet-stream" });
    expect(bytes.equals((await files.read("big.bin"))?.bytes ?? new Uint8Array())).toBe(true);
  });

  test("only the visible part of a larger buffer is stored", async () => {
    const bytes = new TextEncoder().encode("before{inside}after").subarray(6, 14);
    await files.put("window", { bytes, type: "text/plain" });
    expect(await read("window")).toEqual({ text: "{inside}", type: "text/plain" });
  });

  test("a missing file reads as null", async () => {
    expect(await files.read("missing")).toBeNull();
    expect(await files.read("no/such/folder/missing")).toBeNull();
    await files.put("leaf", file("x", "text/plain"));
    expect(await files.read("leaf/below")).toBeNull();
    await files.put("branch/leaf", file("x", "text/plain"));
    expect(await files.read("branch")).toBeNull();
  });

  test("a removed file reads as null, and a second removal does nothing", async () => {
    await files.put("old/one", file("x", "text/plain"));
    await files.remove("old/one");
    expect(await files.read("old/one")).toBeNull();
    await files.remove("old/one");
    await files.remove("never/stored");
  });

  test.each([
    "சான்றிதழ்/ஆஷா ராவ்.pdf",
    "with space/and  two.txt",
    "a+b&c=d?e#f%20%2F.txt",
    "..hidden/...",
    "'(quoted)!*'",
    "🎓",
  ])("the key %j is accepted", async (key) => {
    await files.put(key, file(key, "text/plain"));
    expect(await read(key)).toEqual({ text: key, type: "text/plain" });
    await files.remove(key);
    expect(await files.read(key)).toBeNull();
  });

  test.each([
    ...["", "/", "/etc/passwd", "../x", "a/../x", "a/..", "..", ".", "./a", "a/./b", "a//b", "a/", "a\\b", "..\\x"],
    ...["a\0b", "a\nb", "\ud800", "x".repeat(201), "வ".repeat(67), `${"long/".repeat(100)}x`],
  ])("the key %j is refused", async (key) => {
    await expect(files.put(key, file("x", "text/plain"))).rejects.toThrow("Not a file key");
    await expect(files.read(key)).rejects.toThrow("Not a file key");
    await expect(files.remove(key)).rejects.toThrow("Not a file key");
  });

  test.each(["", "png", "text/plain\r\nX-Evil: 1", "text/ழ"])("the type %j is refused", async (type) => {
    await expect(files.put("typed", file("x", type))).rejects.toThrow("Not a content type");
  });

  test("20 parallel puts of one key leave one complete file", async () => {
    const versions = Array.from({ length: 20 }, (_, version) =>
      String.fromCharCode(97 + version).repeat(300_000 - version * 10_000),
    );
    await Promise.all(versions.map((text) => files.put("race/one", file(text, "text/plain"))));
    expect(versions).toContain((await read("race/one"))?.text);
  });

  test("a stream is stored like bytes, and read in ranges", async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    await files.putFrom("learning/film", { stream: inPieces(bytes), type: "video/mp4", bytes: bytes.length });
    const stored = await files.read("learning/film");
    expect([bytes.equals(stored?.bytes ?? new Uint8Array()), stored?.type]).toEqual([true, "video/mp4"]);
    expect(await files.sizeOf("learning/film")).toBe(bytes.length);
    const last = bytes.length - 1;
    for (const [from, to] of [
      [0, 1],
      [0, last],
      [last, last],
      [5_000_000, 17_000_000],
    ] as const)
      expect(bytes.subarray(from, to + 1).equals(await range("learning/film", { from, to })), `${from}-${to}`).toBe(
        true,
      );
  });

  test("a file with line breaks is read from its own first byte", async () => {
    await files.putFrom("lines", { stream: Readable.from([Buffer.from("\n\none\n")]), type: "text/plain", bytes: 6 });
    expect(String(await range("lines", { from: 0, to: 5 }))).toBe("\n\none\n");
    expect(await files.sizeOf("lines")).toBe(6);
  });

  test("an empty stream is an empty file", async () => {
    await files.putFrom("nothing", { stream: Readable.from([]), type: "text/plain", bytes: 0 });
    expect([await files.sizeOf("nothing"), await read("nothing")]).toEqual([0, { text: "", type: "text/plain" }]);
  });

  test.each([1, 20_000_000])(
    "a stream of %d bytes that breaks, or is longer or shorter than said, leaves no file",
    async (length) => {
      const bytes = Buffer.alloc(length, "x");
      const breaking = Readable.from(
        (async function* () {
          yield bytes.subarray(0, length / 2);
          throw new Error("cut");
        })(),
      );
      const put = (stream: Readable, said: number) =>
        files.putFrom("broken", { stream, type: "text/plain", bytes: said });
      await expect(put(breaking, length)).rejects.toThrow("cut");
      await expect(put(inPieces(bytes), length + 1)).rejects.toThrow(`came with ${length}`);
      await expect(put(inPieces(bytes), length - 1)).rejects.toThrow("came with more");
      expect(await files.read("broken")).toBeNull();
    },
  );

  test("a missing file has no size and no ranges", async () => {
    for (const key of ["missing", "no/such/folder/missing"])
      expect([await files.sizeOf(key), await range(key, { from: 0, to: 1 })], key).toEqual([null, Buffer.alloc(0)]);
  });

  test("who stops reading a range gives the file back", async () => {
    await files.putFrom("left", { stream: inPieces(Buffer.alloc(3_000_000)), type: "text/plain", bytes: 3_000_000 });
    const parts = files.readParts("left", { from: 0, to: 2_999_999 });
    expect((await parts.next()).done).toBe(false);
    await parts.return(undefined);
    expect((await parts.next()).done).toBe(true);
  });

  async function range(key: string, of: ByteRange): Promise<Buffer> {
    const copies: Buffer[] = [];
    for await (const part of files.readParts(key, of)) copies.push(Buffer.from(part));
    return Buffer.concat(copies);
  }

  async function read(key: string) {
    const stored = await files.read(key);
    return stored && { text: new TextDecoder().decode(stored.bytes), type: stored.type };
  }
});

function inPieces(bytes: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  );
  return Readable.from(pieces);
}

function file(text: string, type: string): StoredFile {
  return { bytes: new TextEncoder().encode(text), type };
}

async function openFolder(): Promise<Side> {
  const dir = await mkdtemp(path.join(os.tmpdir(), "files-"));
  return { files: folderFiles(path.join(dir, "made/on/demand")), close: () => rm(dir, { recursive: true }) };
}

async function openS3(): Promise<Side> {
  const { bucket, close: stop } = await startS3();
  const files = s3Files(bucket);
  return {
    files,
    async close() {
      files.close();
      await stop();
    },
  };
}
