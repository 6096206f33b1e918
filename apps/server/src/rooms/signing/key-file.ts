import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { StartError } from "../../start-error.ts";
import type { KeyDeps } from "./keys.ts";
import { multikeyOf, readMultikey } from "./multikey.ts";
import { distrustKey } from "./rotate.ts";
import { unwrapKey, wrapKey } from "./wrap.ts";

const Moment = z.iso.datetime().transform((text) => new Date(text));

const Key = z.object({
  kind: z.enum(["ed25519", "p256", "pdf"]),
  multikey: z.string().refine((multikey) => readMultikey(multikey) !== null),
  privateKey: z.string().nullable(),
  isWrapped: z.boolean(),
  certificate: z.base64().nullable(),
  createdAt: Moment,
  retiredAt: Moment.nullable(),
  distrustedFrom: Moment.nullable(),
});
const KeyFile = z.object({ shorelineKeys: z.literal(1), keys: z.array(Key) });

/** Private keys are written as they are stored: encrypted if there is a secret. */
export async function exportKeys(db: Db, file: string): Promise<string[]> {
  const rows = await db.select().from(signingKey).orderBy(signingKey.createdAt, signingKey.kind);
  if (rows.length === 0)
    throw new StartError("There are no keys yet. They are made when the first certificate is signed.");
  const keys = rows.map(({ id: _, ...row }) => row);
  try {
    writeFileSync(file, `${JSON.stringify({ shorelineKeys: 1, keys }, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "EEXIST"
        ? `${file} exists already. Give the name of a new file.`
        : `${file} cannot be written: ${message}.`,
    );
  }
  const isPlain = rows.some(({ privateKey, isWrapped }) => privateKey !== null && !isWrapped);
  return [
    `${rows.length} keys are in ${file}.`,
    isPlain
      ? "Its private keys are not encrypted: anyone who has the file can sign certificates in your name. Put it in a safe place."
      : "Its private keys are encrypted: they open with KEY_SECRET, which is not in the file.",
  ];
}

type Secrets = { keySecret: string | null; oldKeySecret: string | null };

/** Keys of another machine become known here, so that what they signed is ours. They do not sign here. */
export async function importKeys(deps: KeyDeps & Secrets, file: string): Promise<string[]> {
  const { keys } = readKeyFile(file);
  const now = deps.clock.now();
  const rows = await Promise.all(
    keys.map(async (key) => ({ ...key, ...(await takeOver(key, deps)), retiredAt: key.retiredAt ?? now })),
  );
  const added = rows.length === 0 ? [] : await insertMissing(deps.db, rows);
  for (const { multikey, distrustedFrom: from } of keys)
    if (from && !added.includes(multikey)) await distrustKey(deps, { multikey, from });
  return [
    `${added.length} of ${keys.length} keys were added; the others are here already.`,
    ...(keys.some((key) => key.distrustedFrom) ? ["What the file says of distrusted keys holds here too."] : []),
  ];
}

async function insertMissing(db: Db, rows: (typeof signingKey.$inferInsert)[]): Promise<string[]> {
  const added = await db
    .insert(signingKey)
    .values(rows)
    .onConflictDoNothing({ target: signingKey.multikey })
    .returning({ multikey: signingKey.multikey });
  return added.map(({ multikey }) => multikey);
}

function readKeyFile(file: string): z.infer<typeof KeyFile> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return KeyFile.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${file} is not a file of npm run keys -- export, or it is damaged. Nothing was changed.`);
  }
}

type KeyOfFile = z.infer<typeof Key>;

/** The private half as it is stored here: encrypted with the secret of this machine, if there is one. */
async function takeOver(key: KeyOfFile, { keySecret, oldKeySecret }: Secrets) {
  const { multikey, privateKey, isWrapped } = key;
  if (privateKey === null) return { privateKey, isWrapped: false };
  const bytes = isWrapped
    ? await openWith([keySecret, oldKeySecret], { privateKey, multikey })
    : Buffer.from(privateKey, "base64");
  if (multikeyOfPrivate(bytes) !== multikey)
    throw new StartError(`The private key of ${multikey} in the file is not its own. Nothing was changed.`);
  return keySecret === null
    ? { privateKey: Buffer.from(bytes).toString("base64"), isWrapped: false }
    : { privateKey: await wrapKey(bytes, { secret: keySecret, multikey }), isWrapped: true };
}

async function openWith(secrets: (string | null)[], key: { privateKey: string; multikey: string }) {
  for (const secret of secrets) {
    const bytes = secret && (await unwrapKey(key.privateKey, { secret, multikey: key.multikey }));
    if (bytes) return bytes;
  }
  throw new StartError(
    "The private keys of the file are encrypted. Set OLD_KEY_SECRET to the secret of the machine they come from. Nothing was changed.",
  );
}

function multikeyOfPrivate(bytes: Uint8Array): string | null {
  try {
    return multikeyOf(createPublicKey(createPrivateKey({ key: Buffer.from(bytes), type: "pkcs8", format: "der" })));
  } catch {
    return null;
  }
}
