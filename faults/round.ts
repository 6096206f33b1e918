import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { audit } from "./audit.ts";
import type { Break } from "./audit-mails.ts";
import { waitUntil } from "./children.ts";
import { type Crowd, openDoors } from "./crowd.ts";
import { type History, longestGap, openHistory } from "./history.ts";
import { type Random, randomFrom } from "./random.ts";
import type { World } from "./world.ts";

export type Options = {
  rounds: number;
  seed: number;
  /** The revision that a rolling upgrade begins with. */
  from?: string | undefined;
  /** The tree of the product; the present one by default. */
  root?: string | undefined;
};

/** What one round showed. */
export type Result = {
  name: string;
  faults: string[];
  figures: Record<string, number | string>;
  /** The files with what visitors did and what the product said, when something is wrong. */
  history?: string;
  log?: string;
};

type Round = {
  name: string;
  world: World;
  seed: number;
  crowd?: Partial<Crowd>;
  /** Operations that are acknowledged before the fault, and again after it. */
  before?: number;
  after?: number;
  /** How long before a kill an answer of the mail server may come too late to be noted. */
  lastMomentInMs?: number;
  /** What goes wrong. It returns when the cause is gone; figures that it returns are reported. */
  fault(parts: { history: History; random: Random }): Promise<Record<string, number | string> | undefined>;
  /** Further expectations, once the product is healthy again. */
  expect?(parts: { history: History }): string[] | Promise<string[]>;
};

/** Visitors come, something goes wrong, the product recovers, and the history is compared with the database. */
export async function playRound(round: Round): Promise<Result> {
  const { name, world, seed, crowd, before = 15, after = 15, lastMomentInMs = 100, fault } = round;
  const history = openHistory(name);
  const random = randomFrom(seed);
  const tag = `f${seed.toString(36)}x`;
  await offerSeats(world);
  const [exitsBefore, endsBefore, logBefore] = [world.exits.length, world.ends.length, statSync(world.log).size];
  let faultAt = 0;
  const doors = openDoors({ world, history, seed, tag, ...(crowd ? { crowd } : {}) });
  const acknowledges = (count: number) => {
    const goal = doors.acknowledged() + count;
    return waitUntil(() => doors.acknowledged() >= goal, { seconds: 90, what: `${count} more operations succeed` });
  };
  const faults: string[] = [];
  let figures: Record<string, number | string> = {};
  try {
    await acknowledges(before);
    history.note("fault");
    faultAt = performance.now();
    figures = (await fault({ history, random })) ?? {};
    history.note("fault is over");
    await world.healthy();
    await acknowledges(after);
  } catch (error) {
    faults.push(String(error));
  }
  await doors.finish().catch((error) => faults.push(`a visitor broke: ${error}`));
  // A process that ends by itself may have waited for its database since the fault.
  const breaks: Break[] = world.ends
    .slice(endsBefore)
    .map(({ killedAt, endedAt }) => ({ from: killedAt ? killedAt - lastMomentInMs : faultAt, to: endedAt }));
  const found = await audit({ ...world, history, tag, breaks }).catch((error) => ({
    faults: [`the audit broke: ${error}`],
    figures: {},
  }));
  faults.push(...found.faults, ...((await round.expect?.({ history })) ?? []));
  for (const exit of world.exits.slice(exitsBefore)) faults.push(`the product ended by itself: ${exit}`);
  faults.push(...countEqual(history.oddities));
  const log = history.file.replace(/\.jsonl$/, ".log");
  if (faults.length === 0) rmSync(history.file, { force: true });
  else writeFileSync(log, readFileSync(world.log).subarray(logBefore));
  return {
    name,
    faults,
    figures: {
      ...figures,
      ...found.figures,
      "longest gap of the home page in ms": longestGap(history, { isHome: true }),
      "longest gap of calls in ms": longestGap(history, { isHome: false }),
      statuses: [...history.counts].map(([status, count]) => `${count} x ${status}`).join(", "),
    },
    ...(faults.length > 0 ? { history: history.file, log } : {}),
  };
}

/** A few seats more than are taken, so that every round fills the webinar up. */
async function offerSeats({ query, webinarSlug }: World): Promise<void> {
  await query(
    `update webinar set seats = 8 + (select count(*) from webinar_seat where webinar_id = webinar.id and confirmed_at is not null)
     where slug = $1`,
    [webinarSlug],
  );
}

function countEqual(lines: string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => `${count} x ${line}`);
}
