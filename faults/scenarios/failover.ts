import { setTimeout as sleep } from "node:timers/promises";
import { type History, whyHomeAway } from "../history.ts";
import type { Random } from "../random.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openPaired } from "../world.ts";

type Paired = Awaited<ReturnType<typeof openPaired>>;
type Way = { name: string; fault(world: Paired, parts: { history: History; random: Random }): Promise<Figures> };
type Figures = Record<string, number>;

/** Longer than any time limit of the product and its connections. */
const awayInSeconds = 30;

const ways: Way[] = [
  { name: "the primary is killed", fault: (world) => failOver(world) },
  { name: "the standby is away, and is let go", fault: goOnAlone },
  { name: "the standby is away, then the primary is killed", fault: loseBoth },
];

/** The primary of a pair ends by kill -9, the standby takes over, and the product goes on without a restart. */
export async function* failover({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openPaired({ root, processes: 2 });
  for (let n = 0; n < rounds; n++) {
    const { name, fault } = ways[n % ways.length] as Way;
    yield await playRound({
      name: `failover ${n + 1} (${name})`,
      world,
      seed: seed + n,
      fault: (parts) => fault(world, parts),
      expect: ({ history }) => whyHomeAway(history),
    });
    await world.pair.rebuild();
  }
}

async function failOver(world: Paired): Promise<Figures> {
  const { pair, proxy } = world;
  const begun = performance.now();
  await pair.primary().stop("SIGKILL");
  await pair.promote();
  const promotedInMs = Math.round(performance.now() - begun);
  proxy.moveTo(pair.primary().port);
  await world.healthy();
  return { "ms until promoted": promotedInMs, "ms until ready": Math.round(performance.now() - begun) };
}

/** Nothing may be acknowledged that only one server has. What begins and ends meanwhile does not count as acknowledged before. */
async function waitAlone({ pair }: Paired, { history }: { history: History }): Promise<Figures> {
  await pair.stopStandby("SIGKILL");
  await sleep(2000); // answers that are on their way
  const before = history.acknowledged();
  await sleep(awayInSeconds * 1000);
  return { "acknowledged while the standby was away": history.acknowledged() - before };
}

async function goOnAlone(world: Paired, parts: { history: History }): Promise<Figures> {
  const figures = await waitAlone(world, parts);
  const begun = performance.now();
  await world.pair.letGo();
  await world.healthy();
  return { ...figures, "ms until ready": Math.round(performance.now() - begun) };
}

async function loseBoth(world: Paired, parts: { history: History }): Promise<Figures> {
  const figures = await waitAlone(world, parts);
  const begun = performance.now();
  await world.pair.primary().stop("SIGKILL");
  await world.pair.standby().start();
  await world.pair.promote();
  world.proxy.moveTo(world.pair.primary().port);
  await world.healthy();
  return { ...figures, "ms until ready": Math.round(performance.now() - begun) };
}
