import { beforeAll, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { checkFile } from "./check.ts";
import { sampleFiles } from "./test/sample-files.ts";
import { makeKey, sampleCredential, signCredential } from "./test/sample-institute.ts";

let sample: Awaited<ReturnType<typeof sampleFiles>>;

beforeAll(async () => {
  sample = await sampleFiles();
});

const check = (text: string) => checkFile(utf8(text), sample.trusted);
const kindOf = async (text: string) => (await check(text)).kind;

test("whatever is done to the proof that takes JSON-LD to check, but to its value, is told", async () => {
  const [rdfc, jcs] = sample.signed.proof;
  const { created: _, ...undated } = rdfc ?? {};
  const sets = [
    [jcs],
    jcs,
    [rdfc, jcs, rdfc],
    [rdfc, jcs, "another"],
    [jcs, jcs],
    [{ ...rdfc, created: "2020-01-01T00:00:00Z" }, jcs],
    [{ ...rdfc, verificationMethod: `${sample.trusted.issuer}#z6MkOther` }, jcs],
    [{ ...rdfc, proofPurpose: "authentication" }, jcs],
    [{ ...rdfc, domain: "evil.example" }, jcs],
    [{ ...rdfc, proofValue: "z3aBc" }, jcs],
    [undated, jcs],
  ];
  for (const proof of sets)
    expect(await check(JSON.stringify({ ...sample.signed, proof })), JSON.stringify(proof)).toMatchObject({
      kind: "changed",
      changes: [{ part: "proof", why: "changed" }],
    });
});

test("an unsigned credential is not genuine because it carries a genuine one", async () => {
  const forged = sampleCredential({ holder: "Mallory" });
  const carrying = JSON.stringify({ ...forged, verifiableCredential: [sample.signed] });
  expect(await check(carrying)).toMatchObject({ kind: "changed", facts: { holder: "Mallory" } });
  const own = await signCredential(forged, await makeKey("ed25519"));
  const inside = { ...own, verifiableCredential: [sample.jwt] };
  expect(await check(JSON.stringify(inside))).toMatchObject({ kind: "foreign", by: { isUs: true } });
});

test("what stands in a bundle beside the credentials is named as not signed", async () => {
  const bundle = { type: ["VerifiablePresentation"], verifiableCredential: [sample.signed] };
  const beside = async (more: object) => (await check(JSON.stringify({ ...bundle, ...more }))).changes;
  expect(await beside({ "@context": ["https://www.w3.org/ns/credentials/v2"] })).toEqual([]);
  expect(await beside({ holder: "Mallory", "\u202ename": "Mallory" })).toEqual([
    { part: "beside", names: ["holder", "\ufffdname"] },
  ]);
  expect(await beside({ type: ["VerifiablePresentation", "First in class"] })).toEqual([
    { part: "beside", names: ["type"] },
  ]);
  const envelope = { type: "EnvelopedVerifiableCredential", id: `data:application/vc+jwt,${sample.jwt}` };
  expect(await kindOf(JSON.stringify(envelope))).toBe("genuine");
  expect(await check(JSON.stringify({ ...envelope, name: "Mallory" }))).toMatchObject({
    kind: "changed",
    changes: [{ part: "beside", names: ["name"] }],
  });
});

test("a file that says something twice is damaged, in whatever way the name is written", async () => {
  const { text, files } = sample;
  const twice = (extra: string) => text.replace('"credentialSubject":', `${extra}, "credentialSubject":`);
  expect(await kindOf(twice('"credentialSubject": {}'))).toBe("damaged");
  expect(await kindOf(twice('"\\u0063redentialSubject"\n :{}'))).toBe("damaged");
  expect(await kindOf(twice(`"credentialSubject"${" ".repeat(500)}:{}`))).toBe("damaged");
  expect(await kindOf(text.replace('"identityHash"', '"identityHash": "Mallory", "identityHash"'))).toBe("damaged");
  const inBundle = new TextDecoder().decode(files.bundle).replace("{", '{"verifiableCredential":[],');
  expect(await kindOf(inBundle)).toBe("damaged");
  const escaped = text
    .replace('"credentialSubject"', '"\\u0063redential\\u0053ubject"')
    .replace("Nithya", "\\u004eithya");
  expect(await kindOf(escaped.replaceAll("\n", "\r\n\t"))).toBe("genuine");
});

test("a JWT with a fourth part is damaged, also in a bundle", async () => {
  const longer = `${sample.jwt}.${sample.jwt.split(".")[2]}`;
  expect(await kindOf(longer)).toBe("damaged");
  expect(await kindOf(JSON.stringify({ verifiableCredential: [longer] }))).toBe("damaged");
  const envelope = { type: "EnvelopedVerifiableCredential", id: `data:application/vc+jwt,${longer}` };
  expect(await kindOf(JSON.stringify(envelope))).toBe("damaged");
});

test("text from a file neither turns nor breaks the sentences around it", async () => {
  const names = ["\u202eymedacA", "\u2066a\u2069", "\u200fb", "\u061cc\u001b[2J\0", "d\r\n\u2028e"];
  for (const name of names) {
    const issuer = { id: "did:web:evil.example", name };
    const { by, facts } = await check(JSON.stringify({ ...sampleCredential({ holder: name }), issuer }));
    for (const shown of [by?.name, facts?.holder, facts?.institute])
      expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  }
  const real = "நித்யா க்‍ஷ श्रीमती क्‌ष Zoë";
  const { facts } = await check(JSON.stringify(sampleCredential({ holder: real })));
  expect(facts?.holder).toBe(real);
});
