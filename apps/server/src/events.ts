import { alarmsPerHour, type EventKind, eventKinds } from "@shoreline/domain/security-event";
import { lt } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "./context.ts";
import type { Db } from "./db/connect.ts";
import { eraseWhere } from "./db/erase-where.ts";
import { securityEvent } from "./db/tables/house.ts";
import { createCounter } from "./http/rate-limit.ts";
import { defineJob } from "./jobs/job.ts";
import { enqueue } from "./jobs/queue.ts";

/** Tells staff that an hour has unusually many events of a kind. */
export const raiseAlarm = defineJob("security.alarm", { kind: z.enum(eventKinds), count: z.int() });

const maxPerHour = 1000;

type Recorder = Pick<Deps, "db" | "pool" | "clock">;

/** Writes an event to the security log, and alarms staff once an hour when there are unusually many of its kind. */
export async function recordEvent({ db, pool, clock }: Recorder, kind: EventKind, learnerId?: string): Promise<void> {
  const limit = { points: alarmsPerHour[kind], seconds: 3600 };
  const count = await createCounter(pool, "event", limit).count(kind);
  // Nobody may fill the log: what comes after that adds nothing.
  if (count > maxPerHour) return;
  await db.insert(securityEvent).values({ kind, learnerId, at: clock.now() });
  if (count === limit.points) await enqueue(db, raiseAlarm, { kind, count });
}

export const eraseOldEvents = (db: Db, before: Date) => eraseWhere(db, securityEvent, lt(securityEvent.at, before));
