import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal } from "../world.ts";

const hour = 3_600_000;
const jumps = [hour, -hour, 26 * hour, -26 * hour, 47 * hour, 0];

/** The wall clock of the product jumps by hours and days, forwards and backwards; that of the database does not. */
export async function* clock({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openExternal({ root, preload: path.join(import.meta.dirname, "../clock-preload.mjs") });
  const shift = (shiftInMs: number) => world.products[0]?.child.send({ shiftInMs });
  for (let n = 0; n < rounds; n++)
    yield await playRound({
      name: `clock ${n + 1}`,
      world,
      seed: seed + n,
      async fault() {
        for (const jump of jumps) {
          shift(jump);
          await sleep(2000);
        }
        shift(0);
        return { jumps: jumps.map((jump) => `${jump / hour} h`).join(", ") };
      },
    });
}
