import type { WorkState } from "@shoreline/domain/class-homework";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Db } from "../../db/connect.ts";
import { type ClassExtras, listWorkStates, readExtras } from "./class-extras.ts";
import { type ClassRow, findSchedule, listClassesOf } from "./queries.ts";
import { classShape } from "./shapes.ts";

const batchesKept = 200;
type KeptClass = ClassRow & { extras?: ClassExtras };
const kept = new LRUCache<string, readonly KeptClass[]>({ max: batchesKept });

/**
 * A learner's schedule with its classes, or null. All learners of a batch have the same classes, which are read from the database
 * and checked once for each version of them.
 */
export async function readSchedule({ db, log }: { db: Db; log: Logger }, own: { learnerId: string; courseId: string }) {
  const [found] = await findSchedule(db, own);
  if (!found) return null;
  const { batchId, version, attended, ...about } = found;
  const classes = batchId && version ? await readClasses({ db, log }, batchId, version) : [];
  const hasHomework = classes.some(({ extras }) => extras?.homework);
  return {
    ...about,
    isPlaced: batchId !== null,
    classes,
    workStates: hasHomework ? await listWorkStates(db, own.learnerId) : nothingDone,
    attended: new Set(attended?.split(" ").map(Number)),
  };
}

const nothingDone: ReadonlyMap<string, WorkState> = new Map();

async function readClasses({ db, log }: { db: Db; log: Logger }, batchId: string, version: string) {
  // A class that was changed a moment ago may be read with an older version: that one never comes again.
  const known = kept.get(batchId + version) ?? (await readFromDatabase({ db, log }, batchId));
  kept.set(batchId + version, known);
  return known;
}

async function readFromDatabase({ db, log }: { db: Db; log: Logger }, batchId: string): Promise<KeptClass[]> {
  const classes = keepWellFormed(log, classShape, await listClassesOf(db, { batchId }));
  const extras = await readExtras(db, batchId);
  return classes.map((one) => {
    const own = extras.get(one.id);
    return own ? { ...one, extras: own } : one;
  });
}
