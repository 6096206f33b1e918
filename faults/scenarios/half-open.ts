import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../children.ts";
import { whyHomeAway } from "../history.ts";
import { send } from "../http.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal, type World } from "../world.ts";

/** How long the network is silent: shorter and longer than the time-outs of the product. */
const silences = [60, 10, 30];

/** The connections to the database stay open, but nothing goes through any more; old ones are silent for ever. */
export async function* halfOpen({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openExternal({ root });
  for (let n = 0; n < rounds; n++) {
    const seconds = silences[n % silences.length] as number;
    const faults: string[] = [];
    yield await playRound({
      name: `half-open ${n + 1} (${seconds} s)`,
      world,
      seed: seed + n,
      async fault() {
        world.proxy.set("half-open");
        await sleep((seconds * 1000) / 2);
        await renameCourse(world, `Silent ${n}`);
        await sleep((seconds * 1000) / 2);
        world.proxy.set("pass");
        const begun = performance.now();
        await world.healthy();
        const readyInMs = Math.round(performance.now() - begun);
        const late = await shows(world, `Silent ${n}`, faults);
        await renameCourse(world, `Heard ${n}`);
        const next = await shows(world, `Heard ${n}`, faults);
        return {
          "ms until ready": readyInMs,
          "ms until a change from the silence shows": late,
          "ms until a change after it shows": next,
        };
      },
      expect: ({ history }) => [...faults, ...whyHomeAway(history)],
    });
  }
}

/** Past the product, as with psql. */
async function renameCourse({ query }: World, name: string): Promise<void> {
  await query("update course set name = $1 where course_id = 'sql'", [name]);
}

async function shows(world: World, text: string, faults: string[]): Promise<number> {
  const begun = performance.now();
  const isShown = async () => (await send(world.base(), { path: "/onlinecourses" })).body.includes(text);
  await waitUntil(isShown, { seconds: 60, what: `"${text}" is on the page` }).catch((error) =>
    faults.push(error.message),
  );
  return Math.round(performance.now() - begun);
}
