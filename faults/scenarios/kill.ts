import { type Options, playRound, type Result } from "../round.ts";
import { openEmbedded } from "../world.ts";

/** kill -9 of the product in the middle of the load, and a new start. */
export async function* kill({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openEmbedded({ root });
  for (let n = 0; n < rounds; n++)
    yield await playRound({
      name: `kill ${n + 1}`,
      world,
      seed: seed + n,
      // Each round kills at another moment.
      before: 5 + ((seed + n * 7) % 23),
      async fault() {
        await world.end(0, "SIGKILL");
        const begun = performance.now();
        await world.start(0);
        return { "ms until ready": Math.round(performance.now() - begun) };
      },
    });
}
