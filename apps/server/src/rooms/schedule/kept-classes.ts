import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Db } from "../../db/connect.ts";
import { type ClassRow, findSchedule, listClassesOf } from "./queries.ts";
import { classShape } from "./shapes.ts";

const batchesKept = 200;
const kept = new LRUCache<string, readonly ClassRow[]>({ max: batchesKept });

/**
 * A learner's schedule with its classes, or null. All learners of a batch have the same classes, which are read from the database
 * and checked once for each version of them.
 */
export async function readSchedule({ db, log }: { db: Db; log: Logger }, own: { learnerId: string; courseId: string }) {
  const [found] = await findSchedule(db, own);
  if (!found) return null;
  const { batchId, version, attended, ...about } = found;
  return {
    ...about,
    isPlaced: batchId !== null,
    classes: batchId && version ? await readClasses({ db, log }, batchId, version) : [],
    attended: new Set(attended?.split(" ").map(Number)),
  };
}

async function readClasses({ db, log }: { db: Db; log: Logger }, batchId: string, version: string) {
  // A class that was changed a moment ago may be read with an older version: that one never comes again.
  const known = kept.get(batchId + version) ?? keepWellFormed(log, classShape, await listClassesOf(db, { batchId }));
  kept.set(batchId + version, known);
  return known;
}
