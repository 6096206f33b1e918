import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../children.ts";
import { readPostmaster } from "../postgres.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openEmbedded } from "../world.ts";

const atOnceInMs = 5000;

/** kill -9 of the built-in PostgreSQL: the product serves again by itself, or ends at once for its supervisor to start it. */
export async function* killEmbedded({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openEmbedded({ root });
  for (let n = 0; n < rounds; n++) {
    let isLate = false;
    yield await playRound({
      name: `kill-embedded ${n + 1}`,
      world,
      seed: seed + n,
      async fault() {
        world.allowEnd(0);
        const { child, isUp } = world.products[0] as (typeof world.products)[number];
        const begun = performance.now();
        process.kill(readPostmaster(path.join(world.dataDir, "pg")), "SIGKILL");
        // The readiness of the moment before does not count.
        await sleep(300);
        await waitUntil(async () => child.hasEnded() || (await isUp()), {
          seconds: 60,
          what: "it serves or has ended",
        });
        const decidedInMs = performance.now() - begun;
        const hasEnded = child.hasEnded();
        isLate = hasEnded && decidedInMs > atOnceInMs;
        await world.healthy();
        return {
          "ended by itself": hasEnded ? "yes" : "no",
          "ms until it ended or served": Math.round(decidedInMs),
          "ms until ready": Math.round(performance.now() - begun),
        };
      },
      expect: () => (isLate ? ["the product ended, but not at once"] : []),
    });
  }
}
