import { expect, test } from "vitest";
import { asLatin1, utf8 } from "./bytes.ts";
import { checkFile } from "./check.ts";
import { isObject } from "./read-json.ts";
import { randomOf } from "./test/random.ts";
import { sampleFiles } from "./test/sample-files.ts";
import { plainPdf, signPdf } from "./test/sample-pdf.ts";
import { bakedPng, bakedSvg } from "./test/sample-pictures.ts";
import type { Finding } from "./types.ts";

const runs = Number(process.env.PROOF_RUNS ?? 10_000);
const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 1e9));

/**
 * The rule: a changed file is genuine only where it still tells the same facts, and it is never called somebody else's:
 * at least two places name our key. Only a lone JWT names it once, and is then called a forgery of ours. Nor does a
 * changed byte make a certificate disappear.
 */
function judge(finding: Finding, original: Finding, isLoneJwt: boolean): string | null {
  const { kind, by, facts } = finding.inside[0] ?? finding;
  if (kind === "genuine") return sameFacts(facts, (original.inside[0] ?? original).facts) ? null : "passed as genuine";
  if (kind === "foreign") return isLoneJwt && by?.isUs ? null : "blamed on somebody else";
  if (kind === "empty") return "called empty";
  return kind === "distrusted" ? "blamed on a distrusted key" : null;
}

test(`${runs} random changes are all caught (PROOF_SEED=${seed})`, { timeout: 40_000 + runs * 20 }, async () => {
  console.log(`PROOF_SEED=${seed} PROOF_RUNS=${runs}`);
  const random = randomOf(seed);
  const sample = await sampleFiles();
  const { trusted, ec, ed, text, jwt } = sample;
  const files = { ...sample.files, open: await signPdf(await plainPdf({ json: text, jwt, isPacked: false }), ec) };
  const names = Object.keys(files) as (keyof typeof files)[];
  const originals = await Promise.all(names.map((name) => checkFile(files[name], trusted)));
  expect(originals.map(({ kind }) => kind)).toEqual(names.map(() => "genuine"));
  const wrong: string[] = [];
  const kinds: Record<string, number> = {};
  for (let run = 0; run < runs; run++) {
    const at = random(names.length);
    const name = names[at] as keyof typeof files;
    const isField = random(4) === 0;
    const changed = isField ? await changeField(name) : changeByte(files[name]);
    const finding = await checkFile(changed.file, trusted);
    kinds[finding.kind] = (kinds[finding.kind] ?? 0) + 1;
    const why = judge(finding, originals[at] as Finding, name === "jwt");
    const isMissed = isField && finding.kind === "genuine" ? "a changed field passed" : null;
    if (why || isMissed) wrong.push(`${name}, ${changed.what}: ${why ?? isMissed}`);
  }
  console.log(JSON.stringify(kinds));
  expect(wrong).toEqual([]);

  function changeByte(file: Uint8Array) {
    const place = random(file.length);
    const value = ((file[place] as number) + 1 + random(255)) & 255;
    const changed = file.slice();
    changed[place] = value;
    return { file: changed, what: `byte ${place} of ${file.length} became ${value}` };
  }

  /** As a forger does it: the text inside is edited, the file around it is put together well, but not signed by us. */
  async function changeField(name: keyof typeof files) {
    const credential = structuredClone(sample.signed) as Record<string, unknown>;
    delete credential.proof;
    const what = editOne(credential, random);
    const edited = JSON.stringify({ ...credential, proof: sample.signed.proof });
    if (name === "png") return { file: await resealed(await bakedPng(edited, ed), sample.files.png, "slSG"), what };
    if (name === "svg") return { file: await bakedSvg(edited, ed), what };
    if (name === "pdf" || name === "open")
      return { file: await plainPdf({ json: edited, jwt, isPacked: name === "pdf" }), what };
    if (name === "bundle") return { file: utf8(`{"verifiableCredential":[${edited}]}`), what };
    return { file: utf8(edited), what };
  }
});

test("one-byte changes of white space between members stay genuine", async () => {
  const { trusted, text } = await sampleFiles();
  const spaces = [...text.matchAll(/\n( *)/g)].map(({ index }) => index);
  for (const at of spaces) {
    const changed = `${text.slice(0, at)}\t${text.slice(at + 1)}`;
    expect((await checkFile(utf8(changed), trusted)).kind).toBe("genuine");
  }
});

function editOne(credential: Record<string, unknown>, random: (below: number) => number): string {
  const places = leavesOf(credential, "");
  const { holder, key, path } = places[random(places.length)] as Leaf;
  const value = holder[key];
  if (random(8) === 0) {
    delete holder[key];
    if (Array.isArray(holder)) holder.length = holder.filter(() => true).length;
    return `${path} was removed`;
  }
  if (typeof value === "number") holder[key] = value + 1 + random(100);
  else if (typeof value === "boolean") holder[key] = !value;
  else
    holder[key] = `${String(value).slice(0, random(String(value).length + 1))}${String.fromCharCode(97 + random(26))}~`;
  return `${path} became ${String(holder[key])}`;
}

type Leaf = { holder: Record<string, unknown>; key: string; path: string };

function leavesOf(value: Record<string, unknown>, path: string): Leaf[] {
  return Object.keys(value).flatMap((key) => {
    const inner = value[key];
    if (isObject(inner) || Array.isArray(inner)) return leavesOf(inner as Record<string, unknown>, `${path}.${key}`);
    return [{ holder: value, key, path: `${path}.${key}` }];
  });
}

/** The seal of the original in the edited picture. */
async function resealed(edited: Uint8Array, original: Uint8Array, chunk: string): Promise<Uint8Array> {
  const cut = (file: Uint8Array) => asLatin1(file).lastIndexOf(chunk) - 4;
  const file = edited.slice();
  file.set(original.subarray(cut(original)), cut(edited));
  return file;
}

function sameFacts(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
