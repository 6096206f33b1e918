import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd, temporaryFolder } from "../children.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openEmbedded } from "../world.ts";

const size = "260m";

/** The disk with the built-in database and the files is full for seconds. It is a small tmpfs, so this needs root. */
export async function* diskFull({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const dataDir = temporaryFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dataDir]);
  if (status !== 0) {
    const figures = { skipped: "this account may not mount a tmpfs" };
    return yield { name: "disk-full", faults: [], figures };
  }
  atEnd(() => spawnSync("umount", ["-l", dataDir]));
  chmodSync(dataDir, 0o755); // PostgreSQL runs as another account
  const world = await openEmbedded({ root, dataDir });
  for (let n = 0; n < rounds; n++)
    yield await playRound({
      name: `disk-full ${n + 1}`,
      world,
      seed: seed + n,
      async fault({ random }) {
        world.allowEnd(0);
        const filler = path.join(dataDir, "filler");
        fill(filler);
        await sleep(random.between(3000, 8000));
        const hasEnded = world.products[0]?.child.hasEnded();
        rmSync(filler);
        const begun = performance.now();
        await world.healthy();
        return { "ended by itself": hasEnded ? "yes" : "no", "ms until ready": Math.round(performance.now() - begun) };
      },
    });
}

/** Takes all space that is left, to the last block. */
function fill(file: string): void {
  const opened = openSync(file, "w");
  for (let bytes = 1 << 20; bytes >= 512; ) {
    try {
      writeSync(opened, Buffer.alloc(bytes));
    } catch {
      bytes >>= 1;
    }
  }
  closeSync(opened);
}
