import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { and, inArray, isNull } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { readInstitute } from "../../institute.ts";
import { StartError } from "../../start-error.ts";
import { fingerprintOf, multikeyOf } from "./multikey.ts";
import { unwrapKey, wrapKey } from "./wrap.ts";
import { makeCertificate } from "./x509.ts";

export type CurrentKey = {
  id: string;
  multikey: string;
  fingerprint: string;
  key: KeyObject;
  /** X.509, for signatures of PDF files. */
  certificate: Uint8Array | null;
};

export type SigningKeys = { ed25519: CurrentKey; p256: CurrentKey };

export type KeyDeps = Pick<Deps, "db" | "clock" | "keySecret">;
export type KeyRow = typeof signingKey.$inferSelect;

/** The keys that sign today. The first process that needs them makes them; the others use those. */
export async function readKeys(deps: KeyDeps): Promise<SigningKeys> {
  const found = (await openCurrent(deps)) ?? (await makeKeys(deps).then(() => openCurrent(deps)));
  if (!found) throw new Error("The signing keys were not stored.");
  return found;
}

async function openCurrent({ db, keySecret }: KeyDeps): Promise<SigningKeys | null> {
  const rows = await listCurrent(db);
  const ed25519 = rows.find(({ kind }) => kind === "ed25519");
  const p256 = rows.find(({ kind }) => kind === "p256");
  if (!ed25519 || !p256) return null;
  return { ed25519: await openKey(ed25519, keySecret), p256: await openKey(p256, keySecret) };
}

export function listCurrent(db: Db): Promise<KeyRow[]> {
  return db
    .select()
    .from(signingKey)
    .where(and(isNull(signingKey.retiredAt), inArray(signingKey.kind, ["ed25519", "p256"])));
}

/** Makes those that are missing. */
export async function makeKeys({ db, clock, keySecret }: KeyDeps): Promise<void> {
  const { name } = await readInstitute(db);
  const now = clock.now();
  const ed25519 = generateKeyPairSync("ed25519").privateKey;
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const certificate = makeCertificate({ key: p256, institute: name, from: now });
  const rows = await Promise.all([
    newRow({ kind: "ed25519", key: ed25519, certificate: null, keySecret, now }),
    newRow({ kind: "p256", key: p256, certificate, keySecret, now }),
  ]);
  // One statement: of two processes that make keys at the same time, one stores both and the other none.
  await db.insert(signingKey).values(rows).onConflictDoNothing();
}

type NewKey = {
  kind: "ed25519" | "p256";
  key: KeyObject;
  certificate: Uint8Array | null;
  keySecret: string | null;
  now: Date;
};

async function newRow({ kind, key, certificate, keySecret, now }: NewKey): Promise<typeof signingKey.$inferInsert> {
  const multikey = multikeyOf(createPublicKey(key));
  const bytes = key.export({ type: "pkcs8", format: "der" });
  return {
    kind,
    multikey,
    privateKey: keySecret ? await wrapKey(bytes, { secret: keySecret, multikey }) : bytes.toString("base64"),
    isWrapped: keySecret !== null,
    certificate: certificate && Buffer.from(certificate).toString("base64"),
    createdAt: now,
  };
}

/** By id, so that a new key is never mistaken for the one before it. Opening a wrapped key takes 50 ms. */
const opened = new LRUCache<string, { secret: string | null; current: CurrentKey }>({ max: 8 });

/** Fails when KEY_SECRET does not open it. */
export async function openKey(row: KeyRow, secret: string | null): Promise<CurrentKey> {
  const known = opened.get(row.id);
  if (known && known.secret === secret) return known.current;
  const key = createPrivateKey({ key: Buffer.from(await readPrivate(row, secret)), type: "pkcs8", format: "der" });
  const { id, multikey } = row;
  const certificate = row.certificate === null ? null : new Uint8Array(Buffer.from(row.certificate, "base64"));
  const current = { id, multikey, fingerprint: fingerprintOf(createPublicKey(key)), key, certificate };
  opened.set(id, { secret, current });
  return current;
}

export async function readPrivate(row: KeyRow, secret: string | null): Promise<Uint8Array> {
  const { kind, multikey, privateKey, isWrapped } = row;
  if (privateKey === null) throw new StartError(`The private half of the ${kind} key ${multikey} is not here.`);
  if (!isWrapped) return new Uint8Array(Buffer.from(privateKey, "base64"));
  if (secret === null)
    throw new StartError(
      "The keys that sign certificates are encrypted. Set KEY_SECRET to the secret with which they were encrypted.",
    );
  const bytes = await unwrapKey(privateKey, { secret, multikey });
  if (bytes) return bytes;
  throw new StartError(
    "KEY_SECRET does not open the keys that sign certificates. Set the secret with which they were encrypted. To change it, set KEY_SECRET to the new one and OLD_KEY_SECRET to the old one, and run npm run keys -- rewrap.",
  );
}
