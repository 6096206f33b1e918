import { readFile } from "node:fs/promises";
import { argv, exit, stdout } from "node:process";
import { checkFile } from "./check.ts";
import type { Pinned } from "./offline-page.ts";
import { printable } from "./printable.ts";
import type { Finding } from "./types.ts";
import { dayText, factRows, type Words, wordsOf } from "./words.ts";

/** `nodeProgram` writes it before this script. */
declare const PINNED: Pinned;

const { trusted, savedAt } = PINNED;
const files = argv.slice(2);
const print = (line: string) => stdout.write(`${printable(line)}\n`);

if (files.length === 0) {
  print("Usage: node verify.mjs FILE…");
  print(`Checks certificates of ${trusted.institute} with its public keys of ${dayText(savedAt, trusted.timeZone)}.`);
  exit(1);
}
let areGenuine = true;
for (const file of files) if (!(await checkOne(file))) areGenuine = false;
print(`Checked with the public keys of ${trusted.institute} as of ${dayText(savedAt, trusted.timeZone)}.`);
print(`Look up the certificate ID at ${trusted.publicUrl}/verify/e_certificate to see whether it was revoked.`);
exit(areGenuine ? 0 : 1);

async function checkOne(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) {
    print(`${file}: there is no such file, or it cannot be opened.`);
    return false;
  }
  const finding = await checkFile(bytes, trusted);
  const words = wordsOf(finding, { kind: "not-asked" }, trusted.timeZone);
  print(`${file}: ${words.title}`);
  printWords(words);
  if (finding.inside.length > 1) finding.inside.forEach(printInside);
  else printFacts(finding.inside[0] ?? finding);
  stdout.write("\n");
  return finding.kind === "genuine";
}

function printInside(finding: Finding, at: number): void {
  const words = wordsOf(finding, { kind: "not-asked" }, trusted.timeZone);
  print(`\n  ${at + 1}. ${words.title}`);
  printWords(words);
  printFacts(finding);
}

function printWords({ text, points }: Words): void {
  print(`  ${text}`);
  for (const point of points) print(`  - ${point}`);
}

function printFacts({ kind, facts, fingerprint }: Finding): void {
  if (!facts) return;
  stdout.write("\n");
  for (const [field, value] of factRows(facts, trusted.timeZone)) print(`  ${field.padEnd(15)} ${value}`);
  if (kind === "genuine" && fingerprint) print(`  ${"Signed with".padEnd(15)} ${fingerprint}`);
}
