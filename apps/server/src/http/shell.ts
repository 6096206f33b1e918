import { createHash } from "node:crypto";
import { orderFirstLoad } from "./first-load.ts";

/**
 * A page in which marks stand for what differs: the nonce for that of each page, and in what many pages share `<!--nonce 0-->` for their
 * first fill, and so on.
 */
export type Shell = { html: string; nonce: string };

/** Buffers are the same in every page of a shell, so that they are compressed once. Texts have marks. */
type Split = { pieces: (string | Buffer)[]; marks: RegExp; hasStyle: boolean };

/** Without `readFile` nothing is put in order. */
type Options = { readFile: ((address: string) => Buffer | undefined) | undefined; isShared: boolean };

const known = new WeakMap<Shell, Split>();

export function splitUp(shell: Shell, { readFile, isShared }: Options): Split {
  const before = known.get(shell);
  if (before) return before;
  const { html, nonce } = shell;
  const ordered = readFile ? orderFirstLoad(html, { nonce, readFile }) : [html];
  const marks = new RegExp(`<!--${nonce} (\\d)-->|${nonce}`, "g");
  const pieces = isShared
    ? ordered.flatMap((part) => (typeof part === "string" ? splitAtMarks(part, marks) : part))
    : ordered;
  const split = { pieces, marks, hasStyle: ordered.length > 1 };
  if (isShared) known.set(shell, split);
  return split;
}

/** Shorter ones stay with the marks beside them: to compress them apart would gain nothing. */
const shortest = 300;

function splitAtMarks(text: string, marks: RegExp): (string | Buffer)[] {
  const pieces: (string | Buffer)[] = [];
  let marked = "";
  let from = 0;
  for (const { index, 0: mark } of [...text.matchAll(marks), { index: text.length, 0: "" }]) {
    const constant = text.slice(from, index);
    if (constant.length >= shortest) {
      pieces.push(marked, Buffer.from(constant));
      marked = mark;
    } else marked += constant + mark;
    from = index + mark.length;
  }
  return [...pieces, marked].filter((piece) => piece.length > 0);
}

/** In one pass: what a visitor has typed cannot pass for a mark. */
export function fillIn({ pieces, marks }: Split, { nonce, fills }: { nonce: string; fills: string[] }): Buffer[] {
  const fill = (_: string, at: string | undefined) => (at === undefined ? nonce : (fills[Number(at)] ?? ""));
  return pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece.replace(marks, fill)) : piece));
}

const digests = new WeakMap<Shell, string>();

/** Of what a shell says: the same in every process. */
export function digestOf(shell: Shell): string {
  const hashed =
    digests.get(shell) ?? createHash("sha256").update(shell.html.replaceAll(shell.nonce, "")).digest("base64");
  digests.set(shell, hashed);
  return hashed;
}
