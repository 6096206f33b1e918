import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { memoryUsed } from "./memory.ts";

const root = mkdtempSync(path.join(tmpdir(), "shoreline-memory-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("memory is what the whole control group takes, without files that need not be there", () => {
  const group = path.join(root, "sys/fs/cgroup/system.slice/shoreline.service");
  for (const folder of [group, path.join(root, "proc/self")]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(root, "proc/self/cgroup"), "0::/system.slice/shoreline.service\n");
  writeFileSync(path.join(group, "memory.current"), "900000000\n");
  writeFileSync(path.join(group, "memory.stat"), "anon 600000000\nfile 300000000\ninactive_file 200000000\n");
  expect(memoryUsed(root)).toBe(700_000_000);
});

test("without such a group it is what this process takes", () => {
  expect(memoryUsed(root)).toBeGreaterThan(10_000_000);
  expect(memoryUsed(root)).toBeLessThan(10_000_000_000);
});
