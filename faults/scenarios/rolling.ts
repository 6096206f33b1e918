import { repository } from "../children.ts";
import type { History } from "../history.ts";
import { startNginx } from "../nginx.ts";
import { checkOut } from "../old-tree.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal } from "../world.ts";

/** Three processes behind nginx restart one after the other. With `from`, the first round is an upgrade from there. */
export async function* rolling({ rounds, seed, from, root = repository }: Options): AsyncGenerator<Result> {
  const old = from ? checkOut(from) : undefined;
  const world = await openExternal({ processes: 3, root: old ?? root });
  const nginx = await startNginx(world.ports);
  if (!nginx) {
    const figures = { skipped: "nginx is not installed" };
    return yield { name: "rolling", faults: [], figures };
  }
  world.setFront(nginx.url);
  for (let n = 0; n < rounds; n++) {
    const isUpgrade = n === 0 && old !== undefined;
    const codes: (number | null)[] = [];
    yield await playRound({
      name: isUpgrade ? `rolling upgrade from ${from}` : `rolling ${n + 1}`,
      world,
      seed: seed + n,
      before: 20,
      async fault() {
        world.setRoot(root);
        for (const at of world.ports.keys()) {
          const { child } = world.products[at] as (typeof world.products)[number];
          // The kernel resets connections that a process had not accepted when it stopped: nginx must know before.
          await nginx.leaveOut(world.ports[at]);
          await world.end(at, "SIGTERM");
          codes.push((await child.ended).code);
          await world.start(at);
          await nginx.leaveOut(undefined);
        }
        return undefined;
      },
      expect: ({ history }) => [
        ...whyFailed(history),
        ...codes.filter((code) => code !== 0).map((code) => `a process ended with ${code} after SIGTERM`),
      ],
    });
  }
}

/** Nobody may notice a rolling restart. */
function whyFailed({ counts }: History): string[] {
  return [...counts]
    .filter(([status]) => /lost|5\d\d/.test(status))
    .map(([status, count]) => `failed requests: ${count} x ${status}`);
}
