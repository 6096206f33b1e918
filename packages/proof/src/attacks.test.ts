import { beforeAll, expect, test } from "vitest";
import { asLatin1, base64url, joinBytes, utf8 } from "./bytes.ts";
import { checkFile } from "./check.ts";
import { bakePng, pngChunk } from "./png.ts";
import { sampleFiles } from "./test/sample-files.ts";
import { makeKey, sampleCredential, signCredential, signJwt } from "./test/sample-institute.ts";
import { plainPdf, signedPdf } from "./test/sample-pdf.ts";
import { plainPng } from "./test/sample-pictures.ts";

let sample: Awaited<ReturnType<typeof sampleFiles>>;

beforeAll(async () => {
  sample = await sampleFiles();
});

const check = (file: Uint8Array | string) => checkFile(typeof file === "string" ? utf8(file) : file, sample.trusted);
const kindOf = async (file: Uint8Array | string) => (await check(file)).kind;

test("a credential signed with somebody's own key under our name is a forgery", async () => {
  const forged = await signCredential(sampleCredential({ holder: "Mallory" }), await makeKey("ed25519"));
  const expected = { kind: "foreign", by: { name: "Shoreline Academy", id: sample.trusted.issuer, isUs: true } };
  expect(await check(JSON.stringify(forged))).toMatchObject(expected);
  expect(await check(await signJwt(sampleCredential(), await makeKey("p256")))).toMatchObject(expected);
  const atOurHost = { ...sampleCredential(), issuer: "did:key:z6MkOther" };
  expect(await check(JSON.stringify(atOurHost))).toMatchObject({ kind: "foreign", by: { isUs: true } });
  const underOurName = { ...atOurHost, id: "urn:1", issuer: { id: "did:key:z6MkOther", name: " shoreline  Academy" } };
  expect(await check(JSON.stringify(underOurName))).toMatchObject({ kind: "foreign", by: { isUs: true } });
});

test("a proof that names our key but is made with another is caught", async () => {
  const own = await makeKey("ed25519");
  const forged = await signCredential(sampleCredential({ holder: "Mallory" }), {
    ...own,
    multikey: sample.ed.multikey,
  });
  expect(await check(JSON.stringify(forged))).toMatchObject({ kind: "changed", changes: [{ part: "credential" }] });
});

test("our key under another issuer's name is caught", async () => {
  const { credential, ed } = sample;
  const other = { ...credential, issuer: { ...credential.issuer, id: "did:web:evil.example" } };
  expect(await kindOf(JSON.stringify(await signCredential(other, ed)))).toBe("changed");
});

test("a credential without the proof that we check is changed, with another's proof beside ours as well", async () => {
  const [rdfc, jcs] = sample.signed.proof;
  const proof = { part: "proof", why: "removed" };
  expect(await check(JSON.stringify({ ...sample.signed, proof: rdfc }))).toMatchObject({
    kind: "changed",
    changes: [proof],
  });
  const own = await signCredential(sampleCredential({ holder: "Mallory" }), await makeKey("ed25519"));
  expect(await kindOf(JSON.stringify({ ...own, proof: [rdfc, own.proof[1]] }))).toBe("changed");
  expect(await kindOf(JSON.stringify({ ...own, proof: [rdfc, jcs, own.proof[1]] }))).toBe("changed");
});

test("a JWT without algorithm, with another one or with a key of the wrong kind is not genuine", async () => {
  const [, body] = sample.jwt.split(".");
  const kid = `${sample.trusted.issuer}#${sample.ec.multikey}`;
  const head = (value: object) => base64url(utf8(JSON.stringify(value)));
  expect(await kindOf(`${head({ alg: "none", kid })}.${body}.`)).toBe("changed");
  expect(await kindOf(`${head({ alg: "none" })}.${body}.`)).toBe("foreign");
  expect(await kindOf(await signJwt(sample.credential, sample.ec, { header: { alg: "HS256" } }))).toBe("changed");
  expect(await kindOf(await signJwt(sample.credential, sample.ec, { header: { crit: ["x"] } }))).toBe("changed");
  const edKid = `${sample.trusted.issuer}#${sample.ed.multikey}`;
  expect(await kindOf(`${head({ alg: "EdDSA", kid: edKid })}.${body}.${sample.jwt.split(".")[2]}`)).toBe("foreign");
});

test("another certificate's credential in a sealed picture is caught", async () => {
  const other = JSON.stringify(await signCredential(sampleCredential({ certificateId: "OCNST00002" }), sample.ed));
  const swapped = asLatin1(sample.files.svg).replace(/CDATA\[[^\]]*(?:\](?!\]>)[^\]]*)*/, () => `CDATA[${other}`);
  expect(await check(swapped)).toMatchObject({ kind: "changed", changes: [{ part: "picture", why: "changed" }] });
  const png = sample.files.png;
  const seal = png.subarray(asLatin1(png).indexOf("slSG") - 4, png.length - 12);
  const pasted = bakePng(await plainPng(), other);
  const sealed = joinBytes(pasted.subarray(0, -12), seal, pasted.subarray(-12));
  expect(await check(sealed)).toMatchObject({ kind: "changed", changes: [{ part: "picture", why: "changed" }] });
});

test("two credentials, two seals or a packed credential in a picture are refused", async () => {
  const { png, svg } = sample.files;
  const text = pngChunk("iTXt", joinBytes(utf8("openbadgecredential"), new Uint8Array(5), utf8("{}")));
  const packed = pngChunk("iTXt", joinBytes(utf8("openbadgecredential"), Uint8Array.of(0, 1, 0, 0, 0), utf8("x")));
  const plain = await plainPng();
  const add = (file: Uint8Array, part: Uint8Array) => joinBytes(file.subarray(0, 33), part, file.subarray(33));
  expect(await kindOf(add(png, text))).toBe("damaged");
  expect(await kindOf(add(plain, packed))).toBe("damaged");
  expect(await kindOf(asLatin1(svg).replace("<rect", "<openbadges:credential/><rect"))).toBe("damaged");
  expect(await kindOf(asLatin1(svg).replace("<rect", "<!-- seal: v1 --><rect"))).toBe("damaged");
});

test("a PDF behind a PNG is named as appended bytes", async () => {
  const { png, pdf } = sample.files;
  expect(await check(joinBytes(png, pdf))).toMatchObject({
    container: "png",
    kind: "changed",
    changes: [{ part: "appended", bytes: pdf.length }],
  });
});

test("a second signature inside the signed part, or one that does not begin at 0, is not accepted", async () => {
  const { text, jwt, ec } = sample;
  const plain = asLatin1(await plainPdf({ json: text, jwt, isPacked: false }));
  const twice = await signedPdf({ json: text.replace("Finds faults", "/ByteRange [0 1 2 3] Finds"), jwt }, ec);
  expect(await kindOf(twice)).toBe("changed");
  expect(await kindOf(plain.replace(/\[0 \*[^\]]*\]/, "[9 10 20 30]"))).toBe("changed");
  const later = joinBytes(sample.files.pdf, utf8("9 0 obj << /ByteRange [0 1 2 3] >> endobj"));
  expect(await check(later)).toMatchObject({ kind: "changed", changes: [{ part: "appended", bytes: 41 }] });
});

test("what hides in the padding of a PDF's signature is caught", async () => {
  const hidden = sample.files.pdf.slice();
  hidden[asLatin1(hidden).lastIndexOf("0>")] = 0x31;
  expect(await check(hidden)).toMatchObject({ kind: "changed", changes: [{ part: "page", why: "changed" }] });
});

test("a PDF that another program saved is changed and still tells its facts", async () => {
  const plain = asLatin1(await signedPdf({ json: sample.text, jwt: sample.jwt, isPacked: false }, sample.ec));
  const finding = await check(plain.replace("(Nithya Balan:", "(Eve:"));
  expect(finding).toMatchObject({ kind: "changed", changes: [{ part: "page", why: "changed" }] });
  expect(finding.facts?.holder).toBe("Nithya Balan");
  expect(await kindOf(plain.replace(/\/Contents <\w+>/, "/Contents <30>"))).toBe("changed");
});

test("a PDF that was cut off is damaged and blames nobody", async () => {
  const { pdf } = sample.files;
  for (let length = 1000; length < pdf.length - 6; length += 97)
    expect(await kindOf(pdf.subarray(0, length)), String(length)).toBe("damaged");
  const first = utf8(asLatin1(await plainPdf({ json: sample.text, isPacked: false })).replace(/\/ByteRange.*>/, ""));
  expect(await kindOf(first)).toBe("changed");
  expect(await kindOf(joinBytes(first, utf8("\n30 0 obj\n<< /Type /Sig")))).toBe("damaged");
});

test("no byte of a seal can be another", async () => {
  const { png, svg } = sample.files;
  const places = [
    { file: svg, start: asLatin1(svg).indexOf("<!-- seal"), end: asLatin1(svg).indexOf("</svg>") },
    { file: png, start: asLatin1(png).indexOf("slSG") - 4, end: png.length - 12 },
  ];
  for (const { file, start, end } of places)
    for (let at = start; at < end; at++) {
      const changed = file.slice();
      changed[at] = file[at] === 0x20 ? 0x0b : 0x20;
      expect(["changed", "damaged"], `${at} of ${file.length}`).toContain(await kindOf(changed));
    }
});
