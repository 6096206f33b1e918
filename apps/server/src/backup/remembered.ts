import fs from "node:fs";
import path from "node:path";
import type { Hashed } from "./hash.ts";
import type { Listed } from "./store.ts";

type Known = Hashed & { mark: string };

export type Remembered = {
  find(listed: Listed): Hashed | undefined;
  keep(listed: Listed, hashed: Hashed): void;
  save(): void;
};

/** The hashes of files that have a mark, so that a bucket is not read again every night. Without its file all are read. */
export function rememberIn(file: string): Remembered {
  const known = read(file);
  const next: Record<string, Known> = {};
  return {
    find({ name, mark }) {
      const found = known[name];
      return found && found.mark === mark ? { bytes: found.bytes, sha256: found.sha256 } : undefined;
    },
    keep({ name, mark }, hashed) {
      if (mark !== undefined) next[name] = { mark, ...hashed };
    },
    save() {
      if (Object.keys(next).length === 0) return;
      const draft = path.join(path.dirname(file), `.${path.basename(file)}.draft`);
      fs.writeFileSync(draft, JSON.stringify(next), { mode: 0o600 });
      fs.renameSync(draft, file);
    },
  };
}

function read(file: string): Record<string, Known> {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
