import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { withDatabase } from "./command.ts";
import { readConfig } from "./config.ts";

test("a command on a data folder without a database names the folder and makes nothing", async () => {
  const mistyped = path.join(mkdtempSync(path.join(tmpdir(), "command-")), "dta");
  const config = readConfig({ env: { DATA_DIR: mistyped }, envFile: "none" });
  const ask = (isOwner: boolean) => withDatabase(config, { name: "test", mayShare: true, isOwner }, async () => {});
  await expect(ask(false)).rejects.toThrow(`There is no database in ${mistyped}. Check DATA_DIR.`);
  await expect(ask(true)).rejects.toThrow(mistyped);
  expect(existsSync(mistyped)).toBe(false);
});
