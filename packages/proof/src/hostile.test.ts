import { beforeAll, expect, test } from "vitest";
import { asLatin1, joinBytes, utf8 } from "./bytes.ts";
import { checkFile } from "./check.ts";
import { pngStart } from "./png.ts";
import { randomOf } from "./test/random.ts";
import { sampleFiles } from "./test/sample-files.ts";
import { plainPdf } from "./test/sample-pdf.ts";
import { deflate, plainPng, plainSvg } from "./test/sample-pictures.ts";

let sample: Awaited<ReturnType<typeof sampleFiles>>;

beforeAll(async () => {
  sample = await sampleFiles();
});

const check = (file: Uint8Array | string) => checkFile(typeof file === "string" ? utf8(file) : file, sample.trusted);
const kindOf = async (file: Uint8Array | string) => (await check(file)).kind;

test("files that were cut off are never genuine", async () => {
  for (const [name, file] of Object.entries(sample.files))
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      const kind = await kindOf(file.subarray(0, Math.floor(file.length * part)));
      expect(["damaged", "changed", "empty"], `${name} ${part}`).toContain(kind);
    }
});

test("a PDF that was cut off is damaged wherever it was cut, and not said to be changed", async () => {
  const { pdf } = sample.files;
  for (let part = 0.02; part < 0.99; part += 0.02)
    expect(await kindOf(pdf.subarray(0, Math.floor(pdf.length * part))), `${part}`).toBe("damaged");
  expect(await kindOf(pdf.subarray(0, -40))).toBe("damaged");
});

test("a file without a certificate is empty, not damaged", async () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
  const heic = joinBytes(Uint8Array.of(0, 0, 0, 0x24), utf8("ftypheic"), Uint8Array.of(0, 0xff, 0xfe));
  const avif = joinBytes(Uint8Array.of(0, 0, 0, 0x20), utf8("ftypavif"), Uint8Array.of(0, 0xff, 0xfe));
  const tiffs = ["II*\0", "MM\0*"].map((start) => joinBytes(utf8(start), Uint8Array.of(0xff, 0xfe)));
  const office = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  const photos = [jpeg, heic, avif, ...tiffs];
  const others = [new Uint8Array(), "hello", "{}", "[1]", "<html><p>hi</p></html>", "a.b.c", ...photos, office];
  const pdf = asLatin1(await plainPdf({})).replace(/\/ByteRange.*>/, "");
  for (const file of [...others, await plainPng(), plainSvg(), pdf])
    expect(await check(file), asLatin1(typeof file === "string" ? utf8(file) : file).slice(0, 40)).toMatchObject({
      kind: "empty",
      facts: null,
    });
});

test("hostile files end soon and are never genuine", { timeout: 60_000 }, async () => {
  const fill = (letter: string) => new Uint8Array(30_000_000).fill(letter.charCodeAt(0));
  const bomb = await deflate(new Uint8Array(60_000_000));
  const bombed = joinBytes(utf8("%PDF-1.7\n1 0 obj << /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\n"), bomb);
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const pdf = (text: string) => utf8(`%PDF-1.7\n${text.repeat(Math.floor(20_000_000 / text.length))}`);
  const hostile = [
    ...["[", "{", "<", "a", " ", '"', "\0"].map(fill),
    bombed,
    utf8(deep),
    pdf("/EmbeddedFile "),
    pdf("obj stream "),
    pdf("/ByteRange ["),
    utf8(`<svg>${"<a>".repeat(5_000_000)}`),
    utf8(`<svg ${'a="'.repeat(5_000_000)}`),
    utf8(`<svg>${"<!--".repeat(5_000_000)}`),
    utf8(`<svg><openbadges:credential>${"&".repeat(10_000_000)}</openbadges:credential></svg>`),
    new Uint8Array(40_000_000),
  ];
  for (const [at, file] of hostile.entries()) {
    const start = performance.now();
    const kind = await kindOf(file);
    expect(["damaged", "empty"], String(at)).toContain(kind);
    expect(performance.now() - start, `${at} is slow`).toBeLessThan(4000);
  }
});

test("random bytes behind any start are damaged or empty", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = randomOf(seed);
  const starts = ["", "%PDF-1.7\n", "%PDF-1.7 obj /EmbeddedFile >>\nstream\n", "<svg>", "{", "eyJ", "[", "\u0089PNG"];
  for (let run = 0; run < 3000; run++) {
    const start = starts[run % starts.length] as string;
    const bytes = Uint8Array.from({ length: random(400) }, () => random(run % 3 ? 256 : 127));
    const file = joinBytes(start.startsWith("\u0089") ? Uint8Array.from(pngStart) : utf8(start), bytes);
    expect(["damaged", "empty"], `seed ${seed}, run ${run}`).toContain(await kindOf(file));
  }
});

test("random bytes in the place of a PDF's signature never pass, and never fail the check", {
  timeout: 20_000,
}, async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = randomOf(seed);
  const start = asLatin1(sample.files.pdf).indexOf("/Contents <") + 11;
  for (let run = 0; run < 400; run++) {
    const file = sample.files.pdf.slice();
    // Tags and lengths of DER, so that the reader goes far.
    const likely = ["30", "31", "06", "04", "a0", "02", "80", "82", "ff", "01"];
    for (let at = 2 * random(300); at < 2000; at += 2 + 2 * random(40))
      file.set(utf8(likely[random(likely.length)] as string), start + at);
    expect(["damaged", "changed"], `seed ${seed}, run ${run}`).toContain(await kindOf(file));
  }
});

test("odd values in a credential neither fail nor fill the page", async () => {
  const odd = {
    type: "VerifiableCredential",
    issuer: { id: 7, name: ["x"] },
    proof: [null, 5, { verificationMethod: {} }],
    credentialSubject: { achievement: { tag: Array(500).fill("x".repeat(9000)), name: {} }, identifier: "x" },
    evidence: [[], { narrative: 9 }],
    __proto__: { polluted: true },
  };
  const { kind, facts } = await check(JSON.stringify(odd));
  expect([kind, facts?.skills.length, facts?.skills[0]?.length]).toEqual(["foreign", 60, 500]);
  expect(
    await kindOf('{"type":"VerifiableCredential","__proto__":{"issuer":"x"},"id":"http://[","a":"\\ud800","n":1e999}'),
  ).toBe("foreign");
  const half = sample.text.replace("Finds faults", "\\ud800");
  expect(await kindOf(half)).toBe("changed");
});
