import { setTimeout as sleep } from "node:timers/promises";
import { leaveForm } from "./forms.ts";
import type { History } from "./history.ts";
import { beLearner } from "./learners.ts";
import { randomFrom } from "./random.ts";
import { takeSeat } from "./seats.ts";
import { createVisitor, type Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** How many visitors of each sort come at the same time. */
export type Crowd = { watchers: number; readers: number; forms: number; learners: number; seats: number };

const usualCrowd: Crowd = { watchers: 1, readers: 1, forms: 3, learners: 2, seats: 1 };

const pages = ["/aboutus", "/contactus", "/onlinecourses", "/onlinecourses/viewdetails/sql", "/webinarview"];

type Load = { world: World; history: History; seed: number; tag: string; crowd?: Partial<Crowd> };

/** Lets visitors come until `finish`: each then ends what they are doing. */
export function openDoors({ world, history, seed, tag, crowd = {} }: Load) {
  let isOver = false;
  const sorts = { ...usualCrowd, ...crowd };
  const acts: Record<keyof Crowd, (visitor: Visitor) => Promise<void>> = {
    watchers: watchHome,
    readers: readPages,
    forms: leaveForm,
    learners: beLearner,
    seats: takeSeat,
  };
  const begun = history.acknowledged();
  const comings = Object.entries(sorts).flatMap(([sort, count], kind) =>
    Array.from({ length: count }, async (_, n) => {
      const random = randomFrom(seed * 1000 + kind * 100 + n);
      const name = `${sort[0]}${n}`;
      const visitor = createVisitor({ world, history, random, tag, name, isOver: () => isOver });
      while (!isOver) await acts[sort as keyof Crowd](visitor);
      visitor.close();
    }),
  );
  const all = Promise.all(comings);
  all.catch(() => {}); // `finish` reports it
  return {
    /** Operations of this load that were acknowledged. */
    acknowledged: () => history.acknowledged() - begun,
    async finish() {
      isOver = true;
      await all;
    },
  };
}

/** Shows how long the home page was away: a page that waits for the database does not hold it up. */
async function watchHome({ call }: Visitor): Promise<void> {
  await call("home page", { path: "/", timeoutInMs: 15_000 });
  await sleep(50);
}

async function readPages({ random, call }: Visitor): Promise<void> {
  await call("page", { path: random.pick(pages), timeoutInMs: 30_000 });
  await sleep(50);
}
