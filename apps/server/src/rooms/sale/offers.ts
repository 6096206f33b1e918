import { Refusal } from "@shoreline/contract";
import { chooseBatch, takesLearners } from "@shoreline/domain/batch";
import { discountLimitOf } from "@shoreline/domain/due";
import { gstRate } from "@shoreline/domain/gst";
import { isNull } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { cashDrawer } from "../../db/tables/sale.ts";
import { findOffered } from "../course/queries.ts";
import { readMoneySettings } from "../due/settings.ts";
import { listOffered } from "../schedule/offered.ts";
import { readInstitute } from "../site/queries.ts";
import { countWaiting, dayAt } from "./queries.ts";

/** What the page needs before anybody has come. */
export async function readDesk({ db, clock, staff }: StaffCtx) {
  const settings = await readMoneySettings(db);
  const institute = await readInstitute(db);
  const today = dayAt(clock.now(), institute.timeZone);
  const open = await db.select().from(cashDrawer).where(isNull(cashDrawer.closedAt));
  const drawerOf = (desk: string) => {
    const drawer = open.find((one) => one.desk === desk);
    if (!drawer) return "none" as const;
    return drawer.day === today ? ("open" as const) : ("of an earlier day" as const);
  };
  return {
    batchTimes: institute.batchTimes,
    discountLimit: discountLimitOf(staff.roles, settings),
    desks: settings.desks.map((name) => ({ name, drawer: drawerOf(name) })),
    hasUpi: settings.upi !== null,
    today,
    institute: {
      ...{ name: institute.name, address: institute.address },
      gstPercent: gstRate(institute),
    },
    waiting: await countWaiting(db),
  };
}

/** Of each hour and days the batch that a learner would get now, or one that is full. Those that are still to begin come first. */
export async function readBatches({ db, clock }: StaffCtx, courseId: string) {
  const [course] = await findOffered(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  const now = clock.now();
  const rows = await listOffered(db, { courseId: course.id, now });
  const kinds = Map.groupBy(rows, ({ batchTime, batchType }) => `${batchTime} ${batchType}`);
  const shown = [...kinds.values()].flatMap(
    (ofKind) => chooseBatch(ofKind, now) ?? ofKind.find((batch) => takesLearners(batch, now)) ?? [],
  );
  const batches = shown.map(({ id, batchTime, batchType, days, startsAt, seats, taken, over }) => ({
    ...{ batchId: id, batchTime, batchType, days, seats, startsAt: startsAt.toISOString() },
    ...{ hasBegun: startsAt <= now, classesOver: over, seatsLeft: seats === null ? null : Math.max(0, seats - taken) },
  }));
  return { batches: batches.toSorted((one, other) => Number(one.hasBegun) - Number(other.hasBegun)) };
}
