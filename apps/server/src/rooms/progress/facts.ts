import type { OwnProgress } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { neededText, progressOf } from "@shoreline/domain/certificate";
import { certificateState, heldOf } from "@shoreline/domain/progress";
import type { SQL } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { type Facts, judge, readFacts } from "../certificate/facts.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { type Measures, measure } from "./measure.ts";

type Institute = Parameters<typeof judge>[1]["institute"];
export type Measured = { measures: Measures; progress: OwnProgress };

/** How far the learners of some purchases are, with the same verdict about the certificate as where it is issued. */
export async function readProgress(db: Db, { whose, now, most }: { whose: SQL; now: Date; most?: number }) {
  const institute = await readInstitute(db);
  const today = dayAt(now, institute.timeZone);
  const rows = await measure(db, { whose, now, today, ...(most ? { most } : {}) });
  const ids = rows.map(({ purchaseId }) => purchaseId);
  const facts = ids.length > 0 ? await readFacts(db, ids, now) : new Map<string, Facts>();
  // Asked only where it matters.
  const areWatchable = [...facts.values()].some(({ watchable }) => watchable > 0);
  const countRecordings = areWatchable && (await readClassSettings(db)).countRecordings;
  return rows.flatMap((measures): Measured[] => {
    const own = facts.get(measures.purchaseId);
    return own ? [{ measures, progress: toProgress(measures, own, { now, institute, countRecordings }) }] : [];
  });
}

type Given = { now: Date; institute: Institute; countRecordings: boolean };

function toProgress(measures: Measures, facts: Facts, given: Given): OwnProgress {
  const { classes, over, attended } = facts;
  const { percent, missing, stillNeeded } = judge(facts, given);
  const watchable = given.countRecordings ? facts.watchable : 0;
  const { isReachable } = progressOf({ classes, over, attended, percent, watchable });
  const state = certificateState({ issued: measures.issued, missing, stillNeeded, isReachable });
  const { open, overdue, handedIn, givenBack, done, points, mostPoints } = measures;
  return {
    ...{ courseId: measures.courseId, course: measures.course, hasBatch: measures.batchId !== null },
    ...{ classes, held: heldOf(facts), attended, recordings: measures.recordings, watched: measures.watched },
    homework: { open, overdue, handedIn, givenBack, done, points, mostPoints },
    certificate: { state, needs: measures.issued ? [] : stillNeeded.map((one) => neededText(one, { watchable })) },
  };
}
