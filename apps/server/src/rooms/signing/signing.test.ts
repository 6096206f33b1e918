import { createHash, createPublicKey, verify } from "node:crypto";
import { createList } from "@digitalbazaar/vc-bitstring-status-list";
import { eq } from "drizzle-orm";
import { importJWK, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { signingKey } from "../../db/tables/signing.ts";
import { testInstitute } from "../../test/institute.ts";
import { judgeCredential, judgeWithDidJwt, readWithJose } from "../../test/judges.ts";
import { faultsOf1EdTech } from "../../test/one-edtech.ts";
import { canonizeRdf } from "./canonize.ts";
import { isDemonstration, issuerDid } from "./did.ts";
import { readKeys } from "./keys.ts";
import { readMultikey } from "./multikey.ts";
import { rotateKeys } from "./rotate.ts";
import { signSeal } from "./seal.ts";
import { signCredential, signStatusList } from "./sign.ts";

const { deps, db, visitor } = await testInstitute();
const did = issuerDid(deps.publicUrl);
const badges = "https://purl.imsglobal.org/spec/ob/v3p0";
const lists = `${deps.publicUrl}/api/certificate/status/1`;

const credential = {
  "@context": ["https://www.w3.org/ns/credentials/v2", `${badges}/context-3.0.3.json`, `${badges}/extensions.json`],
  id: `${deps.publicUrl}/api/certificate/OCNST00001/credential`,
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  name: "Python Full Stack",
  issuer: {
    id: did,
    type: ["Profile"],
    name: "Shoreline Academy",
    url: deps.publicUrl,
    email: "hello@academy.example",
  },
  validFrom: "2026-01-15T06:30:00Z",
  credentialSubject: {
    type: ["AchievementSubject"],
    identifier: [{ type: "IdentityObject", identityType: "name", hashed: false, identityHash: "நித்யா Balan" }],
    activityEndDate: "2026-01-14T06:30:00Z",
    creditsEarned: 120,
    achievement: {
      id: `${deps.publicUrl}/course/python`,
      type: ["Achievement"],
      achievementType: "Certificate",
      humanCode: "OCNST00001",
      name: "Python Full Stack",
      description: "120 hours of live classes.",
      criteria: { narrative: "Attend 75% of the classes." },
      tag: ["Python", "Django"],
    },
  },
  evidence: [{ type: ["Evidence"], name: "Attendance", narrative: "Attended 24 of 26 classes." }],
  credentialStatus: {
    id: `${lists}#94567`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: "94567",
    statusListCredential: lists,
  },
  credentialSchema: [
    { id: `${badges}/schema/json/ob_v3p0_achievementcredential_schema.json`, type: "1EdTechJsonSchemaValidator2019" },
  ],
};

async function signList({ revoked }: { revoked: number[] }) {
  const bits = await createList({ length: 131_072 });
  for (const index of revoked) bits.setStatus(index, true);
  return signStatusList(deps, {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id: lists,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: did,
    validFrom: "2026-01-15T06:30:00Z",
    credentialSubject: {
      id: `${lists}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await bits.encode(),
    },
  });
}

const readDid = () => visitor().signing.did({});

test.each(["rdfc", "jcs"] as const)(
  "Digital Bazaar's library accepts the %s proof and refuses a change",
  async (suite) => {
    const signed = await signCredential(deps, credential);
    const statusList = await signList({ revoked: [7] });
    const known = { did: await readDid(), suite, statusList };
    expect(await judgeCredential({ credential: signed.credential, ...known })).toBe("");
    const changed = signed.credential.replace("24 of 26", "26 of 26");
    expect(await judgeCredential({ credential: changed, ...known })).toMatch(/signature/i);
  },
);

test("a revoked credential is revoked for Digital Bazaar's library, and a forged status list is refused", async () => {
  const signed = await signCredential(deps, credential);
  const known = { credential: signed.credential, did: await readDid(), suite: "rdfc" } as const;
  const revoked = await signList({ revoked: [94567] });
  expect(await judgeCredential({ ...known, statusList: revoked })).toBe("revoked");
  const good = JSON.parse(await signList({ revoked: [] }));
  const forged = { ...JSON.parse(revoked), credentialSubject: good.credentialSubject };
  expect(await judgeCredential({ ...known, statusList: JSON.stringify(forged) })).not.toBe("");
});

test("the rules of 1EdTech's validator hold", async () => {
  const signed = await signCredential(deps, credential);
  expect(faultsOf1EdTech(JSON.parse(signed.credential), deps.clock.now())).toEqual([]);
  const { proof } = JSON.parse(signed.credential);
  expect(proof.map((each: { cryptosuite: string }) => each.cryptosuite)).toEqual(["eddsa-rdfc-2022", "eddsa-jcs-2022"]);
  expect(proof[0].created).toBe(signed.signedAt.toISOString().replace(".000", ""));
});

test("jose and did-jwt accept the JWT and refuse a change", async () => {
  const { jwt } = await signCredential(deps, credential);
  const document = await readDid();
  const { payload, header } = await readWithJose(jwt, document);
  expect(header).toEqual({ alg: "ES256", typ: "vc+jwt", kid: expect.stringMatching(/^did:web:127.0.0.1%3A3000#zDn/) });
  expect(payload).toMatchObject({ ...credential, iss: did, jti: credential.id, nbf: 1_768_458_600 });
  expect(payload).not.toHaveProperty("proof");
  expect(await judgeWithDidJwt(jwt, document)).toBe(true);
  const [head, body = "", end] = jwt.split(".");
  const other = Buffer.from(body, "base64url").toString().replace("24 of 26", "26 of 26");
  const changed = [head, Buffer.from(other).toString("base64url"), end].join(".");
  await expect(readWithJose(changed, document)).rejects.toThrow("signature verification failed");
  await expect(judgeWithDidJwt(changed, document)).rejects.toThrow("invalid_signature");
});

test("a term that no context knows is not signed, and an unknown context is not fetched", async () => {
  await expect(signCredential(deps, { ...credential, grade: "A+" })).rejects.toThrow();
  await expect(canonizeRdf({ "@context": "https://example.org/context", id: "urn:x" })).rejects.toMatchObject({
    details: { cause: { message: expect.stringContaining("nothing is fetched") } },
  });
});

test("a key is answered as a bare JWK by the part of its address behind #; an unknown one is refused", async () => {
  const { p256, ed25519 } = await readKeys(deps);
  const response = await visitor().request(`/api/keys/${p256.multikey}`);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const jwk = (await response.json()) as { kty: string };
  expect(jwk).toMatchObject({ kty: "EC", crv: "P-256", kid: p256.multikey });
  expect(jwk).not.toHaveProperty("d");
  const { jwt } = await signCredential(deps, credential);
  await expect(jwtVerify(jwt, await importJWK(jwk, "ES256"))).resolves.toBeTruthy();
  expect(await visitor().signing.jwk({ kid: ed25519.multikey })).toMatchObject({ kty: "OKP", crv: "Ed25519" });
  await expect(visitor().signing.jwk({ kid: "zDnUnknown" })).rejects.toMatchObject({ code: "UNKNOWN_SIGNING_KEY" });
});

test("the list names all public keys with their fingerprints, for pages of others too", async () => {
  const { ed25519, p256 } = await readKeys(deps);
  const response = await visitor().request("/api/keys");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const cached = await visitor().request("/api/keys");
  expect(cached.headers.get("access-control-allow-origin")).toBe("*");
  const text = await response.text();
  expect(text).not.toContain("privateKey");
  const list = JSON.parse(text);
  expect(list).toMatchObject({ issuer: did, publicUrl: deps.publicUrl, isDemonstration: true });
  expect(list.keys).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "ed25519", multikey: ed25519.multikey, retiredAt: null }),
      expect.objectContaining({ kind: "p256", multikey: p256.multikey, fingerprint: p256.fingerprint }),
    ]),
  );
  const { x = "", y = "" } = createPublicKey(p256.key).export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  expect(p256.fingerprint).toBe(createHash("sha256").update(point).digest("hex"));
});

test("a seal names its key and signs the hash of the bytes", async () => {
  const bytes = Buffer.from("a picture");
  const [version, multikey = "", signature = ""] = (await signSeal((await readKeys(deps)).ed25519, bytes)).split(".");
  expect(version).toBe("v1");
  const key = readMultikey(multikey);
  const signed = Buffer.concat([Buffer.from("shoreline picture v1\n"), createHash("sha256").update(bytes).digest()]);
  expect(key && verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
});

test("processes that make the keys at the same time agree on them", async () => {
  await db.update(signingKey).set({ retiredAt: new Date() });
  const made = await Promise.all(Array.from({ length: 6 }, () => readKeys(deps)));
  expect(new Set(made.map(({ ed25519, p256 }) => `${ed25519.multikey} ${p256.multikey}`)).size).toBe(1);
});

test("what a retired key signed stays verifiable; what a distrusted key signed does not", async () => {
  const signed = await signCredential(deps, credential);
  const before = await readKeys(deps);
  await rotateKeys(deps);
  const after = await readKeys(deps);
  expect(after.ed25519.multikey).not.toBe(before.ed25519.multikey);
  expect(after.p256.multikey).not.toBe(before.p256.multikey);
  const known = { credential: signed.credential, suite: "rdfc" } as const;
  expect(await judgeCredential({ ...known, did: await readDid() })).toBe("");
  await expect(readWithJose(signed.jwt, await readDid())).resolves.toBeTruthy();
  await db.update(signingKey).set({ distrustedFrom: new Date() }).where(eq(signingKey.id, before.ed25519.id));
  const { multikey } = before.ed25519;
  expect(JSON.stringify(await readDid())).not.toContain(multikey);
  await expect(visitor().signing.jwk({ kid: multikey })).rejects.toMatchObject({ code: "UNKNOWN_SIGNING_KEY" });
});

test("the DID is the host with its port; without encryption it is a demonstration", () => {
  expect(issuerDid("https://academy.example")).toBe("did:web:academy.example");
  expect(issuerDid("https://academy.example:8443")).toBe("did:web:academy.example%3A8443");
  expect(isDemonstration("https://academy.example")).toBe(false);
  expect(isDemonstration("http://academy.example")).toBe(true);
});
