import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../apps/web/vite-offline.ts";
import { nodeProgram, offlinePage } from "../packages/proof/src/offline-page.ts";
import { sampleFiles } from "../packages/proof/src/test/sample-files.ts";

let sample: Awaited<ReturnType<typeof sampleFiles>>;
let folder = "";
const savedAt = "2026-11-18T10:00:00.000Z";
const place = (name: string) => path.join(folder, name);

beforeAll(async () => {
  sample = await sampleFiles();
  folder = await mkdtemp(path.join(tmpdir(), "offline-check-"));
  const { code: script } = await bundle("node-script.ts", "es");
  await writeFile(place("verify.mjs"), nodeProgram({ trusted: sample.trusted, savedAt, script }));
  for (const [kind, file] of Object.entries(sample.files)) await writeFile(place(`good.${kind}`), file);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

function run(...files: string[]) {
  return new Promise<{ code: unknown; text: string }>((done) => {
    execFile(process.execPath, [place("verify.mjs"), ...files.map(place)], (error, stdout) =>
      done({ code: error?.code ?? 0, text: stdout }),
    );
  });
}

test("the saved program finds all forms of a certificate genuine and shows the facts", async () => {
  const { code, text } = await run(...Object.keys(sample.files).map((kind) => `good.${kind}`));
  expect(code, text).toBe(0);
  expect(text.match(/Issued by us; validity not checked/g)).toHaveLength(6);
  expect(text).toMatch(/Name +Nithya Balan/);
  expect(text).toMatch(/could not check whether it was revoked/);
  expect(text).toMatch("as of 18 Nov 2026");
});

test("the saved program ends with 1 for a changed file, and prints no control characters of it", async () => {
  await writeFile(place("odd.json"), sample.text.replaceAll("Nithya Balan", "\\u001b[2JMal\\u202elory\\n"));
  const { code, text } = await run("good.json", "odd.json");
  expect(code).toBe(1);
  expect(text).toMatch(/Changed since it was issued/);
  expect(text).toMatch("�[2JMal�lory");
  for (const odd of ["\u001b", "\u202e"]) expect(text).not.toContain(odd);
  expect((await run("missing.pdf")).code).toBe(1);
  expect((await run()).text).toMatch(/^Usage/);
});

test("the saved page loads nothing, and only its own script may run", async () => {
  const { code: script } = await bundle("offline-script.ts", "iife");
  const trusted = { ...sample.trusted, institute: `</script><script>alert("x")</script>` };
  const page = await offlinePage({ trusted, savedAt, script });
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  expect(scripts).toHaveLength(2);
  expect(JSON.parse(scripts[0] ?? "")).toEqual({ trusted, savedAt });
  const hash = createHash("sha256")
    .update(scripts[1] ?? "")
    .digest("base64");
  expect(page).toMatch(`script-src &#39;sha256-${hash}&#39;`);
  expect(page).not.toMatch(/<!--|\ssrc=|<link|@import|url\(/);
  expect(page).toMatch("18 Nov 2026");
  expect(() => new Function(scripts[1] ?? "")).not.toThrow();
});

test("the saved check weighs about fourteen kilobytes", async () => {
  const { code } = await bundle("offline-script.ts", "iife");
  expect(gzipSync(code).length).toBeLessThan(14_500);
});
