/** How much two texts have in common: the share of their runs of five words, estimated with MinHash. */

const runLength = 5;
const hashCount = 128;
/** Texts with fewer words are alike by chance. */
const leastWords = 20;
/** In percent: what is less alike is not worth a look. */
export const leastLikeness = 50;

/** One number for each hash: the least over all runs of the text. */
export type Sketch = number[];

/** Null for texts that are too short to be compared. Letters count in lower case; signs and spaces do not count. */
export function sketchOf(text: string): Sketch | null {
  const words = wordsOf(text);
  if (words.length < leastWords) return null;
  const least = new Uint32Array(hashCount).fill(0xffffffff);
  for (const run of runsOf(words)) {
    const hash = hashText(run);
    for (let at = 0; at < hashCount; at += 1) {
      const mixed = mix(hash ^ (seeds[at] ?? 0));
      if (mixed < (least[at] ?? 0)) least[at] = mixed;
    }
  }
  // PostgreSQL stores signed numbers.
  return Array.from(least, (one) => one | 0);
}

/** In whole percent. */
export function likenessOf(one: Sketch, other: Sketch): number {
  const same = one.filter((hash, at) => hash === other[at]).length;
  return Math.round((same / hashCount) * 100);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function runsOf(words: string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + runLength <= words.length; at += 1) runs.add(words.slice(at, at + runLength).join(" "));
  return runs;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The last step of MurmurHash3: each bit of the input changes about half of the output. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** They never change: stored sketches are compared with new ones. */
const seeds = Array.from({ length: hashCount }, (_, at) => mix(Math.imul(at + 1, 0x9e3779b1)));
