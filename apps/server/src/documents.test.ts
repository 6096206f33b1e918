import { pino } from "pino";
import { expect, test } from "vitest";
import { readDocument } from "./documents.ts";
import type { StoredFile } from "./ports.ts";
import { memoryFiles } from "./test/memory-files.ts";

const log = pino({ level: "silent" });
const down = async () => {
  throw new Error("the store is down");
};

function newStore(change = {}) {
  const stored = new Map<string, StoredFile>();
  const files = { ...memoryFiles(stored), ...change };
  let made = 0;
  const document = (key = "invoice/1.pdf") => ({
    key,
    type: "application/pdf",
    make: async () => Buffer.from(`drawn ${++made}`),
  });
  const read = async (key?: string) => Buffer.from(await readDocument({ files, log }, document(key))).toString();
  return { read, stored, made: () => made };
}

test("a document is drawn once for all readers at the same time, and then read from the store", async () => {
  const { read, made, stored } = newStore();
  expect(await Promise.all([read(), read(), read()])).toEqual(["drawn 1", "drawn 1", "drawn 1"]);
  expect(await read()).toBe("drawn 1");
  expect(made()).toBe(1);
  expect(stored.get("invoice/1.pdf")?.type).toBe("application/pdf");
  expect(await read("invoice/2.pdf")).toBe("drawn 2");
});

test.each([
  ["cannot be written", { put: down }],
  ["cannot be read", { read: down }],
  ["is down", { put: down, read: down }],
])("when the store %s, the reader still gets the document", async (_, change) => {
  const { read } = newStore(change);
  expect(await read()).toBe("drawn 1");
  expect(await read()).toMatch(/^drawn/);
});

test("after a failed drawing the next reader gets a new attempt", async () => {
  const files = memoryFiles(new Map());
  const broken = { key: "a", type: "application/pdf", make: down };
  await expect(readDocument({ files, log }, broken)).rejects.toThrow("the store is down");
  const fine = { ...broken, make: async () => Buffer.from("drawn") };
  expect(Buffer.from(await readDocument({ files, log }, fine)).toString()).toBe("drawn");
});
