import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../test/other-postgres.ts";
import { makeUnsyncedFolder } from "../test/without-sync.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const compiled = path.join(root, "node_modules/.cache/compiled");
const folder = fs.mkdtempSync(path.join(tmpdir(), "backup-command-"));
const [DATA_DIR, BACKUP_TO] = [path.join(folder, "data"), path.join(folder, "kept")];
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) child.kill("SIGTERM");
});

function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const imports = `--import=${root}/scripts/quick-imports.mjs`;
  const child = spawn(process.execPath, [imports, path.join(root, script), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      DATA_DIR,
      BACKUP_TO,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      said += part;
    });
  const ended = new Promise<{ code: number | null; said: string }>((done) =>
    child.on("close", (code) => {
      running.delete(child);
      done({ code, said });
    }),
  );
  const says = async (text: string) => {
    while (!said.includes(text) && child.exitCode === null) await new Promise((wait) => setTimeout(wait, 50));
    expect(said).toContain(text);
  };
  return { child, ended, says };
}

const archives = () => fs.readdirSync(BACKUP_TO).filter((name) => name.endsWith(".tar.gz"));

async function ask(query: string) {
  const client = new pg.Client({ host: path.join(DATA_DIR, "run"), user: "postgres", database: "postgres" });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}

test("the running product makes its backup; the commands list it, try it, and restore it", async () => {
  await makeUnsyncedFolder(DATA_DIR);
  const product = run("apps/server/src/main.ts", [], { PORT: await freePort() });
  await product.says("is ready at");
  await ask("select graphile_worker.add_job('house.backup')");
  while ((await ask("select from backup_run")).length === 0) await new Promise((wait) => setTimeout(wait, 100));
  const [name = ""] = archives();
  expect(fs.statSync(path.join(BACKUP_TO, name)).mode & 0o077).toBe(0);

  const listed = await run("scripts/backup.mjs", ["list"]).ended;
  expect(listed.said).toMatch(new RegExp(`^${name} .*\n1 backups in ${BACKUP_TO}\n$`));
  const verified = await run("scripts/backup.mjs", ["--verify"]).ended;
  expect(verified).toMatchObject({
    code: 0,
    said: expect.stringMatching(/files of .* are complete[\s\S]*This was recorded/),
  });
  expect(await ask("select verified_at is not null as verified from backup_run")).toEqual([{ verified: true }]);

  const single = path.join(folder, "single.tar.gz");
  await ask("create table scratch (id int)");
  expect((await run("scripts/backup.mjs", [single]).ended).said).toMatch(
    /^Not in the backup, as it is not the product's: table scratch\n.* written to .*single.tar.gz\nSHA-256 of its manifest: \w{64}\n$/,
  );
  expect(await ask("select count(*)::int as runs from backup_run")).toEqual([{ runs: 2 }]);
  product.child.kill("SIGTERM");
  await product.ended;

  const bytes = fs.readFileSync(single);
  fs.writeFileSync(single, bytes.subarray(0, bytes.length - 100));
  const faulty = await run("scripts/backup.mjs", ["--verify", single]).ended;
  expect(faulty).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^single.tar.gz is not a complete backup: .*\n$/),
  });
  const refused = await run("scripts/restore.mjs", ["newest", "--replace"]).ended;
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("table scratch. Move it to another schema") });
  const restored = await run("scripts/restore.mjs", ["newest", "--replace", "--drop-others"]).ended;
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("restored, as of") });
}, 120_000);
