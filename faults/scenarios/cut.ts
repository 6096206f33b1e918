import { setTimeout as sleep } from "node:timers/promises";
import { whyHomeAway } from "../history.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal } from "../world.ts";

/** The network to the database resets all connections; in every second round it also refuses new ones for seconds. */
export async function* cut({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openExternal({ root });
  for (let n = 0; n < rounds; n++) {
    const isRefusing = n % 2 === 0;
    yield await playRound({
      name: `cut ${n + 1}${isRefusing ? " (refused for seconds)" : ""}`,
      world,
      seed: seed + n,
      async fault({ random }) {
        const seconds = random.between(2, 8);
        if (isRefusing) world.proxy.set("refuse");
        world.proxy.cut();
        if (isRefusing) await sleep(seconds * 1000);
        world.proxy.set("pass");
        const begun = performance.now();
        await world.healthy();
        return {
          "seconds without the database": isRefusing ? seconds : 0,
          "ms until ready": Math.round(performance.now() - begun),
        };
      },
      expect: ({ history }) => whyHomeAway(history),
    });
  }
}
