import { Refusal } from "@shoreline/contract";
import { asc, eq } from "drizzle-orm";
import type { Ctx, Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { readInstitute } from "../../institute.ts";
import { didDocument, isDemonstration, issuerDid } from "./did.ts";
import { type KeyDeps, makeKeys } from "./keys.ts";
import { createPublicJwk, fingerprintOf, readMultikey } from "./multikey.ts";

export const signingHandlers: Handlers<"signing"> = {
  async list(ctx) {
    openToBrowsers(ctx);
    const { publicUrl } = ctx;
    const keys = await listAll(ctx);
    const { name, timeZone } = await readInstitute(ctx.db);
    return {
      institute: name,
      issuer: issuerDid(publicUrl),
      publicUrl,
      timeZone,
      isDemonstration: isDemonstration(publicUrl),
      keys: keys.map(({ kind, multikey, createdAt, retiredAt, distrustedFrom }) => ({
        kind,
        multikey,
        fingerprint: fingerprintOf(publicKeyOf(multikey)),
        createdAt: createdAt.toISOString(),
        retiredAt: retiredAt?.toISOString() ?? null,
        distrustedFrom: distrustedFrom?.toISOString() ?? null,
      })),
    };
  },

  async did(ctx) {
    openToBrowsers(ctx);
    return didDocument(ctx.publicUrl, await listAll(ctx));
  },

  async jwk(ctx, { kid }) {
    openToBrowsers(ctx);
    const [found] = await ctx.db.select().from(signingKey).where(eq(signingKey.multikey, kid));
    if (!found || found.distrustedFrom) throw new Refusal("UNKNOWN_SIGNING_KEY");
    const { kty = "", ...rest } = createPublicJwk(publicKeyOf(kid));
    return { kty, ...rest, kid };
  },
};

/** Anyone who asks before anything was signed gets the keys that will sign. */
async function listAll(deps: KeyDeps) {
  const keys = await selectAll(deps.db);
  if (keys.some(({ kind, retiredAt }) => kind === "ed25519" && retiredAt === null)) return keys;
  await makeKeys(deps);
  return selectAll(deps.db);
}

function selectAll(db: Db) {
  return db.select().from(signingKey).orderBy(asc(signingKey.createdAt), asc(signingKey.multikey));
}

function publicKeyOf(multikey: string) {
  const key = readMultikey(multikey);
  if (!key) throw new Error(`The stored key ${multikey} is not a key.`);
  return key;
}

/** Programs that check certificates run on pages of others too. */
function openToBrowsers(ctx: Ctx): void {
  ctx.setHeader("access-control-allow-origin", "*");
}
