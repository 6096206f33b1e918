import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, isNull, ne } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { openDatabase } from "../db/connect.ts";
import { migrate } from "../db/migrate.ts";
import { certificate, certificateProof } from "../db/tables/certificate.ts";
import { signingKey } from "../db/tables/signing.ts";
import { readKeys } from "../rooms/signing/keys.ts";
import { distrustKey, rotateKeys } from "../rooms/signing/rotate.ts";
import { backupFrom } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { makeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-11-15T06:30:00Z");
const institute = await testInstitute();
// Not on a whole second, as the certificate below is.
const first = await readKeys({ ...institute.deps, clock: { now: () => new Date(now.getTime() + 700) } });
const folder = fs.mkdtempSync(path.join(tmpdir(), "backup-keys-"));
const target = path.join(folder, "keys.tar.gz");
const [issued] = await institute.db.select().from(certificate).where(isNull(certificate.revokedAt)).limit(1);
const id = issued?.id ?? "";
await institute.db.update(certificate).set({ signedAt: now }).where(eq(certificate.id, id));
await institute.db.insert(certificateProof).values({ id, keyId: first.ed25519.id, statusList: 1, statusIndex: 1 });
await makeBackup({ pool: institute.pool, files: null, target, now });

async function machine() {
  const opened = await emptyDatabase();
  onTestFinished(() => opened.pool.end());
  const restore = () => restoreBackup({ pool: opened.pool, files: null, source: backupFrom(target), mayReplace: true });
  return { ...opened, restore, deps: { db: opened.db, clock: { now: () => new Date() }, keySecret: null } };
}

const currentOf = async (deps: Parameters<typeof readKeys>[0]) => {
  const { ed25519, p256 } = await readKeys(deps);
  return [ed25519.multikey, p256.multikey];
};
const ofFirst = [first.ed25519.multikey, first.p256.multikey];
const read = async (db: ReturnType<typeof openDatabase>["db"], multikey: string) =>
  (await db.select().from(signingKey).where(eq(signingKey.multikey, multikey)))[0];

test("a restore on another machine brings the keys, and they sign there", async () => {
  const { restore, deps } = await machine();
  await restore();
  expect(await currentOf(deps)).toEqual(ofFirst);
});

test("keys that a new machine made before the restore are retired; those of the backup sign", async () => {
  const { restore, deps, db, pool } = await machine();
  await migrate(pool);
  await db.insert(signingKey).values({
    ...{ kind: "ed25519", multikey: "z6MkOfTheNewMachine", privateKey: "", createdAt: new Date() },
  });
  await restore();
  expect(await currentOf(deps)).toEqual(ofFirst);
  expect((await read(db, "z6MkOfTheNewMachine"))?.retiredAt).not.toBeNull();
});

test("keys that were made since the backup stay, and go on signing", async () => {
  const { restore, deps, db } = await machine();
  await restore();
  await rotateKeys(deps);
  const newer = await currentOf(deps);
  await restore();
  expect(await currentOf(deps)).toEqual(newer);
  expect((await read(db, first.ed25519.multikey))?.retiredAt).not.toBeNull();
  expect(await db.$count(signingKey)).toBe(4);
  await restore();
  expect(await currentOf(deps)).toEqual(newer);
});

test("a key that was distrusted since the backup stays distrusted, and what it signed is signed again", async () => {
  const { restore, deps, db } = await machine();
  await restore();
  expect((await db.select().from(certificate).where(eq(certificate.id, id)))[0]?.signedAt).toEqual(now);
  await distrustKey(deps, { multikey: first.ed25519.multikey, from: now });
  await restore();
  expect((await read(db, first.ed25519.multikey))?.distrustedFrom).toEqual(now);
  expect(await currentOf(deps)).not.toEqual(ofFirst);
  expect((await db.select().from(certificate).where(eq(certificate.id, id)))[0]?.signedAt).toBeNull();
  expect(await db.$count(signingKey, ne(signingKey.kind, "pdf"))).toBe(4);
});

test("what a distrusted P-256 key signed in its first second is signed again too", async () => {
  const { restore, deps, db } = await machine();
  await restore();
  await distrustKey(deps, { multikey: first.p256.multikey, from: now });
  await db.update(certificate).set({ signedAt: now }).where(eq(certificate.id, id));
  await restore();
  const [row] = await db.select().from(certificate).where(eq(certificate.id, id));
  expect([row?.signedAt, row?.isKeyDistrusted]).toEqual([null, true]);
});
