import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { certificate, certificateProof, statusList } from "../../db/tables/certificate.ts";
import { issuerDid } from "../signing/did.ts";
import { readKeys } from "../signing/keys.ts";
import { inSeconds, signStatusList } from "../signing/sign.ts";
import { listAddress } from "./credential.ts";
import { bitsPerList } from "./status-place.ts";

/**
 * A signed list of which certificates are revoked. It is made from the certificates at each call, so that a revocation shows at once, and
 * signed only when it has changed. Null when no certificate has a place in it.
 */
export async function readStatusList(deps: Deps, number: number): Promise<string | null> {
  const { db, publicUrl } = deps;
  const [any] = await db
    .select({ id: certificateProof.id })
    .from(certificateProof)
    .where(eq(certificateProof.statusList, number))
    .limit(1);
  if (!any) return null;
  const revoked = await listRevoked(deps, number);
  const { ed25519 } = await readKeys(deps);
  const hash = createHash("sha256")
    .update(JSON.stringify([revoked, ed25519.multikey, publicUrl]))
    .digest("hex");
  return (await findSigned(deps, { number, hash })) ?? signOnce(deps, { number, hash, revoked });
}

async function listRevoked({ db }: Deps, number: number): Promise<number[]> {
  const rows = await db
    .select({ index: certificateProof.statusIndex })
    .from(certificateProof)
    .innerJoin(certificate, eq(certificate.id, certificateProof.id))
    .where(and(eq(certificateProof.statusList, number), isNotNull(certificate.revokedAt)))
    .orderBy(certificateProof.statusIndex);
  return rows.map(({ index }) => index);
}

type Wanted = { number: number; hash: string };

async function findSigned({ db }: Pick<Deps, "db">, { number, hash }: Wanted): Promise<string | null> {
  const [found] = await db
    .select({ credential: statusList.credential })
    .from(statusList)
    .where(and(eq(statusList.number, number), eq(statusList.hash, hash)));
  return found?.credential ?? null;
}

const inFlight = new Map<string, Promise<string>>();

/** After a revocation many may ask at once: the list is signed for the first of them, and the others get the same. */
function signOnce(deps: Deps, wanted: Wanted & { revoked: number[] }): Promise<string> {
  const name = `${wanted.number} ${wanted.hash}`;
  const signing = inFlight.get(name) ?? sign(deps, wanted).finally(() => inFlight.delete(name));
  inFlight.set(name, signing);
  return signing;
}

/** Another process may do the same at this moment: both lists are right. */
async function sign(deps: Deps, { number, hash, revoked }: Wanted & { revoked: number[] }): Promise<string> {
  const credential = await signStatusList(deps, await composeList(deps, { number, revoked }));
  await deps.db
    .insert(statusList)
    .values({ number, hash, credential })
    .onConflictDoUpdate({ target: statusList.number, set: { hash, credential } });
  return credential;
}

async function composeList({ publicUrl, clock }: Deps, { number, revoked }: { number: number; revoked: number[] }) {
  const id = listAddress(publicUrl, number);
  return {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: issuerDid(publicUrl),
    validFrom: inSeconds(clock.now()),
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await encodeBits(revoked),
    },
  };
}

const compress = promisify(gzip);

/** The first bit is the highest of the first byte; `u` says base64url. */
async function encodeBits(set: number[]): Promise<string> {
  const bytes = Buffer.alloc(bitsPerList / 8);
  for (const index of set) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (128 >> (index & 7));
  return `u${(await compress(bytes)).toString("base64url")}`;
}
