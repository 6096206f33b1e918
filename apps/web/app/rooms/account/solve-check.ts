type EffortCheck = { salt: string; challenge: string; max: number; signature: string };

// Many hashes at once keep the processor busy; a pause after them keeps the page alive.
const atOnce = 500;

/** Finds the number whose hash, with the salt in front, is the challenge. */
export async function solveCheck({ salt, challenge, max, signature }: EffortCheck): Promise<string> {
  for (let first = 0; first <= max; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, max + 1 - first) }, (_, n) => first + n);
    const hashes = await Promise.all(numbers.map((number) => hash(`${salt}:${number}`)));
    const found = hashes.indexOf(challenge);
    if (found >= 0) return `${salt}~${first + found}~${signature}`;
  }
  throw new Error("The check has no solution.");
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
