import { setTimeout as sleep } from "node:timers/promises";
import { whyHomeAway } from "../history.ts";
import type { Stop } from "../postgres.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal } from "../world.ts";

const ways: Stop[] = ["SIGKILL", "SIGINT", "SIGQUIT"];
const names: Partial<Record<Stop, string>> = { SIGKILL: "kill -9", SIGINT: "fast", SIGQUIT: "immediate" };

/** The PostgreSQL server ends under a running product, and comes back seconds later. */
export async function* killDatabase({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openExternal({ root });
  for (let n = 0; n < rounds; n++) {
    const way = ways[n % ways.length] as Stop;
    yield await playRound({
      name: `kill-database ${n + 1} (${names[way]})`,
      world,
      seed: seed + n,
      async fault({ random }) {
        await world.server.stop(way);
        await sleep(random.between(500, 5000));
        const begun = performance.now();
        await world.server.start();
        await world.healthy();
        return { "ms until ready": Math.round(performance.now() - begun) };
      },
      expect: ({ history }) => whyHomeAway(history),
    });
  }
}
