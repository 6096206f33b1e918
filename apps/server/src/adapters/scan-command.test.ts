import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { scanCommand } from "./scan-command.ts";

const folder = mkdtempSync(path.join(tmpdir(), "scan-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, "a b'c\"$(touch evil).txt");
writeFileSync(file, "clean");

test("0 is clean, and the path is one argument whatever its letters", async () => {
  expect(await scanCommand("grep -q clean")(file)).toBeNull();
});

test("1 refuses the file, with what the command said", async () => {
  expect(await scanCommand("sh -c 'echo FOUND; exit 1' x")(file)).toBe("FOUND\n");
});

test.each(["exit 2; true", "no-such-command", "kill -9 $$; true"])("%s is a fault, not an answer", async (command) => {
  await expect(scanCommand(command)(file)).rejects.toThrow("SCAN_COMMAND ended with");
});
