import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { testInstitute } from "../../test/institute.ts";
import { type CommandDeps, changeKeys } from "./command.ts";
import { readKeys } from "./keys.ts";
import { prepareKeys } from "./prepare.ts";
import { makeCertificate } from "./x509.ts";

const { deps, db } = await testInstitute();
const folder = mkdtempSync(path.join(tmpdir(), "keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await db.delete(certificateProof);
  await db.delete(signingKey);
});

const secret = "a secret of more than thirty-two characters";
const otherSecret = "another secret of more than thirty-two characters";
const withSecrets = (keySecret: string | null, oldKeySecret: string | null = null): CommandDeps => ({
  ...deps,
  keySecret,
  oldKeySecret,
});
const plain = withSecrets(null);
const listRows = () => db.select().from(signingKey).orderBy(signingKey.createdAt, signingKey.kind);

test("the list shows kind, fingerprint, day and state of every key, and nothing private", async () => {
  expect(await changeKeys(plain, ["list"])).toEqual([expect.stringContaining("There are no keys yet")]);
  const { ed25519, p256 } = await readKeys(plain);
  const lines = (await changeKeys(plain, ["list"])).join("\n");
  for (const text of [ed25519.multikey, p256.multikey, ed25519.fingerprint, p256.fingerprint, "signs, not encrypted"])
    expect(lines).toContain(text);
  for (const { privateKey } of await listRows()) expect(lines).not.toContain(privateKey);
});

test("rotating retires both keys and makes new ones", async () => {
  const before = await readKeys(plain);
  const lines = (await changeKeys(plain, ["rotate"])).join("\n");
  const after = await readKeys(plain);
  expect(lines).toContain(after.ed25519.multikey);
  const retired = (await listRows()).filter(({ retiredAt }) => retiredAt !== null);
  expect(retired.map(({ id }) => id).sort()).toEqual([before.ed25519.id, before.p256.id].sort());
});

test("rotating with the wrong secret is refused and changes nothing", async () => {
  await readKeys(withSecrets(secret));
  const before = await listRows();
  await expect(changeKeys(withSecrets(otherSecret), ["rotate"])).rejects.toThrow("KEY_SECRET does not open");
  await expect(changeKeys(plain, ["rotate"])).rejects.toThrow("Set KEY_SECRET");
  expect(await listRows()).toEqual(before);
});

test("a distrusted key signs no more, and what it signed is signed again", async () => {
  const { ed25519 } = await readKeys(plain);
  const issued = await db.select({ id: certificate.id }).from(certificate).orderBy(certificate.id).limit(3);
  const [one, two, three] = issued.map(({ id }) => id);
  if (!one || !two || !three) throw new Error("The demo has too few certificates.");
  await db.update(certificate).set({ signedAt: new Date() });
  await db.insert(certificateProof).values([
    { id: one, keyId: ed25519.id, statusList: 1, statusIndex: 1 },
    { id: two, keyId: ed25519.id, statusList: 1, statusIndex: 2 },
    { id: three, keyId: null, statusList: 1, statusIndex: 3 },
  ]);
  const lines = await changeKeys(plain, ["distrust", ed25519.multikey, "--from", "2026-01-01"]);
  expect(lines.join("\n")).toContain("2 certificates are signed again");
  const unsigned = await db.select({ id: certificate.id }).from(certificate).where(isNull(certificate.signedAt));
  expect(unsigned.map(({ id }) => id).sort()).toEqual([one, two].sort());
  const [row] = await db.select().from(signingKey).where(eq(signingKey.id, ed25519.id));
  expect(row).toMatchObject({ distrustedFrom: new Date("2026-01-01T00:00:00Z"), retiredAt: deps.clock.now() });
  expect((await readKeys(plain)).ed25519.multikey).not.toBe(ed25519.multikey);
});

test("certificates from the time of a distrusted P-256 key are signed again", async () => {
  const { p256 } = await readKeys(plain);
  const [one, two] = await db.select({ id: certificate.id }).from(certificate).orderBy(certificate.id).limit(2);
  await db.update(certificate).set({ signedAt: new Date("2020-01-01") });
  await db
    .update(certificate)
    .set({ signedAt: deps.clock.now() })
    .where(eq(certificate.id, one?.id ?? ""));
  const lines = await changeKeys(plain, ["distrust", p256.multikey, "--from", "2026-01-01"]);
  expect(lines.join("\n")).toContain("1 certificate is signed again");
  const [untouched] = await db
    .select()
    .from(certificate)
    .where(eq(certificate.id, two?.id ?? ""));
  expect(untouched?.signedAt).not.toBeNull();
});

test("of the first second of a key as well, although certificates name whole seconds", async () => {
  const madeAt = new Date("2026-11-10T10:00:00.700Z");
  const { p256 } = await readKeys({ ...plain, clock: { now: () => madeAt } });
  await db.update(certificate).set({ signedAt: new Date("2026-11-10T10:00:00Z"), isKeyDistrusted: false });
  await changeKeys(plain, ["distrust", p256.multikey, "--from", "2026-01-01"]);
  const rows = await db.select().from(certificate);
  expect(rows.every(({ signedAt, isKeyDistrusted }) => signedAt === null && isKeyDistrusted)).toBe(true);
});

test("a later day does not weaken what is known", async () => {
  const { ed25519 } = await readKeys(plain);
  await changeKeys(plain, ["distrust", ed25519.multikey, "--from", "2026-01-01"]);
  const lines = await changeKeys(plain, ["distrust", ed25519.multikey, "--from", "2026-06-01"]);
  expect(lines[0]).toContain("distrusted from 2026-01-01");
  const [row] = await db.select().from(signingKey).where(eq(signingKey.id, ed25519.id));
  expect(row?.distrustedFrom).toEqual(new Date("2026-01-01T00:00:00Z"));
});

test("imported distrust of the key that signs here ends it, and its certificates are signed again", async () => {
  const file = path.join(folder, "distrusted.json");
  const { ed25519 } = await readKeys(plain);
  await changeKeys(plain, ["export", file]);
  const { keys, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  const from = "2026-01-01T00:00:00.000Z";
  const told = keys.map((key: { kind: string }) => (key.kind === "ed25519" ? { ...key, distrustedFrom: from } : key));
  writeFileSync(file, JSON.stringify({ ...rest, keys: told }));
  const [one] = await db.select({ id: certificate.id }).from(certificate).limit(1);
  const id = one?.id ?? "";
  await db.update(certificate).set({ signedAt: deps.clock.now() }).where(eq(certificate.id, id));
  await db.insert(certificateProof).values({ id, keyId: ed25519.id, statusList: 1, statusIndex: 1 });
  await changeKeys(plain, ["import", file]);
  expect((await readKeys(plain)).ed25519.multikey).not.toBe(ed25519.multikey);
  const [row] = await db.select().from(certificate).where(eq(certificate.id, id));
  expect(row?.signedAt).toBeNull();
});

test.each([
  [["distrust", "z6MkUnknown", "--from", "2026-01-01"], "There is no key z6MkUnknown"],
  [["distrust", "z6MkUnknown", "--from", "2026-02-31"], "--from must be a day"],
  [["distrust", "z6MkUnknown", "--from", "2999-01-01"], "has not come yet"],
  [["distrust", "z6MkUnknown"], "Usage:"],
  [["rotate", "now"], "Usage:"],
  [[], "Usage:"],
  [["import", "/nowhere/keys.json"], "cannot be read"],
  [["export", "/nowhere/keys.json"], "There are no keys yet"],
  [["rewrap"], "Set KEY_SECRET"],
])("a mistake is named: %s", async (args, says) => {
  await expect(changeKeys(plain, args)).rejects.toThrow(says);
});

test("keys are stored encrypted with a secret, and those from before are encrypted at the start", async () => {
  const before = await readKeys(plain);
  await prepareKeys({ ...deps, keySecret: secret });
  for (const { isWrapped, privateKey } of await listRows()) {
    expect(isWrapped).toBe(true);
    expect(privateKey).toMatch(/^v1(\.[\w-]+){4}$/);
  }
  const after = await readKeys(withSecrets(secret));
  expect(after.ed25519.key.equals(before.ed25519.key)).toBe(true);
  await expect(prepareKeys({ ...deps, keySecret: otherSecret })).rejects.toThrow("KEY_SECRET does not open");
  await expect(prepareKeys(deps)).rejects.toThrow("Set KEY_SECRET to the secret");
});

test("an encrypted key does not open under the name of another", async () => {
  const { ed25519, p256 } = await readKeys(withSecrets(secret));
  await db.execute(sql`update signing_key set id = gen_random_uuid(),
    private_key = (select private_key from signing_key where id = ${p256.id}) where id = ${ed25519.id}`);
  await expect(readKeys(withSecrets(secret))).rejects.toThrow("does not open");
});

test("another secret takes the place of the old one, for all keys or none", async () => {
  await readKeys(withSecrets(secret));
  const before = await listRows();
  await expect(changeKeys(withSecrets(otherSecret), ["rewrap"])).rejects.toThrow("Nothing was changed");
  expect(await listRows()).toEqual(before);
  const said = await changeKeys(withSecrets(otherSecret, secret), ["rewrap"]);
  expect(said.join("\n")).toContain("2 private keys are encrypted with KEY_SECRET now");
  await expect(readKeys(withSecrets(otherSecret))).resolves.toBeTruthy();
  expect(await changeKeys(withSecrets(otherSecret), ["rewrap"])).toEqual([expect.stringContaining("already")]);
});

test("exported keys come back on another machine as retired ones, and their distrust with them", async () => {
  const file = path.join(folder, "keys.json");
  const { ed25519, p256 } = await readKeys(withSecrets(secret));
  await changeKeys(withSecrets(secret), ["distrust", p256.multikey, "--from", "2026-01-01"]);
  await changeKeys(withSecrets(secret), ["export", file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(changeKeys(withSecrets(secret), ["export", file])).rejects.toThrow("exists already");
  const exported = await listRows();

  await db.delete(signingKey);
  const own = await readKeys(plain);
  await expect(changeKeys(plain, ["import", file])).rejects.toThrow("Set OLD_KEY_SECRET");
  const said = await changeKeys(withSecrets(otherSecret, secret), ["import", file]);
  expect(said[0]).toContain("4 of 4 keys were added");
  const rows = await listRows();
  expect(
    rows
      .filter(({ retiredAt }) => retiredAt === null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([own.ed25519.id, own.p256.id].sort());
  expect(rows.map(({ multikey }) => multikey)).toEqual(expect.arrayContaining(exported.map((row) => row.multikey)));
  expect(rows.find(({ multikey }) => multikey === p256.multikey)?.distrustedFrom).not.toBeNull();
  expect(rows.find(({ multikey }) => multikey === ed25519.multikey)?.isWrapped).toBe(true);
  const again = await changeKeys(withSecrets(otherSecret, secret), ["import", file]);
  expect(again[0]).toContain("0 of 4 keys were added");
});

test("a damaged file of keys, or one with a private key of another, is refused", async () => {
  const file = path.join(folder, "other.json");
  await readKeys(plain);
  await changeKeys(plain, ["export", file]);
  const { keys } = JSON.parse(readFileSync(file, "utf8"));
  const swapped = [{ ...keys[0], privateKey: keys[1].privateKey }];
  writeFileSync(file, JSON.stringify({ shorelineKeys: 1, keys: swapped }));
  await expect(changeKeys(plain, ["import", file])).rejects.toThrow("is not its own");
  writeFileSync(file, '{"keys": 1}');
  await expect(changeKeys(plain, ["import", file])).rejects.toThrow("damaged");
  expect(existsSync(file)).toBe(true);
});

test("the key of a certificate from outside is known; another takes its place", async () => {
  const signer = () => {
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    return { key, certificates: [makeCertificate({ key, institute: "Outside", from: new Date() })] as [Uint8Array] };
  };
  const [first, second] = [signer(), signer()];
  for (const pdfSigner of [first, first, second]) await prepareKeys({ ...deps, pdfSigner });
  const rows = await listRows();
  expect(rows.map(({ kind, privateKey }) => ({ kind, privateKey }))).toEqual([
    { kind: "pdf", privateKey: null },
    { kind: "pdf", privateKey: null },
  ]);
  expect(rows.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
  await prepareKeys({ ...deps, pdfSigner: first });
  await prepareKeys(deps);
  expect((await listRows()).every(({ retiredAt }) => retiredAt !== null)).toBe(true);
  await db.update(signingKey).set({ distrustedFrom: new Date() });
  await expect(prepareKeys({ ...deps, pdfSigner: second })).rejects.toThrow("distrusted");
});
