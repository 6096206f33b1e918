import { beforeAll, expect, test } from "vitest";
import { joinBytes, utf8 } from "./bytes.ts";
import { checkFile } from "./check.ts";
import { compareWith } from "./check-text.ts";
import { sampleFiles } from "./test/sample-files.ts";
import { makeKey, sampleCredential, signCredential, signJwt } from "./test/sample-institute.ts";
import { plainPdf, signedPdf } from "./test/sample-pdf.ts";
import { bakedPng, bakedSvg } from "./test/sample-pictures.ts";
import type { TrustedKeys } from "./types.ts";

let sample: Awaited<ReturnType<typeof sampleFiles>>;
let trusted: TrustedKeys;

beforeAll(async () => {
  sample = await sampleFiles();
  trusted = sample.trusted;
});

const check = (file: Uint8Array | string, keys = trusted) =>
  checkFile(typeof file === "string" ? utf8(file) : file, keys);

test.each(["json", "jwt", "png", "svg", "pdf"] as const)(
  "an untouched %s is genuine and tells its facts",
  async (kind) => {
    const finding = await check(sample.files[kind]);
    expect(finding).toMatchObject({ kind: "genuine", container: kind, changes: [], notes: [] });
    expect(finding.facts).toEqual({
      certificateId: "OCNST00001",
      holder: "Nithya Balan",
      course: "Software Testing",
      institute: "Shoreline Academy",
      earnedAt: "2026-04-17T18:29:59Z",
      hours: 52,
      skills: ["Test design", "Selenium", "SQL"],
      evidence: ["Attended 24 of 26 classes.", "Final test: 86"],
    });
    expect(finding.fingerprint).toBe((kind === "jwt" ? sample.ec : sample.ed).trusted.fingerprint);
    expect(Date.parse(finding.signedAt ?? "")).toBe(Date.parse("2026-04-18T06:00:00Z"));
  },
);

test("a bundle is as good as the worst credential in it", async () => {
  const other = await signCredential({ ...sample.credential, name: "Java" }, sample.ed);
  const wrap = (...inside: unknown[]) =>
    JSON.stringify({ type: ["VerifiablePresentation"], verifiableCredential: inside });
  const both = await check(wrap(sample.signed, other, sample.jwt));
  expect([both.kind, both.container, both.inside.length]).toEqual(["genuine", "bundle", 3]);
  const changed = await check(wrap(sample.signed, { ...other, name: "C" }));
  expect([changed.kind, changed.inside.map(({ kind }) => kind)]).toEqual(["changed", ["genuine", "changed"]]);
  expect((await check(wrap())).kind).toBe("empty");
  const theirs = await signJwt(
    { ...sample.credential, issuer: "did:web:other.example", id: "urn:1" },
    await makeKey("p256"),
  );
  const forged = await signJwt(sample.credential, await makeKey("p256"));
  for (const inside of [
    [theirs, forged],
    [forged, theirs],
  ])
    expect(await check(wrap(...inside))).toMatchObject({ kind: "foreign", by: { isUs: true } });
});

test("what our key signed but is no certificate, such as a status list, is none", async () => {
  const list = { ...sample.credential, type: ["VerifiableCredential", "BitstringStatusListCredential"] };
  const signed = await signCredential(list, sample.ed);
  expect(await check(JSON.stringify(signed))).toMatchObject({ kind: "empty", facts: null });
  expect((await check(await signJwt(list, sample.ec))).kind).toBe("empty");
  expect((await check(await bakedPng(JSON.stringify(signed), sample.ed))).kind).toBe("empty");
  const bundle = JSON.stringify({ type: "VerifiablePresentation", verifiableCredential: [sample.signed, signed] });
  expect((await check(bundle)).kind).toBe("empty");
});

test("credentials in a list are a bundle, and a list of other things is none", async () => {
  const list = await check(JSON.stringify([sample.signed, sample.jwt]));
  expect([list.kind, list.container, list.inside.length]).toEqual(["genuine", "bundle", 2]);
  expect((await check(JSON.stringify([sample.signed, 5]))).kind).toBe("damaged");
  expect((await check("[1]")).kind).toBe("empty");
});

test("a JWT in its envelope is a certificate of its own", async () => {
  const envelope = {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    type: ["EnvelopedVerifiableCredential"],
    id: `data:application/vc+jwt,${sample.jwt}`,
  };
  expect(await check(JSON.stringify(envelope))).toMatchObject({ kind: "genuine", facts: { holder: "Nithya Balan" } });
});

test("white space and the order of members change nothing", async () => {
  const turned = Object.fromEntries(Object.entries(sample.signed).reverse());
  expect((await check(`\n ${JSON.stringify(turned, null, 7)}\n`)).kind).toBe("genuine");
});

test("the original of the institute names the fields that were changed", async () => {
  const edited = sample.text
    .replaceAll("Nithya Balan", "Mallory")
    .replace('"creditsEarned": 52', '"creditsEarned": 99');
  const finding = await check(edited);
  expect(finding).toMatchObject({ kind: "changed", changes: [{ part: "credential" }] });
  expect((await compareWith(finding, sample.text, trusted)).changes).toEqual([
    { part: "field", field: "Name", is: "Mallory", was: "Nithya Balan" },
    { part: "field", field: "Hours", is: "99", was: "52" },
  ]);
  expect(await compareWith(finding, edited, trusted)).toEqual(finding);
});

test("the second copy in a PDF names the fields that were changed", async () => {
  const edited = sample.text.replace("Nithya Balan", "Mallory");
  const finding = await check(await signedPdf({ json: edited, jwt: sample.jwt }, await makeKey("p256")));
  expect(finding).toMatchObject({ kind: "changed", facts: { holder: "Mallory" } });
  expect(finding.changes).toEqual([
    { part: "field", field: "Name", is: "Mallory", was: "Nithya Balan" },
    { part: "page", why: "other-signer" },
  ]);
});

test("a PDF whose page is not signed, or signed by somebody else, is changed", async () => {
  const contents = { json: sample.text, jwt: sample.jwt };
  const plain = new TextDecoder("latin1").decode(await plainPdf({ ...contents, isPacked: false }));
  const stripped = plain.replace(/\/ByteRange.*>/, "");
  expect((await check(stripped)).changes).toEqual([{ part: "page", why: "unsigned" }]);
  const other = await check(await signedPdf(contents, await makeKey("p256")));
  expect([other.kind, other.changes]).toEqual(["changed", [{ part: "page", why: "other-signer" }]]);
});

test("a page that was edited is changed", async () => {
  const { pdf } = sample.files;
  const at = new TextDecoder("latin1").decode(pdf).indexOf("(Nithya") + 1;
  const edited = pdf.slice();
  edited.set(utf8("Nimmy "), at);
  expect((await check(edited)).changes).toEqual([{ part: "page", why: "changed" }]);
});

test("a certificate from outside signs pages but no credential", async () => {
  const outside = await makeKey("p256");
  const keys = { ...trusted, keys: [...trusted.keys, { ...outside.trusted, kind: "pdf" as const }] };
  expect((await check(await signedPdf({ json: sample.text, jwt: sample.jwt }, outside), keys)).kind).toBe("genuine");
  expect((await check(await signJwt(sample.credential, outside), keys)).kind).toBe("foreign");
});

test("a picture without seal, with a foreign seal or with another picture's seal is changed", async () => {
  const other = await makeKey("ed25519");
  const why = async (file: Uint8Array) => (await check(file)).changes;
  expect(await why(await bakedPng(sample.text, other))).toEqual([{ part: "picture", why: "other-signer" }]);
  expect(await why(await bakedSvg(sample.text, other))).toEqual([{ part: "picture", why: "other-signer" }]);
  const svg = new TextDecoder().decode(sample.files.svg);
  expect(await why(utf8(svg.replace(/<!-- seal.*-->/, "")))).toEqual([{ part: "picture", why: "unsigned" }]);
  expect(await why(utf8(svg.replace(">Nithya Balan –", ">Mallory –")))).toEqual([{ part: "picture", why: "changed" }]);
});

test.each(["pdf", "png", "svg"] as const)("bytes behind a %s are counted", async (kind) => {
  const longer = await check(joinBytes(sample.files[kind], utf8("99 0 obj\n<<>>\nendobj\n")));
  expect(longer).toMatchObject({ kind: "changed", changes: [{ part: "appended", bytes: 21 }] });
});

test.each(["pdf", "png", "svg"] as const)("white space behind a %s is noted and changes nothing", async (kind) => {
  const longer = await check(joinBytes(sample.files[kind], utf8("\r\n ")));
  expect(longer).toMatchObject({ kind: "genuine", notes: [{ kind: "white-space", bytes: 3 }] });
});

test("another address of the institute and a demonstration are noted", async () => {
  const keys = { ...trusted, issuer: "did:web:new.example", isDemonstration: true };
  expect((await check(sample.files.json, keys)).notes).toEqual([
    { kind: "demonstration" },
    { kind: "other-address", issuer: "did:web:academy.example" },
  ]);
});

test("a distrusted key is trusted for what it signed before, and named", async () => {
  const distrustedFrom = (from: string) => ({
    ...trusted,
    keys: trusted.keys.map((key) => ({ ...key, distrustedFrom: from })),
  });
  for (const file of Object.values(sample.files)) {
    expect((await check(file, distrustedFrom("2026-04-18T06:00:00.000Z"))).kind).toBe("distrusted");
    const before = await check(file, distrustedFrom("2026-04-18T06:00:00.001Z"));
    const { kind, notes } = before.inside[0] ?? before;
    expect([kind, notes]).toEqual(["genuine", [{ kind: "distrusted-key", from: "2026-04-18T06:00:00.001Z" }]]);
  }
});

test("somebody else's credential is named as theirs", async () => {
  const theirs = { ...sampleCredential(), id: "https://other.example/1", issuer: "https://other.example/issuer" };
  expect(await check(JSON.stringify(theirs))).toMatchObject({
    kind: "foreign",
    by: { name: "", id: "https://other.example/issuer", isUs: false },
  });
});
