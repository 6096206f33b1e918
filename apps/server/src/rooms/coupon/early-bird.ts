import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { beginOf } from "@shoreline/domain/zone";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course, earlyBird } from "../../db/tables/course.ts";
import { formatMoney } from "../../format.ts";
import { defineJob } from "../../jobs/job.ts";
import { purgePages } from "../site/purge-pages.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { lastDayOf } from "./offers.ts";

type Written = ParsedInput<Api["coupon"]["saveEarlyBird"]>;

export async function saveEarlyBird(
  ctx: StaffCtx,
  { courseId, priceInPaise, lastDay, version }: Written,
): Promise<void> {
  const { timeZone } = await readInstitute(ctx.db);
  const endsAt = beginOf(lastDay, { timeZone, later: 1 });
  await ctx.db.transaction(async (tx) => {
    const { sold, row } = await lockOffer(tx, courseId);
    if (row?.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    const fields = {
      ...(priceInPaise >= sold.priceInPaise && { priceInPaise: "This is not lower than the price of the course" }),
      ...(endsAt <= ctx.clock.now() && { lastDay: "Choose today or a later day" }),
    };
    if (Object.keys(fields).length > 0) throw new Refusal("INVALID_INPUT", { fields });
    const values = { priceInPaise, endsAt, isDemo: ctx.staff.isDemo, version: (version ?? -1) + 1 };
    await tx
      .insert(earlyBird)
      .values({ courseId: sold.id, ...values })
      .onConflictDoUpdate({ target: earlyBird.courseId, set: values });
    await recordChange(tx, ctx, {
      ...{ action: "Set an early-bird price", kind: "offer", thingId: sold.id, thing: sold.name },
      ...(row && { before: shown(row, timeZone) }),
      after: shown(values, timeZone),
    });
  });
}

export async function removeEarlyBird(ctx: StaffCtx, courseId: string): Promise<void> {
  const { timeZone } = await readInstitute(ctx.db);
  await ctx.db.transaction(async (tx) => {
    const { sold, row } = await lockOffer(tx, courseId);
    if (!row) return;
    await tx.delete(earlyBird).where(eq(earlyBird.courseId, sold.id));
    await recordChange(tx, ctx, {
      ...{
        action: "Ended an early-bird price",
        kind: "offer",
        thingId: sold.id,
        thing: sold.name,
        before: shown(row, timeZone),
      },
    });
  });
}

/** As the audit log shows it. */
function shown({ priceInPaise, endsAt }: { priceInPaise: number; endsAt: Date }, timeZone: string) {
  const lastDay = lastDayOf(endsAt, timeZone);
  return { price: formatMoney({ amountInPaise: priceInPaise, currency: "INR" }), lastDay };
}

/** The course is locked, so that two who set its first price see each other. */
async function lockOffer(tx: Db, courseId: string) {
  const { id, name, priceInPaise } = course;
  const isThis = eq(course.courseId, courseId);
  const [sold] = await tx.select({ id, name, priceInPaise }).from(course).where(isThis).for("no key update");
  if (!sold) throw new Refusal("UNKNOWN_COURSE");
  const [row] = await tx.select().from(earlyBird).where(eq(earlyBird.courseId, sold.id));
  return { sold, row };
}

/** Pages show the price, and pages are cached: when it ends, they show the list price again. */
export const purgePagesAtEnd = defineJob("early-bird.ended", {});

// Two runs, so that one that was missed does not matter.
const endedMs = 10 * 60_000;

export async function purgeIfEnded({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const hasEnded = and(lte(earlyBird.endsAt, now), gt(earlyBird.endsAt, new Date(now.getTime() - endedMs)));
  if ((await db.$count(earlyBird, hasEnded)) > 0) await purgePages({ db }, "early bird ended");
}
